package dev.bowline.simulator.bson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** Values that are equal in the order of BSON, as keys of hash maps that are equal too. */
public final class Keys {
    private Keys() {}

    private enum Special {
        NULL,
        NAN,
        INFINITY,
        MINUS_INFINITY
    }

    private record Fields(List<Object> parts) {}

    private record Elements(List<Object> parts) {}

    private record Bytes(int subtype, java.nio.ByteBuffer data) {}

    public static Object of(@Nullable Object value) {
        return of(value, null);
    }

    /**
     * The key of a value.
     *
     * @param strings what to make of strings, so that those that a collation takes for equal become equal; null for
     *     nothing
     */
    public static Object of(@Nullable Object value, @Nullable UnaryOperator<String> strings) {
        return switch (value) {
            case null -> Special.NULL;
            case Integer number -> number;
            case String text -> strings == null ? text : strings.apply(text);
            case Long number -> whole(number);
            case Double number -> real(number);
            case Decimal128 number -> decimal(number);
            case Symbol symbol -> of(symbol.getSymbol(), strings);
            case Document document -> {
                List<Object> parts = new ArrayList<>(document.size() * 2);
                for (int i = 0; i < document.size(); i++) {
                    parts.add(document.nameAt(i));
                    parts.add(of(document.valueAt(i), strings));
                }
                yield new Fields(parts);
            }
            case List<?> list -> {
                List<Object> parts = new ArrayList<>(list.size());
                for (Object element : list) {
                    parts.add(of(element, strings));
                }
                yield new Elements(parts);
            }
            case UUID uuid -> uuid;
            case Binary binary -> new Bytes(binary.getType(), java.nio.ByteBuffer.wrap(binary.getData()));
            case OpaqueValue opaque -> opaque.type() == 6
                    ? Special.NULL
                    : new Bytes(1000 + opaque.type(), java.nio.ByteBuffer.wrap(opaque.bytes()));
            default -> value;
        };
    }

    private static Object whole(long number) {
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private static Object real(double number) {
        if (number == (long) number && number < 0x1p63) {
            return whole((long) number);
        } else if (Double.isNaN(number)) {
            return Special.NAN;
        } else if (Double.isInfinite(number)) {
            return number > 0 ? Special.INFINITY : Special.MINUS_INFINITY;
        }
        return new BigDecimal(number).stripTrailingZeros();
    }

    private static Object decimal(Decimal128 number) {
        if (!Numbers.isFinite(number)) {
            return real(Numbers.dbl(number));
        }
        BigDecimal exact = Numbers.big(number);
        if (exact.signum() == 0) {
            return 0;
        }
        BigDecimal stripped = exact.stripTrailingZeros();
        if (stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 19) {
            try {
                return whole(stripped.longValueExact());
            } catch (ArithmeticException e) {
                return stripped;
            }
        }
        return stripped;
    }
}
