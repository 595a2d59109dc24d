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
        return List.of(new ColdStart(), new IdleClient(1), new IdleClient(3), new IdleClient(50),
                new Failover(Failover.Fault.KILL), new Failover(Failover.Fault.STEP_DOWN),
                new Failover(Failover.Fault.FREEZE));
    }
}
