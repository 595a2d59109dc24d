package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoProtocolException;
import java.util.List;
import org.bson.BsonDocument;
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
