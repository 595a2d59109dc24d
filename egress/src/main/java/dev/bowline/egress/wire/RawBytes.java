package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import org.bson.RawBsonDocument;

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

    /** A copy of the document's bytes. */
    public static byte[] copy(RawBsonDocument document) {
        ByteBuffer bytes = of(document);
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }
}
