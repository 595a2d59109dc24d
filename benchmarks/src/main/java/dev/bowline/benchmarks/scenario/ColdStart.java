package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.ProcessUsage;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import java.util.List;
import java.util.Map;

/** The first operation of a process, from before the client is made: every round has a fresh JVM. */
public final class ColdStart implements Scenario {
    @Override
    public String title() {
        return "cold-start";
    }

    @Override
    public String group() {
        return "Cold start";
    }

    @Override
    public String description() {
        return "making a client and finding one document by _id, in a fresh JVM";
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        String uri = servers.canned(1);
        Samples samples = new Samples(this);
        List<String> order = CONTESTANTS;
        for (int round = 0; round < length.rounds(); round++) {
            for (String contestant : order) {
                try (WorkerProcess process = new WorkerProcess(false, List.of(), WorkerProcess.classPathOf(contestant),
                        First.class, List.of(contestant, uri))) {
                    String[] answer = process.readLine().split(" ");
                    samples.add(contestant, Map.of(Measure.FIRST_MILLIS, Long.parseLong(answer[0]) / 1e6,
                            Measure.FIRST_CPU_MILLIS, Long.parseLong(answer[1]) / 1e6));
                }
            }
            order = order.reversed();
        }
        return samples.entries();
    }

    /** The process. Arguments: contestant and connection string. Prints wall and CPU time in nanoseconds. */
    public static final class First {
        private First() {}

        public static void main(String[] arguments) {
            long start = System.nanoTime();
            Client.open(arguments[0], arguments[1]).find();
            long wall = System.nanoTime() - start;
            System.out.println(wall + " " + ProcessUsage.of(ProcessHandle.current().pid()).cpuNanos());
            Runtime.getRuntime().halt(0);
        }
    }
}
