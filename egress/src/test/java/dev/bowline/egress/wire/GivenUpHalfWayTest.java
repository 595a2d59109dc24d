package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoProtocolException;
import java.util.List;
import org.bson.Document;
import org.bson.codecs.DecoderContext;
import org.junit.jupiter.api.Test;

/** A document whose decoding ended in the middle leaves nothing behind on its reader. */
class GivenUpHalfWayTest {
    private static final DecoderContext CONTEXT = DecoderContext.builder().build();

    @Test
    void theReaderReleasesTheValuesThatWereDecodedSoFar() {
        byte[] bytes = Encodings.byOurWriter(FastCodecs.document(),
                new Document("values", List.of("one", "two", "three")));
        int three = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("three");
        bytes[three] = (byte) 0xFF;
        BsonBufferReader reader = new BsonBufferReader(bytes);
        assertThatThrownBy(() -> FastCodecs.document().decode(reader, CONTEXT))
                .isInstanceOf(MongoProtocolException.class);
        assertThat(reader.held()).isEqualTo(2);

        reader.letGo();

        assertThat(reader.held()).isZero();
        reader.reset(bytes, 0, bytes.length);
        bytes[three] = 't';
        assertThat(FastCodecs.document().decode(reader, CONTEXT)).isEqualTo(
                new Document("values", List.of("one", "two", "three")));
    }

    @Test
    void aBufferThatShrinksNeedsNoMemoryForIt() {
        WireBuffer buffer = new WireBuffer();
        byte[] initial = buffer.bytes();
        buffer.putBytes(new byte[WireBuffer.LARGE_BYTES + 1], 0, WireBuffer.LARGE_BYTES + 1);
        buffer.reset();
        assertThat(buffer.bytes()).isSameAs(initial);
    }
}
