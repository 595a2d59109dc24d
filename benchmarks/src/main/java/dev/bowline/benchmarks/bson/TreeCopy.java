package dev.bowline.benchmarks.bson;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Makes a tree and nothing else, so that what it allocates is what no decoder can do without. Keys are shared. */
@SuppressWarnings("JavaUtilDate") // the class that a Document has for dates
final class TreeCopy {
    private static final class Id {
        private final byte[] bytes;

        Id(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private TreeCopy() {}

    /** The tree with its strings and ids as bytes, from which new ones can be made without anything in between. */
    static Object template(Object value) {
        return switch (value) {
            case Document document -> {
                Document template = new Document();
                document.forEach((name, inner) -> template.put(name, template(inner)));
                yield template;
            }
            case List<?> list -> list.stream().map(TreeCopy::template).toList();
            case String text -> text.getBytes(ISO_8859_1);
            case ObjectId id -> new Id(id.toByteArray());
            default -> value;
        };
    }

    static Object document(Object template) {
        if (template instanceof Document document) {
            Document copy = new Document();
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                copy.put(entry.getKey(), document(entry.getValue()));
            }
            return copy;
        }
        if (template instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            for (int i = 0; i < list.size(); i++) {
                copy.add(document(list.get(i)));
            }
            return copy;
        }
        return switch (template) {
            case byte[] text -> new String(text, ISO_8859_1);
            case Integer number -> Integer.valueOf(number.intValue());
            case Long number -> Long.valueOf(number.longValue());
            case Double number -> Double.valueOf(number.doubleValue());
            case Date date -> new Date(date.getTime());
            case Id id -> new ObjectId(id.bytes);
            default -> template;
        };
    }

    static BsonValue bson(Object template) {
        if (template instanceof Document document) {
            BsonDocument copy = new BsonDocument();
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                copy.put(entry.getKey(), bson(entry.getValue()));
            }
            return copy;
        }
        if (template instanceof List<?> list) {
            BsonArray copy = new BsonArray(list.size());
            for (int i = 0; i < list.size(); i++) {
                copy.add(bson(list.get(i)));
            }
            return copy;
        }
        return switch (template) {
            case byte[] text -> new BsonString(new String(text, ISO_8859_1));
            case Integer number -> new BsonInt32(number);
            case Long number -> new BsonInt64(number);
            case Double number -> new BsonDouble(number);
            case Date date -> new BsonDateTime(date.getTime());
            case Boolean bit -> BsonBoolean.valueOf(bit);
            case Id id -> new BsonObjectId(new ObjectId(id.bytes));
            default -> throw new IllegalArgumentException("No template: " + template);
        };
    }
}
