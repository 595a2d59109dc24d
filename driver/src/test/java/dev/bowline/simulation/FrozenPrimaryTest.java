package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.MongoCollection;
import dev.bowline.concern.ReadPreference;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.DeploymentBuilder;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.Timing;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A primary that stops without closing its connections is felt for as long as the election takes, and two seconds more:
 * with the driver's default settings, over TCP and in virtual time.
 */
@Timeout(120)
class FrozenPrimaryTest {
    private static final int WRITERS = 8;
    private static final Duration MORE_THAN_THE_ELECTION = Duration.ofSeconds(2);
    /** What the monitor alone needs at least: its own timeout begins with the last heartbeat. */
    private static final Duration MONITOR_ALONE = Duration.ofSeconds(9);
    private static final Duration MACHINE = Duration.ofSeconds(3);

    @Test
    void inVirtualTimeWritersGoOnWithinTwoSecondsAfterTheElection() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(virtual(seed, Duration.ofSeconds(1))).as("seed " + seed)
                    .isLessThanOrEqualTo(MORE_THAN_THE_ELECTION);
        }
    }

    @Test
    void whereItIsTurnedOffWritersWaitForTheMonitor() {
        assertThat(virtual(1, Duration.ZERO)).isGreaterThan(MONITOR_ALONE.minusSeconds(5));
    }

    @Test
    void overTcpWritersGoOnWithinTwoSecondsAfterTheElection() {
        Duration felt = play(SystemEnvironment.instance(), Deployment.builder().electionTimeout(Duration.ofSeconds(2)),
                MongoClientSettings.builder());
        System.out.println("After the election a frozen primary was felt for " + felt.toMillis() + " ms");
        assertThat(felt).isLessThanOrEqualTo(MORE_THAN_THE_ELECTION.plus(MACHINE));
    }

    @Tag("soak")
    @Test
    void overTcpWithTheElectionOfARealSetWritersGoOnWithinTwoSecondsAfterIt() {
        Duration felt = play(SystemEnvironment.instance(), Deployment.builder().timing(Timing.SERVER),
                MongoClientSettings.builder());
        System.out.println("After an election of ten seconds a frozen primary was felt for " + felt.toMillis() + " ms");
        assertThat(felt).isLessThanOrEqualTo(MORE_THAN_THE_ELECTION.plus(MACHINE));
    }

    private static Duration virtual(long seed, Duration frozenPrimaryTimeout) {
        AtomicReference<Duration> felt = new AtomicReference<>();
        Simulation simulation = new Simulation(seed);
        simulation.run(() -> {
            Environment environment = simulation.environmentOf("everything");
            felt.set(play(environment,
                    Deployment.builder().timing(Timing.SERVER).environment(environment).network(simulation.network()),
                    MongoClientSettings.builder().environment(environment)
                            .frozenPrimaryTimeout(frozenPrimaryTimeout)));
        });
        return felt.get();
    }

    /** How long after the election the last writer had not got through. */
    private static Duration play(Environment environment, DeploymentBuilder set,
            MongoClientSettingsBuilder settings) {
        try (Deployment deployment = set.replicaSet(3).start()) {
            Member old = deployment.awaitPrimary();
            try (MongoClient client = MongoClient
                    .connect(settings.connectionString(deployment.connectionString()).build())) {
                Writers writers = new Writers(environment, client.database("frozen").collection("things"));
                writers.awaitRounds(3);
                deployment.freeze(old);
                while (deployment.primary().filter(primary -> !primary.equals(old)).isEmpty()) {
                    pass(environment, Duration.ofMillis(20));
                }
                long elected = environment.nanoTime();
                // Each has one write that was under way when the primary froze.
                writers.awaitRounds(2);
                Duration felt = Duration.ofNanos(environment.nanoTime() - elected);
                writers.stop();
                deployment.thaw(old);
                return felt;
            }
        }
    }

    private static void pass(Environment environment, Duration time) {
        Deadline wake = Deadline.after(environment, time);
        while (!wake.isExpired(environment)) {
            environment.park(wake);
        }
    }

    /** Threads that write without a pause. */
    private static final class Writers {
        private final Environment environment;
        private final MongoCollection<Document> things;
        private final List<AtomicInteger> rounds = new ArrayList<>();
        private final AtomicInteger running = new AtomicInteger();
        private volatile boolean stopped;

        Writers(Environment environment, MongoCollection<Document> things) {
            this.environment = environment;
            this.things = things;
            for (int i = 0; i < WRITERS; i++) {
                AtomicInteger done = new AtomicInteger();
                rounds.add(done);
                running.incrementAndGet();
                environment.start("writer-" + i, () -> write(done));
            }
        }

        private void write(AtomicInteger done) {
            try {
                while (!stopped) {
                    things.insertOne(new Document("_id", environment.newObjectId()));
                    done.incrementAndGet();
                    pass(environment, Duration.ofMillis(5));
                }
            } finally {
                running.decrementAndGet();
            }
        }

        /** Waits until every writer has written so often more. */
        void awaitRounds(int count) {
            List<Integer> before = rounds.stream().map(AtomicInteger::get).toList();
            for (int i = 0; i < WRITERS; i++) {
                while (rounds.get(i).get() < before.get(i) + count) {
                    assertThat(running).as("writers that have not failed").hasValue(WRITERS);
                    pass(environment, Duration.ofMillis(10));
                }
            }
        }

        void stop() {
            stopped = true;
            while (running.get() > 0) {
                pass(environment, Duration.ofMillis(10));
            }
        }
    }

    @Test
    void aDeposedPrimaryThatAnswersKeepsItsConnectionsAndItsReads() {
        List<CommandStartedEvent> finds = new ArrayList<>();
        AtomicInteger cleared = new AtomicInteger();
        try (Deployment deployment = Deployment.builder().replicaSet(3).electionTimeout(Duration.ofSeconds(5)).start();
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString())
                        .addCommandListener(new CommandListener() {
                            @Override
                            public void commandStarted(CommandStartedEvent event) {
                                if (event.commandName().equals("find")) {
                                    finds.add(event);
                                }
                            }
                        }).addConnectionPoolListener(new ConnectionPoolListener() {
                            @Override
                            public void connectionPoolCleared(ConnectionPoolClearedEvent event) {
                                cleared.incrementAndGet();
                            }
                        }).build())) {
            MongoCollection<Document> things = client.database("frozen").collection("things");
            things.insertOne(new Document("_id", 1));
            Member old = deployment.awaitPrimary();
            deployment.failPoint(old, BsonDocument.parse("{configureFailPoint: 'failCommand', mode: {times: 1}, data: "
                    + "{failCommands: ['find'], blockConnection: true, blockTimeMS: 2500}}"));
            AtomicReference<Optional<Document>> read = new AtomicReference<>();
            Environment environment = SystemEnvironment.instance();
            Thread reader = environment.start("reader", () -> read.set(Optional.ofNullable(
                    things.with(ReadPreference.primaryPreferred()).find(new Document("_id", 1)).first())));
            while (finds.isEmpty()) {
                pass(environment, Duration.ofMillis(5));
            }
            // Cut off from the others it has not heard of its successor, and so has no change to report to its monitor.
            deployment.isolate(old);
            assertThat(deployment.elect(deployment.secondaries().get(0))).isTrue();
            things.insertOne(new Document("_id", 2));
            join(reader);
            assertThat(read.get()).isPresent();
            assertThat(finds).as("the read was not repeated").hasSize(1);
            assertThat(cleared).hasValue(0);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
