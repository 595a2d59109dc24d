package dev.bowline.egress.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.error.MongoProtocolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server sends that is not the protocol: an error that names the field and the offset, and the end. */
class BadInputTest {
    private static final BsonDocument PING = BsonDocument.parse("{ping: 1}");
    private static final int BODY = 21;

    static Stream<Arguments> badInput() {
        byte[] good = opMsg(bson("{ok: 1}"));
        byte[] text = bson("{s: 'xyz'}");
        return Stream.of(
                bad("a length too short for the body", with(good, 0, good.length - 1), "body length at offset 21"),
                bad("a negative length", with(good, 0, -1), "messageLength at offset 0 is -1"),
                bad("a length over the server's maximum", with(good, 0, 48_000_001),
                        "messageLength at offset 0 is 48000001"),
                bad("an unknown required flag", with(good, 16, 1 << 5), "flagBits at offset 16"),
                bad("an unknown section", withByte(good, 20, 7), "section kind at offset 20 is 7"),
                bad("a bad checksum", with(longer(good, 4), 16, OpCode.CHECKSUM_PRESENT),
                        "checksum at offset " + good.length),
                bad("an operation that is no reply", with(good, 12, 2004), "opCode at offset 12 is 2004"),
                bad("a negative body length", with(good, BODY, -5), "body length at offset 21 is -5"),
                bad("a body that goes on", withByte(good, good.length - 1, 1), "final byte at offset"),
                bad("a string that is cut off", opMsg(with(text, 7, 200)), "string length at offset 7"),
                bad("a string of negative length", opMsg(with(text, 7, -1)), "string length at offset 7"),
                bad("a type that does not exist", opMsg(withByte(text, 4, 0x42)),
                        "value at offset 7 has the element type 0x42"),
                bad("invalid UTF-8", opMsg(withByte(text, 11, 0xFF)), "text at offset 11 is not valid UTF-8"),
                bad("a name that is not UTF-8", opMsg(withByte(text, 5, 0xFF)), "at offset 5 is not valid UTF-8"),
                bad("a document that is too deep", opMsg(deep(2000)), "is nested more than"),
                bad("an uncompressed size that is too large", compressed(good, good.length),
                        "uncompressedSize at offset 20"),
                bad("an uncompressed size that is too small", compressed(good, 3), "uncompressedSize at offset 20"),
                bad("an uncompressed size over the maximum", compressed(good, Integer.MAX_VALUE),
                        "uncompressedSize at offset 20"),
                bad("compressed bytes that are damaged", withByte(compressed(good, good.length - 16), 25, 0xFF),
                        "compressedMessage at offset 25"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badInput")
    void endsTheConnectionWithAnErrorThatNamesTheFieldAndTheOffset(String what, byte[] reply, String problem)
            throws Exception {
        BsonDocument answer = new BsonDocument(ScriptedServer.RAW, new BsonBinary(reply));
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server)) {
            MongoProtocolException error = catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", PING,
                            Deadline.after(SystemEnvironment.instance(), Duration.ofSeconds(10))));
            assertThat(error).as(what).isNotNull().hasMessageContaining(problem)
                    .hasMessageContaining("at offset");
            assertThat(error.serverAddress()).isEqualTo(server.address());
            assertThat(connection.isOpen()).isFalse();
            assertThat(connection.failure()).isSameAs(error);
            awaitEnd(server);
        }
    }

    @Test
    void anAnswerToAnotherRequestEndsTheConnection() throws Exception {
        BsonDocument answer = new BsonDocument(ScriptedServer.RESPONSE_TO, new org.bson.BsonInt32(77));
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server)) {
            MongoProtocolException error = catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", PING, Deadline.NEVER));
            assertThat(error).hasMessageContaining("responseTo at offset 8 is 77");
            assertThat(connection.isOpen()).isFalse();
            awaitEnd(server);
        }
    }

    @Test
    void compressionThatWasNotNegotiatedEndsTheConnection() throws Exception {
        byte[] good = opMsg(bson("{ok: 1}"));
        BsonDocument answer = new BsonDocument(ScriptedServer.RAW, new BsonBinary(compressed(good, good.length - 16)));
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server, ConnectionSettings.defaults())) {
            MongoProtocolException error = catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", PING, Deadline.NEVER));
            assertThat(error).hasMessageContaining("compressorId at offset 24 is 2, which was not negotiated");
            assertThat(connection.isOpen()).isFalse();
        }
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server,
                        ConnectionSettings.defaults().withCompressors(List.of("snappy", "zlib")))) {
            assertThat(connection.command("admin", PING, Deadline.NEVER)).isEqualTo(BsonDocument.parse("{ok: 1}"));
        }
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server,
                        ConnectionSettings.defaults().withCompressors(List.of("snappy")))) {
            assertThat(catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", PING, Deadline.NEVER)))
                    .hasMessageContaining("is 2, which was not negotiated");
        }
    }

    @Test
    void aHelloMayNotBeCompressed() throws Exception {
        byte[] hello = opMsg(
                new RawBsonDocument(ScriptedServer.HELLO, new BsonDocumentCodec()).getByteBuffer().array());
        BsonDocument answer = new BsonDocument(ScriptedServer.RAW,
                new BsonBinary(compressed(hello, hello.length - 16)));
        try (ScriptedServer server = new ScriptedServer(command -> answer)) {
            assertThat(catchThrowableOfType(MongoProtocolException.class, () -> connect(server)))
                    .hasMessageContaining("is 2, which was not negotiated");
        }
    }

    @Test
    void noServerRaisesTheLimitOfAReply() throws Exception {
        BsonDocument large = ScriptedServer.HELLO.clone().append("maxMessageSizeBytes", new BsonInt32(200_000_000));
        byte[] good = opMsg(bson("{ok: 1}"));
        for (byte[] reply : List.of(with(good, 0, 48_016_385), compressed(good, 48_016_385 - 16))) {
            BsonDocument answer = new BsonDocument(ScriptedServer.RAW, new BsonBinary(reply));
            try (ScriptedServer server = new ScriptedServer(
                    command -> ScriptedServer.isHello(command) ? offering(large) : answer);
                    Connection connection = connect(server)) {
                assertThat(catchThrowableOfType(MongoProtocolException.class,
                        () -> connection.command("admin", PING, Deadline.NEVER)))
                        .hasMessageMatching(".* is 480163(85|69), not between .*");
            }
        }
    }

    @Test
    void theLimitOfAReplyIsASetting() throws Exception {
        Safeguards safeguards = Safeguards.DEFAULTS.withMaxReplyBytes(20_000);
        BsonDocument answer = new BsonDocument("x", new BsonBinary(new byte[20_000])).append("ok", new BsonInt32(1));
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server, ConnectionSettings.defaults().withSafeguards(safeguards))) {
            assertThat(catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", PING, Deadline.NEVER)))
                    .hasMessageContaining("messageLength").hasMessageContaining("and 20000");
        }
        answer.put("x", new BsonBinary(new byte[19_000]));
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server, ConnectionSettings.defaults().withSafeguards(safeguards))) {
            assertThat(connection.command("admin", PING, Deadline.NEVER)).containsKey("x");
        }
    }

    /** A server that can compress. */
    private static ScriptedServer server(Function<BsonDocument, BsonDocument> script) throws IOException {
        return new ScriptedServer(command -> ScriptedServer.isHello(command)
                ? offering(ScriptedServer.HELLO.clone())
                : script.apply(command));
    }

    private static BsonDocument offering(BsonDocument hello) {
        return hello.append("compression", BsonArray.parse("['zlib', 'snappy']"));
    }

    @Test
    void takesNoMemoryOnTheWordOfASizeThatLies() throws Exception {
        byte[] good = opMsg(bson("{ok: 1}"));
        BsonDocument answer = new BsonDocument(ScriptedServer.RAW, new BsonBinary(compressed(good, 47_000_000)));
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory
                .getThreadMXBean();
        try (ScriptedServer server = server(command -> answer);
                Connection connection = connect(server)) {
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", PING, Deadline.NEVER))).isNotNull();
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4_000_000);
        }
    }

    private static Connection connect(ScriptedServer server) {
        return connect(server, ConnectionSettings.defaults().withCompressors(List.of("zlib")));
    }

    private static Connection connect(ScriptedServer server, ConnectionSettings settings) {
        return new ConnectionFactory(SystemEnvironment.instance(), settings).connect(1, server.address(),
                Deadline.NEVER);
    }

    /** The server sees that the client has gone. */
    private static void awaitEnd(ScriptedServer server) {
        long limit = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (server.ended() == 0) {
            assertThat(System.nanoTime()).as("still connected").isLessThan(limit);
            Thread.onSpinWait();
        }
    }

    private static Arguments bad(String what, byte[] reply, String problem) {
        return Arguments.of(what, reply, problem);
    }

    private static byte[] bson(String json) {
        RawBsonDocument document = RawBsonDocument.parse(json);
        byte[] bytes = new byte[document.getByteBuffer().remaining()];
        document.getByteBuffer().get(bytes);
        return bytes;
    }

    private static byte[] opMsg(byte[] document) {
        ByteBuffer message = ByteBuffer.allocate(BODY + document.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1000).putInt(0).putInt(OpCode.OP_MSG).putInt(0).put((byte) 0);
        return message.put(document).array();
    }

    private static byte[] compressed(byte[] message, int announced) {
        Deflater deflater = new Deflater();
        deflater.setInput(message, 16, message.length - 16);
        deflater.finish();
        byte[] content = new byte[1000];
        content = Arrays.copyOf(content, deflater.deflate(content));
        deflater.end();
        ByteBuffer whole = ByteBuffer.allocate(25 + content.length).order(ByteOrder.LITTLE_ENDIAN);
        whole.putInt(whole.capacity()).putInt(1000).putInt(0).putInt(OpCode.OP_COMPRESSED).putInt(OpCode.OP_MSG)
                .putInt(announced).put((byte) 2);
        return whole.put(content).array();
    }

    private static byte[] deep(int levels) {
        byte[] inner = {5, 0, 0, 0, 0};
        for (int i = 0; i < levels; i++) {
            ByteArrayOutputStream outer = new ByteArrayOutputStream();
            ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(inner.length + 8);
            outer.writeBytes(length.array());
            outer.writeBytes("\u0003a\u0000".getBytes(ISO_8859_1));
            outer.writeBytes(inner);
            outer.write(0);
            inner = outer.toByteArray();
        }
        return inner;
    }

    private static byte[] longer(byte[] message, int bytes) {
        return with(Arrays.copyOf(message, message.length + bytes), 0, message.length + bytes);
    }

    private static byte[] with(byte[] bytes, int offset, int value) {
        byte[] copy = bytes.clone();
        ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        return copy;
    }

    private static byte[] withByte(byte[] bytes, int offset, int value) {
        byte[] copy = bytes.clone();
        copy[offset] = (byte) value;
        return copy;
    }
}
