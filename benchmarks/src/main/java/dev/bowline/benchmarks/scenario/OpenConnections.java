package dev.bowline.benchmarks.scenario;

import com.sun.management.ThreadMXBean;
import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.ProcessUsage;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a client with many open connections holds, and what a find costs it. One contestant at a time. */
public final class OpenConnections implements Scenario {
    private final int connections;

    OpenConnections(int connections) {
        this.connections = connections;
    }

    @Override
    public String title() {
        return "connections-" + connections;
    }

    @Override
    public String group() {
        return "Open connections";
    }

    @Override
    public String description() {
        return String.format(Locale.ROOT, "a client with %,d open connections, and finds by _id of one caller",
                connections);
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        String uri = servers.canned(1);
        int rounds = switch (length) {
            case FULL -> 5;
            case QUICK -> 2;
            case TINY -> 1;
        };
        Samples samples = new Samples(this);
        List<String> order = CONTESTANTS;
        for (int round = 0; round < rounds; round++) {
            for (String contestant : order) {
                try (WorkerProcess process = WorkerProcess.ofMeasuredMemory(contestant, Connected.class,
                        List.of(contestant, uri, Integer.toString(connections),
                                length == Length.TINY ? "10" : "4000"))) {
                    samples.add(contestant, values(process.readLine()));
                }
            }
            order = order.reversed();
        }
        return samples.entries();
    }

    private static Map<Measure, Double> values(String line) {
        String[] parts = line.split(" ");
        Map<Measure, Double> values = Samples.memory(parts[0], parts[1]);
        values.put(Measure.CPU_MICROS, Double.parseDouble(parts[2]));
        values.put(Measure.BYTES, Double.parseDouble(parts[3]));
        return values;
    }

    /**
     * The process. Arguments: contestant, connection string, connections, and how many milliseconds of CPU to warm up
     * for. A first client, which stays, brings in what is there once per process. Prints kilobytes of heap and of other
     * memory, and CPU microseconds and bytes of a find.
     */
    public static final class Connected {
        private static final int MEASURED = 20_000;
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private Connected() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            int connections = Integer.parseInt(arguments[2]);
            long warmNanos = Long.parseLong(arguments[3]) * 1_000_000;
            Client.open(arguments[0], arguments[1]).find();
            ProcessState before = ProcessState.now();
            int files = ProcessState.openFiles();
            Client client = Client.open(arguments[0],
                    arguments[1] + "&minPoolSize=" + connections + "&maxPoolSize=" + connections);
            client.find();
            ProcessState.awaitOpenFiles(files + connections);
            ProcessState open = ProcessState.now();
            long warmedUp = THREADS.getCurrentThreadCpuTime() + warmNanos;
            while (THREADS.getCurrentThreadCpuTime() < warmedUp) {
                client.find();
            }
            long pid = ProcessHandle.current().pid();
            long cpu = ProcessUsage.of(pid).cpuNanos();
            long bytes = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MEASURED; i++) {
                client.find();
            }
            System.out.println((open.heapKilobytes() - before.heapKilobytes()) + " "
                    + Math.max(0, open.residentKilobytes() - before.residentKilobytes()) + " "
                    + (ProcessUsage.of(pid).cpuNanos() - cpu) / 1e3 / MEASURED + " "
                    + (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) MEASURED);
            Runtime.getRuntime().halt(0);
        }
    }
}
