package dev.bowline.egress.wire;

import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.Transformer;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Codecs for the three document types that go straight to the bytes when reader and writer are those of this room, and
 * behave as the library's own with any other.
 */
public final class FastCodecs {
    private static final Codec<BsonDocument> BSON_DOCUMENT = new FastBsonDocumentCodec();
    private static final Codec<RawBsonDocument> RAW_BSON_DOCUMENT = new FastRawBsonDocumentCodec();
    private static final CodecProvider PROVIDER = new Provider(null);
    private static final CodecRegistry REGISTRY = CodecRegistries.fromProviders(PROVIDER, Bson.DEFAULT_CODEC_REGISTRY);
    private static final Codec<Document> DOCUMENT = REGISTRY.get(Document.class);

    private FastCodecs() {}

    /** The codecs of this class, and for everything else the library's default ones. */
    public static CodecRegistry registry() {
        return REGISTRY;
    }

    /** Provides the codecs of this class, to be put before others in a registry. */
    public static CodecProvider provider() {
        return PROVIDER;
    }

    /**
     * The same, with documents inside documents turned into something else where the transformer does so. It is asked
     * about nothing but documents.
     */
    public static CodecProvider provider(Transformer nestedDocuments) {
        return new Provider(nestedDocuments);
    }

    public static Codec<Document> document() {
        return DOCUMENT;
    }

    public static Codec<BsonDocument> bsonDocument() {
        return BSON_DOCUMENT;
    }

    public static Codec<RawBsonDocument> rawBsonDocument() {
        return RAW_BSON_DOCUMENT;
    }

    private record Provider(@Nullable Transformer nestedDocuments) implements CodecProvider {
        @Override
        @SuppressWarnings("unchecked")
        public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
            if (type == Document.class) {
                return (Codec<T>) new FastDocumentCodec(registry, nestedDocuments);
            }
            if (type == BsonDocument.class) {
                return (Codec<T>) BSON_DOCUMENT;
            }
            if (type == RawBsonDocument.class) {
                return (Codec<T>) RAW_BSON_DOCUMENT;
            }
            return null;
        }

        @Override
        public String toString() {
            return "FastCodecs";
        }
    }
}
