package dev.bowline.driver.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.ServerType;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoIncompatibleDriverException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** The single-threaded rules, in virtual time. */
class ReplicaSetClientTest {
    private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));

    private interface Scenario {
        void play(ReplicaSetClient client, ScriptedSet set, Environment environment);
    }

    @Test
    void theConstructorDoesNoInputOrOutput() {
        play(List.of("a"), (client, set, environment) -> assertThat(set.log).isEmpty());
    }

    @Test
    void theFirstCommandScansAndGoesToThePrimary() {
        play(List.of("b"), (client, set, environment) -> {
            assertThat(from(client)).isEqualTo("a");
            // The seed is a secondary that names the primary, which is therefore checked before the others.
            assertThat(set.log).containsExactly("connect b", "connect a", "connect c", "ping a");
        });
    }

    @Test
    void aScanIsRepeatedOnlyAfterTheHeartbeatFrequency() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.log.clear();
            pass(environment, Duration.ofMillis(59_990));
            from(client);
            assertThat(set.log).containsExactly("ping a");
            set.log.clear();
            pass(environment, Duration.ofMillis(20));
            from(client);
            assertThat(set.log).contains("hello a", "hello b", "hello c", "ping a");
            assertThat(set.log.getFirst()).isEqualTo("hello a");
        });
    }

    @Test
    void aNotWritablePrimaryErrorChecksThatServerNowAndScansBeforeTheNextCommand() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.primary = ServerAddress.parse("c");
            set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 10107, errmsg: 'not primary'}");
            set.log.clear();
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            assertThat(set.log).containsExactly("ping a", "hello a");
            assertThat(client.topology().stale()).isTrue();
            assertThat(from(client)).isEqualTo("c");
            assertThat(client.topology().stale()).isFalse();
        });
    }

    @Test
    void aShutdownErrorMarksTheTopologyStale() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 91, errmsg: 'shutdown'}");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            assertThat(client.topology().stale()).isTrue();
            set.log.clear();
            assertThat(from(client)).isEqualTo("a");
            assertThat(set.log).as("its connection is not used again").contains("connect a");
        });
    }

    @Test
    void aRecoveringErrorMustNotMarkTheTopologyStale() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 11602, errmsg: 'recovering'}");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            assertThat(client.topology().stale()).isFalse();
            assertThat(client.topology().server(ServerAddress.parse("a")).type()).isEqualTo(ServerType.UNKNOWN);
        });
    }

    @Test
    void anErrorThatIsNoNewerThanWhatIsKnownChangesNothing() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("a").nextReply = notPrimary(set.member("a").counter);
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            assertThat(client.topology().stale()).isFalse();
            assertThat(client.primary()).isEqualTo(ServerAddress.parse("a"));
            set.log.clear();
            set.member("a").nextReply = notPrimary(set.member("a").counter + 1);
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            assertThat(client.topology().stale()).isTrue();
            assertThat(set.log).containsExactly("ping a", "hello a");
        });
    }

    @Test
    void anErrorOfAnotherKindChangesNothing() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 1, errmsg: 'other'}");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            assertThat(client.topology().stale()).isFalse();
            assertThat(client.primary()).isEqualTo(ServerAddress.parse("a"));
        });
    }

    @Test
    void whenThePrimaryFailsTheNewOneIsFoundAndTheClientGoesOn() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("a").up = false;
            set.primary = ServerAddress.parse("b");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoSocketException.class);
            assertThat(from(client)).isEqualTo("b");
        });
    }

    @Test
    void aServerWhoseCheckFailedIsLeftAloneForTheCoolDown() {
        play(List.of("a"), (client, set, environment) -> {
            set.member("c").up = false;
            from(client);
            set.log.clear();
            set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 91, errmsg: 'shutdown'}");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            from(client);
            assertThat(set.log).doesNotContain("connect c");
            pass(environment, Duration.ofMillis(5001));
            set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 91, errmsg: 'shutdown'}");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
            from(client);
            assertThat(set.log).contains("connect c");
        });
    }

    @Test
    void withoutAPrimaryItScansEveryHalfSecondUntilTheTimeoutAndSaysWhatIsKnown() {
        play(List.of("a"), (client, set, environment) -> {
            set.primary = null;
            long start = environment.nanoTime();
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoServerSelectionTimeoutException.class)
                    .hasMessageContaining("a:27017 is").hasMessageContaining("3000 ms");
            assertThat(Duration.ofNanos(environment.nanoTime() - start)).isEqualTo(Duration.ofSeconds(3));
            // The first check is the handshake; the others come 0.5, 1, 1.5, 2 and 2.5 seconds later.
            assertThat(set.log.stream().filter("hello a"::equals)).hasSize(5);
        });
    }

    @Test
    void aPrimaryThatAppearsWhileItIsLookedForIsFound() {
        play(List.of("a"), (client, set, environment) -> {
            set.primary = null;
            environment.start("elect", () -> {
                pass(environment, Duration.ofMillis(1200));
                set.primary = ServerAddress.parse("b");
            });
            assertThat(from(client)).isEqualTo("b");
        });
    }

    @Test
    void aNetworkErrorAtAKnownServerIsTriedOnceMore() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("b").breaksOnce = true;
            pass(environment, Duration.ofSeconds(61));
            set.log.clear();
            from(client);
            assertThat(set.log).containsSubsequence("hello b", "connect b");
            assertThat(client.topology().server(ServerAddress.parse("b")).type()).isEqualTo(ServerType.RS_SECONDARY);
        });
    }

    @Test
    void anInterruptIsNoFailureOfAServer() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            pass(environment, Duration.ofSeconds(61));
            set.member("a").fails = new MongoInterruptedException("interrupted");
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoInterruptedException.class);
            assertThat(client.topology().server(ServerAddress.parse("a")).type()).isEqualTo(ServerType.RS_PRIMARY);
            long start = environment.nanoTime();
            assertThat(from(client)).as("no server cools down").isEqualTo("a");
            assertThat(environment.nanoTime() - start).isZero();
        });
    }

    @Test
    void anIncompatibleServerIsAnErrorAtOnce() {
        play(List.of("a"), (client, set, environment) -> {
            set.member("b").maxWireVersion = 2;
            long start = environment.nanoTime();
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoIncompatibleDriverException.class)
                    .hasMessageContaining("b:27017");
            assertThat(environment.nanoTime() - start).isZero();
        });
    }

    @Test
    void aTimeoutAfterTheHandshakeMarksNothingUnknownButTheNextCommandScansFirst() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.log.clear();
            set.member("a").fails = new MongoSocketTimeoutException("late", ServerAddress.parse("a"),
                    FailurePhase.RECEIVING, true, null);
            assertThatThrownBy(() -> from(client)).isInstanceOf(MongoSocketTimeoutException.class);
            assertThat(client.primary()).isEqualTo(ServerAddress.parse("a"));
            assertThat(client.topology().stale()).isTrue();
            pass(environment, Duration.ofMillis(1));
            assertThat(from(client)).isEqualTo("a");
            assertThat(set.log).containsExactlyInAnyOrder("ping a", "connect a", "hello b", "hello c", "ping a");
        });
    }

    @Test
    void aReplyOlderThanWhatIsKnownIsAskedForOnceInAScan() {
        play(List.of("a"), (client, set, environment) -> {
            from(client);
            set.member("a").counter = 4;
            pass(environment, Duration.ofSeconds(61));
            set.log.clear();
            assertThat(from(client)).isEqualTo("a");
            assertThat(set.log).containsOnlyOnce("hello a");
        });
    }

    @Test
    void theCoolDownLastsFiveSecondsAndNoLess() {
        play(List.of("a"), (client, set, environment) -> {
            set.member("c").up = false;
            from(client);
            for (int wait : new int[]{4900, 200}) {
                set.log.clear();
                pass(environment, Duration.ofMillis(wait));
                set.member("a").nextReply = BsonDocument.parse("{ok: 0, code: 91, errmsg: 'shutdown'}");
                assertThatThrownBy(() -> from(client)).isInstanceOf(MongoCommandException.class);
                from(client);
                assertThat(set.log.contains("connect c")).as("after " + wait + " ms more").isEqualTo(wait == 200);
            }
        });
    }

    @Test
    void aHeartbeatFrequencyBelowTheLeastIsRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new ReplicaSetClient.Settings(Duration.ofMillis(499), second, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new ReplicaSetClient.Settings(Duration.ofMillis(500), second, second)).isNotNull();
    }

    @Test
    void aClosedClientSaysSo() {
        play(List.of("a"), (client, set, environment) -> {
            client.close();
            assertThatThrownBy(() -> from(client)).isInstanceOf(IllegalStateException.class);
        });
    }

    private static BsonDocument notPrimary(long counter) {
        return BsonDocument.parse("{ok: 0, code: 10107, errmsg: 'not primary'}").append("topologyVersion",
                ScriptedSet.version(counter));
    }

    private static String from(ReplicaSetClient client) {
        return client.command("admin", PING).getString("from").getValue();
    }

    private static void pass(Environment environment, Duration time) {
        Deadline wake = Deadline.after(environment, time);
        while (!wake.isExpired(environment)) {
            environment.park(wake);
        }
    }

    private static void play(List<String> seeds, Scenario scenario) {
        for (long seed = 1; seed <= 5; seed++) {
            Simulation simulation = new Simulation(seed);
            simulation.run(() -> {
                Environment environment = simulation.environment();
                ScriptedSet set = new ScriptedSet("a", "b", "c");
                ReplicaSetClient client = new ReplicaSetClient(environment, set, "rs",
                        seeds.stream().map(ServerAddress::parse).toList(), new ReplicaSetClient.Settings(
                                Duration.ofSeconds(60), Duration.ofSeconds(3), Duration.ofSeconds(1)));
                scenario.play(client, set, environment);
                client.close();
            });
        }
    }
}
