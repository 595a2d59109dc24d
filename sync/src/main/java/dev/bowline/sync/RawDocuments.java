package dev.bowline.sync;

import dev.bowline.driver.operation.LeavesIdsToServer;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/** Documents that are bytes already are inserted as they are, without an id of the driver's making. */
final class RawDocuments {
    private RawDocuments() {}

    static <T> Codec<T> codec(Codec<T> codec, Class<T> documentClass) {
        return documentClass == RawBsonDocument.class ? new AsTheyAre<>(codec) : codec;
    }

    /** One entry for each document, whose id is not known. */
    static Map<Integer, BsonValue> unknownIds(int count) {
        Map<Integer, BsonValue> ids = new HashMap<>();
        for (int i = 0; i < count; i++) {
            ids.put(i, null);
        }
        return ids;
    }

    private record AsTheyAre<T>(Codec<T> codec) implements Codec<T>, LeavesIdsToServer {
        @Override
        public T decode(BsonReader reader, DecoderContext context) {
            return codec.decode(reader, context);
        }

        @Override
        public void encode(BsonWriter writer, T value, EncoderContext context) {
            codec.encode(writer, value, context);
        }

        @Override
        public Class<T> getEncoderClass() {
            return codec.getEncoderClass();
        }
    }
}
