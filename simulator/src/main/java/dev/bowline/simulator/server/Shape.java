package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a document in a command may have, as the server's parser knows them: unknown ones, those of the wrong
 * type and those that are missing are refused.
 *
 * @param name how errors call it
 */
record Shape(String name, Map<String, Field> fields) {
    /**
     * One field.
     *
     * @param inner the shape of the document, or of each document of the list, that it holds
     * @param since the first wire version that knows it
     * @param stable whether it is a part of version 1 of the stable API
     */
    record Field(FieldType type, @Nullable Shape inner, boolean required, int since, boolean stable) {}

    /**
     * Reads a line of a table: {@code name: field type, field type!, ...}. A mark after the type says more: {@code !}
     * for required, {@code @N} for known from wire version N on, {@code ~} for not in the stable API. A type in braces
     * or brackets is a document, or a list of documents, of that shape, which must stand further up.
     */
    static Shape parse(String line, Map<String, Shape> known) {
        int colon = line.indexOf(':');
        Map<String, Field> fields = new LinkedHashMap<>();
        String name = line.substring(0, colon).trim();
        String rest = line.substring(colon + 1).trim();
        for (String entry : rest.isEmpty() ? new String[0] : rest.split(",")) {
            String[] parts = entry.trim().split(" ");
            fields.put(parts[0], field(parts[1], known));
        }
        return new Shape(name, fields);
    }

    private static Field field(String given, Map<String, Shape> known) {
        String text = given;
        int since = 0;
        int at = text.indexOf('@');
        if (at >= 0) {
            since = Integer.parseInt(text.substring(at + 1));
            text = text.substring(0, at);
        }
        boolean required = text.endsWith("!");
        boolean stable = !text.endsWith("~");
        if (required || !stable) {
            text = text.substring(0, text.length() - 1);
        }
        char first = text.charAt(0);
        if (first != '{' && first != '[') {
            return new Field(FieldType.named(text), null, required, since, stable);
        }
        Shape inner = known.get(text.substring(1, text.length() - 1));
        if (inner == null) {
            throw new IllegalArgumentException("There is no shape " + text);
        }
        return new Field(first == '{' ? FieldType.OBJECT : FieldType.OBJECTS, inner, required, since, stable);
    }

    /**
     * Refuses a document of another shape.
     *
     * @param command the name under which the client called the command if this is one, else null: other names with a
     *     dollar are then what servers send each other
     * @param open whether fields that are not known are none of our business
     */
    void check(Document document, @Nullable String command, int wireVersion, boolean open, boolean strictApi) {
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            Field field = fields.get(entry.getKey());
            boolean known = field != null && wireVersion >= field.since();
            if (command != null && (entry.getKey().equals(command) || (!known && entry.getKey().startsWith("$")))) {
                continue;
            }
            if (field == null || !known) {
                if (!open || field != null) {
                    throw unknown(entry.getKey(), wireVersion);
                }
            } else if (entry.getValue() != null) {
                if (strictApi && !field.stable()) {
                    throw new ServerError(323, "BSON field '" + name + "." + entry.getKey()
                            + "' is not allowed with apiStrict:true.");
                }
                value(entry.getKey(), field, entry.getValue(), wireVersion, strictApi);
            }
        }
        for (Map.Entry<String, Field> entry : fields.entrySet()) {
            if (entry.getValue().required() && document.get(entry.getKey()) == null) {
                throw Values.missing(name, entry.getKey());
            }
        }
    }

    private void value(String key, Field field, Object value, int wireVersion, boolean strictApi) {
        if (!field.type().accepts(value)) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH, "BSON field '" + name + "." + key
                    + "' is the wrong type '" + Values.typeName(value) + "', expected type '"
                    + field.type().display + "'");
        }
        if (field.type() == FieldType.COUNT && value instanceof Number number && number.doubleValue() < 0) {
            throw new ServerError(51024, "BSON field '" + key + "' value must be >= 0, actual value '" + value + "'");
        }
        Shape inner = field.inner();
        if (inner != null && value instanceof Document document) {
            inner.check(document, null, wireVersion, false, strictApi);
        } else if (inner != null && value instanceof List<?> list) {
            for (Object element : list) {
                inner.check((Document) element, null, wireVersion, false, strictApi);
            }
        }
    }

    /** Not all parsers have the same words, least of all before 5.0. */
    private ServerError unknown(String field, int wireVersion) {
        if (wireVersion < 13 && name.equals("find")) {
            return new ServerError(9, "Failed to parse: Unrecognized field '" + field + "'.");
        }
        if (wireVersion < 13 && name.equals("aggregate")) {
            return new ServerError(9, "unrecognized field '" + field + "'");
        }
        if (wireVersion < 13 && name.equals("findAndModify") && field.equals("let")) {
            return new ServerError(40415, "BSON field 'let' is an unknown field.");
        }
        if (name.equals("createIndexes.indexes")) {
            return new ServerError(197, "The field '" + field + "' is not valid for an index specification.");
        }
        if (wireVersion < 13 && name.equals("create")) {
            return new ServerError(ErrorCodes.INVALID_OPTIONS,
                    "The field '" + field + "' is not a valid collection option.");
        }
        return new ServerError(40415, "BSON field '" + name + "." + field + "' is an unknown field.");
    }
}
