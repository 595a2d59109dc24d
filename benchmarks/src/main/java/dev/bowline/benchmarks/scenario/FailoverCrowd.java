package dev.bowline.benchmarks.scenario;

import com.sun.management.ThreadMXBean;
import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.ProcessUsage;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** A killed primary and ten thousand callers who come while there is none. The contestants take turns. */
public final class FailoverCrowd implements Scenario {
    private static final String ELECTION_MILLIS = "2000";

    @Override
    public String title() {
        return "failover-crowd";
    }

    @Override
    public String group() {
        return "Failover with a crowd";
    }

    @Override
    public String description() {
        return "the primary is killed, and 10,000 virtual threads that write one document each wait for the next one";
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        int rounds = switch (length) {
            case FULL -> 20;
            case QUICK -> 5;
            case TINY -> 1;
        };
        int callers = length == Length.TINY ? 100 : 10_000;
        Samples samples = new Samples(this);
        Map<String, WorkerProcess> crowds = new LinkedHashMap<>();
        try (WorkerProcess set = new WorkerProcess(false, List.of(), WorkerProcess.ownClassPath(),
                FailoverServer.class, List.of(ELECTION_MILLIS))) {
            String uri = set.readLine();
            for (String contestant : CONTESTANTS) {
                WorkerProcess crowd = new WorkerProcess(false, List.of(), WorkerProcess.classPathOf(contestant),
                        Crowd.class, List.of(contestant, uri));
                crowds.put(contestant, crowd);
                crowd.readLine();
            }
            // Twice unseen: the first failovers of a process load and compile classes.
            for (int round = length == Length.TINY ? 0 : -2; round < rounds; round++) {
                Samples of = round < 0 ? new Samples(this) : samples;
                crowds.forEach((contestant, crowd) -> of.add(contestant, round(set, crowd, callers)));
            }
        } finally {
            crowds.values().forEach(WorkerProcess::close);
        }
        return samples.entries();
    }

    private static Map<Measure, Double> round(WorkerProcess set, WorkerProcess crowd, int callers) {
        long killed = Long.parseLong(set.ask("begin kill"));
        crowd.ask("come " + callers);
        long accepted = Long.parseLong(set.ask("first-write"));
        String[] parts = crowd.ask("await").split(" ");
        set.ask("heal");
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.put(Measure.CPU_MICROS, Double.parseDouble(parts[1]) / 1e3 / callers);
        values.put(Measure.BYTES, Double.parseDouble(parts[2]) / callers);
        values.put(Measure.FAILED, Double.parseDouble(parts[3]));
        values.put(Measure.NO_PRIMARY_MILLIS, (accepted - killed) / 1e6);
        values.put(Measure.BEYOND_MILLIS, Math.max(0.1, (Long.parseLong(parts[0]) - accepted) / 1e6));
        return values;
    }

    /**
     * The process. Arguments: contestant and connection string. {@code come N} starts so many callers; {@code await}
     * waits for them and answers with when the last was done, the CPU nanoseconds and the bytes since they came, and
     * how many failed.
     */
    public static final class Crowd {
        private static final int WARM_UP = 5000;
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private final Client client;
        private final String name;
        private final AtomicLong number = new AtomicLong();
        private final AtomicLong failed = new AtomicLong();
        private CountDownLatch waiting = new CountDownLatch(0);
        private long cpuBefore;
        private long bytesBefore;

        private Crowd(Client client, String name) {
            this.client = client;
            this.name = name;
        }

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Crowd crowd = new Crowd(Client.open(arguments[0], arguments[1]),
                    arguments[0] + ProcessHandle.current().pid() + "-");
            crowd.come(WARM_UP);
            crowd.await();
            System.out.println("ready");
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.startsWith("come ")) {
                    crowd.come(Integer.parseInt(line.substring("come ".length())));
                    System.out.println("started");
                } else {
                    System.out.println(crowd.await());
                }
            }
            Runtime.getRuntime().halt(0);
        }

        private void come(int callers) {
            failed.set(0);
            cpuBefore = cpuNanos();
            bytesBefore = THREADS.getTotalThreadAllocatedBytes();
            CountDownLatch all = new CountDownLatch(callers);
            waiting = all;
            for (int i = 0; i < callers; i++) {
                Thread.ofVirtual().start(() -> call(all));
            }
        }

        private void call(CountDownLatch all) {
            try {
                client.insert(name + number.incrementAndGet());
            } catch (RuntimeException e) {
                failed.incrementAndGet();
            } finally {
                all.countDown();
            }
        }

        private String await() throws InterruptedException {
            waiting.await();
            return System.nanoTime() + " " + (cpuNanos() - cpuBefore) + " "
                    + (THREADS.getTotalThreadAllocatedBytes() - bytesBefore) + " " + failed.get();
        }

        private static long cpuNanos() {
            return ProcessUsage.of(ProcessHandle.current().pid()).cpuNanos();
        }
    }
}
