package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.List;
import java.util.UUID;
import org.bson.BsonTimestamp;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** What a field of a command may hold, by the names that the server's messages use. */
enum FieldType {
    ANY("any"),
    STRING("string"),
    BOOL("bool"),
    /** A boolean, or a number in its place. */
    FLAG("bool"),
    /** A 32-bit number and no other. */
    INT("int"),
    /** A 64-bit number and no other. */
    LONG("long"),
    NUMBER("number"),
    /** A number that is not negative. */
    COUNT("number"),
    OBJECT("object"),
    ARRAY("array"),
    OBJECTS("array"),
    STRINGS("array"),
    LONGS("array"),
    /** An index by its keys or its name. */
    HINT("object"),
    /** Operators or a replacement, or a pipeline. */
    UPDATE("object"),
    TEXT_OR_OBJECT("string"),
    TEXT_OR_NUMBER("string"),
    TIMESTAMP("timestamp"),
    OBJECT_ID("objectId"),
    BINARY("binData"),
    /** Binary of subtype 4. */
    UUID_BINARY("binData");

    final String display;

    FieldType(String display) {
        this.display = display;
    }

    /** The type that a table calls by this name. */
    static FieldType named(String name) {
        for (FieldType type : values()) {
            if (type.name().replace("_", "").equalsIgnoreCase(name)) {
                return type;
            }
        }
        throw new IllegalArgumentException("There is no type " + name);
    }

    boolean accepts(Object value) {
        return switch (this) {
            case ANY -> true;
            case STRING -> value instanceof String;
            case BOOL -> value instanceof Boolean;
            case FLAG -> value instanceof Boolean || isNumber(value);
            case INT -> value instanceof Integer;
            case LONG -> value instanceof Long;
            case NUMBER, COUNT -> isNumber(value);
            case OBJECT -> value instanceof Document;
            case ARRAY -> value instanceof List<?>;
            case OBJECTS -> all(value, Document.class);
            case STRINGS -> all(value, String.class);
            case LONGS -> all(value, Long.class);
            case HINT, TEXT_OR_OBJECT -> value instanceof String || value instanceof Document;
            case UPDATE -> value instanceof Document || all(value, Document.class);
            case TEXT_OR_NUMBER -> value instanceof String || isNumber(value);
            case TIMESTAMP -> value instanceof BsonTimestamp;
            case OBJECT_ID -> value instanceof ObjectId;
            case BINARY -> value instanceof Binary || value instanceof UUID;
            case UUID_BINARY -> value instanceof UUID;
        };
    }

    private static boolean isNumber(Object value) {
        return value instanceof Number || value instanceof Decimal128;
    }

    private static boolean all(Object value, Class<?> element) {
        return value instanceof List<?> list && list.stream().allMatch(element::isInstance);
    }
}
