package dev.bowline.cli.demo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
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
    private static final long IDLE = -1;

    private final Contestant contestant;
    private final long intervalNanos;
    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentSkipListSet<String> inserted = new ConcurrentSkipListSet<>();
    private final AtomicLongArray increments;
    private final AtomicLongArray failedIncrements;
    /** When each writer's current write began, or {@link #IDLE}. */
    private final AtomicLongArray begunNanos;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong worstNanos = new AtomicLong();
    private final AtomicReference<@Nullable String> lastFailure = new AtomicReference<>();
    private volatile boolean stopped;

    Workload(Contestant contestant, int writers, int perSecond) {
        this.contestant = contestant;
        this.intervalNanos = 1_000_000_000L * writers / perSecond;
        this.increments = new AtomicLongArray(writers);
        this.failedIncrements = new AtomicLongArray(writers);
        this.begunNanos = new AtomicLongArray(writers);
        for (int writer = 0; writer < writers; writer++) {
            int number = writer;
            begunNanos.set(writer, IDLE);
            threads.add(Thread.ofPlatform().daemon().name("writer-" + writer).unstarted(() -> write(number)));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Lets the writers end what they are at. Returns whether all of them did within the limit. */
    boolean stop(long limitMillis) throws InterruptedException {
        stopped = true;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    long acknowledged() {
        return acknowledged.get();
    }

    /** Writes that failed with an error, so that they may or may not be there. */
    long failed() {
        return failed.get();
    }

    /** The collection compared with what was acknowledged. */
    record Account(long missing, long doubled) {}

    Account account() {
        Set<String> found = new HashSet<>();
        long[] counts = new long[2];
        contestant.forEach(document -> count(document, found, counts));
        long missing = inserted.stream().filter(id -> !found.contains(id)).count();
        return new Account(counts[0] + missing, counts[1]);
    }

    private void count(Document document, Set<String> found, long[] counts) {
        if (document.get("_id") instanceof Integer writer) {
            long applied = document.get("n", Number.class).longValue();
            counts[0] += Math.max(0, increments.get(writer) - applied);
            counts[1] += Math.max(0, applied - increments.get(writer) - failedIncrements.get(writer));
        } else if (!found.add(document.getString("_id"))) {
            counts[1]++;
        }
    }

    @Nullable
    String lastFailure() {
        return lastFailure.get();
    }

    /** The longest that a write took since this was last asked, writes that are still under way included. */
    long takeWorstNanos() {
        long worst = worstNanos.getAndSet(0);
        long now = System.nanoTime();
        for (int writer = 0; writer < begunNanos.length(); writer++) {
            long begun = begunNanos.get(writer);
            if (begun != IDLE) {
                worst = Math.max(worst, now - begun);
            }
        }
        return worst;
    }

    private void write(int writer) {
        long next = System.nanoTime();
        for (int n = 0; !stopped; n++) {
            boolean inserts = n % 2 == 0;
            String id = writer + "-" + n;
            long start = System.nanoTime();
            begunNanos.set(writer, start);
            try {
                if (inserts) {
                    contestant.insert(id);
                    inserted.add(id);
                } else {
                    contestant.increment(writer);
                    increments.incrementAndGet(writer);
                }
                acknowledged.incrementAndGet();
            } catch (RuntimeException e) {
                if (!inserts) {
                    failedIncrements.incrementAndGet(writer);
                }
                failed.incrementAndGet();
                lastFailure.set(e.getMessage());
            }
            long now = System.nanoTime();
            worstNanos.accumulateAndGet(now - start, Math::max);
            begunNanos.set(writer, IDLE);
            next = Math.max(next + intervalNanos, now);
            LockSupport.parkNanos(next - now);
        }
    }
}
