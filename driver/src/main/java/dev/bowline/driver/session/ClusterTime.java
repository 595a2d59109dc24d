package dev.bowline.driver.session;

import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * A cluster time with its signature: the BSON that the server sent, and the time within it.
 *
 * @param time the value of the {@code clusterTime} field; compared as unsigned
 * @param bytes the whole {@code $clusterTime} document; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClusterTime(long time, byte[] bytes) {
    /** Reads a {@code $clusterTime} document, or null if it has no time in it. */
    public static @Nullable ClusterTime of(BsonDocument document) {
        if (!document.isTimestamp("clusterTime")) {
            return null;
        }
        RawBsonDocument raw = document instanceof RawBsonDocument already
                ? already
                : new RawBsonDocument(document, new BsonDocumentCodec());
        var buffer = raw.getByteBuffer().asNIO();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return new ClusterTime(document.getTimestamp("clusterTime").getValue(), bytes);
    }

    public BsonDocument document() {
        return new RawBsonDocument(bytes).decode(new BsonDocumentCodec());
    }

    /** The later of the two; null means none. */
    public static @Nullable ClusterTime later(@Nullable ClusterTime one, @Nullable ClusterTime other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Long.compareUnsigned(one.time, other.time) >= 0 ? one : other;
    }
}
