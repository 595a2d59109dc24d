package dev.bowline.conformance.format;

import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reading optional keys of documents whose shape has been checked. */
public final class Documents {
    private Documents() {}

    public static Stream<BsonDocument> list(BsonDocument from, String key) {
        return from.getArray(key, new BsonArray()).stream().map(BsonValue::asDocument);
    }

    public static List<String> strings(BsonDocument from, String key) {
        return from.getArray(key, new BsonArray()).stream().map(value -> value.asString().getValue()).toList();
    }

    public static @Nullable String string(BsonDocument from, String key) {
        return from.get(key) instanceof BsonString string ? string.getValue() : null;
    }

    public static @Nullable BsonDocument document(BsonDocument from, String key) {
        return from.get(key) instanceof BsonDocument document ? document : null;
    }

    public static @Nullable Boolean bool(BsonDocument from, String key) {
        return from.get(key) instanceof BsonBoolean bool ? bool.getValue() : null;
    }

    public static boolean isTrue(BsonDocument from, String key) {
        return Boolean.TRUE.equals(bool(from, key));
    }
}
