package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.error.MongoDocumentTooLargeException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.CollectibleCodec;
import org.bson.codecs.EncoderContext;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Gives documents an {@code _id} and writes them. The id is decided before the first attempt, so that every attempt
 * inserts the same document.
 */
final class InsertDocuments {
    private static final byte[] ID = "_id".getBytes(StandardCharsets.UTF_8);
    private static final EncoderContext COLLECTIBLE = EncoderContext.builder().isEncodingCollectibleDocument(true)
            .build();

    private InsertDocuments() {}

    /** The document to insert: the same, with an id put into it where that is possible. */
    static <T> T withId(T document, Codec<T> codec, Environment environment) {
        if (document instanceof Document plain) {
            if (!plain.containsKey("_id")) {
                plain.put("_id", environment.newObjectId());
            }
            return document;
        }
        if (document instanceof BsonDocument bson && !(document instanceof RawBsonDocument)) {
            if (!bson.containsKey("_id")) {
                bson.put("_id", new BsonObjectId(environment.newObjectId()));
            }
            return document;
        }
        if (codec instanceof CollectibleCodec<T> collectible) {
            return collectible.generateIdIfAbsentFromDocument(document);
        }
        return document;
    }

    /**
     * Writes one document and returns its id; null if ids are left to the server.
     *
     * @param spareId used if the document turns out to have no id
     * @param max the largest document that the server takes, in bytes
     */
    static <T> @Nullable BsonValue write(BsonBufferWriter writer, T document, Codec<T> codec,
            @Nullable ObjectId spareId, Environment environment, int max) {
        int start = writer.position();
        codec.encode(writer, document, COLLECTIBLE);
        int length = writer.position() - start;
        BsonValue id = codec instanceof LeavesIdsToServer ? null : idOf(document);
        if (id == null && !(codec instanceof LeavesIdsToServer)) {
            id = readId(writer.bytes(), start, length);
        }
        if (id == null && !(codec instanceof LeavesIdsToServer)) {
            ObjectId added = spareId == null ? environment.newObjectId() : spareId;
            byte[] encoded = Arrays.copyOfRange(writer.bytes(), start, start + length);
            writer.rewind(start);
            writer.beginDocument();
            writer.writeObjectId("_id", added);
            writer.appendElements(encoded, 0, encoded.length);
            writer.endDocument();
            length = writer.position() - start;
            id = new BsonObjectId(added);
        }
        if (length > max) {
            throw new MongoDocumentTooLargeException(length, max);
        }
        return id;
    }

    /** The id of a document that has one, and its bytes. */
    static @Nullable BsonValue idOf(Object document, byte[] bytes, int offset, int length) {
        BsonValue id = idOf(document);
        return id == null ? readId(bytes, offset, length) : id;
    }

    /** The commonest cases without a look at the bytes. */
    private static @Nullable BsonValue idOf(Object document) {
        if (document instanceof Document plain) {
            return switch (plain.get("_id")) {
                case ObjectId id -> new BsonObjectId(id);
                case Integer id -> new BsonInt32(id);
                case Long id -> new BsonInt64(id);
                case String id -> new BsonString(id);
                case null, default -> null;
            };
        }
        return document instanceof BsonDocument bson && !(document instanceof RawBsonDocument) ? bson.get("_id") : null;
    }

    static @Nullable BsonValue readId(byte[] bytes, int offset, int length) {
        ElementCursor elements = new ElementCursor().on(bytes, offset, length);
        while (elements.next()) {
            if (elements.nameEquals(ID)) {
                return BsonFields.value(elements);
            }
        }
        return null;
    }
}
