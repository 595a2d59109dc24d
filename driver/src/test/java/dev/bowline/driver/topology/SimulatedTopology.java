package dev.bowline.driver.topology;

import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.simulator.time.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A whole topology in virtual time whose servers are scripted one by one. */
final class SimulatedTopology {
    final Environment environment;
    final TreeMap<ServerAddress, ScriptedMonitorConnections> servers = new TreeMap<>();
    final TreeMap<ServerAddress, FakePool> pools = new TreeMap<>();
    final List<TopologyEvent> events = new ArrayList<>();
    final List<LogMessage> selections = new ArrayList<>();
    final Topology topology;
    private final ScriptedMonitorConnections clock;

    private SimulatedTopology(TopologySettings settings, Environment environment, boolean streams,
            Consumer<SimulatedTopology> before) {
        this.environment = environment;
        this.clock = new ScriptedMonitorConnections(environment);
        before.accept(this);
        MonitorSettings monitors = new MonitorSettings(settings.heartbeatFrequencyMillis(), 1_000, streams, null);
        TopologyListener listener = new TopologyListener() {
            @Override
            public void topologyEvent(TopologyEvent event) {
                events.add(event);
            }

            @Override
            public boolean observesServerSelection() {
                return true;
            }

            @Override
            public void serverSelection(LogMessage message) {
                selections.add(message);
            }
        };
        topology = new Topology(settings, environment, self -> new TopologyParts(address -> {
            FakePool pool = new FakePool();
            pools.put(address, pool);
            return pool;
        }, settings.loadBalanced() ? null : monitors, this::connect, environment, () -> {}), List.of(listener));
    }

    /** Runs a script with twenty seeds. The servers are prepared before the topology begins to look at them. */
    static void run(TopologySettings settings, boolean streams, Consumer<SimulatedTopology> before,
            Consumer<SimulatedTopology> script) {
        for (long seed = 1; seed <= 20; seed++) {
            Simulation simulation = new Simulation(seed);
            runOnce(simulation, simulation.environment(), settings, streams, before, script);
        }
    }

    static void runOnce(Simulation simulation, Environment environment, TopologySettings settings, boolean streams,
            Consumer<SimulatedTopology> before, Consumer<SimulatedTopology> script) {
        simulation.run(() -> {
            SimulatedTopology world = new SimulatedTopology(settings, environment, streams, before);
            script.accept(world);
            world.topology.close();
        });
    }

    private MonitorConnection connect(long id, ServerAddress address, Deadline deadline, Establishment establishment) {
        return server(address).connect(id, address, deadline, establishment);
    }

    ScriptedMonitorConnections server(ServerAddress address) {
        return servers.computeIfAbsent(address, key -> new ScriptedMonitorConnections(environment));
    }

    void sleep(long millis) {
        clock.sleep(millis);
    }

    long nowMillis() {
        return clock.nowMillis();
    }

    Deadline inMillis(long millis) {
        return new Deadline(environment.nanoTime() + millis * 1_000_000);
    }
}
