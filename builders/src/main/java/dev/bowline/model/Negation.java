package dev.bowline.model;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** The opposite of a filter. The server knows {@code $not} under a field only, so it moves inwards. */
record Negation(Bson filter) implements Bson {
    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        BsonDocument document = filter.toBsonDocument(documentClass, codecs);
        if (document.size() == 1) {
            Map.Entry<String, BsonValue> only = document.entrySet().iterator().next();
            return under(only.getKey(), only.getValue());
        }
        BsonArray parts = new BsonArray(document.size());
        document.forEach((name, value) -> parts.add(new BsonDocument(name, value)));
        return under("$and", parts);
    }

    private static BsonDocument under(String name, BsonValue value) {
        if (name.startsWith("$")) {
            return new BsonDocument("$not", new BsonDocument(name, value));
        }
        boolean takesNot = (value.isDocument() && hasOperators(value.asDocument())) || value.isRegularExpression();
        BsonValue negated = takesNot ? value : new BsonDocument("$eq", value);
        return new BsonDocument(name, new BsonDocument("$not", negated));
    }

    /** A document of operators, and no value to be compared with, as a reference to another document is. */
    private static boolean hasOperators(BsonDocument document) {
        return !document.isEmpty() && document.getFirstKey().startsWith("$") && !document.containsKey("$ref")
                && !document.containsKey("$id");
    }

    @Override
    public String toString() {
        return "{$not: " + filter + "}";
    }
}
