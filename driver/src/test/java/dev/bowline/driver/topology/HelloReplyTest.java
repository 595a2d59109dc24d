package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoProtocolException;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a hello says, and what it must not say. */
class HelloReplyTest {
    private static final ServerAddress A = ServerAddress.parse("a");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"Standalone | {ok: 1}", "Standalone | {ok: 1, isWritablePrimary: true}",
            "Mongos | {ok: 1, msg: 'isdbgrid'}", "RSPrimary | {ok: 1, isWritablePrimary: true, setName: 'rs'}",
            "RSPrimary | {ok: 1, ismaster: true, setName: 'rs'}",
            "RSOther | {ok: 1, isWritablePrimary: false, ismaster: true, setName: 'rs'}",
            "RSSecondary | {ok: 1, secondary: true, setName: 'rs'}",
            "RSOther | {ok: 1, secondary: true, hidden: true, setName: 'rs'}",
            "RSArbiter | {ok: 1, arbiterOnly: true, setName: 'rs'}", "RSOther | {ok: 1, setName: 'rs'}",
            "RSGhost | {ok: 1, isreplicaset: true}", "RSGhost | {ok: 1.0, isreplicaset: true, setName: 'rs'}"})
    void theTypeFollowsTheSymptoms(String type, String reply) {
        assertThat(describe(reply).type().toString()).isEqualTo(type);
    }

    @Test
    void everyFieldIsTaken() {
        ServerDescription server = describe("""
                {ok: 1, isWritablePrimary: true, setName: 'rs', setVersion: NumberLong(3), me: 'A:27017',
                 hosts: ['A:27017', 'B'], passives: ['C:1'], arbiters: ['D'], primary: 'A:27017',
                 electionId: ObjectId('00000000000000000000000b'), tags: {dc: 'ny', use: 'x'},
                 lastWrite: {lastWriteDate: ISODate('1970-01-01T00:00:01Z'), opTime: {ts: Timestamp(1, 2)}},
                 minWireVersion: 0, maxWireVersion: 21, logicalSessionTimeoutMinutes: 30, iscryptd: true,
                 topologyVersion: {processId: ObjectId('00000000000000000000000c'), counter: NumberLong(4)}}""");
        assertThat(server.me()).isEqualTo(A);
        assertThat(server.hosts()).containsExactly(A, ServerAddress.parse("b"));
        assertThat(server.passives()).containsExactly(new ServerAddress("c", 1));
        assertThat(server.arbiters()).containsExactly(ServerAddress.parse("d"));
        assertThat(server.primary()).isEqualTo(A);
        assertThat(server.setVersion()).isEqualTo(3);
        assertThat(server.electionId()).isEqualTo(new ObjectId("00000000000000000000000b"));
        assertThat(server.tags()).containsEntry("dc", "ny").containsEntry("use", "x");
        assertThat(server.lastWriteMillis()).isEqualTo(1_000);
        assertThat(server.opTime()).isNotNull();
        assertThat(server.maxWireVersion()).isEqualTo(21);
        assertThat(server.logicalSessionTimeoutMinutes()).isEqualTo(30);
        assertThat(server.isCryptd()).isTrue();
        assertThat(server.topologyVersion()).isEqualTo(
                new TopologyVersion(new ObjectId("00000000000000000000000c"), 4));
        assertThat(server.lastUpdateNanos()).isEqualTo(77);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ok: 1, hosts: 'a'}", "{ok: 1, hosts: [1]}", "{ok: 1, hosts: ['a:b:c']}",
            "{ok: 1, hosts: ['']}", "{ok: 1, setName: 1}", "{ok: 1, setVersion: 'x'}", "{ok: 1, electionId: 'x'}",
            "{ok: 1, tags: []}", "{ok: 1, tags: {a: 1}}", "{ok: 1, maxWireVersion: -1}",
            "{ok: 1, minWireVersion: NumberLong('99999999999')}", "{ok: 1, secondary: 'yes', setName: 'rs'}",
            "{ok: 1, lastWrite: 1}", "{ok: 1, lastWrite: {lastWriteDate: 1}}", "{ok: 1, topologyVersion: 1}",
            "{ok: 1, topologyVersion: {processId: 1}}", "{ok: 1, logicalSessionTimeoutMinutes: '30'}",
            "{ok: 1, me: 5}", "{ok: 1, primary: {}}", "{hello: 1}", "{ok: 'yes'}"})
    void nonsenseIsAnErrorThatNamesTheServer(String reply) {
        assertThatThrownBy(() -> describe(reply)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("a:27017");
    }

    @Test
    void absurdlyLongListsAreRefusedAndLongOnesAreNot() {
        assertThat(HelloReply.describe(A, withHosts(HelloReply.MAX_ADDRESSES), null).hosts())
                .hasSize(HelloReply.MAX_ADDRESSES);
        assertThatThrownBy(() -> HelloReply.describe(A, withHosts(HelloReply.MAX_ADDRESSES + 1), null))
                .isInstanceOf(MongoProtocolException.class);
    }

    @Test
    void notOkIsTheServersError() {
        assertThatThrownBy(() -> describe("{ok: 0, code: 18, errmsg: 'no'}")).isInstanceOf(MongoCommandException.class)
                .hasMessageContaining("18");
    }

    @Test
    void nullsCountAsAbsent() {
        ServerDescription server = describe("{ok: 1, setName: null, hosts: null, electionId: null, tags: null}");
        assertThat(server.type()).isEqualTo(ServerType.STANDALONE);
        assertThat(server.hosts()).isEmpty();
    }

    /** Whatever values the fields have: a description or a driver's error, nothing else. */
    @Test
    void anyMixtureOfTypesIsADescriptionOrAnError() {
        long seed = Long.getLong("bowline.seed", System.nanoTime());
        Random random = new Random(seed);
        BsonDocument full = BsonDocument.parse("""
                {ok: 1, isWritablePrimary: true, setName: 'rs', setVersion: 3, me: 'a', hosts: ['a'], passives: [],
                 arbiters: [], primary: 'a', electionId: ObjectId('00000000000000000000000b'), tags: {}, msg: 'x',
                 lastWrite: {lastWriteDate: ISODate('1970-01-01T00:00:01Z')}, hidden: false, secondary: false,
                 minWireVersion: 0, maxWireVersion: 21, logicalSessionTimeoutMinutes: 30, isreplicaset: false,
                 topologyVersion: {processId: ObjectId('00000000000000000000000c'), counter: 4}, helloOk: 1}""");
        BsonArray values = BsonDocument
                .parse("""
                        {v: [1, 'x', true, null, [], {}, [1], {a: 1}, 1.5, NumberLong(-7), ObjectId('00000000000000000000000d'), /x/, Timestamp(1, 1)]}""")
                .getArray("v");
        for (int i = 0; i < 20_000; i++) {
            BsonDocument reply = full.clone();
            for (String key : full.keySet()) {
                if (random.nextInt(6) == 0) {
                    BsonValue value = values.get(random.nextInt(values.size()));
                    reply.put(key, value);
                }
            }
            try {
                assertThat(HelloReply.describe(A, reply, null).type().isUnknown()).isFalse();
                HelloReply.helloOk(reply);
            } catch (MongoException expected) {
                assertThat(expected).hasMessageContaining("a:27017");
            } catch (RuntimeException e) {
                throw new AssertionError("With -Dbowline.seed=" + seed + ": " + reply, e);
            }
        }
    }

    private static BsonDocument withHosts(int count) {
        BsonArray hosts = new BsonArray();
        for (int i = 0; i < count; i++) {
            hosts.add(new BsonString("host" + i));
        }
        return BsonDocument.parse("{ok: 1, setName: 'rs'}").append("hosts", hosts);
    }

    private static ServerDescription describe(String reply) {
        return HelloReply.describe(A, BsonDocument.parse(reply), 77L);
    }
}
