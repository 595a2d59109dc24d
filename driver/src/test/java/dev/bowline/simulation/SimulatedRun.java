package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.concern.WriteConcern;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.bson.Document;

/**
 * Clients and a three-member set in one simulation: writes through random faults, and an account of them at the end.
 */
final class SimulatedRun {
    /** What a run showed. */
    record Outcome(String fingerprint, long acknowledged, long uncertain, Duration virtualTime, long steps) {}

    private final Simulation simulation;
    private final int clients;
    private final int writesPerClient;
    private final boolean faults;
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> uncertain = new HashSet<>();
    private int finished;

    private SimulatedRun(long seed, int clients, int writesPerClient, boolean faults) {
        this.simulation = new Simulation(seed);
        this.clients = clients;
        this.writesPerClient = writesPerClient;
        this.faults = faults;
    }

    static Outcome play(long seed, int clients, int writesPerClient, boolean faults) {
        SimulatedRun run = new SimulatedRun(seed, clients, writesPerClient, faults);
        try {
            run.simulation.run(run::main);
        } catch (Throwable e) {
            throw new AssertionError(replay(seed), e);
        }
        return new Outcome(run.simulation.history().fingerprint(), run.acknowledged.size(), run.uncertain.size(),
                Duration.ofNanos(run.simulation.elapsedNanos()), run.simulation.steps());
    }

    /** How to see this seed again. */
    static String replay(long seed) {
        return "Seed " + seed + "; replay with: mvn -pl driver -am test -Dtest=VirtualTimeTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dbowline.seed=" + seed;
    }

    private void main() {
        Environment servers = simulation.environmentOf("deployment");
        Thread main = Thread.currentThread();
        try (Deployment deployment = Deployment.builder().replicaSet(3).environment(servers)
                .network(simulation.network()).start()) {
            deployment.awaitPrimary();
            for (int i = 0; i < clients; i++) {
                int number = i;
                Environment environment = simulation.environmentOf("client-" + i);
                environment.start("application-" + i, () -> {
                    write(number, environment, deployment.connectionString());
                    finished++;
                    servers.unpark(main);
                });
            }
            RandomGenerator random = servers.random();
            while (finished < clients) {
                Deadline pause = Deadline.after(servers, Duration.ofMillis(random.nextInt(200, 3000)));
                while (!pause.isExpired(servers) && finished < clients) {
                    servers.park(pause);
                }
                if (faults && finished < clients) {
                    harm(deployment, servers, random);
                }
            }
            account(deployment, servers);
        }
    }

    private void harm(Deployment deployment, Environment servers, RandomGenerator random) {
        Member victim = deployment.awaitPrimary();
        switch (random.nextInt(3)) {
            case 0 -> {
                deployment.kill(victim);
                pass(servers, random.nextInt(100, 2000));
                deployment.restart(victim);
            }
            case 1 -> deployment.stepDown();
            default -> {
                deployment.freeze(victim);
                pass(servers, random.nextInt(1000, 15_000));
                deployment.thaw(victim);
            }
        }
    }

    private void write(int number, Environment environment, String connectionString) {
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(connectionString)
                .environment(environment).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            MongoCollection<Document> collection = client.database("test").collection("writes")
                    .with(WriteConcern.MAJORITY);
            for (int i = 0; i < writesPerClient; i++) {
                String id = number + "-" + i;
                try {
                    collection.insertOne(new Document("_id", environment.newObjectId()).append("write", id));
                    acknowledged.add(id);
                } catch (RuntimeException e) {
                    uncertain.add(id);
                }
            }
        }
    }

    private void account(Deployment deployment, Environment environment) {
        deployment.awaitPrimary();
        Map<String, Integer> found = new HashMap<>();
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(deployment.connectionString())
                .environment(environment).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            for (Document document : client.database("test").collection("writes").find()) {
                found.merge(document.getString("write"), 1, Integer::sum);
            }
        }
        List<String> missing = new ArrayList<>(acknowledged);
        missing.removeAll(found.keySet());
        assertThat(missing).as("acknowledged but not there").isEmpty();
        assertThat(found.entrySet().stream().filter(entry -> entry.getValue() > 1)).as("written twice").isEmpty();
        assertThat(acknowledged.size() + uncertain.size()).isEqualTo(clients * writesPerClient);
    }

    private static void pass(Environment environment, long millis) {
        Deadline wake = Deadline.after(environment, Duration.ofMillis(millis));
        while (!wake.isExpired(environment)) {
            environment.park(wake);
        }
    }
}
