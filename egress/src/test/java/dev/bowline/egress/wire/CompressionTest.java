package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ScriptedStream;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoProtocolException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest {
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();
    private static final int ORIGINAL_OP_CODE = 16;
    private static final int UNCOMPRESSED_SIZE = 20;
    private static final int COMPRESSOR_ID = 24;
    private static final int CONTENT = 25;

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void messagesOfAllSizesSurvive(String name) throws IOException {
        Random random = new Random(1);
        for (int size : new int[]{0, 1, 100, 5_000, 70_000, 3_000_000}) {
            byte[] noise = new byte[size];
            random.nextBytes(noise);
            BsonDocument document = new BsonDocument("find", new BsonString("x".repeat(size)))
                    .append("noise", new BsonBinary(noise));
            byte[] message = message(document, Compressor.named(name));
            assertThat(LittleEndian.getInt(message, 12)).isEqualTo(OpCode.OP_COMPRESSED);
            assertThat(read(message).toDocument()).isEqualTo(document);
        }
    }

    /** Noise of almost the size that a server takes would otherwise arrive as more than it takes. */
    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void aLargeMessageThatDoesNotGetSmallerIsSentAsItIs(String name) throws IOException {
        byte[] noise = new byte[3_000_000];
        new Random(1).nextBytes(noise);
        BsonDocument document = new BsonDocument("insert", new BsonString("x")).append("noise", new BsonBinary(noise));
        byte[] message = message(document, Compressor.named(name));
        assertThat(LittleEndian.getInt(message, 12)).isEqualTo(OpCode.OP_MSG);
        assertThat(LittleEndian.getInt(message, 0)).isEqualTo(message.length);
        assertThat(read(message).toDocument()).isEqualTo(document);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void anUncompressedSizeThatLiesIsRefused(String name) {
        byte[] message = message(find(), Compressor.named(name));
        int size = LittleEndian.getInt(message, UNCOMPRESSED_SIZE);
        assertThatCode(() -> read(message)).doesNotThrowAnyException();
        for (int lie : new int[]{Integer.MIN_VALUE, -1, 0, 1, size - 1, size + 1, 10 * size, 47_999_984, 47_999_985,
                Integer.MAX_VALUE}) {
            byte[] lying = message.clone();
            LittleEndian.putInt(lying, UNCOMPRESSED_SIZE, lie);
            assertThatThrownBy(() -> read(lying)).as("size " + lie).isInstanceOf(MongoProtocolException.class)
                    .hasMessageContaining("uncompressedSize at offset 20");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void contentThatIsCutOffOrDamagedOrHasMoreBehindItIsRefused(String name) {
        byte[] message = message(find(), Compressor.named(name));
        for (int length = CONTENT; length < message.length; length++) {
            byte[] cut = Arrays.copyOf(message, length);
            LittleEndian.putInt(cut, 0, length);
            assertThatThrownBy(() -> read(cut)).as("cut to " + length).isInstanceOf(MongoProtocolException.class);
        }
        byte[] longer = Arrays.copyOf(message, message.length + 4);
        LittleEndian.putInt(longer, 0, longer.length);
        assertThatThrownBy(() -> read(longer)).isInstanceOf(MongoProtocolException.class);
        byte[] damaged = message.clone();
        Arrays.fill(damaged, CONTENT, damaged.length, (byte) 0xFF);
        assertThatThrownBy(() -> read(damaged)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("at offset");
    }

    @Test
    void anUnknownCompressorIsRefusedAndTheOneThatDoesNothingIsUnderstood() throws IOException {
        byte[] plain = message(find(), null);
        byte[] wrapped = new byte[plain.length + 9];
        System.arraycopy(plain, 0, wrapped, 0, 12);
        LittleEndian.putInt(wrapped, 0, wrapped.length);
        LittleEndian.putInt(wrapped, 12, OpCode.OP_COMPRESSED);
        LittleEndian.putInt(wrapped, ORIGINAL_OP_CODE, OpCode.OP_MSG);
        LittleEndian.putInt(wrapped, UNCOMPRESSED_SIZE, plain.length - 16);
        System.arraycopy(plain, 16, wrapped, CONTENT, plain.length - 16);
        assertThat(read(wrapped).toDocument()).isEqualTo(find());

        wrapped[COMPRESSOR_ID] = 4;
        assertThatThrownBy(() -> read(wrapped)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("compressorId at offset 24 is 4");
        wrapped[COMPRESSOR_ID] = 0;
        LittleEndian.putInt(wrapped, ORIGINAL_OP_CODE, OpCode.OP_COMPRESSED);
        assertThatThrownBy(() -> read(wrapped)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("originalOpcode at offset 16");
        LittleEndian.putInt(wrapped, 0, 24);
        assertThatThrownBy(() -> read(wrapped)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining("messageLength at offset 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "isMaster", "ismaster", "saslStart", "saslContinue", "getnonce", "authenticate",
            "createUser", "updateUser", "copydbSaslStart", "copydbgetnonce", "copydb"})
    void commandsOfTheHandshakeAndThoseWithSecretsStayReadable(String command) {
        byte[] message = message(new BsonDocument(command, new BsonInt32(1)), Compressor.named("zlib"));
        assertThat(LittleEndian.getInt(message, 12)).isEqualTo(OpCode.OP_MSG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "find", "insert", "Hello", "createUsers", "helloOk", ""})
    void otherCommandsAreCompressed(String command) {
        byte[] message = message(new BsonDocument(command, new BsonInt32(1)), Compressor.named("zlib"));
        assertThat(LittleEndian.getInt(message, 12)).isEqualTo(OpCode.OP_COMPRESSED);
    }

    @Test
    void aChecksumIsDroppedFromACompressedMessage() throws IOException {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(5, 1, OpCode.CHECKSUM_PRESENT | OpCode.EXHAUST_ALLOWED);
        FastCodecs.bsonDocument().encode(request.body(), find(), CONTEXT);
        request.finish(Compressor.named("zlib"));
        byte[] bytes = new byte[request.message().remaining()];
        request.message().get(bytes);
        Reply reply = read(bytes);
        assertThat(reply.flags()).isEqualTo(OpCode.EXHAUST_ALLOWED);
        assertThat(reply.toDocument()).isEqualTo(find());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void aChecksumThatAPeerHasCompressedIsVerifiedWithTheHeaderItWasMadeOver(String name) throws IOException {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(5, 1, OpCode.CHECKSUM_PRESENT);
        FastCodecs.bsonDocument().encode(request.body(), find(), CONTEXT);
        request.finish();
        byte[] summed = new byte[request.message().remaining()];
        request.message().get(summed);
        assertThat(read(wrapped(summed, Compressor.named(name))).toDocument()).isEqualTo(find());

        byte[] wrong = summed.clone();
        wrong[summed.length - 1]++;
        byte[] otherId = summed.clone();
        otherId[4]++;
        for (byte[] bad : List.of(wrong, otherId)) {
            assertThatThrownBy(() -> read(wrapped(bad, Compressor.named(name))))
                    .isInstanceOf(MongoProtocolException.class)
                    .hasMessageContaining("checksum at offset " + (summed.length - 4));
        }
    }

    private static byte[] wrapped(byte[] message, Compressor compressor) {
        WireBuffer buffer = new WireBuffer();
        buffer.putBytes(message, 0, 12);
        buffer.putInt(OpCode.OP_COMPRESSED);
        buffer.putInt(LittleEndian.getInt(message, 12));
        buffer.putInt(message.length - 16);
        buffer.putByte(compressor.id());
        compressor.compress(message, 16, message.length - 16, buffer);
        LittleEndian.putInt(buffer.bytes, 0, buffer.position);
        return Arrays.copyOf(buffer.bytes, buffer.position);
    }

    @Test
    void anUnknownNameIsAConfigurationError() {
        assertThatThrownBy(() -> Compressor.named("lzma")).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining("lzma").hasMessageContaining("snappy, zlib, zstd");
        assertThat(Compressor.isAvailable("lzma")).isFalse();
        assertThat(Compressor.NAMES).allMatch(Compressor::isAvailable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy", "zstd"})
    void anAbsentLibraryIsAConfigurationErrorThatNamesIt(String name) throws Exception {
        try (URLClassLoader loader = withoutCompressionLibraries()) {
            Class<?> compressor = loader.loadClass(Compressor.class.getName());
            assertThat(compressor).isNotSameAs(Compressor.class);
            assertThatThrownBy(() -> compressor.getMethod("named", String.class).invoke(null, name))
                    .rootCause().isInstanceOf(ClassNotFoundException.class);
            assertThatThrownBy(() -> compressor.getMethod("named", String.class).invoke(null, name))
                    .cause().hasMessageContaining("needs the library").hasMessageContaining(name);
            assertThat(compressor.getMethod("isAvailable", String.class).invoke(null, name)).isEqualTo(false);
            assertThat(compressor.getMethod("isAvailable", String.class).invoke(null, "zlib")).isEqualTo(true);
        }
    }

    /** The classes of this project and of BSON, and nothing else. */
    private static URLClassLoader withoutCompressionLibraries() {
        URL ours = Compressor.class.getProtectionDomain().getCodeSource().getLocation();
        URL bson = BsonDocument.class.getProtectionDomain().getCodeSource().getLocation();
        return new URLClassLoader(new URL[]{ours, bson}, ClassLoader.getPlatformClassLoader());
    }

    private static BsonDocument find() {
        return new BsonDocument("find", new BsonString("c".repeat(300)));
    }

    private static byte[] message(BsonDocument body, @Nullable Compressor compressor) {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(5, 1, 0);
        FastCodecs.bsonDocument().encode(request.body(), body, CONTEXT);
        request.finish(compressor);
        byte[] bytes = new byte[request.message().remaining()];
        request.message().get(bytes);
        return bytes;
    }

    private static Reply read(byte[] message) throws IOException {
        return Encodings.replies().read(new ScriptedStream(message), 1);
    }
}
