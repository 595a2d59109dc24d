package dev.bowline.sync;

import com.mongodb.client.cursor.TimeoutMode;
import dev.bowline.driver.operation.OperationScope;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Times as options give them. */
final class Timeouts {
    private Timeouts() {}

    /** The whole operation's limit, in milliseconds. */
    static long operationMillis(long timeout, TimeUnit unit) {
        Require.notNull("timeUnit", unit);
        Require.argument("timeoutMS >= 0", timeout >= 0);
        long millis = TimeUnit.MILLISECONDS.convert(timeout, unit);
        if (timeout > 0 && millis == 0) {
            throw new IllegalArgumentException("The timeout, when converted to milliseconds, must be greater than or "
                    + "equal to 1");
        }
        return millis;
    }

    /** A limit of the server's; one of less than a millisecond must not become none. */
    static long millis(long time, TimeUnit unit) {
        Require.notNull("timeUnit", unit);
        return unit.toMillis(time);
    }

    static dev.bowline.options.@Nullable TimeoutMode ours(@Nullable TimeoutMode mode) {
        return mode == null
                ? null
                : mode == TimeoutMode.ITERATION
                        ? dev.bowline.options.TimeoutMode.ITERATION
                        : dev.bowline.options.TimeoutMode.CURSOR_LIFETIME;
    }

    static TimeoutMode requireTimeout(OperationScope scope, TimeoutMode mode) {
        if (!scope.hasTimeout()) {
            throw new IllegalArgumentException("TimeoutMode requires timeoutMS to be set.");
        }
        return mode;
    }
}
