package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.EncoderContext;

/**
 * The bytes of documents that are bytes already, by methods that {@code bson} has had since 5.5: applications often
 * bring an older version than the one that Bowline is built with.
 */
public final class RawBytes {
    private RawBytes() {}

    /** A view of the document's bytes, which has an array behind it. */
    public static ByteBuffer of(RawBsonDocument document) {
        return document.getByteBuffer().asNIO();
    }

    /** A document with the same content that takes no more memory than its bytes. */
    public static RawBsonDocument document(BsonDocument content) {
        WireBuffer buffer = new WireBuffer();
        FastCodecs.bsonDocument().encode(new BsonBufferWriter(buffer), content, EncoderContext.builder().build());
        return new RawBsonDocument(Arrays.copyOf(buffer.bytes(), buffer.size()));
    }

    /** A copy of the document's bytes. */
    public static byte[] copy(RawBsonDocument document) {
        ByteBuffer bytes = of(document);
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }
}
