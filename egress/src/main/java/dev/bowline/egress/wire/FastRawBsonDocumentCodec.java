package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.RawBsonDocumentCodec;

/** Copies bytes. What is decoded is checked to the bottom first, since it may be passed on unread. */
final class FastRawBsonDocumentCodec implements Codec<RawBsonDocument> {
    private final RawBsonDocumentCodec general = new RawBsonDocumentCodec();

    @Override
    public void encode(BsonWriter writer, RawBsonDocument document, EncoderContext context) {
        if (writer instanceof BsonBufferWriter ours) {
            ByteBuffer bytes = RawBytes.of(document);
            ours.writeRaw(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        } else {
            general.encode(writer, document, context);
        }
    }

    @Override
    public RawBsonDocument decode(BsonReader reader, DecoderContext context) {
        if (reader instanceof BsonBufferReader ours && ours.isAtDocument()) {
            int offset = ours.position();
            int length = ours.skipDocument();
            return new RawBsonDocument(Arrays.copyOfRange(ours.bytes(), offset, offset + length));
        }
        return general.decode(reader, context);
    }

    @Override
    public Class<RawBsonDocument> getEncoderClass() {
        return RawBsonDocument.class;
    }
}
