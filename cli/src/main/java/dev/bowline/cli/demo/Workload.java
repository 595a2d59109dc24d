package dev.bowline.cli.demo;

import dev.bowline.MongoCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Threads that insert at a steady rate and remember what was acknowledged. */
final class Workload {
    private final MongoCollection<Document> collection;
    private final long intervalNanos;
    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentSkipListSet<String> acknowledged = new ConcurrentSkipListSet<>();
    private final ConcurrentSkipListSet<String> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicLong worstNanos = new AtomicLong();
    private final AtomicLong totalNanos = new AtomicLong();
    private final AtomicReference<@Nullable String> lastFailure = new AtomicReference<>();
    private volatile long lastAcknowledgedNanos = System.nanoTime();
    private volatile boolean stopped;

    Workload(MongoCollection<Document> collection, int writers, int perSecond) {
        this.collection = collection;
        this.intervalNanos = 1_000_000_000L * writers / perSecond;
        for (int writer = 0; writer < writers; writer++) {
            int number = writer;
            threads.add(Thread.ofVirtual().name("writer-" + writer).unstarted(() -> write(number)));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    long acknowledged() {
        return acknowledged.size();
    }

    ConcurrentSkipListSet<String> acknowledgedIds() {
        return acknowledged;
    }

    /** Writes that failed with an error, so that they may or may not be there. */
    ConcurrentSkipListSet<String> uncertainIds() {
        return uncertain;
    }

    @Nullable
    String lastFailure() {
        return lastFailure.get();
    }

    long lastAcknowledgedNanos() {
        return lastAcknowledgedNanos;
    }

    /** The longest that a write took since this was last asked. */
    long takeWorstNanos() {
        return worstNanos.getAndSet(0);
    }

    /** The time that all writes took since this was last asked. */
    long takeTotalNanos() {
        return totalNanos.getAndSet(0);
    }

    private void write(int writer) {
        long next = System.nanoTime();
        for (int n = 0; !stopped; n++) {
            String id = writer + "-" + n;
            long start = System.nanoTime();
            try {
                collection.insertOne(new Document("_id", id).append("writer", writer).append("n", n));
                acknowledged.add(id);
                lastAcknowledgedNanos = System.nanoTime();
            } catch (RuntimeException e) {
                uncertain.add(id);
                lastFailure.set(e.getMessage());
            }
            long now = System.nanoTime();
            worstNanos.accumulateAndGet(now - start, Math::max);
            totalNanos.addAndGet(now - start);
            next = Math.max(next + intervalNanos, now);
            LockSupport.parkNanos(next - now);
        }
    }
}
