package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Types;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** Reading the fields of commands, with the server's errors for those of the wrong type. */
final class Values {
    private Values() {}

    static boolean isTrue(@Nullable Object value) {
        return value instanceof Boolean b ? b : value instanceof Number n && n.doubleValue() != 0;
    }

    static @Nullable Document document(Document from, String name) {
        Object value = from.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Document document) {
            return document;
        }
        throw wrongType(from, name, value, "object");
    }

    static Document documentOrEmpty(Document from, String name) {
        Document value = document(from, name);
        return value == null ? new Document() : value;
    }

    static Document requiredDocument(Document from, String name, String where) {
        Document value = document(from, name);
        if (value == null) {
            throw missing(where, name);
        }
        return value;
    }

    static ServerError missing(String where, String name) {
        return new ServerError(40414, "BSON field '" + where + "." + name + "' is missing but a required field");
    }

    static long number(Document from, String name, long otherwise) {
        Object value = from.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        throw wrongType(from, name, value, "number");
    }

    static @Nullable String string(Document from, String name) {
        Object value = from.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            return text;
        }
        throw wrongType(from, name, value, "string");
    }

    static List<Document> documents(Document from, String name) {
        Object value = from.get(name);
        if (!(value instanceof List<?> list)) {
            throw value == null ? missing(commandName(from), name) : wrongType(from, name, value, "array");
        }
        List<Document> result = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Document document)) {
                throw new ServerError(ErrorCodes.TYPE_MISMATCH, "BSON field '" + commandName(from) + "." + name
                        + ".0' is the wrong type '" + typeName(element) + "', expected type 'object'");
            }
            result.add(document);
        }
        return result;
    }

    static long timestamp(@Nullable Object value) {
        return value instanceof BsonTimestamp timestamp ? timestamp.getValue() : 0;
    }

    static String commandName(Document command) {
        return command.isEmpty() ? "" : command.keySet().iterator().next();
    }

    static ServerError wrongType(Document from, String name, Object value, String expected) {
        return new ServerError(ErrorCodes.TYPE_MISMATCH, "BSON field '" + commandName(from) + "." + name
                + "' is the wrong type '" + typeName(value) + "', expected type '" + expected + "'");
    }

    static String typeName(@Nullable Object value) {
        return Types.name(value);
    }
}
