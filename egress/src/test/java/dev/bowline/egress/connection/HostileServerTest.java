package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.stream.StreamSettings;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerApi;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that means ill and stays, as far as one message goes, within the protocol. */
@Timeout(60)
class HostileServerTest {
    private static final ConnectionSettings DEFAULTS = ConnectionSettings.defaults();
    private static final BsonDocument PING = BsonDocument.parse("{ping: 1}");
    private static final BsonDocument UNASKED = BsonDocument.parse("{$more: 1, ok: 1}");

    // ---- time

    @Test
    void theDeadlineOfACommandHoldsWhileItsReplyDrips() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.DRIP);
                Connection connection = connect(server, DEFAULTS)) {
            assertThatThrownBy(() -> connection.command("admin", PING, in(200)))
                    .isInstanceOf(MongoSocketTimeoutException.class);
            assertThat(connection.isOpen()).isFalse();
        }
    }

    @Test
    void theConnectTimeoutHoldsWhileAHelloDrips() throws IOException {
        try (ScriptedServer server = new ScriptedServer(command -> ScriptedServer.DRIP)) {
            assertThatThrownBy(() -> connect(server, impatient())).isInstanceOf(MongoSocketTimeoutException.class);
            assertThatThrownBy(() -> ConnectionFactory.forMonitoring(SystemEnvironment.instance(), impatient())
                    .connect(1, server.address(), Deadline.NEVER)).isInstanceOf(MongoSocketTimeoutException.class);
        }
    }

    @Test
    void theConnectTimeoutHoldsWhileAStepOfTheAuthenticationDrips() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.DRIP)) {
            assertThatThrownBy(() -> connect(server, impatient().withCredential(scram())))
                    .isInstanceOf(MongoSocketTimeoutException.class);
        }
    }

    // ---- replies that were not asked for

    @Test
    void aReplyThatAnnouncesAnotherUnaskedEndsTheConnection() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> UNASKED);
                Connection connection = connect(server, DEFAULTS)) {
            assertThatThrownBy(() -> connection.command("admin", PING, Deadline.NEVER))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("moreToCome");
            assertThat(connection.isOpen()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void soDoesOneInTheHandshake(boolean monitoring) throws IOException {
        BsonDocument hello = ScriptedServer.HELLO.clone();
        hello.putAll(UNASKED);
        ConnectionSettings modern = DEFAULTS.withServerApi(ServerApi.v1());
        Connector connector = monitoring
                ? ConnectionFactory.forMonitoring(SystemEnvironment.instance(), modern)
                : new ConnectionFactory(SystemEnvironment.instance(), modern.withCredential(scram()));
        try (ScriptedServer server = new ScriptedServer(command -> hello)) {
            assertThatThrownBy(() -> connector.connect(1, server.address(), Deadline.NEVER))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("moreToCome");
        }
    }

    @Test
    void bytesAfterTheReplyMakeTheConnectionUnfitAndAreNoReply() throws IOException {
        byte[] good = message(0, body("{ok: 1}"));
        byte[] more = ByteBuffer.allocate(2 * good.length).put(good).put(good).array();
        try (ScriptedServer server = ScriptedServer.afterHello(command -> raw(more));
                Connection connection = connect(server, DEFAULTS)) {
            assertThat(connection.command("admin", PING, Deadline.NEVER)).isEqualTo(ScriptedServer.OK);
            // The second message may come in a packet of its own.
            if (connection.hasMoreToCome()) {
                assertThatThrownBy(() -> connection.receive(Deadline.NEVER))
                        .isInstanceOf(MongoProtocolException.class).hasMessageContaining("answer no request");
                assertThat(connection.isOpen()).isFalse();
            } else {
                assertThatThrownBy(() -> connection.command("admin", PING, Deadline.NEVER))
                        .isInstanceOf(MongoProtocolException.class).hasMessageContaining("responseTo");
            }
        }
    }

    // ---- sections and keys

    @Test
    void aSecondBodyEndsTheConnection() throws IOException {
        refuses(message(0, body("{ok: 1}"), body("{ok: 1}")), "is a second body");
        refuses(message(0), "have no body");
        refuses(message(0, sequence("documents", "{x: 1}")), "have no body");
    }

    @Test
    void anUnexpectedSequenceIsAnArrayOfTheReply() throws IOException {
        byte[] reply = message(0, sequence("extra", "{x: 1}", "{x: 2}"), body("{ok: 1}"));
        try (ScriptedServer server = ScriptedServer.afterHello(command -> raw(reply));
                Connection connection = connect(server, DEFAULTS)) {
            assertThat(connection.command("admin", PING, Deadline.NEVER))
                    .isEqualTo(BsonDocument.parse("{ok: 1, extra: [{x: 1}, {x: 2}]}"));
        }
    }

    @Test
    void aChecksumIsVerified() throws IOException {
        byte[] reply = message(OpCode.CHECKSUM_PRESENT, body("{ok: 1}"), new byte[4]);
        try (ScriptedServer server = ScriptedServer.afterHello(command -> raw(reply));
                Connection connection = connect(server, DEFAULTS)) {
            assertThatThrownBy(() -> connection.command("admin", PING, Deadline.NEVER))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("checksum");
        }
        refuses(message(OpCode.CHECKSUM_PRESENT), "checksum at offset 20 is cut off");
    }

    @Test
    void aKeyThatComesTwiceCountsOnceAndAlwaysInTheSameWay() throws IOException {
        byte[] reply = message(0, body(twice("ok", 1, 0)));
        try (ScriptedServer server = ScriptedServer.afterHello(command -> raw(reply));
                Connection connection = connect(server, DEFAULTS)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> connection.command("admin", PING, Deadline.NEVER))
                        .isInstanceOf(MongoCommandException.class);
            }
            assertThat(connection.isOpen()).isTrue();
        }
    }

    /** The value that is checked is the value that is used. */
    @Test
    void aLimitThatComesTwiceInAHelloCountsOnce() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                command -> raw(message(0, body(helloWithBatchSizes(1000, 0)))))) {
            assertThatThrownBy(() -> connect(server, DEFAULTS)).isInstanceOf(MongoProtocolException.class)
                    .hasMessageContaining("'maxWriteBatchSize'");
        }
        try (ScriptedServer server = new ScriptedServer(command -> raw(message(0, body(helloWithBatchSizes(0, 1000)))));
                Connection connection = connect(server, DEFAULTS)) {
            assertThat(connection.description().maxWriteBatchSize()).isEqualTo(1000);
            assertThat(connection.description().helloReply().getInt32("maxWriteBatchSize").getValue()).isEqualTo(1000);
        }
    }

    private static byte[] helloWithBatchSizes(int first, int second) {
        byte[] limits = twice("maxWriteBatchSize", first, second);
        byte[] others = bson("{ismaster: true, minWireVersion: 0, maxWireVersion: 21, ok: 1}");
        // Without the end of the one and the length of the other.
        int size = others.length - 1 + limits.length - 4;
        return little(size).put(others, 0, others.length - 1).put(limits, 4, limits.length - 4).putInt(0, size).array();
    }

    // ---- memory

    @Test
    void aHelloOfAMillionHostsIsRefusedBeforeItIsRead() throws IOException {
        BsonDocument hello = ScriptedServer.HELLO.clone().append("hosts", new BsonArray(many("h", 1_000_000)));
        assertThat(refusedFor(hello, DEFAULTS)).isLessThan(8 * 1024 * 1024);
    }

    @Test
    void soIsAListOfMechanismsThatIsTooLong() throws IOException {
        BsonDocument hello = ScriptedServer.HELLO.clone()
                .append("saslSupportedMechs", new BsonArray(many("SCRAM", 200_000)));
        assertThat(refusedFor(hello, DEFAULTS.withCredential(scram()))).isLessThan(8 * 1024 * 1024);
    }

    @Test
    void theLimitOfAHelloIsNotTheLimitOfAReply() throws IOException {
        BsonDocument large = new BsonDocument("x", new BsonBinary(new byte[2 * WireConnection.MAX_GREETING_BYTES]))
                .append("ok", ScriptedServer.OK.get("ok"));
        BsonDocument hello = ScriptedServer.HELLO.clone()
                .append("x", new BsonBinary(new byte[WireConnection.MAX_GREETING_BYTES - 1000]));
        try (ScriptedServer server = new ScriptedServer(
                command -> ScriptedServer.isHello(command) ? hello : large);
                Connection connection = connect(server, DEFAULTS);
                Connection monitoring = ConnectionFactory.forMonitoring(SystemEnvironment.instance(), DEFAULTS)
                        .connect(2, server.address(), Deadline.NEVER)) {
            assertThat(connection.command("admin", PING, Deadline.NEVER)).containsKey("x");
            assertThatThrownBy(() -> monitoring.command("admin", PING, Deadline.NEVER))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("messageLength");
        }
    }

    /** How much memory it took to refuse this hello. */
    private static long refusedFor(BsonDocument hello, ConnectionSettings settings) throws IOException {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory
                .getThreadMXBean();
        try (ScriptedServer server = new ScriptedServer(command -> hello)) {
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> connect(server, settings)).isInstanceOf(MongoProtocolException.class)
                    .hasMessageContaining("messageLength");
            assertThatThrownBy(() -> ConnectionFactory.forMonitoring(SystemEnvironment.instance(), settings)
                    .connect(1, server.address(), Deadline.NEVER)).isInstanceOf(MongoProtocolException.class);
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }

    private static List<? extends BsonValue> many(String text, int count) {
        return Collections.nCopies(count, new BsonString(text));
    }

    private static Connection connect(ScriptedServer server, ConnectionSettings settings) {
        return new ConnectionFactory(SystemEnvironment.instance(), settings).connect(1, server.address(),
                Deadline.NEVER);
    }

    private static ConnectionSettings impatient() {
        return DEFAULTS.withStream(StreamSettings.defaults().withConnectTimeoutMillis(200));
    }

    private static MongoCredential scram() {
        return MongoCredential.of(AuthMechanism.SCRAM_SHA_256, "user", "admin", "pencil".toCharArray());
    }

    private static Deadline in(long millis) {
        return Deadline.after(SystemEnvironment.instance(), Duration.ofMillis(millis));
    }

    private static BsonDocument raw(byte[] message) {
        return new BsonDocument(ScriptedServer.RAW, new BsonBinary(message));
    }

    private static byte[] message(int flags, byte[]... sections) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] section : sections) {
            all.writeBytes(section);
        }
        return little(20 + all.size()).putInt(20 + all.size()).putInt(1000).putInt(0).putInt(OpCode.OP_MSG)
                .putInt(flags).put(all.toByteArray()).array();
    }

    private static byte[] body(String json) {
        return body(bson(json));
    }

    private static byte[] body(byte[] document) {
        return ByteBuffer.allocate(1 + document.length).put((byte) 0).put(document).array();
    }

    private static byte[] sequence(String identifier, String... documents) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(identifier.getBytes(StandardCharsets.UTF_8));
        all.write(0);
        for (String document : documents) {
            all.writeBytes(bson(document));
        }
        return little(5 + all.size()).put((byte) 1).putInt(4 + all.size()).put(all.toByteArray()).array();
    }

    /** A document with the same key twice, which a map could not hold. */
    private static byte[] twice(String key, int first, int second) {
        byte[] name = (key + "\0").getBytes(StandardCharsets.UTF_8);
        int size = 4 + 2 * (1 + name.length + 4) + 1;
        return little(size).putInt(size).put((byte) 0x10).put(name).putInt(first).put((byte) 0x10).put(name)
                .putInt(second).put((byte) 0).array();
    }

    private static byte[] bson(String json) {
        ByteBuf bytes = RawBsonDocument.parse(json).getByteBuffer();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void refuses(byte[] reply, String problem) throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> raw(reply));
                Connection connection = connect(server, DEFAULTS)) {
            assertThatThrownBy(() -> connection.command("admin", PING, Deadline.NEVER))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining(problem);
            assertThat(connection.isOpen()).isFalse();
        }
    }
}
