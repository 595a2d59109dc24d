package dev.bowline.egress.executor;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.bson.BsonArray;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Decides whether, and after which pause, a command that may run more than once is run again. Only for idempotent
 * commands: one that failed without a reply may have been executed.
 */
@FunctionalInterface
public interface RetryStrategy {
    /**
     * Called after each attempt that did not succeed.
     *
     * @param attempts how many attempts have been made
     * @param outcome the response to the last of them
     * @param random for jitter
     * @return how long to pause before the next attempt, or empty to give up
     */
    Optional<Duration> pauseAfter(int attempts, RemoteCommandResponse outcome, RandomGenerator random);

    /** Runs each command once. */
    static RetryStrategy none() {
        return (attempts, outcome, random) -> Optional.empty();
    }

    /**
     * Tries up to so many times while outcomes are {@linkplain #isTransient transient}. The pause after an attempt is
     * drawn at random between nothing and a bound, which begins at {@code base} and doubles up to {@code max}; so
     * clients that failed together do not come back together.
     *
     * @throws IllegalArgumentException if there is no attempt, or {@code base} is not positive, or {@code max} is less
     */
    static RetryStrategy exponential(int maxAttempts, Duration base, Duration max) {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts is " + maxAttempts + ", but must be at least 1");
        }
        if (base.isNegative() || base.isZero() || max.compareTo(base) < 0) {
            throw new IllegalArgumentException("Pauses cannot go from " + base + " to " + max);
        }
        return (attempts, outcome, random) -> {
            if (attempts >= maxAttempts || !isTransient(outcome)) {
                return Optional.empty();
            }
            int doublings = Math.min(attempts - 1, 30);
            long bound = Math.min(max.toNanos(), base.toNanos() << doublings >> doublings == base.toNanos()
                    ? base.toNanos() << doublings
                    : Long.MAX_VALUE);
            return Optional.of(Duration.ofNanos(random.nextLong(bound + 1)));
        };
    }

    /**
     * Whether another attempt may fare better: the host could not be reached or did not answer in time, or the server
     * says by a label or a code that it is overloaded, changing its role, or shutting down.
     */
    static boolean isTransient(RemoteCommandResponse outcome) {
        return switch (outcome.status().code()) {
            case OK -> !outcome.isCommandOk() && isTransientReply(outcome);
            case NETWORK_TIMEOUT, HOST_UNREACHABLE, POOL_FAILURE -> true;
            case CALLBACK_CANCELED, SHUTDOWN_IN_PROGRESS, PROTOCOL_ERROR, AUTHENTICATION_FAILED,
                    INCOMPATIBLE_SERVER_VERSION, INTERNAL_ERROR ->
                false;
        };
    }

    private static boolean isTransientReply(RemoteCommandResponse outcome) {
        Set<Integer> codes = Set.of(6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436);
        Set<String> labels = Set.of("RetryableError", "RetryableWriteError", "SystemOverloadedError");
        BsonValue code = outcome.reply().get("code");
        if (code != null && code.isNumber() && codes.contains(code.asNumber().intValue())) {
            return true;
        }
        return outcome.reply().get("errorLabels", new BsonArray()) instanceof BsonArray array && array.stream()
                .anyMatch(label -> label instanceof BsonString text && labels.contains(text.getValue()));
    }
}
