package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ScriptedStream;
import dev.bowline.error.MongoClientException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.codecs.EncoderContext;
import org.junit.jupiter.api.Test;

class WireBufferTest {
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();

    @Test
    void growsToWhatIsNeededAndKeepsItsContent() {
        WireBuffer buffer = new WireBuffer(4);
        for (int i = 0; i < 1000; i++) {
            buffer.putInt(i);
        }
        assertThat(buffer.size()).isEqualTo(4000);
        for (int i = 0; i < 1000; i++) {
            assertThat(LittleEndian.getInt(buffer.bytes(), 4 * i)).isEqualTo(i);
        }
    }

    @Test
    void isKeptForMessagesOfOrdinarySize() {
        WireBuffer buffer = new WireBuffer();
        buffer.putBytes(new byte[WireBuffer.KEPT_BYTES], 0, WireBuffer.KEPT_BYTES);
        byte[] array = buffer.bytes();
        for (int i = 0; i < 100; i++) {
            buffer.reset();
            buffer.putInt(i);
        }
        assertThat(buffer.bytes()).isSameAs(array);
    }

    @Test
    void isGivenUpAtOnceAfterAVeryLargeMessage() {
        WireBuffer buffer = new WireBuffer();
        buffer.putBytes(new byte[WireBuffer.LARGE_BYTES + 1], 0, WireBuffer.LARGE_BYTES + 1);
        buffer.reset();
        assertThat(buffer.capacity()).isEqualTo(WireBuffer.INITIAL_BYTES);
    }

    @Test
    void aVeryLargeArrayIsUsedAgainIfTheCollectorHasLeftIt() {
        WireBuffer buffer = new WireBuffer();
        byte[] content = new byte[3 * WireBuffer.LARGE_BYTES];
        buffer.putBytes(content, 0, content.length);
        byte[] large = buffer.bytes();
        for (int length : new int[]{content.length - 4, WireBuffer.KEPT_BYTES + 1}) {
            buffer.reset();
            assertThat(buffer.capacity()).isEqualTo(WireBuffer.INITIAL_BYTES);
            buffer.putInt(42);
            buffer.putBytes(content, 0, length);
            assertThat(buffer.bytes() == large).isTrue();
            assertThat(LittleEndian.getInt(buffer.bytes(), 0)).isEqualTo(42);
        }
        buffer.reset();
        buffer.putBytes(content, 0, WireBuffer.KEPT_BYTES);
        assertThat(buffer.bytes() == large).as("an ordinary message needs no large array").isFalse();
    }

    @Test
    void aVeryLargeArrayIsTheCollectorsToTake() {
        WireBuffer buffer = new WireBuffer();
        buffer.ensure(2 * WireBuffer.LARGE_BYTES);
        WeakReference<byte[]> large = new WeakReference<>(buffer.bytes());
        buffer.reset();
        for (int i = 0; i < 100 && large.get() != null; i++) {
            System.gc();
        }
        assertThat(large.get()).isNull();
        buffer.ensure(2 * WireBuffer.LARGE_BYTES);
        assertThat(buffer.capacity()).isGreaterThanOrEqualTo(2 * WireBuffer.LARGE_BYTES);
    }

    @Test
    void longTextIsEncodedAsTheLibraryDoesWhereverItsPiecesEnd() {
        Random random = new Random(7);
        for (int length : new int[]{2047, 2048, 2049, 4095, 4096, 4097, 100_000}) {
            for (String alphabet : new String[]{"a", "a\u00e4", "\u20ac", "\ud83d\ude00",
                    "a\ud83d\ude00\ud83d\u20ac\ude00"}) {
                StringBuilder text = new StringBuilder();
                while (text.length() < length) {
                    text.append(alphabet, 0, random.nextInt(alphabet.length()) + 1);
                }
                WireBuffer buffer = new WireBuffer();
                buffer.putText(text.toString());
                assertThat(Arrays.copyOf(buffer.bytes(), buffer.size()))
                        .isEqualTo(text.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void shrinksAfterARunOfSmallMessagesButNotWhileLargeOnesCome() {
        WireBuffer buffer = new WireBuffer();
        byte[] middling = new byte[WireBuffer.LARGE_BYTES / 2];
        for (int i = 0; i < 3 * WireBuffer.SMALL_USES_BEFORE_SHRINKING; i++) {
            buffer.putBytes(middling, 0, i % 4 == 0 ? middling.length : 10);
            buffer.reset();
        }
        assertThat(buffer.capacity()).isGreaterThanOrEqualTo(middling.length);
        for (int i = 0; i < WireBuffer.SMALL_USES_BEFORE_SHRINKING; i++) {
            buffer.putInt(i);
            buffer.reset();
        }
        assertThat(buffer.capacity()).isEqualTo(WireBuffer.INITIAL_BYTES);
    }

    @Test
    void refusesToGrowWithoutBound() {
        WireBuffer buffer = new WireBuffer();
        buffer.putInt(1);
        assertThatThrownBy(() -> buffer.ensure(WireBuffer.MAX_BYTES)).isInstanceOf(MongoClientException.class)
                .hasMessageContaining("message of");
    }

    @Test
    void whatWasExpectedIsWrittenWithoutGrowingAndLessIsNoReasonToShrink() {
        WireBuffer buffer = new WireBuffer();
        RequestWriter request = new RequestWriter(buffer).beginOpMsg(1, 0);
        request.expect(100_000);
        byte[] roomy = request.bytes();
        assertThat(roomy).hasSize(request.size() + 100_000);
        buffer.putBytes(new byte[100_000], 0, 100_000);
        assertThat(request.bytes()).isSameAs(roomy);
        request.expect(0);
        assertThat(request.bytes()).isSameAs(roomy);
    }

    @Test
    void aSmallReplyIsOneReadAndRepliesThatCameTogetherAreReadOneByOne() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(send(new ScriptedStream(new byte[0]), 3));
        both.writeBytes(send(new ScriptedStream(new byte[0]), 1500));
        both.writeBytes(send(new ScriptedStream(new byte[0]), 7));
        ScriptedStream stream = new ScriptedStream(both.toByteArray());
        MessageReader reader = Encodings.replies();
        assertThat(reader.read(stream, 1).toDocument().getBinary("data").getData()).hasSize(3);
        assertThat(reader.hasBufferedBytes()).isTrue();
        assertThat(reader.read(stream, 1).toDocument().getBinary("data").getData()).hasSize(1500);
        assertThat(reader.read(stream, 1).toDocument().getBinary("data").getData()).hasSize(7);
        assertThat(stream.reads).isEqualTo(1);
        assertThat(reader.hasBufferedBytes()).isFalse();
    }

    @Test
    void aLargeReplyIsReleasedWhenTheConnectionBecomesIdle() throws IOException {
        MessageReader reader = Encodings.replies();
        Reply reply = reader.read(new ScriptedStream(send(new ScriptedStream(new byte[0]), 2_000_000)), 1);
        assertThat(reply.toDocument().getBinary("data").getData()).hasSize(2_000_000);
        assertThat(reply.isOk()).isFalse();
        reader.release();
        assertThat(reply.bytes()).isEmpty();
        assertThat(reply.reader(0, 0).bytes()).isEmpty();

        Reply small = reader.read(new ScriptedStream(send(new ScriptedStream(new byte[0]), 10)), 1);
        byte[] array = small.bytes();
        reader.release();
        assertThat(small.bytes()).as("a small array is used again").isSameAs(array);
    }

    @Test
    void aMessageThatArrivesByteByByteIsRead() throws IOException {
        byte[] message = send(new ScriptedStream(new byte[0]), 100);
        Reply reply = Encodings.replies().read(new ScriptedStream(message, 1), 1);
        assertThat(reply.toDocument().getBinary("data").getData()).hasSize(100);
    }

    @Test
    void aRequestThatWasAbandonedLeavesNoTraceInTheNext() throws IOException {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(1, 0);
        request.body().writeStartDocument();
        request.body().writeStartArray("half");
        assertThatThrownBy(request::finish).isInstanceOf(IllegalStateException.class);
        request.beginOpMsg(2, 0);
        request.body().writeStartDocument();
        request.body().writeInt32("ok", 1);
        request.body().writeEndDocument();
        request.finish();
        ScriptedStream out = new ScriptedStream(new byte[0]);
        out.write(request.message());
        Reply reply = MessageReader.forRequests().read(new ScriptedStream(out.written.toByteArray()),
                MessageReader.ANY);
        assertThat(reply.requestId()).isEqualTo(2);
        assertThat(reply.toDocument()).isEqualTo(BsonDocument.parse("{ok: 1}"));
    }

    private static byte[] send(ScriptedStream stream, int size) throws IOException {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(2, 1, 0);
        FastCodecs.bsonDocument().encode(request.body(),
                new BsonDocument("data", new BsonBinary(new byte[size])), CONTEXT);
        request.finish();
        stream.write(request.message());
        return stream.written.toByteArray();
    }
}
