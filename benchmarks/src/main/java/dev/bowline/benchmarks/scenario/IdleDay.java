package dev.bowline.benchmarks.scenario;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.time.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;

/** A client that is left alone for a day. The official driver has no virtual time, so there is no comparison. */
public final class IdleDay implements Scenario {
    @Override
    public String title() {
        return "idle-day";
    }

    @Override
    public String group() {
        return "A day of idleness";
    }

    @Override
    public String description() {
        return "a client of a set of three that is left idle for a day of virtual time, used before and after it; heap "
                + "is what it grew by, the simulated servers included";
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        Samples samples = new Samples(this);
        try (WorkerProcess process = new WorkerProcess(false, List.of(), WorkerProcess.ownClassPath(), Day.class,
                List.of(Long.toString(length == Length.TINY ? 60 : Duration.ofDays(1).toSeconds())))) {
            String[] parts = process.readLine().split(" ");
            samples.add("bowline", Map.of(Measure.HEARTBEATS, Double.parseDouble(parts[0]), Measure.OPENED,
                    Double.parseDouble(parts[1]), Measure.HEAP_KB, Double.parseDouble(parts[2])));
        }
        return samples.entries();
    }

    /** The process. Argument: seconds. Prints heartbeats, connections opened and kilobytes of heap meanwhile. */
    public static final class Day {
        private final AtomicLong heartbeats = new AtomicLong();
        private final AtomicLong opened = new AtomicLong();

        private Day() {}

        public static void main(String[] arguments) {
            Simulation simulation = new Simulation(1);
            Day day = new Day();
            simulation.run(() -> day.pass(simulation, Duration.ofSeconds(Long.parseLong(arguments[0]))));
            Runtime.getRuntime().halt(0);
        }

        private void pass(Simulation simulation, Duration time) {
            Environment servers = simulation.environmentOf("deployment");
            Environment environment = simulation.environmentOf("client");
            try (Deployment deployment = Deployment.builder().replicaSet(3).environment(servers)
                    .network(simulation.network()).start();
                    MongoClient client = connect(deployment, environment)) {
                client.database(Client.DATABASE).collection("things").insertOne(new Document("_id", 1));
                wait(environment, Duration.ofMinutes(1));
                double heap = heap();
                heartbeats.set(0);
                opened.set(0);
                wait(environment, time);
                double grown = heap() - heap;
                long beats = heartbeats.get();
                long connections = opened.get();
                client.database(Client.DATABASE).collection("things").insertOne(new Document("_id", 2));
                System.out.println(beats + " " + connections + " " + grown);
            }
        }

        private MongoClient connect(Deployment deployment, Environment environment) {
            return MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                    .environment(environment).addTopologyListener(new TopologyListener() {
                        @Override
                        public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
                            heartbeats.incrementAndGet();
                        }
                    }).addConnectionPoolListener(new ConnectionPoolListener() {
                        @Override
                        public void connectionCreated(ConnectionCreatedEvent event) {
                            opened.incrementAndGet();
                        }
                    }).build());
        }

        private static double heap() {
            try {
                return ProcessState.now().heapKilobytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void wait(Environment environment, Duration time) {
            Deadline end = Deadline.after(environment, time);
            while (!end.isExpired(environment)) {
                environment.park(end);
            }
        }
    }
}
