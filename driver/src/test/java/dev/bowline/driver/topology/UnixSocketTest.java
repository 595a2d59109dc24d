package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.simulator.time.Simulation;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a hello may send a client. */
class UnixSocketTest {
    private static final ServerAddress A = ServerAddress.parse("a:27017");
    private static final ServerAddress SOCKET = ServerAddress.parse("/tmp/m.sock");
    private static final BsonDocument HELLO = BsonDocument.parse("{ok: 1, isWritablePrimary: true, setName: 'rs', "
            + "hosts: ['a:27017', '/tmp/m.sock'], me: 'a:27017', maxWireVersion: 21}");

    @Test
    void aServerDoesNotSendUsToASocketOfOurOwnMachine() {
        TopologyDescription start = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
        TopologyDescription next = TopologyTransition.apply(start, HelloReply.describe(A, HELLO, 1L)).next();
        assertThat(next.servers()).extracting(ServerDescription::address).containsExactly(A);
        assertThat(next.server(A).type()).isEqualTo(ServerType.UNKNOWN);
        assertThat(next.server(A).error()).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("/tmp/m.sock");
    }

    @Test
    void norDoesOneThatNamesItAsThePrimary() {
        BsonDocument hello = BsonDocument.parse("{ok: 1, secondary: true, setName: 'rs', hosts: ['a:27017'], "
                + "me: 'a:27017', primary: '/tmp/m.sock', maxWireVersion: 21}");
        TopologyDescription start = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
        TopologyDescription next = TopologyTransition.apply(start, HelloReply.describe(A, hello, 1L)).next();
        assertThat(next.servers()).extracting(ServerDescription::address).containsExactly(A);
        assertThat(next.server(A).error()).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("/tmp/m.sock");
    }

    @Test
    void aNameThatAServerGivesItselfLeadsNowhere() {
        for (String role : List.of("secondary", "isWritablePrimary", "arbiterOnly")) {
            BsonDocument hello = BsonDocument.parse("{ok: 1, " + role + ": true, setName: 'rs', hosts: ['a:27017'], "
                    + "me: '/tmp/m.sock', maxWireVersion: 21}");
            TopologyDescription start = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
            TopologyTransition step = TopologyTransition.apply(start, HelloReply.describe(A, hello, 1L));
            assertThat(step.added()).isEmpty();
            assertThat(step.next().servers()).noneMatch(server -> server.address().isUnixSocket());
        }
    }

    @Test
    void unlessTheClientWasGivenOne() {
        TopologyDescription start = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A, SOCKET));
        TopologyDescription next = TopologyTransition.apply(start, HelloReply.describe(A, HELLO, 1L)).next();
        assertThat(next.servers()).extracting(ServerDescription::address).containsExactlyInAnyOrder(A, SOCKET);
        assertThat(next.server(A).type()).isEqualTo(ServerType.RS_PRIMARY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b:1", "a\\nb:1", "a:1\\n", " a:1", "a\\u0000:1", "a\\u202eb:1", "/tmp/\\nx.sock"})
    void aHostWithBlanksOrControlCharactersIsRefused(String host) {
        BsonDocument hello = BsonDocument.parse("{ok: 1, isWritablePrimary: true, setName: 'rs', hosts: ['" + host
                + "'], maxWireVersion: 21}");
        assertThatThrownBy(() -> HelloReply.describe(A, hello, 1L)).isInstanceOf(MongoProtocolException.class)
                .satisfies(error -> assertThat(error.getMessage().chars().noneMatch(Character::isISOControl)).isTrue());
    }

    @Test
    void descriptionsShowWhatServersSayOnOneLine() {
        BsonDocument hello = HELLO.clone();
        hello.putAll(BsonDocument.parse("{setName: 'r\\ns', hosts: ['a:27017'], tags: {'d\\nc': 'x\\ry'}}"));
        TopologyDescription start = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
        String shown = TopologyTransition.apply(start, HelloReply.describe(A, hello, 1L)).next().toString();
        assertThat(shown).contains("r\\ns").matches(text -> text.chars().noneMatch(Character::isISOControl));
    }

    @Test
    void aSetNameIsShownOnOneLineWhereItIsTheReasonOfARemoval() {
        BsonDocument hello = BsonDocument.parse("{ok: 1, secondary: true, setName: 'r\\ns', hosts: ['a:27017'], "
                + "maxWireVersion: 21}").append("setName", new BsonString("r\ns" + "x".repeat(5_000)));
        TopologyDescription start = TopologyDescription.initial(TopologyType.REPLICA_SET_NO_PRIMARY, "o\nther",
                List.of(A));
        TopologyTransition step = TopologyTransition.apply(start, HelloReply.describe(A, hello, 1L));
        assertThat(step.removed()).singleElement().satisfies(removal -> assertThat(removal.because())
                .contains("'r\\nsxxx", "(5003 characters)", "'o\\nther' is wanted").hasSizeLessThan(1_200)
                .matches(text -> text.chars().noneMatch(Character::isISOControl)));
    }

    @Test
    void membersThatTakeTurnsDoNotMakeTheClientWatchServersWithoutEnd() {
        ServerAddress b = ServerAddress.parse("b:27017");
        TopologyDescription start = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A, b));
        TopologyDescription full = TopologyTransition.apply(start, HelloReply.describe(A, naming("x", 998), 1L)).next();
        assertThat(full.servers()).hasSize(1_000);
        TopologyDescription same = TopologyTransition.apply(full, HelloReply.describe(b, naming("x", 998), 1L)).next();
        assertThat(same.server(b).type()).isEqualTo(ServerType.RS_SECONDARY);
        TopologyTransition more = TopologyTransition.apply(full, HelloReply.describe(b, naming("y", 1), 1L));
        assertThat(more.added()).isEmpty();
        assertThat(more.next().server(b).error()).hasMessageContaining("more than 1000 servers");
    }

    private static BsonDocument naming(String prefix, int count) {
        BsonArray hosts = new BsonArray();
        for (int i = 0; i < count; i++) {
            hosts.add(new BsonString(prefix + i + ":1"));
        }
        return BsonDocument.parse("{ok: 1, secondary: true, setName: 'rs', maxWireVersion: 21}").append("hosts", hosts);
    }

    @Test
    void serversThatEachNameAnotherAndLeaveAreFollowedSlowly() {
        AtomicInteger checks = new AtomicInteger();
        Simulation simulation = new Simulation(1);
        SimulatedTopology.runOnce(simulation, simulation.environment(), TopologySettings.of(host(0)), false,
                world -> follow(world, 0, checks), world -> {
                    world.sleep(2_500);
                    assertThat(checks.get()).as("at first").isGreaterThan(900);
                    int before = checks.get();
                    world.sleep(20_000);
                    assertThat(checks.get() - before).as("in twenty seconds").isBetween(30, 150);
                });
    }

    /** The server of this number says that it is elsewhere, and names the next. */
    private static void follow(SimulatedTopology world, int number, AtomicInteger checks) {
        world.server(host(number)).reply = () -> {
            if (checks.incrementAndGet() < 3_000) {
                follow(world, number + 1, checks);
            }
            return BsonDocument.parse("{ok: 1, secondary: true, setName: 'rs', me: 'elsewhere:1', maxWireVersion: 21, "
                    + "hosts: ['" + host(number + 1) + "']}");
        };
    }

    private static ServerAddress host(int number) {
        return new ServerAddress("h" + number, 1);
    }

    @Test
    void aDecimalIsNoFlagAndNoNumberOfAHello() {
        for (String field : List.of("ok: {$numberDecimal: '1E-6000'}", "ok: 1, setVersion: {$numberDecimal: '1E6000'}",
                "ok: 1, maxWriteBatchSize: {$numberDecimal: '1E3'}")) {
            assertThatThrownBy(() -> HelloReply.describe(A,
                    BsonDocument.parse("{isWritablePrimary: true, maxWireVersion: 21, " + field + "}"), 1L))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("DECIMAL128");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{$numberLong: '-1'}", "1.5", "'1'"})
    void aCounterOfTheTopologyVersionThatIsNoneIsAnError(String counter) {
        BsonDocument hello = BsonDocument.parse("{ok: 1, isWritablePrimary: true, maxWireVersion: 21, topologyVersion: "
                + "{processId: {$oid: '0123456789abcdef01234567'}, counter: " + counter + "}}");
        assertThatThrownBy(() -> HelloReply.describe(A, hello, 1L)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("topologyVersion");
    }
}
