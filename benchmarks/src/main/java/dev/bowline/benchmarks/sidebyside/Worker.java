package dev.bowline.benchmarks.sidebyside;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** One contestant in a JVM of its own. Reads {@code OPERATIONS CALLERS platform|virtual} lines and answers each with a slice. */
public final class Worker {
    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory
            .getThreadMXBean();
    private static final long PID = ProcessHandle.current().pid();

    private Worker() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (Contestant contestant = Contestant.named(arguments[0], arguments[1])) {
            Runnable operation = contestant.operation(Task.titled(arguments[2]));
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            // Once before anything is measured: whoever cannot do the work at all ends here.
            operation.run();
            System.out.println("ready");
            for (String line = input.readLine(); line != null && !line.equals("end"); line = input.readLine()) {
                String[] order = line.split(" ");
                Slice slice = slice(operation, Integer.parseInt(order[0]), Integer.parseInt(order[1]),
                        order[2].equals("virtual"));
                System.out.println(slice.toLine());
            }
        }
    }

    private static Slice slice(Runnable operation, int operations, int callers, boolean virtual)
            throws InterruptedException {
        long[] latencies = new long[operations];
        AtomicLong failed = new AtomicLong();
        ProcessUsage before = ProcessUsage.of(PID);
        long allocatedBefore = THREADS.getTotalThreadAllocatedBytes();
        long start = System.nanoTime();
        if (callers == 1 && !virtual) {
            run(operation, latencies, 0, operations, failed);
        } else {
            runMany(operation, latencies, callers, virtual, failed);
        }
        long wall = System.nanoTime() - start;
        long allocated = THREADS.getTotalThreadAllocatedBytes() - allocatedBefore;
        ProcessUsage after = ProcessUsage.of(PID);
        Arrays.sort(latencies);
        return new Slice(operations, failed.get(), wall, after.cpuNanos() - before.cpuNanos(), allocated,
                before.reads() < 0 ? -1 : after.reads() - before.reads(), after.writes() - before.writes(),
                latencies[operations / 2], latencies[(int) (operations * 0.99)],
                latencies[(int) (operations * 0.999)]);
    }

    private static void runMany(Runnable operation, long[] latencies, int callers, boolean virtual, AtomicLong failed)
            throws InterruptedException {
        ThreadFactory factory = virtual ? Thread.ofVirtual().factory() : Thread.ofPlatform().factory();
        CountDownLatch done = new CountDownLatch(callers);
        for (int caller = 0; caller < callers; caller++) {
            int from = (int) ((long) latencies.length * caller / callers);
            int to = (int) ((long) latencies.length * (caller + 1) / callers);
            factory.newThread(() -> {
                run(operation, latencies, from, to, failed);
                done.countDown();
            }).start();
        }
        done.await();
    }

    private static void run(Runnable operation, long[] latencies, int from, int to, AtomicLong failed) {
        for (int i = from; i < to; i++) {
            long start = System.nanoTime();
            try {
                operation.run();
            } catch (RuntimeException e) {
                if (failed.getAndIncrement() == 0) {
                    System.err.println("The first failed operation: " + e);
                }
            }
            latencies[i] = System.nanoTime() - start;
        }
    }
}
