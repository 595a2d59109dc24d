package dev.bowline.benchmarks.pool;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Many threads on ten connections, each held for 100 us as if waiting for a reply. The two pools take turns of a second
 * in one run; what is compared are the medians of throughput and the longest wait of any thread.
 */
public final class PairedPools {
    private static final int CONNECTIONS = 10;
    private static final long HOLD_NANOS = 100_000;
    private static final long TURN_NANOS = 1_000_000_000L;

    private record Turn(double perSecond, double longestMillis) {}

    private PairedPools() {}

    /** Arguments: turns for each pool (7), then numbers of threads (2 16 256). */
    public static void main(String[] arguments) throws Exception {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        int[] threads = arguments.length > 1
                ? Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray()
                : new int[]{2, 16, 256};
        try (BowlinePool bowline = new BowlinePool(CONNECTIONS);
                OfficialPool official = new OfficialPool(CONNECTIONS)) {
            Runnable ours = () -> {
                try (AutoCloseable held = bowline.checkOut()) {
                    hold();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            };
            Runnable theirs = () -> {
                var held = official.checkOut();
                try {
                    hold();
                } finally {
                    held.close();
                }
            };
            turn(ours, 16);
            turn(theirs, 16);
            System.out.println("threads  bowline/s  official/s  ratio  longest: bowline ms  official ms");
            for (int count : threads) {
                Turn[] first = new Turn[turns];
                Turn[] second = new Turn[turns];
                for (int i = 0; i < turns; i++) {
                    first[i] = turn(ours, count);
                    second[i] = turn(theirs, count);
                }
                System.out.printf("%7d  %9.0f  %10.0f  %5.2f  %19.1f  %11.1f%n", count, throughput(first),
                        throughput(second), throughput(first) / throughput(second), longest(first), longest(second));
            }
        }
    }

    /** As long as a server takes to reply. */
    public static void hold() {
        long until = System.nanoTime() + HOLD_NANOS;
        do {
            LockSupport.parkNanos(until - System.nanoTime());
        } while (System.nanoTime() < until);
    }

    private static Turn turn(Runnable use, int count) throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch start = new CountDownLatch(1);
        long[] uses = new long[count];
        long[] longest = new long[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = Thread.ofPlatform().start(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                while (!stop.get()) {
                    long before = System.nanoTime();
                    use.run();
                    longest[number] = Math.max(longest[number], System.nanoTime() - before - HOLD_NANOS);
                    uses[number]++;
                }
            });
        }
        long started = System.nanoTime();
        start.countDown();
        while (System.nanoTime() - started < TURN_NANOS) {
            LockSupport.parkNanos(TURN_NANOS - (System.nanoTime() - started));
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        return new Turn(Arrays.stream(uses).sum() / seconds, Arrays.stream(longest).max().orElse(0) / 1e6);
    }

    private static double throughput(Turn[] turns) {
        return median(Arrays.stream(turns).mapToDouble(Turn::perSecond).toArray());
    }

    private static double longest(Turn[] turns) {
        return median(Arrays.stream(turns).mapToDouble(Turn::longestMillis).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
