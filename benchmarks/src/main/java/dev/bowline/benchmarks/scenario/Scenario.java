package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import java.util.List;

/** A task of its own kind. */
public interface Scenario {
    List<String> CONTESTANTS = List.of("bowline", "official");

    String title();

    String group();

    String description();

    /**
     * Runs the scenario and returns its figures.
     *
     * @param servers for those that need the canned server
     */
    List<Entry> run(Servers servers, Length length);

    static List<Scenario> list() {
        return List.of(new ColdStart(ColdStart.Sharing.JDK), new ColdStart(ColdStart.Sharing.NONE),
                new ColdStart(ColdStart.Sharing.APPLICATION), new ColdStart(ColdStart.Sharing.AHEAD_OF_TIME),
                new IdleClient(1), new IdleClient(3), new IdleClient(10), new IdleClient(100), new IdleClient(1000),
                new IdleDay(), new OpenConnections(10), new OpenConnections(100), new OpenConnections(1000),
                new OpenConnections(10_000), new Failover(Failover.Fault.KILL),
                new Failover(Failover.Fault.STEP_DOWN), new Failover(Failover.Fault.FREEZE), new FailoverCrowd());
    }
}
