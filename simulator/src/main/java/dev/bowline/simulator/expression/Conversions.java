package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.add;
import static dev.bowline.simulator.expression.Functions.special;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonTimestamp;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** {@code $convert} and its short forms. */
final class Conversions {
    private static final int FAILURE = 241;

    private Conversions() {}

    static void register() {
        shortForm("$toBool", "bool");
        shortForm("$toInt", "int");
        shortForm("$toLong", "long");
        shortForm("$toDouble", "double");
        shortForm("$toDecimal", "decimal");
        shortForm("$toString", "string");
        shortForm("$toDate", "date");
        shortForm("$toObjectId", "objectId");
        Functions.since(25, "$toUUID", 1, 1, (values, scope) -> {
            if (Missing.orNull(values[0])) {
                return null;
            }
            if (values[0] instanceof String text) {
                try {
                    return UUID.fromString(text);
                } catch (IllegalArgumentException e) {
                    throw failure("Invalid UUID string: " + text);
                }
            }
            throw unsupported(values[0], "binData");
        });
        special("$convert", Conversions::convert);
    }

    private static void shortForm(String name, String type) {
        add(name, 1, (values, scope) -> Missing.orNull(values[0]) ? null : to(type, values[0]));
    }

    private static Expression convert(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(9, "$convert expects an object of named arguments but found: "
                    + Types.name(operand));
        }
        for (String name : document.keySet()) {
            if (Set.of("format", "base", "byteOrder").contains(name) && parser.wireVersion() >= 25) {
                throw QueryError.notSimulated("the argument '" + name + "' of $convert");
            }
            if (!Set.of("input", "to", "onError", "onNull").contains(name)) {
                throw new QueryError(9, "$convert found an unknown argument: " + name);
            }
        }
        for (String name : new String[]{"input", "to"}) {
            if (!document.containsKey(name)) {
                throw new QueryError(9, "Missing '" + name + "' parameter to $convert");
            }
        }
        Expression input = parser.parse(document.get("input"));
        Expression to = parser.parse(document.get("to"));
        Expression onError = Functions.optional(document, "onError", parser);
        Expression onNull = Functions.optional(document, "onNull", parser);
        return scope -> {
            Object type = to.evaluate(scope);
            Object value = input.evaluate(scope);
            if (Missing.orNull(value)) {
                return onNull == null ? null : onNull.evaluate(scope);
            }
            if (Missing.orNull(type)) {
                return null;
            }
            String name = type(type);
            try {
                return to(name, value);
            } catch (QueryError e) {
                if (onError != null && e.code() == FAILURE) {
                    return onError.evaluate(scope);
                }
                throw e;
            }
        };
    }

    private static String type(@Nullable Object type) {
        if (type instanceof String name) {
            if (Types.named(name) == -2) {
                throw new QueryError(2, "Unknown type name: " + name);
            }
            return name;
        }
        if (type instanceof Number number && Types.isWhole(number)) {
            int id = number.intValue();
            if (id == -1 || id == 127 || (id >= 1 && id <= 19)) {
                return Types.name(id);
            }
            throw new QueryError(9, "In $convert, numeric value for 'to' does not correspond to a BSON type: " + id);
        }
        throw new QueryError(9, "$convert's 'to' argument must be a string or number, but is " + Types.name(type));
    }

    private static QueryError failure(String message) {
        return new QueryError(FAILURE, message + " in $convert with no onError value");
    }

    private static QueryError unsupported(@Nullable Object value, String type) {
        return failure("Unsupported conversion from " + Types.name(value) + " to " + type);
    }

    static @Nullable Object to(String type, @Nullable Object value) {
        return switch (type) {
            case "bool" -> Missing.orNull(value) ? null : Functions.isTrue(value);
            case "int" -> (Object) (int) whole(value, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "long" -> (Object) whole(value, "long", Long.MIN_VALUE, Long.MAX_VALUE);
            case "double" -> real(value);
            case "decimal" -> decimal(value);
            case "string" -> string(value);
            case "date" -> date(value);
            case "objectId" -> objectId(value);
            default -> throw unsupported(value, type);
        };
    }

    @SuppressWarnings("RefactorSwitch")
    private static long whole(@Nullable Object value, String type, long low, long high) {
        switch (value) {
            case Boolean flag -> {
                return flag ? 1 : 0;
            }
            case Instant date when type.equals("long") -> {
                return date.toEpochMilli();
            }
            case String text -> {
                if (!text.matches("[-+]?[0-9]+")) {
                    throw failure("Failed to parse number '" + text + "'");
                }
                return inRange(new BigDecimal(text), low, high);
            }
            case null, default -> {
                if (value == null || !Types.isNumber(value)) {
                    throw unsupported(value, type);
                }
                if (!Numbers.isFinite(value)) {
                    throw failure("Attempt to convert " + (Numbers.isNaN(value) ? "NaN" : "infinity")
                            + " value to integer type");
                }
                return inRange(Numbers.big(value).setScale(0, RoundingMode.DOWN), low, high);
            }
        }
    }

    private static long inRange(BigDecimal value, long low, long high) {
        if (value.compareTo(BigDecimal.valueOf(low)) < 0 || value.compareTo(BigDecimal.valueOf(high)) > 0) {
            throw failure("Conversion would overflow target type");
        }
        return value.longValue();
    }

    @SuppressWarnings("RefactorSwitch")
    private static Object real(@Nullable Object value) {
        switch (value) {
            case Boolean flag -> {
                return flag ? 1.0 : 0.0;
            }
            case Instant date -> {
                return (double) date.toEpochMilli();
            }
            case String text -> {
                try {
                    if (text.isEmpty() || Character.isWhitespace(text.charAt(0)) || text.endsWith("d")
                            || text.endsWith("f") || Character.isWhitespace(text.charAt(text.length() - 1))) {
                        throw new NumberFormatException();
                    }
                    return switch (text) {
                        case "inf", "Infinity", "+inf" -> Double.POSITIVE_INFINITY;
                        case "-inf", "-Infinity" -> Double.NEGATIVE_INFINITY;
                        default -> Double.parseDouble(text);
                    };
                } catch (NumberFormatException e) {
                    throw failure("Failed to parse number '" + text + "'");
                }
            }
            case null, default -> {
                if (value == null || !Types.isNumber(value)) {
                    throw unsupported(value, "double");
                }
                double result = Numbers.dbl(value);
                if (Double.isInfinite(result) && Numbers.isFinite(value)) {
                    throw failure("Conversion would overflow target type");
                }
                return result;
            }
        }
    }

    @SuppressWarnings("RefactorSwitch")
    private static Object decimal(@Nullable Object value) {
        switch (value) {
            case Boolean flag -> {
                return new Decimal128(flag ? 1 : 0);
            }
            case Instant date -> {
                return new Decimal128(date.toEpochMilli());
            }
            case String text -> {
                try {
                    return Decimal128.parse(text);
                } catch (NumberFormatException e) {
                    throw failure("Failed to parse number '" + text + "'");
                }
            }
            case null, default -> {
                if (value == null || !Types.isNumber(value)) {
                    throw unsupported(value, "decimal");
                }
                return Numbers.decimal(value);
            }
        }
    }

    private static String string(@Nullable Object value) {
        return switch (value) {
            case Boolean flag -> flag.toString();
            case String text -> text;
            case ObjectId id -> id.toHexString();
            case Instant date -> DateFunctions.iso(date);
            case UUID uuid -> uuid.toString();
            case null, default -> {
                if (value == null || !Types.isNumber(value)) {
                    throw unsupported(value, "string");
                }
                yield text(value);
            }
        };
    }

    /** A number as the server prints it. */
    static String text(Object number) {
        if (!(number instanceof Double value)) {
            return number.toString();
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return (value == 0 && 1 / value < 0 ? "-" : "") + Long.toString(value.longValue());
        }
        double size = Math.abs(value);
        if (size >= 1e-4 && size < 1e15) {
            return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
        }
        String[] parts = Double.toString(value).split("E");
        String mantissa = parts[0].endsWith(".0") ? parts[0].substring(0, parts[0].length() - 2) : parts[0];
        if (parts.length == 1) {
            return new BigDecimal(parts[0]).stripTrailingZeros().toPlainString();
        }
        int exponent = Integer.parseInt(parts[1]);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    private static Instant date(@Nullable Object value) {
        return switch (value) {
            case Instant date -> date;
            case Long millis -> Instant.ofEpochMilli(millis);
            case Double millis -> Instant.ofEpochMilli(whole(millis, "long", Long.MIN_VALUE, Long.MAX_VALUE));
            case Decimal128 millis -> Instant.ofEpochMilli(whole(millis, "long", Long.MIN_VALUE, Long.MAX_VALUE));
            case String text -> DateParser.parse(text, java.time.ZoneOffset.UTC, FAILURE);
            case ObjectId id -> Instant.ofEpochSecond(Integer.toUnsignedLong(id.getTimestamp()));
            case BsonTimestamp time -> Instant.ofEpochSecond(Integer.toUnsignedLong(time.getTime()));
            case null, default -> throw unsupported(value, "date");
        };
    }

    private static ObjectId objectId(@Nullable Object value) {
        if (value instanceof ObjectId id) {
            return id;
        }
        if (value instanceof String text) {
            if (!ObjectId.isValid(text)) {
                throw failure("Failed to parse objectId '" + text + "'");
            }
            return new ObjectId(text);
        }
        throw unsupported(value, "objectId");
    }
}
