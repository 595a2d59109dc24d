package dev.bowline.egress.environment;

import java.util.concurrent.atomic.AtomicInteger;

/** The request ids of this process. Listeners identify commands by them, so all connections share one counter. */
final class RequestIds {
    private static final AtomicInteger LAST = new AtomicInteger();

    private RequestIds() {}

    /** Never negative; starts over after two thousand million requests. */
    static int next() {
        return LAST.incrementAndGet() & Integer.MAX_VALUE;
    }
}
