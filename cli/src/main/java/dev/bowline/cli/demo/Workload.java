package dev.bowline.cli.demo;

import dev.bowline.MongoCollection;
import dev.bowline.model.Filters;
import dev.bowline.model.Updates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Threads that write at a steady rate and remember what was acknowledged. Each inserts a document, then increments its
 * own counter, and so on: a lost insert would be missing, and an increment that was applied twice would show.
 */
final class Workload {
    private final MongoCollection<Document> collection;
    private final long intervalNanos;
    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentSkipListSet<String> inserted = new ConcurrentSkipListSet<>();
    private final AtomicLongArray increments;
    private final AtomicLongArray failedIncrements;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong worstNanos = new AtomicLong();
    private final AtomicLong totalNanos = new AtomicLong();
    private final AtomicReference<@Nullable String> lastFailure = new AtomicReference<>();
    private volatile long lastAcknowledgedNanos = System.nanoTime();
    private volatile boolean stopped;

    Workload(MongoCollection<Document> collection, int writers, int perSecond) {
        this.collection = collection;
        this.intervalNanos = 1_000_000_000L * writers / perSecond;
        this.increments = new AtomicLongArray(writers);
        this.failedIncrements = new AtomicLongArray(writers);
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
        return acknowledged.get();
    }

    /** Writes that failed with an error, so that they may or may not be there. */
    long failed() {
        return failed.get();
    }

    /** What is in the collection, compared with what was acknowledged. */
    record Account(long missing, long doubled) {}

    Account account() {
        Set<String> found = new HashSet<>();
        long missing = 0;
        long doubled = 0;
        for (Document document : collection.find()) {
            if (document.get("_id") instanceof Integer writer) {
                long applied = document.get("n", Number.class).longValue();
                missing += Math.max(0, increments.get(writer) - applied);
                doubled += Math.max(0, applied - increments.get(writer) - failedIncrements.get(writer));
            } else if (!found.add(document.getString("_id"))) {
                doubled++;
            }
        }
        return new Account(missing + inserted.stream().filter(id -> !found.contains(id)).count(), doubled);
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
            boolean inserts = n % 2 == 0;
            String id = writer + "-" + n;
            long start = System.nanoTime();
            try {
                if (inserts) {
                    collection.insertOne(new Document("_id", id));
                    inserted.add(id);
                } else {
                    collection.updateOne(Filters.eq("_id", writer), Updates.inc("n", 1), o -> o.upsert(true));
                    increments.incrementAndGet(writer);
                }
                acknowledged.incrementAndGet();
                lastAcknowledgedNanos = System.nanoTime();
            } catch (RuntimeException e) {
                if (!inserts) {
                    failedIncrements.incrementAndGet(writer);
                }
                failed.incrementAndGet();
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
