package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import java.util.List;
import java.util.Map;

/** What a client holds that has been used once and does nothing now. */
public final class IdleClient implements Scenario {
    private final int members;

    IdleClient(int members) {
        this.members = members;
    }

    @Override
    public String title() {
        return "idle-" + members;
    }

    @Override
    public String group() {
        return "Idle client";
    }

    @Override
    public String description() {
        return "an idle client of "
                + (members == 1 ? "one server" : members <= 50 ? "a set of " + members : members + " routers")
                + ", used once";
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        String uri = servers.canned(members);
        int rounds = switch (length) {
            case FULL -> 3;
            case QUICK -> 2;
            case TINY -> 1;
        };
        Samples samples = new Samples(this);
        for (int round = 0; round < rounds; round++) {
            for (String contestant : CONTESTANTS) {
                try (WorkerProcess process = WorkerProcess.ofMeasuredMemory(contestant, IdleProcess.class,
                        List.of(contestant, uri, Integer.toString(Math.clamp(100 / members, 1, 30)),
                                Integer.toString(length == Length.TINY ? 200 : 2000)))) {
                    samples.add(contestant, values(process.readLine()));
                }
            }
        }
        return samples.entries();
    }

    private static Map<Measure, Double> values(String line) {
        String[] parts = line.split(" ");
        Map<Measure, Double> values = Samples.memory(parts[0], parts[1]);
        values.put(Measure.THREADS, Double.parseDouble(parts[2]));
        values.put(Measure.PROCESS_THREADS, Double.parseDouble(parts[3]));
        values.put(Measure.IDLE_CPU_MICROS, Double.parseDouble(parts[4]));
        return values;
    }
}
