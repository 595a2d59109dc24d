package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoServerException;
import java.util.concurrent.TimeUnit;

/**
 * The pauses before retries: random, and the longer the more attempts have failed, so that clients of an overloaded
 * server do not come back all at once. Client backpressure, "Overload retry policy"; the convenient API of
 * transactions, "Sequence of Actions".
 */
final class Backoff {
    private static final double BASE_MILLIS = 100;
    private static final double MAX_MILLIS = 10_000;
    private static final double TRANSACTION_BASE_MILLIS = 5;
    private static final double TRANSACTION_MAX_MILLIS = 500;
    private static final double TRANSACTION_GROWTH = 1.5;

    private Backoff() {}

    /**
     * How long to wait before a retry. A server may say how long its shortest pause should be.
     *
     * @param retry 1 for the first
     * @param jitter between 0 and 1
     */
    static long nanos(MongoException error, int retry, double jitter) {
        return nanos(jitter * Math.min(MAX_MILLIS, baseMillis(error) * Math.pow(2, retry)));
    }

    /** How long to wait before a transaction is repeated. */
    static long transactionNanos(int retry, double jitter) {
        return nanos(jitter * Math.min(TRANSACTION_MAX_MILLIS,
                TRANSACTION_BASE_MILLIS * Math.pow(TRANSACTION_GROWTH, retry)));
    }

    private static double baseMillis(MongoException error) {
        if (error instanceof MongoServerException server && server.response().isNumber("baseBackoffMS")) {
            double millis = server.response().getNumber("baseBackoffMS").doubleValue();
            return millis > 0 ? millis : BASE_MILLIS;
        }
        return BASE_MILLIS;
    }

    private static long nanos(double millis) {
        return (long) (millis * TimeUnit.MILLISECONDS.toNanos(1));
    }

    /**
     * Waits.
     *
     * @param doing completes "Interrupted while"
     * @throws MongoInterruptedException if the thread is interrupted, which it then still is
     */
    static void pause(Environment environment, long nanos, String doing) {
        Deadline end = Deadline.afterNanos(environment, nanos);
        while (!end.isExpired(environment)) {
            environment.park(end);
            if (Thread.currentThread().isInterrupted()) {
                throw new MongoInterruptedException("Interrupted while " + doing, null);
            }
        }
    }
}
