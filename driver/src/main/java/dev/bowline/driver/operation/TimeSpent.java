package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.recording.RecordedOperation;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of a call went, for the message of a timeout. Times are added when an attempt fails, so a call that
 * succeeds at once makes none.
 *
 * @param attempts how many attempts have failed
 * @param sending the encoding of the command included
 * @param receiving the time that the server worked included
 */
record TimeSpent(int attempts, long selection, long checkOut, long sending, long receiving, long backoff) {
    static final TimeSpent NONE = new TimeSpent(0, 0, 0, 0, 0, 0);

    /** With a selection that found no server. */
    TimeSpent withSelection(long nanos) {
        return new TimeSpent(attempts, selection + nanos, checkOut, sending, receiving, backoff);
    }

    /**
     * With an attempt that has just failed.
     *
     * @param selecting when its server selection began
     * @param checkingOut when a server had been selected
     * @param sendingSince when there was a connection, if there was one
     * @param attempt null without a connection
     */
    TimeSpent withAttempt(long now, long selecting, long checkingOut, long sendingSince, @Nullable Attempt attempt) {
        long checkedOut = attempt == null ? now : sendingSince;
        long sent = attempt != null && attempt.mayHaveSent() ? attempt.pooled().connection().sentNanos() : now;
        if (sent - checkedOut < 0) {
            // Without a deadline the connection does not note when it had sent the command.
            sent = checkedOut;
        }
        return new TimeSpent(attempts + 1, selection + checkingOut - selecting, checkOut + checkedOut - checkingOut,
                sending + sent - checkedOut, receiving + now - sent, backoff);
    }

    /** The same for a flight recording. */
    RecordedOperation.Phases phases() {
        return new RecordedOperation.Phases(attempts, selection, checkOut, sending + receiving, backoff);
    }

    /** With a pause before the next attempt. */
    TimeSpent withBackoff(long nanos) {
        return new TimeSpent(attempts, selection, checkOut, sending, receiving, backoff + nanos);
    }

    /**
     * Words it for the message of a timeout: "find on shop.orders timed out after 503 ms (limit 500 ms, 2 attempts:
     * server selection 3 ms, receiving 500 ms)".
     */
    String describe(Operation<?> operation, Call call, Environment environment) {
        long limitMillis = call.scope().limitMillis();
        boolean bounded = limitMillis > 0 && !call.deadline().isNever();
        long passed = bounded
                ? TimeUnit.MILLISECONDS.toNanos(limitMillis) + environment.nanoTime() - call.deadline().nanos()
                : own();
        return describe(operation, bounded ? "limit " + limitMillis + " ms" : "no limit of its own", passed);
    }

    /** The same for a call without a timeout of its own, which a setting such as {@code socketTimeoutMS} ended. */
    String describe(Operation<?> operation, String limit) {
        return describe(operation, limit, own());
    }

    private long own() {
        return selection + checkOut + sending + receiving + backoff;
    }

    private String describe(Operation<?> operation, String limit, long passed) {
        String collection = operation.collection();
        StringBuilder text = new StringBuilder(128).append(operation.commandName()).append(" on ")
                .append(operation.database).append(collection == null ? "" : "." + collection)
                .append(" timed out after ").append(millis(passed)).append(" ms (").append(limit).append(", ")
                .append(attempts).append(attempts == 1 ? " attempt" : " attempts");
        int start = text.length();
        append(text, start, "earlier parts of the operation", passed - own());
        append(text, start, "server selection", selection);
        append(text, start, "connection check-out", checkOut);
        append(text, start, "sending", sending);
        append(text, start, "receiving", receiving);
        append(text, start, "backoff", backoff);
        return text.append(')').toString();
    }

    private static void append(StringBuilder text, int start, String part, long nanos) {
        if (millis(nanos) > 0) {
            text.append(text.length() == start ? ": " : ", ").append(part).append(' ').append(millis(nanos))
                    .append(" ms");
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
