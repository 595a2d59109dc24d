package dev.bowline.driver.operation;

import dev.bowline.error.MongoException;
import org.jspecify.annotations.Nullable;

/**
 * What the retry loop does after a failed attempt. A pure function: the loop asks and obeys.
 *
 * <p>Retryable writes, "Executing Retryable Write Commands", read prose before pseudocode: the loop stops at an error
 * that is not retryable, after one retry without {@code timeoutMS}, or at its expiry with it; and it raises the latest
 * error that may have written. An error that cannot have written yields to the one before; if all are such, the first
 * is raised.
 */
sealed interface RetryDecision {
    /** With a long timeout there may be thousands of attempts: the first few are enough. */
    int MAX_ATTACHED = 5;

    /** Select a server once more. The state goes into the next decision. */
    record Retry(State state) implements RetryDecision {}

    /** Give up and throw this. */
    record Raise(MongoException error) implements RetryDecision {}

    /**
     * What is known before an attempt.
     *
     * @param failures how many attempts have failed
     * @param worst the error to raise if there is no further attempt; null before the first failure
     * @param overloaded whether some attempt has failed because the server was overloaded
     */
    record State(int failures, @Nullable MongoException worst, boolean overloaded) {
        static final State FRESH = new State(0, null, false);
    }

    /** How long the loop may go on. */
    enum Bound {
        /** Without {@code timeoutMS}: one retry. */
        ONE_RETRY,
        /** With {@code timeoutMS}, and there is time left. */
        TIME_LEFT,
        /** With {@code timeoutMS}, and it has run out. */
        TIME_OVER
    }

    /**
     * Once a server was overloaded, the number of retries is what the client allows for that, with and without
     * {@code timeoutMS} and whatever the later errors are: client backpressure, "Interaction with Other Retry
     * Policies".
     *
     * @param mayHaveWritten whether the failed attempt may have had an effect, as far as is known of its exchange
     * @param retryable whether the operation and this error allow another attempt
     * @param maxAdaptiveRetries how often at most, once a server was overloaded
     */
    static RetryDecision after(State before, MongoException error, boolean mayHaveWritten, boolean retryable,
            Bound bound, int maxAdaptiveRetries) {
        MongoException worst = worse(before, error, mayHaveWritten);
        boolean overloaded = before.overloaded() || RetryableErrors.isOverload(error);
        boolean again = retryable && switch (bound) {
            case ONE_RETRY -> before.failures() < (overloaded ? maxAdaptiveRetries : 1);
            case TIME_LEFT -> !overloaded || before.failures() < maxAdaptiveRetries;
            case TIME_OVER -> false;
        };
        return again ? new Retry(new State(before.failures() + 1, worst, overloaded)) : new Raise(worst);
    }

    /** The error to raise of two that followed each other; the other one is attached to it. */
    private static MongoException worse(State state, MongoException now, boolean mayHaveWritten) {
        MongoException before = state.worst();
        if (before == null || before == now) {
            return now;
        }
        MongoException raised = mayHaveWritten ? now : before;
        if (state.failures() < MAX_ATTACHED) {
            raised.addSuppressed(raised == now ? before : now);
        } else if (raised == now) {
            for (Throwable kept : before.getSuppressed()) {
                now.addSuppressed(kept);
            }
        }
        return raised;
    }
}
