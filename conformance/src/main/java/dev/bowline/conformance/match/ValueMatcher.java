package dev.bowline.conformance.match;

import dev.bowline.conformance.format.Documents;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Compares values as the format says: numbers by value whatever their type, documents without regard to the order of
 * keys, and extra keys of the actual document only at the root.
 */
public final class ValueMatcher {
    private final EntityValues entities;

    public ValueMatcher(EntityValues entities) {
        this.entities = entities;
    }

    /** Where extra keys of the actual document are allowed. */
    private enum Root {
        NOWHERE, HERE, IN_ELEMENTS
    }

    /** Compares as a root value: a document may have keys that the test does not name. */
    public void matchRoot(BsonValue expected, @Nullable BsonValue actual, String at) {
        match(expected, actual, at, Root.HERE);
    }

    /** Compares what an iterable of documents gave: each element is a root document. */
    public void matchIterable(BsonValue expected, @Nullable BsonValue actual, String at) {
        match(expected, actual, at, Root.IN_ELEMENTS);
    }

    /**
     * Compares exactly, as the documents of an outcome are compared: without operators, and a number of another type is
     * another number; only the order of keys may differ.
     */
    public static void matchExactly(BsonValue expected, BsonValue actual, String at) {
        if (!sortedKeysEqual(expected, actual)) {
            throw new MismatchException(at + ": expected " + show(expected) + ", was " + show(actual));
        }
    }

    private static boolean sortedKeysEqual(BsonValue expected, @Nullable BsonValue actual) {
        if (expected instanceof BsonDocument left && actual instanceof BsonDocument right) {
            return left.keySet().equals(right.keySet()) && left.entrySet().stream()
                    .allMatch(entry -> sortedKeysEqual(entry.getValue(), right.get(entry.getKey())));
        }
        if (expected instanceof BsonArray left && actual instanceof BsonArray right) {
            return left.size() == right.size() && java.util.stream.IntStream.range(0, left.size())
                    .allMatch(i -> sortedKeysEqual(left.get(i), right.get(i)));
        }
        return expected.equals(actual);
    }

    private void match(BsonValue expected, @Nullable BsonValue actual, String at, Root root) {
        if (expected instanceof BsonDocument document) {
            String operator = operatorOf(document);
            if (operator == null) {
                matchDocument(document, actual, at, root);
            } else {
                matchOperator(operator, document.values().iterator().next(), actual, at, root);
            }
        } else if (actual == null) {
            throw new MismatchException(at + ": expected " + show(expected) + ", was absent");
        } else if (expected instanceof BsonArray array) {
            matchArray(array, actual, at, root);
        } else if (expected instanceof BsonNumber number) {
            expect(actual instanceof BsonNumber other && sameNumber(number, other), expected, actual, at);
        } else {
            expect(expected.equals(actual), expected, actual, at);
        }
    }

    private void matchDocument(BsonDocument expected, @Nullable BsonValue actual, String at, Root root) {
        if (!(actual instanceof BsonDocument document)) {
            throw new MismatchException(at + ": expected " + show(expected) + ", was "
                    + (actual == null ? "absent" : show(actual)));
        }
        for (Map.Entry<String, BsonValue> entry : expected.entrySet()) {
            match(entry.getValue(), document.get(entry.getKey()), at + "." + entry.getKey(), Root.NOWHERE);
        }
        if (root == Root.NOWHERE) {
            for (String key : document.keySet()) {
                if (!expected.containsKey(key)) {
                    throw new MismatchException(at + ": unexpected key \"" + key + "\" in " + show(document)
                            + ", expected " + show(expected));
                }
            }
        }
    }

    private void matchArray(BsonArray expected, BsonValue actual, String at, Root root) {
        if (!(actual instanceof BsonArray array)) {
            throw new MismatchException(at + ": expected " + show(expected) + ", was " + show(actual));
        }
        if (array.size() != expected.size()) {
            throw new MismatchException(at + ": expected " + expected.size() + " elements, were " + array.size()
                    + ": expected " + show(expected) + ", was " + show(array));
        }
        for (int i = 0; i < expected.size(); i++) {
            match(expected.get(i), array.get(i), at + "[" + i + "]",
                    root == Root.IN_ELEMENTS ? Root.HERE : Root.NOWHERE);
        }
    }

    private void matchOperator(String operator, BsonValue argument, @Nullable BsonValue actual, String at,
            Root root) {
        if (operator.equals("$$exists")) {
            boolean wanted = argument.asBoolean().getValue();
            if (wanted != (actual != null)) {
                throw new MismatchException(at + ": expected to be " + (wanted
                        ? "present"
                        : "absent, was "
                                + show(actual)));
            }
            return;
        }
        if (operator.equals("$$unsetOrMatches")) {
            if (actual != null) {
                match(argument, actual, at, root);
            }
            return;
        }
        if (actual == null) {
            throw new MismatchException(at + ": expected " + operator + " " + show(argument) + ", was absent");
        }
        switch (operator) {
            case "$$type" -> matchType(argument, actual, at);
            case "$$matchesEntity" -> match(entities.value(argument.asString().getValue()), actual, at, root);
            case "$$matchesHexBytes" -> matchBytes(argument.asString().getValue(), actual, at);
            case "$$sessionLsid" -> {
                BsonDocument lsid = entities.sessionId(argument.asString().getValue());
                expect(lsid.equals(actual), lsid, actual, at);
            }
            case "$$lte" -> {
                if (!(actual instanceof BsonNumber number && argument instanceof BsonNumber limit)
                        || number.doubleValue() > limit.doubleValue()) {
                    throw new MismatchException(at + ": expected at most " + show(argument) + ", was " + show(actual));
                }
            }
            case "$$matchAsDocument" -> match(argument, parse(actual, at), at, Root.NOWHERE);
            case "$$matchAsRoot" -> match(argument, actual, at, Root.HERE);
            default -> throw new MismatchException(at + ": there is no operator " + operator);
        }
    }

    private static BsonValue parse(BsonValue actual, String at) {
        try {
            return BsonDocument.parse(((BsonString) actual).getValue());
        } catch (ClassCastException | JsonParseException e) {
            throw new MismatchException(at + ": expected a string of extended JSON, was " + show(actual), e);
        }
    }

    private static void matchBytes(String hex, BsonValue actual, String at) {
        byte[] bytes = actual instanceof BsonBinary binary ? binary.getData() : new byte[0];
        if (!actual.isBinary() || !HexFormat.of().formatHex(bytes).equals(hex.toLowerCase(Locale.ROOT))) {
            throw new MismatchException(at + ": expected the bytes " + hex + ", was " + show(actual));
        }
    }

    private static void matchType(BsonValue argument, BsonValue actual, String at) {
        List<String> names = argument instanceof BsonArray
                ? Documents.strings(new BsonDocument("types", argument), "types")
                : List.of(argument.asString().getValue());
        for (String name : names) {
            if (isOfType(name, actual)) {
                return;
            }
        }
        throw new MismatchException(at + ": expected the type " + names + ", was " + actual.getBsonType() + " "
                + show(actual));
    }

    private static boolean isOfType(String name, BsonValue actual) {
        BsonType type = actual.getBsonType();
        return switch (name) {
            case "double" -> type == BsonType.DOUBLE;
            case "string" -> type == BsonType.STRING;
            case "object" -> type == BsonType.DOCUMENT;
            case "array" -> type == BsonType.ARRAY;
            case "binData" -> type == BsonType.BINARY;
            case "undefined" -> type == BsonType.UNDEFINED;
            case "objectId" -> type == BsonType.OBJECT_ID;
            case "bool" -> type == BsonType.BOOLEAN;
            case "date" -> type == BsonType.DATE_TIME;
            case "null" -> type == BsonType.NULL;
            case "regex" -> type == BsonType.REGULAR_EXPRESSION;
            case "dbPointer" -> type == BsonType.DB_POINTER;
            case "javascript" -> type == BsonType.JAVASCRIPT;
            case "symbol" -> type == BsonType.SYMBOL;
            case "javascriptWithScope" -> type == BsonType.JAVASCRIPT_WITH_SCOPE;
            case "int" -> type == BsonType.INT32;
            case "timestamp" -> type == BsonType.TIMESTAMP;
            case "long" -> type == BsonType.INT64;
            case "decimal" -> type == BsonType.DECIMAL128;
            case "minKey" -> type == BsonType.MIN_KEY;
            case "maxKey" -> type == BsonType.MAX_KEY;
            case "number" -> actual instanceof BsonNumber;
            default -> throw new MismatchException("there is no BSON type \"" + name + "\"");
        };
    }

    private static boolean sameNumber(BsonNumber left, BsonNumber right) {
        if (left.isDecimal128() || right.isDecimal128()) {
            return left.equals(right);
        }
        boolean integers = !left.isDouble() && !right.isDouble();
        return integers ? left.longValue() == right.longValue() : left.doubleValue() == right.doubleValue();
    }

    private static @Nullable String operatorOf(BsonDocument document) {
        if (document.size() != 1) {
            return null;
        }
        String key = document.getFirstKey();
        return key.startsWith("$$") ? key : null;
    }

    private static void expect(boolean holds, BsonValue expected, BsonValue actual, String at) {
        if (!holds) {
            throw new MismatchException(at + ": expected " + show(expected) + ", was " + show(actual));
        }
    }

    private static String show(@Nullable BsonValue value) {
        String text = value instanceof BsonDocument document ? document.toJson() : String.valueOf(value);
        return text.length() > 600 ? text.substring(0, 600) + "..." : text;
    }
}
