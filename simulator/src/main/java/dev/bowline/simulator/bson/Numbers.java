package dev.bowline.simulator.bson;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/** Numbers of the four BSON types: comparing, and arithmetic with the server's rules for the type of the result. */
public final class Numbers {
    public static final MathContext DECIMAL = MathContext.DECIMAL128;

    private Numbers() {}

    public static int compare(Object a, Object b) {
        if (a instanceof Integer x && b instanceof Integer y) {
            return Integer.compare(x, y);
        }
        if (isLong(a) && isLong(b)) {
            return Long.compare(((Number) a).longValue(), ((Number) b).longValue());
        }
        if (a instanceof Double x && b instanceof Double y) {
            return doubles(x, y);
        }
        double x = ((Number) a).doubleValue();
        double y = ((Number) b).doubleValue();
        if (Double.isNaN(x) || Double.isNaN(y) || Double.isInfinite(x) || Double.isInfinite(y)) {
            return doubles(x, y);
        }
        return big(a).compareTo(big(b));
    }

    /** NaN is less than every other number and equal to itself; both zeros are equal. */
    private static int doubles(double x, double y) {
        if (Double.isNaN(x) || Double.isNaN(y)) {
            return Double.isNaN(x) ? Double.isNaN(y) ? 0 : -1 : 1;
        }
        return x < y ? -1 : x > y ? 1 : 0;
    }

    private static boolean isLong(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    /** The exact value of a finite number. */
    public static BigDecimal big(Object number) {
        return switch (number) {
            case Integer i -> BigDecimal.valueOf(i);
            case Long l -> BigDecimal.valueOf(l);
            case Double d -> new BigDecimal(d);
            case Decimal128 d -> d.isNegative() && isZero(d) ? BigDecimal.ZERO : d.bigDecimalValue();
            default -> throw new IllegalArgumentException("Not a number: " + number);
        };
    }

    private static boolean isZero(Decimal128 decimal) {
        return (decimal.getHigh() & 0x1ffffffffffffL) == 0 && decimal.getLow() == 0;
    }

    static boolean isWhole(Decimal128 decimal) {
        BigDecimal value = big(decimal);
        return value.signum() == 0 || (value.stripTrailingZeros().scale() <= 0
                && value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0);
    }

    /** The value as a decimal, rounded as a conversion rounds: doubles to 15 digits. */
    public static Decimal128 decimal(Object number) {
        return switch (number) {
            case Decimal128 d -> d;
            case Integer i -> new Decimal128(i);
            case Long l -> new Decimal128(l);
            case Double d -> {
                if (Double.isNaN(d)) {
                    yield Decimal128.NaN;
                } else if (Double.isInfinite(d)) {
                    yield d > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
                }
                yield decimal(new BigDecimal(d).round(new MathContext(15, RoundingMode.HALF_EVEN)));
            }
            default -> throw new IllegalArgumentException("Not a number: " + number);
        };
    }

    public static Decimal128 decimal(BigDecimal value) {
        BigDecimal rounded = value.round(DECIMAL);
        try {
            return new Decimal128(rounded);
        } catch (NumberFormatException e) {
            return rounded.abs().compareTo(BigDecimal.ONE) > 0
                    ? rounded.signum() > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY
                    : new Decimal128(0);
        }
    }

    public static boolean isFinite(Object number) {
        return number instanceof Decimal128 d ? !d.isNaN() && !d.isInfinite() : Double.isFinite(dbl(number));
    }

    public static boolean isNaN(Object number) {
        return number instanceof Decimal128 decimal ? decimal.isNaN() : number instanceof Double d && Double.isNaN(d);
    }

    public static double dbl(Object number) {
        return switch (number) {
            case Decimal128 d -> d.isNaN()
                    ? Double.NaN
                    : d.isInfinite()
                            ? d.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY
                            : big(d).doubleValue();
            default -> ((Number) number).doubleValue();
        };
    }

    /** A long as an int if it fits and the operands were both ints. */
    public static Object narrow(long value, boolean ints) {
        return ints && value == (int) value ? (Object) (int) value : (Object) value;
    }

    public static Object add(Object a, Object b) {
        if (a instanceof Decimal128 || b instanceof Decimal128) {
            return decimals(a, b, '+');
        }
        if (a instanceof Double || b instanceof Double) {
            return dbl(a) + dbl(b);
        }
        long x = ((Number) a).longValue();
        long y = ((Number) b).longValue();
        long sum = x + y;
        if (((x ^ sum) & (y ^ sum)) < 0) {
            return (double) x + (double) y;
        }
        return narrow(sum, a instanceof Integer && b instanceof Integer);
    }

    public static Object subtract(Object a, Object b) {
        if (a instanceof Decimal128 || b instanceof Decimal128) {
            return decimals(a, b, '-');
        }
        if (a instanceof Double || b instanceof Double) {
            return dbl(a) - dbl(b);
        }
        long x = ((Number) a).longValue();
        long y = ((Number) b).longValue();
        long difference = x - y;
        if (((x ^ y) & (x ^ difference)) < 0) {
            return (double) x - (double) y;
        }
        return narrow(difference, a instanceof Integer && b instanceof Integer);
    }

    public static Object multiply(Object a, Object b) {
        if (a instanceof Decimal128 || b instanceof Decimal128) {
            return decimals(a, b, '*');
        }
        if (a instanceof Double || b instanceof Double) {
            return dbl(a) * dbl(b);
        }
        long x = ((Number) a).longValue();
        long y = ((Number) b).longValue();
        long high = Math.multiplyHigh(x, y);
        long low = x * y;
        if ((high != 0 || low < 0) && (high != -1 || low >= 0)) {
            return (double) x * (double) y;
        }
        return narrow(low, a instanceof Integer && b instanceof Integer);
    }

    private static Decimal128 decimals(Object a, Object b, char operator) {
        Decimal128 x = decimal(a);
        Decimal128 y = decimal(b);
        if (!isFinite(x) || !isFinite(y)) {
            double left = dbl(x);
            double right = dbl(y);
            return decimal(operator == '+' ? left + right : operator == '-' ? left - right : left * right);
        }
        BigDecimal left = big(x);
        BigDecimal right = big(y);
        return decimal(operator == '+'
                ? left.add(right, DECIMAL)
                : operator == '-' ? left.subtract(right, DECIMAL) : left.multiply(right, DECIMAL));
    }
}
