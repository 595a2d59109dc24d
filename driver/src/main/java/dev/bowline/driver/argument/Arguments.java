package dev.bowline.driver.argument;

import java.time.Duration;
import java.util.function.Consumer;

/** Checks of the arguments that users pass to the client and its options. */
public final class Arguments {
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

    /**
     * Returns the timeout, which must not be below 0. Zero means no limit, so a timeout between zero and a millisecond
     * becomes a millisecond instead of rounding to no limit.
     */
    public static Duration requireTimeout(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout is " + timeout + ", which is below 0");
        }
        return !timeout.isZero() && timeout.toMillis() == 0 ? Duration.ofMillis(1) : timeout;
    }

    /** Fills in fresh options by the function that a caller passed. */
    public static <O> O configured(Consumer<? super O> options, O fresh) {
        options.accept(fresh);
        return fresh;
    }
}
