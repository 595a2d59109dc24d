package dev.bowline;

import dev.bowline.changestream.ChangeStreamDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.codecs.Codec;
import org.bson.codecs.Decoder;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** Reads an event. Whatever it does not know it skips: servers add fields. */
final class ChangeStreamDecoder<T> implements Decoder<ChangeStreamDocument<T>> {
    private final Codec<T> documents;
    private final Codec<BsonDocument> parts;
    /** Most events are of the same collection as the one before: its name is kept. Read and replaced as a whole. */
    private @Nullable Namespace last;

    private record Namespace(String database, @Nullable String collection, String full) {}

    ChangeStreamDecoder(Codec<T> documents, CodecRegistry registry) {
        this.documents = documents;
        this.parts = registry.get(BsonDocument.class);
    }

    @Override
    public ChangeStreamDocument<T> decode(BsonReader reader, DecoderContext context) {
        BsonDocument token = new BsonDocument();
        String operation = "";
        String namespace = null;
        String namespaceType = null;
        String destination = null;
        BsonDocument key = null;
        T full = null;
        T before = null;
        ChangeStreamDocument.UpdateDescription update = null;
        BsonTimestamp clusterTime = null;
        Instant wallTime = null;
        Long transaction = null;
        BsonDocument session = null;
        BsonBinary uuid = null;
        BsonDocument description = null;
        ChangeStreamDocument.SplitEvent split = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            String name = reader.readName();
            if (reader.getCurrentBsonType() == BsonType.NULL) {
                reader.readNull();
                continue;
            }
            switch (name) {
                case "_id" -> token = part(reader, context);
                case "operationType" -> operation = reader.readString();
                case "ns" -> namespace = namespace(reader);
                case "nsType" -> namespaceType = reader.readString();
                case "to" -> destination = namespace(reader);
                case "documentKey" -> key = part(reader, context);
                case "fullDocument" -> full = documents.decode(reader, context);
                case "fullDocumentBeforeChange" -> before = documents.decode(reader, context);
                case "updateDescription" -> update = update(part(reader, context));
                case "clusterTime" -> clusterTime = reader.readTimestamp();
                case "wallTime" -> wallTime = Instant.ofEpochMilli(reader.readDateTime());
                case "txnNumber" -> transaction = reader.readInt64();
                case "lsid" -> session = part(reader, context);
                case "collectionUUID" -> uuid = reader.readBinaryData();
                case "operationDescription" -> description = part(reader, context);
                case "splitEvent" -> split = split(part(reader, context));
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        return new ChangeStreamDocument<>(token, operation, namespace, namespaceType, destination, key, full, before,
                update, clusterTime, wallTime, transaction, session, uuid, description, split);
    }

    private BsonDocument part(BsonReader reader, DecoderContext context) {
        return parts.decode(reader, context);
    }

    private @Nullable String namespace(BsonReader reader) {
        String database = null;
        String collection = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "db" -> database = reader.readString();
                case "coll" -> collection = reader.readString();
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        if (database == null) {
            return null;
        }
        Namespace known = last;
        if (known == null || !known.database.equals(database) || !Objects.equals(known.collection, collection)) {
            known = new Namespace(database, collection, collection == null ? database : database + "." + collection);
            last = known;
        }
        return known.full;
    }

    private static ChangeStreamDocument.UpdateDescription update(BsonDocument document) {
        List<String> removed = new ArrayList<>();
        document.getArray("removedFields", new BsonArray()).forEach(field -> removed.add(field.asString().getValue()));
        List<ChangeStreamDocument.TruncatedArray> truncated = new ArrayList<>();
        document.getArray("truncatedArrays", new BsonArray()).forEach(value -> {
            BsonDocument array = value.asDocument();
            truncated.add(new ChangeStreamDocument.TruncatedArray(array.getString("field").getValue(),
                    array.getNumber("newSize").intValue()));
        });
        return new ChangeStreamDocument.UpdateDescription(document.getDocument("updatedFields", new BsonDocument()),
                List.copyOf(removed), List.copyOf(truncated),
                document.containsKey("disambiguatedPaths") ? document.getDocument("disambiguatedPaths") : null);
    }

    private static ChangeStreamDocument.SplitEvent split(BsonDocument document) {
        return new ChangeStreamDocument.SplitEvent(document.getNumber("fragment").intValue(),
                document.getNumber("of").intValue());
    }
}
