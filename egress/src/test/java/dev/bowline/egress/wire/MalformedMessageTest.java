package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ScriptedStream;
import dev.bowline.error.MongoProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedMessageTest {
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();
    private static final int MESSAGE_LENGTH = 0;
    private static final int RESPONSE_TO = 8;
    private static final int OP_CODE = 12;
    private static final int FLAGS = 16;
    private static final int KIND = 20;
    private static final int BODY = 21;

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 15, 48_000_001, Integer.MAX_VALUE})
    void aMessageLengthOutOfRangeIsRefused(int length) {
        rejected(changed(opMsg(), MESSAGE_LENGTH, length), "messageLength at offset 0 is " + length);
    }

    @Test
    void aMessageOfExactlyTheMaximumIsAcceptedAndOneByteMoreIsNot() throws IOException {
        byte[] message = opMsg();
        MessageReader reader = Encodings.replies();
        reader.maxMessageBytes(message.length);
        assertThat(reader.read(new ScriptedStream(message), 1).isOk()).isTrue();
        reader.maxMessageBytes(message.length - 1);
        assertThatThrownBy(() -> reader.read(new ScriptedStream(message), 1))
                .isInstanceOf(MongoProtocolException.class).hasMessageContaining("messageLength");
    }

    @Test
    void aMessageLengthThatIsTooSmallForTheBodyIsRefused() {
        byte[] message = opMsg();
        rejected(changed(message, MESSAGE_LENGTH, message.length - 1), "body length at offset 21");
        rejected(changed(message, MESSAGE_LENGTH, 19), "messageLength at offset 0 is 19, too short");
        rejected(changed(message, MESSAGE_LENGTH, 20), "sections at offset 20 have no body");
    }

    @Test
    void aMessageLengthThatIsTooLargeLeavesASectionThatDoesNotExistOrIsCutOff() {
        byte[] message = Arrays.copyOf(opMsg(), opMsg().length + 1);
        rejected(changed(message, MESSAGE_LENGTH, message.length), "section kind at offset");
        message[message.length - 1] = 1;
        rejected(changed(message, MESSAGE_LENGTH, message.length), "section length at offset");
    }

    @Test
    void anAnswerToAnotherRequestIsRefused() {
        rejected(changed(opMsg(), RESPONSE_TO, 2), "responseTo at offset 8 is 2, but the request was 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2001, 2004, 2010, 2011, -1})
    void anOperationThatIsNoReplyIsRefused(int opCode) {
        rejected(changed(opMsg(), OP_CODE, opCode), "opCode at offset 12 is " + opCode);
    }

    @Test
    void everyUnknownRequiredFlagIsRefusedAndEveryOptionalOneIgnored() {
        for (int bit = 2; bit < 16; bit++) {
            rejected(changed(opMsg(), FLAGS, 1 << bit), "flagBits at offset 16");
        }
        for (int bit = 16; bit < 32; bit++) {
            byte[] message = changed(opMsg(), FLAGS, 1 << bit);
            assertThatCode(() -> read(message)).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 127, -1})
    void anUnknownSectionIsRefused(int kind) {
        byte[] message = opMsg();
        message[KIND] = (byte) kind;
        rejected(message, "section kind at offset 20 is " + kind);
    }

    @Test
    void aSecondBodyIsRefused() {
        byte[] one = opMsg();
        byte[] two = Arrays.copyOf(one, one.length * 2 - KIND);
        System.arraycopy(one, KIND, two, one.length, one.length - KIND);
        rejected(changed(two, MESSAGE_LENGTH, two.length), "is a second body");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4, 1_000_000, Integer.MAX_VALUE})
    void aBodyLengthOutOfRangeIsRefused(int length) {
        rejected(changed(opMsg(), BODY, length), "body length at offset 21 is " + length);
    }

    @Test
    void aBodyThatDoesNotEndInZeroIsRefused() {
        byte[] message = opMsg();
        message[message.length - 1] = 7;
        rejected(message, "final byte at offset " + (message.length - 1));
    }

    @Test
    void everySingleWrongBitUnderAChecksumIsNoticed() {
        byte[] message = message(r -> r.beginOpMsg(5, 1, OpCode.CHECKSUM_PRESENT));
        for (int i = FLAGS; i < message.length; i++) {
            byte[] damaged = message.clone();
            damaged[i] ^= (byte) (i == FLAGS ? 0x80 : 0x10);
            assertThatThrownBy(() -> read(damaged)).as("byte " + i).isInstanceOf(MongoProtocolException.class);
        }
        byte[] wrongSum = message.clone();
        wrongSum[message.length - 1]++;
        rejected(wrongSum, "checksum at offset " + (message.length - 4));
    }

    @Test
    void aChecksumWithoutRoomForItIsRefused() {
        rejected(changed(changed(Arrays.copyOf(opMsg(), 22), FLAGS, 1), MESSAGE_LENGTH, 22), "checksum at offset 20");
    }

    @ParameterizedTest
    @CsvSource({"-1,section length", "0,section length", "4,section length", "2000000000,section length",
            "6,section identifier"})
    void aBrokenDocumentSequenceIsRefused(int length, String field) {
        byte[] message = withSequence();
        int sequence = opMsg().length + 1;
        rejected(changed(message, sequence, length), field + " at offset");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 4, 13, Integer.MAX_VALUE})
    void aDocumentOfASequenceThatDoesNotFitIsRefused(int length) {
        byte[] message = withSequence();
        int document = opMsg().length + 1 + 4 + 5;
        assertThat(LittleEndian.getInt(message, document)).isEqualTo(12);
        rejected(changed(message, document, length), "document length at offset " + document);
    }

    @ParameterizedTest
    @CsvSource({"0,numberReturned at offset 32 is 0", "2,numberReturned at offset 32 is 2",
            "-1,numberReturned at offset 32 is -1"})
    void anOpReplyWithoutExactlyOneDocumentIsRefused(int count, String problem) {
        byte[] message = message(r -> r.beginOpReply(5, 1, 0));
        rejected(changed(message, 32, count), problem);
    }

    @Test
    void anOpReplyThatIsTooShortOrHasSomethingBehindItsDocumentIsRefused() {
        byte[] message = message(r -> r.beginOpReply(5, 1, 0));
        rejected(changed(message, MESSAGE_LENGTH, 35), "messageLength at offset 0 is 35");
        byte[] longer = changed(Arrays.copyOf(message, message.length + 3), MESSAGE_LENGTH, message.length + 3);
        rejected(longer, "body length at offset 36");
    }

    @Test
    void anEndOfTheStreamWithinAMessageIsAnEndOfFile() {
        byte[] message = opMsg();
        for (int length = 0; length < message.length; length++) {
            byte[] part = Arrays.copyOf(message, length);
            assertThatThrownBy(() -> read(part)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void memoryFollowsTheBytesThatArriveAndNotTheLengthThatIsAnnounced() {
        byte[] message = changed(opMsg(), MESSAGE_LENGTH, 40_000_000);
        ScriptedStream stream = new ScriptedStream(message);
        assertThatThrownBy(() -> Encodings.replies().read(stream, 1)).isInstanceOf(EOFException.class);
        assertThat(stream.largestReadRoom).isLessThanOrEqualTo(WireBuffer.INITIAL_BYTES);
    }

    @Test
    void noDamageLeadsToAnythingButAProtocolErrorOrTheEnd() throws IOException {
        long seed = Long.getLong("bowline.seed", 7L);
        System.out.println("seed " + seed);
        byte[][] originals = {opMsg(), withSequence(), message(r -> r.beginOpReply(5, 1, 0)),
                message(r -> r.beginOpMsg(5, 1, OpCode.CHECKSUM_PRESENT)), compressed("zlib"), compressed("snappy"),
                compressed("zstd")};
        RandomBson damage = new RandomBson(seed);
        Random random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < 40_000; i++) {
            byte[] message = damage.mutate(originals[random.nextInt(originals.length)]);
            MessageReader reader = Encodings.replies();
            // Damage must not be able to ask for more than what a connection would accept.
            reader.maxMessageBytes(100_000);
            try {
                reader.read(new ScriptedStream(message, 1 + random.nextInt(100)), 1).toDocument();
                accepted++;
            } catch (MongoProtocolException e) {
                assertThat(e).hasMessageContaining("at offset");
            } catch (EOFException e) {
                assertThat(e).hasMessageContaining("closed");
            }
        }
        assertThat(accepted).isGreaterThan(0).isLessThan(20_000);
    }

    private static byte[] compressed(String name) {
        return message(r -> r.beginOpMsg(5, 1, 0), Compressor.named(name));
    }

    private static byte[] opMsg() {
        return message(r -> r.beginOpMsg(5, 1, 0));
    }

    private static byte[] withSequence() {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(5, 1, 0);
        FastCodecs.bsonDocument().encode(request.body(), BsonDocument.parse("{ok: 1}"), CONTEXT);
        FastCodecs.bsonDocument().encode(request.beginSequence("docs"), BsonDocument.parse("{a: 1}"), CONTEXT);
        request.endSequence();
        request.finish();
        return bytes(request);
    }

    private static byte[] message(Consumer<RequestWriter> beginning) {
        return message(beginning, null);
    }

    private static byte[] message(Consumer<RequestWriter> beginning, @Nullable Compressor compressor) {
        RequestWriter request = new RequestWriter(new WireBuffer());
        beginning.accept(request);
        FastCodecs.bsonDocument().encode(request.body(), BsonDocument.parse("{ok: 1}"), CONTEXT);
        request.finish(compressor);
        return bytes(request);
    }

    private static byte[] bytes(RequestWriter request) {
        byte[] bytes = new byte[request.message().remaining()];
        request.message().get(bytes);
        return bytes;
    }

    private static byte[] changed(byte[] message, int offset, int value) {
        byte[] copy = message.clone();
        LittleEndian.putInt(copy, offset, value);
        return copy;
    }

    private static Reply read(byte[] message) throws IOException {
        return Encodings.replies().read(new ScriptedStream(message), 1);
    }

    private static void rejected(byte[] message, String problem) {
        assertThatThrownBy(() -> read(message)).isInstanceOf(MongoProtocolException.class)
                .hasMessageContaining(problem);
    }
}
