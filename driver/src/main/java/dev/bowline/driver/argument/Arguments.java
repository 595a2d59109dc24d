package dev.bowline.driver.argument;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks of the arguments that users pass to the client and its options. */
public final class Arguments {
    private static final Duration A_MILLISECOND = Duration.ofMillis(1);

    private Arguments() {}

    /** Returns the value, which must be above 0. */
    public static int requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException("The " + name + " is " + value + ", which is not above 0");
        }
        return value;
    }

    /** Returns the value, which must not be below 0. */
    public static int requireNotNegative(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException("The " + name + " is " + value + ", which is below 0");
        }
        return value;
    }

    /** Returns the timeout, which must not be below 0. Less than a millisecond becomes one. */
    public static Duration requireTimeout(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout is " + timeout + ", which is below 0");
        }
        return atLeastAMillisecond(timeout);
    }

    /** Zero means no limit, so a limit of less than a millisecond becomes one instead of rounding to none. */
    public static Duration atLeastAMillisecond(Duration limit) {
        return limit.isZero() || limit.compareTo(A_MILLISECOND) >= 0 ? limit : A_MILLISECOND;
    }

    /** The limit in whole milliseconds; 0 if there is none. Less than a millisecond becomes one. */
    public static long limitMillis(@Nullable Duration limit) {
        return limit == null ? 0 : atLeastAMillisecond(limit).toMillis();
    }

    /** Fills in fresh options by the function that a caller passed. */
    public static <O> O configured(Consumer<? super O> options, O fresh) {
        options.accept(fresh);
        return fresh;
    }
}
