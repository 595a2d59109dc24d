package dev.bowline.simulator.bson;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** BSON types of values: their numbers, their names, and where they stand in the order of types. */
public final class Types {
    private static final String[] NAMES = {"missing", "double", "string", "object", "array", "binData", "undefined",
            "objectId", "bool", "date", "null", "regex", "dbPointer", "javascript", "symbol", "javascriptWithScope",
            "int", "timestamp", "long", "decimal"};

    private Types() {}

    /** The type's number on the wire; 0 for a missing value, -1 for MinKey, 127 for MaxKey. */
    public static int number(@Nullable Object value) {
        return switch (value) {
            case null -> 10;
            case String ignored -> 2;
            case Integer ignored -> 16;
            case Long ignored -> 18;
            case Double ignored -> 1;
            case Document ignored -> 3;
            case List<?> ignored -> 4;
            case Boolean ignored -> 8;
            case ObjectId ignored -> 7;
            case Instant ignored -> 9;
            case Decimal128 ignored -> 19;
            case BsonTimestamp ignored -> 17;
            case UUID ignored -> 5;
            case Binary ignored -> 5;
            case BsonRegularExpression ignored -> 11;
            case Code ignored -> 13;
            case Symbol ignored -> 14;
            case MinKey ignored -> -1;
            case MaxKey ignored -> 127;
            case OpaqueValue opaque -> opaque.type();
            case Missing ignored -> 0;
            case Encoded ignored -> 3;
            default -> throw new IllegalArgumentException("No BSON type for " + value.getClass());
        };
    }

    /** The name that {@code $type} and messages use. */
    public static String name(@Nullable Object value) {
        return name(number(value));
    }

    public static String name(int number) {
        return number == -1 ? "minKey" : number == 127 ? "maxKey" : NAMES[number];
    }

    /** The number of a type by its name, or -2 if there is none of that name. */
    public static int named(String name) {
        if (name.equals("minKey")) {
            return -1;
        } else if (name.equals("maxKey")) {
            return 127;
        }
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i].equals(name)) {
                return i == 0 ? -2 : i;
            }
        }
        return -2;
    }

    /** Where values of this type stand among those of others. Types of the same rank compare by value. */
    public static int rank(@Nullable Object value) {
        return switch (number(value)) {
            case -1 -> 0;
            case 0 -> 1;
            case 6, 10 -> 2;
            case 1, 16, 18, 19 -> 5;
            case 2, 14 -> 10;
            case 3 -> 15;
            case 4 -> 20;
            case 5 -> 25;
            case 7 -> 30;
            case 8 -> 35;
            case 9 -> 40;
            case 17 -> 45;
            case 11 -> 50;
            case 12 -> 55;
            case 13 -> 60;
            case 15 -> 65;
            default -> 127;
        };
    }

    public static boolean isNumber(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Double
                || value instanceof Decimal128;
    }

    /** True if the value is a number without a fraction that fits in 64 bits. */
    public static boolean isWhole(@Nullable Object value) {
        return switch (value) {
            case Integer ignored -> true;
            case Long ignored -> true;
            case Double d -> d == Math.rint(d) && d >= -0x1p63 && d < 0x1p63;
            case Decimal128 d -> !d.isNaN() && !d.isInfinite() && Numbers.isWhole(d);
            case null, default -> false;
        };
    }

    public static byte[] bytes(Object binary) {
        if (binary instanceof UUID uuid) {
            return java.nio.ByteBuffer.allocate(16).putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits()).array();
        }
        return ((Binary) binary).getData();
    }

    public static int subtype(Object binary) {
        return binary instanceof UUID ? 4 : ((Binary) binary).getType() & 0xff;
    }
}
