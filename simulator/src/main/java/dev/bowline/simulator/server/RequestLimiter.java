package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.bson.Document;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The ingress request rate limiter: a bucket of tokens, one for each command, that fills again with time. */
final class RequestLimiter {
    private static final int RATE_LIMIT_EXCEEDED = 462;

    private final RequestLimit limit;
    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private double tokens;
    private long filledNanos;

    RequestLimiter(RequestLimit limit, Environment environment) {
        this.limit = limit;
        this.environment = environment;
        this.tokens = limit.burst();
        this.filledNanos = environment.nanoTime();
    }

    /** @throws ServerError if there are more commands than the server runs */
    void admit() {
        if (!take()) {
            throw new ServerError(RATE_LIMIT_EXCEEDED, "Rate limiter 'ingressRequestRateLimiter' rate exceeded",
                    List.of("SystemOverloadedError", "RetryableError"), limit.baseBackoffMillis() > 0
                            ? new Document("baseBackoffMS", limit.baseBackoffMillis())
                            : null);
        }
    }

    private boolean take() {
        lock.lock();
        try {
            long now = environment.nanoTime();
            tokens = Math.min(limit.burst(),
                    tokens + limit.perSecond() * (now - filledNanos) / TimeUnit.SECONDS.toNanos(1));
            filledNanos = now;
            if (tokens < 1) {
                return false;
            }
            tokens--;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
