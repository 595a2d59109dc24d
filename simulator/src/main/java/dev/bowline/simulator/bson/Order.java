package dev.bowline.simulator.bson;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.types.Code;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** The order of BSON values, of whatever types, with strings compared by a given order. */
public final class Order implements Comparator<@Nullable Object> {
    /** The order without a collation: strings by their bytes. */
    public static final Order BINARY = new Order(null);

    private final @Nullable Comparator<String> strings;

    public Order(@Nullable Comparator<String> strings) {
        this.strings = strings;
    }

    /** How strings are compared, or null if by their bytes. */
    public @Nullable Comparator<String> strings() {
        return strings;
    }

    public boolean equal(@Nullable Object a, @Nullable Object b) {
        return compare(a, b) == 0;
    }

    @Override
    public int compare(@Nullable Object a, @Nullable Object b) {
        if (a == b) {
            return 0;
        }
        if (a instanceof String x && b instanceof String y) {
            return text(x, y);
        }
        int left = Types.rank(a);
        int right = Types.rank(b);
        if (left != right) {
            return Integer.compare(left, right);
        }
        return a == null || b == null ? 0 : sameRank(left, a, b);
    }

    private int sameRank(int rank, Object a, Object b) {
        return switch (rank) {
            case 5 -> Numbers.compare(a, b);
            case 10 -> text(string(a), string(b));
            case 15 -> documents((Document) a, (Document) b);
            case 20 -> lists((List<?>) a, (List<?>) b);
            case 25 -> binaries(a, b);
            case 30 -> ((ObjectId) a).compareTo((ObjectId) b);
            case 35 -> Boolean.compare((Boolean) a, (Boolean) b);
            case 40 -> ((Instant) a).compareTo((Instant) b);
            case 45 -> ((BsonTimestamp) a).compareTo((BsonTimestamp) b);
            case 50 -> regexes((BsonRegularExpression) a, (BsonRegularExpression) b);
            case 60 -> bytes(((Code) a).getCode(), ((Code) b).getCode());
            default -> a instanceof OpaqueValue x && b instanceof OpaqueValue y
                    ? Arrays.compareUnsigned(x.bytes(), y.bytes())
                    : 0;
        };
    }

    private static String string(Object value) {
        return value instanceof Symbol symbol ? symbol.getSymbol() : (String) value;
    }

    private int text(String a, String b) {
        return strings == null ? bytes(a, b) : strings.compare(a, b);
    }

    /** Compares as UTF-8, which differs from comparing chars only beyond the basic plane. */
    public static int bytes(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                if (Character.isSurrogate(x) || Character.isSurrogate(y)) {
                    return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8),
                            b.getBytes(StandardCharsets.UTF_8));
                }
                return Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private int documents(Document a, Document b) {
        int length = Math.min(a.size(), b.size());
        for (int i = 0; i < length; i++) {
            int order = Integer.compare(Types.rank(a.valueAt(i)), Types.rank(b.valueAt(i)));
            if (order == 0) {
                order = bytes(a.nameAt(i), b.nameAt(i));
            }
            if (order == 0) {
                order = compare(a.valueAt(i), b.valueAt(i));
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private int lists(List<?> a, List<?> b) {
        int length = Math.min(a.size(), b.size());
        for (int i = 0; i < length; i++) {
            int order = compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int binaries(Object a, Object b) {
        byte[] left = Types.bytes(a);
        byte[] right = Types.bytes(b);
        if (left.length != right.length) {
            return Integer.compare(left.length, right.length);
        }
        int order = Integer.compare(Types.subtype(a), Types.subtype(b));
        return order != 0 ? order : Arrays.compareUnsigned(left, right);
    }

    private static int regexes(BsonRegularExpression a, BsonRegularExpression b) {
        int order = bytes(a.getPattern(), b.getPattern());
        return order != 0 ? order : bytes(a.getOptions(), b.getOptions());
    }
}
