package dev.bowline.codec;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Reads Extended JSON, version 2, canonical or relaxed, as its specification has it. {@link BsonDocument#parse} reads
 * more: what the shell writes, and forms of older versions. For text from an untrusted source that is a risk.
 */
public final class ExtendedJson {
    private static final Map<String, Function<Map<String, Object>, BsonValue>> TYPES = types();
    /** What the specification of decimal128 allows, which the library's parser takes on trust. */
    private static final Pattern DECIMAL = Pattern.compile(
            "[-+]?(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]{1,9})?|(?i:inf(?:inity)?|nan))");
    /** A decimal has 34 digits; the rest can only be zeros, and those need not be many. */
    private static final int MAX_DECIMAL_CHARS = 20_000;
    private static final long MAX_UNSIGNED = 0xFFFF_FFFFL;

    private ExtendedJson() {}

    /**
     * Reads one document from its Extended JSON text.
     *
     * @throws JsonParseException if the text is not one JSON object, or breaks a rule of Extended JSON
     */
    public static BsonDocument parse(String json) {
        Object value = JsonText.parse(json);
        if (value instanceof Map<?, ?> && read(value) instanceof BsonDocument document) {
            return document;
        }
        throw new JsonParseException("Expected a document");
    }

    private static Map<String, Function<Map<String, Object>, BsonValue>> types() {
        Map<String, Function<Map<String, Object>, BsonValue>> types = new LinkedHashMap<>();
        types.put("$oid", object -> new BsonObjectId(objectId(only(object, "$oid"))));
        types.put("$symbol", object -> new BsonSymbol(text(only(object, "$symbol"), "$symbol")));
        types.put("$numberInt", object -> new BsonInt32(number(object, "$numberInt", Integer::parseInt)));
        types.put("$numberLong", object -> new BsonInt64(number(object, "$numberLong", Long::parseLong)));
        types.put("$numberDouble", object -> new BsonDouble(number(object, "$numberDouble", ExtendedJson::real)));
        types.put("$numberDecimal",
                object -> new BsonDecimal128(number(object, "$numberDecimal", ExtendedJson::decimal)));
        types.put("$binary", object -> binary(members(only(object, "$binary"), "$binary", "base64", "subType")));
        types.put("$uuid", object -> new BsonBinary(uuid(text(only(object, "$uuid"), "$uuid"))));
        types.put("$code", ExtendedJson::code);
        types.put("$timestamp", object -> timestamp(members(only(object, "$timestamp"), "$timestamp", "t", "i")));
        types.put("$regularExpression", object -> expression(
                members(only(object, "$regularExpression"), "$regularExpression", "pattern", "options")));
        types.put("$dbPointer", object -> pointer(members(only(object, "$dbPointer"), "$dbPointer", "$ref", "$id")));
        types.put("$date", object -> date(only(object, "$date")));
        types.put("$minKey", object -> marker(object, "$minKey", "1", new BsonMinKey()));
        types.put("$maxKey", object -> marker(object, "$maxKey", "1", new BsonMaxKey()));
        types.put("$undefined", object -> marker(object, "$undefined", "true", new BsonUndefined()));
        return types;
    }

    private static BsonValue read(Object value) {
        return switch (value) {
            case Map<?, ?> object -> readObject(cast(object));
            case List<?> elements -> {
                BsonArray array = new BsonArray();
                elements.forEach(element -> array.add(read(element)));
                yield array;
            }
            case String text -> new BsonString(text);
            case Boolean flag -> BsonBoolean.valueOf(flag);
            case JsonText.Literal literal -> readNumber(literal);
            default -> BsonNull.VALUE;
        };
    }

    private static BsonValue readObject(Map<String, Object> object) {
        for (String key : object.keySet()) {
            Function<Map<String, Object>, BsonValue> type = key.startsWith("$") ? TYPES.get(key) : null;
            if (type != null) {
                return type.apply(object);
            }
        }
        BsonDocument document = new BsonDocument();
        object.forEach((key, value) -> document.append(key, read(value)));
        return document;
    }

    /** The smallest type that holds it, as relaxed Extended JSON has it. */
    private static BsonValue readNumber(JsonText.Literal literal) {
        if (literal.isWhole() && !literal.digits().equals("-0")) {
            try {
                long whole = Long.parseLong(literal.digits());
                return whole == (int) whole ? new BsonInt32((int) whole) : new BsonInt64(whole);
            } catch (NumberFormatException tooLarge) {
                return new BsonDouble(Double.parseDouble(literal.digits()));
            }
        }
        return new BsonDouble(Double.parseDouble(literal.digits()));
    }

    // ---- the types

    private static BsonValue code(Map<String, Object> object) {
        String code = text(object.get("$code"), "$code");
        if (!object.containsKey("$scope")) {
            only(object, "$code");
            return new BsonJavaScript(code);
        }
        requireKeys(object, Set.of("$code", "$scope"), "$code");
        if (object.get("$scope") instanceof Map<?, ?> scope
                && readObject(cast(scope)) instanceof BsonDocument document) {
            return new BsonJavaScriptWithScope(code, document);
        }
        throw wrong("$scope", "a document", object.get("$scope"));
    }

    private static BsonValue binary(Map<String, Object> parts) {
        String subType = text(parts.get("subType"), "$binary.subType");
        if (!subType.matches("[0-9a-fA-F]{1,2}")) {
            throw wrong("$binary.subType", "one or two hexadecimal digits", subType);
        }
        try {
            return new BsonBinary((byte) Integer.parseInt(subType, 16),
                    Base64.getDecoder().decode(text(parts.get("base64"), "$binary.base64")));
        } catch (IllegalArgumentException e) {
            throw new JsonParseException("$binary.base64: " + e.getMessage(), e);
        }
    }

    private static UUID uuid(String text) {
        if (!text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
            throw wrong("$uuid", "a UUID with its hyphens", text);
        }
        return UUID.fromString(text);
    }

    private static BsonValue timestamp(Map<String, Object> parts) {
        return new BsonTimestamp((int) unsigned(parts.get("t"), "$timestamp.t"),
                (int) unsigned(parts.get("i"), "$timestamp.i"));
    }

    private static long unsigned(@Nullable Object value, String at) {
        if (value instanceof JsonText.Literal literal && literal.isWhole()) {
            try {
                long number = Long.parseLong(literal.digits());
                if (number >= 0 && number <= MAX_UNSIGNED) {
                    return number;
                }
            } catch (NumberFormatException tooLarge) {
                throw wrong(at, "a whole number of 32 bits", value);
            }
        }
        throw wrong(at, "a whole number of 32 bits", value);
    }

    private static BsonValue expression(Map<String, Object> parts) {
        return new BsonRegularExpression(text(parts.get("pattern"), "$regularExpression.pattern"),
                text(parts.get("options"), "$regularExpression.options"));
    }

    private static BsonValue pointer(Map<String, Object> parts) {
        Object id = parts.get("$id");
        if (id instanceof Map<?, ?> object && readObject(cast(object)) instanceof BsonObjectId objectId) {
            return new BsonDbPointer(text(parts.get("$ref"), "$dbPointer.$ref"), objectId.getValue());
        }
        throw wrong("$dbPointer.$id", "an object id", id);
    }

    private static BsonValue date(Object value) {
        if (value instanceof String text) {
            try {
                return new BsonDateTime(OffsetDateTime.parse(text).toInstant().toEpochMilli());
            } catch (DateTimeParseException | ArithmeticException e) {
                throw new JsonParseException("$date: " + e.getMessage(), e);
            }
        }
        if (value instanceof Map<?, ?> object && readObject(cast(object)) instanceof BsonInt64 millis) {
            return new BsonDateTime(millis.getValue());
        }
        throw wrong("$date", "a string or a $numberLong", value);
    }

    private static BsonValue marker(Map<String, Object> object, String key, String expected, BsonValue meaning) {
        Object value = only(object, key);
        if (value instanceof String || !value.toString().equals(expected)) {
            throw wrong(key, expected, value);
        }
        return meaning;
    }

    private static ObjectId objectId(Object value) {
        String text = text(value, "$oid");
        if (!ObjectId.isValid(text)) {
            throw wrong("$oid", "24 hexadecimal digits", value);
        }
        return new ObjectId(text);
    }

    private static Decimal128 decimal(String text) {
        if (text.length() > MAX_DECIMAL_CHARS || !DECIMAL.matcher(text).matches()) {
            throw new NumberFormatException("it is not a decimal number");
        }
        return Decimal128.parse(text);
    }

    private static double real(String text) {
        return switch (text) {
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            case "NaN" -> Double.NaN;
            default -> {
                if (!text.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
                    throw new NumberFormatException("\"" + text + "\" is not a number");
                }
                yield Double.parseDouble(text);
            }
        };
    }

    // ---- parts of objects

    private static <T> T number(Map<String, Object> object, String key, Function<String, T> parse) {
        String text = text(only(object, key), key);
        try {
            return parse.apply(text);
        } catch (NumberFormatException e) {
            throw new JsonParseException(key + ": " + e.getMessage(), e);
        }
    }

    private static Object only(Map<String, Object> object, String key) {
        requireKeys(object, Set.of(key), key);
        return Objects.requireNonNull(object.get(key));
    }

    private static Map<String, Object> members(Object value, String at, String... keys) {
        if (!(value instanceof Map<?, ?> object)) {
            throw wrong(at, "an object", value);
        }
        Map<String, Object> members = cast(object);
        requireKeys(members, Set.of(keys), at);
        return members;
    }

    private static void requireKeys(Map<String, Object> object, Set<String> keys, String at) {
        if (!object.keySet().equals(keys)) {
            throw new JsonParseException(at + ": unexpected keys in " + object.keySet());
        }
    }

    private static String text(@Nullable Object value, String at) {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(at, "a string", value);
    }

    private static JsonParseException wrong(String at, String expected, @Nullable Object actual) {
        return new JsonParseException(at + ": expected " + expected + ", found " + actual);
    }

    @SuppressWarnings("unchecked") // JsonText makes no other maps
    private static Map<String, Object> cast(Map<?, ?> object) {
        return (Map<String, Object>) object;
    }
}
