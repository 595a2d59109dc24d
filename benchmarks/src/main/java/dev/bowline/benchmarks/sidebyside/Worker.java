package dev.bowline.benchmarks.sidebyside;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One contestant in a JVM of its own. Arguments: contestant, connection string, work, callers, and {@code stored} if
 * the server keeps what is written. Reads the number of operations of a slice from each line and answers with the
 * slice.
 */
public final class Worker {
    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory
            .getThreadMXBean();

    private Worker() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String name = arguments[0];
        Work work = Work.valueOf(arguments[2]);
        try (Contestant contestant = Contestant.named(name, arguments[1], work, arguments[4].equals("stored"))) {
            List<Operation> operations = new ArrayList<>();
            for (int caller = 0; caller < Integer.parseInt(arguments[3]); caller++) {
                operations.add(contestant.operation(work, caller));
            }
            // Once before anything is measured: a contestant that cannot do the work at all ends here.
            Operation.once(operations.get(0));
            Callers callers = Callers.of(operations, name.endsWith(Contestant.VIRTUAL));
            System.out.println("ready");
            serve(callers);
        }
        System.exit(0);
    }

    private static void serve(Callers callers) throws IOException, InterruptedException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && !line.equals("end"); line = input.readLine()) {
            System.out.println(slice(callers, Integer.parseInt(line)).toLine());
        }
    }

    static Slice slice(Callers callers, int operations) throws InterruptedException {
        Recording recording = new Recording(operations);
        ProcessUsage before = ProcessUsage.ofThisProcess();
        long collectedBefore = collectorMillis();
        long allocatedBefore = THREADS.getTotalThreadAllocatedBytes();
        long start = System.nanoTime();
        callers.run(recording);
        long wall = System.nanoTime() - start;
        long allocated = THREADS.getTotalThreadAllocatedBytes() - allocatedBefore;
        return Slice.of(recording, wall, ProcessUsage.ofThisProcess().since(before), allocated,
                collectorMillis() - collectedBefore);
    }

    private static long collectorMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }
}
