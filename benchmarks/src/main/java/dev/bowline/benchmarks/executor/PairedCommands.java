package dev.bowline.benchmarks.executor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Measures what a remote command costs this process, in time, CPU and memory, with 1, 8 and 64 commands in flight:
 * through an executor by stages, and on virtual threads that wait for each command, through an executor, by a {@code
 * DirectClient} and over a bare socket. They take turns within one run, so that a noisy machine disturbs them alike;
 * the figures are medians. At last, how many bytes a command holds that waits for a connection.
 *
 * <p>{@code java -cp 'cli/target/lib/*' dev.bowline.benchmarks.executor.PairedCommands}, with the number of turns as
 * the argument.
 */
public final class PairedCommands {
    private static final int COMMANDS_PER_TURN = 4096;
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private interface Load {
        void run(int count) throws InterruptedException;
    }

    /** What each command of a turn cost. */
    private record Cost(double nanos, double cpuNanos, double bytes) {}

    private PairedCommands() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 40;
        System.out.println(
                "| in flight | executor, stages: commands a second | CPU | bytes | executor, threads: commands a second"
                        + " | CPU | bytes | direct client: commands a second | CPU | bytes | bare sockets: exchanges a second"
                        + " | CPU | bytes | CPU of the threads, times the direct client | throughput of the stages, times bare"
                        + " sockets | of the threads |");
        System.out.println("| --- " + "| --- ".repeat(15) + "|");
        for (int connections : new int[]{1, 8, 64}) {
            try (CommandPair pair = new CommandPair(connections)) {
                measure(connections, pair, turns);
                if (connections == 1) {
                    System.err.printf("%.0f bytes for each of 10,000 commands that wait%n", pair.bytesQueued(10_000));
                }
            }
        }
    }

    private static void measure(int connections, CommandPair pair, int turns) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            cost(pair::overStages);
            cost(pair::overExecutor);
            cost(pair::overDirectClients);
            cost(pair::overSockets);
        }
        Cost[] stages = new Cost[turns];
        Cost[] executor = new Cost[turns];
        Cost[] direct = new Cost[turns];
        Cost[] sockets = new Cost[turns];
        double[] cpu = new double[turns];
        double[] byStages = new double[turns];
        double[] byThreads = new double[turns];
        for (int i = 0; i < turns; i++) {
            stages[i] = cost(pair::overStages);
            executor[i] = cost(pair::overExecutor);
            direct[i] = cost(pair::overDirectClients);
            sockets[i] = cost(pair::overSockets);
            cpu[i] = executor[i].cpuNanos / direct[i].cpuNanos;
            byStages[i] = sockets[i].nanos / stages[i].nanos;
            byThreads[i] = sockets[i].nanos / executor[i].nanos;
        }
        System.out.printf("| %d | %s | %s | %s | %s | %s | %s | %s |%n", connections, row(stages), row(executor),
                row(direct), row(sockets), quartiles(cpu), quartiles(byStages), quartiles(byThreads));
    }

    private static String quartiles(double[] values) {
        Arrays.sort(values);
        int count = values.length;
        return String.format("%.2f, %.2f to %.2f", values[count / 2], values[count / 4], values[count * 3 / 4]);
    }

    private static String row(Cost[] costs) {
        return String.format("%,.0f | %.1f us | %,.0f", 1e9 / median(costs, Cost::nanos),
                median(costs, Cost::cpuNanos) / 1e3, median(costs, Cost::bytes));
    }

    private static double median(Cost[] costs, java.util.function.ToDoubleFunction<Cost> part) {
        double[] values = Arrays.stream(costs).mapToDouble(part).sorted().toArray();
        return values[values.length / 2];
    }

    private static Cost cost(Load load) throws InterruptedException {
        long bytes = THREADS.getTotalThreadAllocatedBytes();
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        load.run(COMMANDS_PER_TURN);
        double count = COMMANDS_PER_TURN;
        return new Cost((System.nanoTime() - start) / count, (SYSTEM.getProcessCpuTime() - cpu) / count,
                (THREADS.getTotalThreadAllocatedBytes() - bytes) / count);
    }
}
