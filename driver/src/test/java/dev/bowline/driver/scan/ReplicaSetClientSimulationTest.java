package dev.bowline.driver.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerType;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Exchange;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The replica set client against simulated servers: over the simulated network in virtual time, and over TCP. */
@Timeout(60)
class ReplicaSetClientSimulationTest {
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

    private interface Scenario {
        void play(ReplicaSetClient client, Deployment deployment, Simulation simulation);
    }

    @Test
    void aPrimaryThatIsKilledIsReplacedAndTheClientGoesOn() {
        play((client, deployment, simulation) -> {
            write(client, 1);
            Member old = deployment.awaitPrimary();
            deployment.kill(old);
            assertThatThrownBy(() -> write(client, 2)).isInstanceOf(MongoSocketException.class);
            write(client, 3);
            assertThat(client.primary()).isEqualTo(deployment.awaitPrimary().address()).isNotEqualTo(old.address());
            deployment.restart(old);
            pass(simulation, Duration.ofSeconds(61));
            write(client, 4);
            assertThat(client.topology().server(old.address()).type()).isEqualTo(ServerType.RS_SECONDARY);
            assertThat(ids(client)).contains(1, 3, 4);
        });
    }

    @Test
    void aPrimaryThatStepsDownIsReplacedAndTheClientGoesOn() {
        play((client, deployment, simulation) -> {
            write(client, 1);
            Member old = deployment.awaitPrimary();
            deployment.stepDown(old);
            assertThatThrownBy(() -> write(client, 2)).isInstanceOfSatisfying(MongoCommandException.class,
                    e -> assertThat(e.code()).isEqualTo(10107));
            assertThat(client.topology().server(old.address()).type()).as("checked at once")
                    .isEqualTo(ServerType.RS_SECONDARY);
            write(client, 3);
            assertThat(client.primary()).isNotEqualTo(old.address());
            assertThat(ids(client)).containsExactly(1, 3);
        });
    }

    @Test
    void aPrimaryThatDoesNotAnswerInTimeIsReplacedAndTheClientGoesOn() {
        play((client, deployment, simulation) -> {
            write(client, 1);
            Member old = deployment.awaitPrimary();
            deployment.freeze(old);
            long start = simulation.elapsedNanos();
            assertThatThrownBy(() -> write(client, 2)).isInstanceOfSatisfying(MongoSocketException.class,
                    e -> assertThat(e.isTimeout()).isTrue());
            assertThat(Duration.ofNanos(simulation.elapsedNanos() - start)).isEqualTo(COMMAND_TIMEOUT);
            write(client, 3);
            assertThat(client.primary()).isNotEqualTo(old.address());
            deployment.thaw(old);
        });
    }

    @Test
    void aFrozenSecondaryDoesNotHideTheHealthyPrimary() {
        play((client, deployment, simulation) -> {
            deployment.awaitPrimary();
            Member sick = deployment.secondaries().get(0);
            deployment.freeze(sick);
            List<ServerAddress> seeds = new ArrayList<>(List.of(sick.address()));
            deployment.members().forEach(member -> seeds.add(member.address()));
            long start = simulation.elapsedNanos();
            try (ReplicaSetClient one = client(simulation.environment(), seeds.stream().distinct().toList())) {
                write(one, 1);
                assertThat(Duration.ofNanos(simulation.elapsedNanos() - start)).isLessThan(Duration.ofSeconds(1));
            }
            deployment.thaw(sick);
        });
    }

    @Test
    void readsGoWhereTheReadPreferenceAsks() {
        play((client, deployment, simulation) -> {
            Member primary = deployment.awaitPrimary();
            BsonDocument hello = BsonDocument.parse("{hello: 1}");
            assertThat(client.command("admin", hello, ReadPreference.secondary()).getString("me").getValue())
                    .isNotEqualTo(primary.address().toString());
            assertThat(client.command("admin", hello, ReadPreference.primaryPreferred()).getString("me").getValue())
                    .isEqualTo(primary.address().toString());
            assertThat(client.command("admin", hello).getString("me").getValue())
                    .isEqualTo(primary.address().toString());
            deployment.secondaries().forEach(deployment::kill);
            assertThatThrownBy(() -> client.command("admin", hello, ReadPreference.secondary()))
                    .isInstanceOf(RuntimeException.class);
        });
    }

    @Test
    void thePrimaryNamedByASecondaryIsAskedBeforeTheOthers() {
        play((client, deployment, simulation) -> {
            Member primary = deployment.awaitPrimary();
            Member seed = deployment.secondaries().get(0);
            deployment.record(true);
            try (ReplicaSetClient one = client(simulation.environment(), List.of(seed.address()))) {
                write(one, 1);
            }
            List<ServerAddress> order = deployment.exchanges().stream()
                    .filter(exchange -> exchange.commandName().equals("hello")
                            || exchange.commandName().equalsIgnoreCase("isMaster"))
                    .map(Exchange::server).distinct().toList();
            assertThat(order).hasSize(3).startsWith(seed.address(), primary.address());
        });
    }

    @Test
    void theSetIsScannedOnceAMinuteAndNotInBetween() {
        play((client, deployment, simulation) -> {
            write(client, 1);
            deployment.record(true);
            for (int second = 1; second < 60; second++) {
                pass(simulation, Duration.ofSeconds(1));
                write(client, 100 + second);
            }
            assertThat(hellos(deployment)).isZero();
            pass(simulation, Duration.ofSeconds(2));
            write(client, 2);
            assertThat(hellos(deployment)).isEqualTo(3);
        });
    }

    @Test
    void aServerThatRefusedIsLeftAloneForFiveSeconds() {
        play((client, deployment, simulation) -> {
            Member dead = deployment.secondaries().get(0);
            deployment.kill(dead);
            write(client, 1);
            deployment.restart(dead);
            long accepted = dead.acceptedConnections();
            stale(client, deployment);
            assertThat(dead.acceptedConnections()).as("within the cool-down").isEqualTo(accepted);
            pass(simulation, Duration.ofMillis(5001));
            stale(client, deployment);
            assertThat(dead.acceptedConnections()).as("after it").isGreaterThan(accepted);
        });
    }

    @Test
    void withoutAMajorityItGivesUpAtItsTimeoutAndSaysWhatIsKnown() {
        play((client, deployment, simulation) -> {
            write(client, 1);
            deployment.kill(deployment.awaitPrimary());
            deployment.kill(deployment.awaitPrimary());
            assertThatThrownBy(() -> write(client, 2)).isInstanceOf(MongoException.class);
            long start = simulation.elapsedNanos();
            assertThatThrownBy(() -> write(client, 3)).isInstanceOf(MongoServerSelectionTimeoutException.class)
                    .hasMessageContaining("RSSecondary");
            assertThat(Duration.ofNanos(simulation.elapsedNanos() - start)).isEqualTo(Duration.ofSeconds(30));
        });
    }

    @Test
    void throughRandomFaultsEveryAcknowledgedWriteIsThere() {
        for (long seed = 1; seed <= 20; seed++) {
            faults(seed);
        }
    }

    private static void faults(long seed) {
        play(seed, (client, deployment, simulation) -> {
            TreeSet<Integer> acknowledged = new TreeSet<>();
            var random = simulation.environment().random();
            for (int i = 0; i < 60; i++) {
                if (i % 10 == 5) {
                    Member victim = deployment.awaitPrimary();
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            deployment.kill(victim);
                            pass(simulation, Duration.ofMillis(random.nextInt(3000)));
                            deployment.restart(victim);
                        }
                        case 1 -> deployment.stepDown(victim);
                        default -> {
                            deployment.freeze(victim);
                            pass(simulation, Duration.ofMillis(random.nextInt(3000)));
                            deployment.thaw(victim);
                        }
                    }
                }
                try {
                    write(client, i);
                    acknowledged.add(i);
                } catch (MongoException e) {
                    // It retries nothing by itself.
                }
            }
            assertThat(acknowledged).hasSizeGreaterThan(40);
            deployment.awaitPrimary();
            TreeSet<Integer> found = null;
            for (int attempt = 0; found == null; attempt++) {
                try {
                    found = ids(client);
                } catch (MongoException e) {
                    assertThat(attempt).isLessThan(5);
                }
            }
            assertThat(found).containsAll(acknowledged);
        });
    }

    @Test
    void itGoesOnOverTcpToo() {
        try (Deployment deployment = Deployment.replicaSet(3);
                ReplicaSetClient client = client(SystemEnvironment.instance(),
                        List.of(deployment.awaitPrimary().address()))) {
            write(client, 1);
            Member old = deployment.awaitPrimary();
            deployment.kill(old);
            assertThatThrownBy(() -> write(client, 2)).isInstanceOf(MongoSocketException.class);
            write(client, 3);
            deployment.stepDown(deployment.awaitPrimary());
            assertThatThrownBy(() -> write(client, 4)).isInstanceOf(MongoException.class);
            assertThat(ids(client)).containsExactly(1, 3);
        }
    }

    /** A not-writable-primary error without a version, which the primary does not mean: the topology is stale then. */
    private static void stale(ReplicaSetClient client, Deployment deployment) {
        deployment.failPoint(deployment.awaitPrimary(), BsonDocument.parse("{configureFailPoint: 'failCommand',"
                + " mode: {times: 1}, data: {failCommands: ['insert'], errorCode: 91}}"));
        assertThatThrownBy(() -> write(client, -1)).isInstanceOf(MongoCommandException.class);
        assertThat(client.topology().stale()).isTrue();
        ids(client);
    }

    private static long hellos(Deployment deployment) {
        return deployment.exchanges().stream().filter(exchange -> exchange.commandName().equals("hello")).count();
    }

    private static void write(ReplicaSetClient client, int id) {
        client.command("test", BsonDocument.parse(
                "{insert: 'c', documents: [{_id: " + id + "}], writeConcern: {w: 'majority', wtimeout: 1500}}"));
    }

    private static TreeSet<Integer> ids(ReplicaSetClient client) {
        TreeSet<Integer> found = new TreeSet<>();
        BsonDocument reply = client.command("test", BsonDocument.parse("{distinct: 'c', key: '_id'}"));
        for (BsonValue value : reply.getArray("values")) {
            found.add(((BsonInt32) value).getValue());
        }
        return found;
    }

    private static void pass(Simulation simulation, Duration time) {
        Environment environment = simulation.environment();
        Deadline wake = Deadline.after(environment, time);
        while (!wake.isExpired(environment)) {
            environment.park(wake);
        }
    }

    private static ReplicaSetClient client(Environment environment, List<ServerAddress> seeds) {
        return new ReplicaSetClient(environment, new ConnectionFactory(environment, ConnectionSettings.defaults()),
                "rs0", seeds, new ReplicaSetClient.Settings(ReplicaSetClient.DEFAULT_HEARTBEAT_FREQUENCY,
                        Duration.ofSeconds(30), COMMAND_TIMEOUT));
    }

    private static void play(Scenario scenario) {
        for (long seed = 1; seed <= 5; seed++) {
            play(seed, scenario);
        }
    }

    private static void play(long seed, Scenario scenario) {
        Simulation simulation = new Simulation(seed);
        boolean[] played = new boolean[1];
        try {
            simulation.run(() -> {
                try (Deployment deployment = Deployment.builder().replicaSet(3)
                        .environment(simulation.environmentOf("deployment")).network(simulation.network()).start()) {
                    deployment.awaitPrimary();
                    try (ReplicaSetClient client = client(simulation.environment(),
                            List.of(deployment.member(0).address()))) {
                        scenario.play(client, deployment, simulation);
                        played[0] = true;
                    }
                }
            });
        } catch (Throwable e) {
            throw new AssertionError("Seed " + seed, e);
        }
        assertThat(played[0]).isTrue();
    }
}
