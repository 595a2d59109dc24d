package dev.bowline.sync;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** An index as the {@code createIndexes} command describes it. */
final class IndexDescription {
    private IndexDescription() {}

    static Document of(IndexModel model, View view, Class<?> documentClass) {
        IndexOptions options = model.getOptions();
        BsonDocument keys = model.getKeys().toBsonDocument(documentClass, view.registry());
        Document index = new Document("key", keys).append("name",
                options.getName() != null ? options.getName() : name(keys));
        put(index, "background", options.isBackground() ? true : null);
        put(index, "unique", options.isUnique() ? true : null);
        put(index, "sparse", options.isSparse() ? true : null);
        put(index, "expireAfterSeconds", options.getExpireAfter(TimeUnit.SECONDS));
        put(index, "v", options.getVersion());
        put(index, "weights", bson(options.getWeights(), view, documentClass));
        put(index, "default_language", options.getDefaultLanguage());
        put(index, "language_override", options.getLanguageOverride());
        put(index, "textIndexVersion", options.getTextVersion());
        put(index, "2dsphereIndexVersion", options.getSphereVersion());
        put(index, "bits", options.getBits());
        put(index, "min", options.getMin());
        put(index, "max", options.getMax());
        put(index, "storageEngine", bson(options.getStorageEngine(), view, documentClass));
        put(index, "partialFilterExpression", bson(options.getPartialFilterExpression(), view, documentClass));
        put(index, "collation", options.getCollation() == null ? null : options.getCollation().asDocument());
        put(index, "wildcardProjection", bson(options.getWildcardProjection(), view, documentClass));
        put(index, "hidden", options.isHidden() ? true : null);
        return index;
    }

    private static void put(Document index, String name, @Nullable Object value) {
        if (value != null) {
            index.append(name, value);
        }
    }

    private static @Nullable BsonDocument bson(@Nullable Bson bson, View view, Class<?> documentClass) {
        return bson == null ? null : bson.toBsonDocument(documentClass, view.registry());
    }

    /** The name that an index gets from its keys. */
    private static String name(BsonDocument keys) {
        StringJoiner name = new StringJoiner("_");
        keys.forEach((field, direction) -> name.add(field).add(direction(direction)));
        return name.toString();
    }

    private static String direction(BsonValue value) {
        if (value.isNumber()) {
            return Integer.toString(value.asNumber().intValue());
        }
        return value.isString() ? value.asString().getValue().replace(' ', '_') : "";
    }
}
