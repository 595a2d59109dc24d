package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What writers feel when the primary goes. Both drivers write to the same simulated set and go through the same faults.
 */
public final class Failover implements Scenario {
    /** What happens to the primary. */
    public enum Fault {
        KILL("kill", "", 100, 2500),
        STEP_DOWN("step-down", "", 100, 2500),
        /** A frozen server sends no error: only a missing heartbeat shows it. */
        FREEZE("freeze", "&heartbeatFrequencyMS=500&connectTimeoutMS=500", 20, 3000);

        private final String title;
        private final String options;
        private final int rounds;
        /** How long writers are given to get on. */
        private final int patienceMillis;

        Fault(String title, String options, int rounds, int patienceMillis) {
            this.title = title;
            this.options = options;
            this.rounds = rounds;
            this.patienceMillis = patienceMillis;
        }
    }

    private static final int SETTLE_MILLIS = 200;

    private final Fault fault;

    Failover(Fault fault) {
        this.fault = fault;
    }

    @Override
    public String title() {
        return "failover-" + fault.title;
    }

    @Override
    public String group() {
        return "Failover";
    }

    @Override
    public String description() {
        return switch (fault) {
            case KILL -> "the primary is killed and comes back later, felt by eight writers";
            case STEP_DOWN -> "the primary steps down, felt by eight writers";
            case FREEZE -> "the primary freezes, felt by eight writers; heartbeats every 500 ms";
        };
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        int rounds = switch (length) {
            case FULL -> fault.rounds;
            case QUICK -> 5;
            case TINY -> 1;
        };
        Samples samples = new Samples(this);
        Map<String, WorkerProcess> writers = new LinkedHashMap<>();
        try (WorkerProcess set = new WorkerProcess(false, List.of(), WorkerProcess.ownClassPath(),
                FailoverServer.class, List.of())) {
            String uri = set.readLine() + fault.options;
            for (String contestant : CONTESTANTS) {
                WorkerProcess writer = new WorkerProcess(false, List.of(), WorkerProcess.classPathOf(contestant),
                        FailoverWriters.class, List.of(contestant, uri));
                writers.put(contestant, writer);
                writer.readLine();
            }
            pause(length == Length.TINY ? SETTLE_MILLIS : 10 * SETTLE_MILLIS);
            // Once unseen: the first failover of a process loads classes.
            round(set, writers, new Samples(this));
            for (int round = 0; round < rounds; round++) {
                round(set, writers, samples);
            }
        } finally {
            writers.values().forEach(WorkerProcess::close);
        }
        return samples.entries();
    }

    private void round(WorkerProcess set, Map<String, WorkerProcess> writers, Samples samples) {
        pause(SETTLE_MILLIS);
        writers.values().forEach(writer -> writer.ask("mark"));
        String[] times = set.ask(fault.title).split(" ");
        long faultNanos = Long.parseLong(times[0]);
        double withoutPrimary = (Long.parseLong(times[1]) - faultNanos) / 1e6;
        writers.forEach((contestant, writer) -> samples.add(contestant,
                values(writer.ask("await " + times[1] + " " + fault.patienceMillis), withoutPrimary)));
        set.ask("heal");
    }

    private static Map<Measure, Double> values(String line, double withoutPrimary) {
        String[] parts = line.split(" ");
        double gap = Long.parseLong(parts[0]) / 1e6;
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.put(Measure.BLOCKED, Double.parseDouble(parts[1]));
        values.put(Measure.FAILED, Double.parseDouble(parts[2]));
        values.put(Measure.NO_PRIMARY_MILLIS, withoutPrimary);
        if (gap > 0) {
            values.put(Measure.GAP_MILLIS, gap);
            values.put(Measure.BEYOND_MILLIS, Math.max(0.1, gap - withoutPrimary));
        }
        return values;
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
