package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.MANY;
import static dev.bowline.simulator.expression.Functions.add;
import static dev.bowline.simulator.expression.Functions.since;
import static dev.bowline.simulator.expression.Functions.unary;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** Numbers: arithmetic, rounding, trigonometry, bits. */
final class Arithmetic {
    private Arithmetic() {}

    static void register() {
        add("$add", 0, MANY, (values, scope) -> sum(values));
        add("$subtract", 2, (values, scope) -> subtract(values[0], values[1]));
        add("$multiply", 0, MANY, (values, scope) -> product(values));
        add("$divide", 2, (values, scope) -> divide(values[0], values[1]));
        add("$mod", 2, (values, scope) -> mod(values[0], values[1]));
        unary("$abs", Arithmetic::abs);
        unary("$ceil", value -> toWhole("$ceil", value, RoundingMode.CEILING));
        unary("$floor", value -> toWhole("$floor", value, RoundingMode.FLOOR));
        since(8, "$round", 1, 2, (values, scope) -> round("$round", values, RoundingMode.HALF_EVEN));
        add("$trunc", 1, 2, (values, scope) -> round("$trunc", values, RoundingMode.DOWN));
        unary("$sqrt", given -> {
            Object value = number("$sqrt", given, 28765);
            if (Numbers.dbl(value) < 0) {
                throw new QueryError(28714, "$sqrt's argument must be greater than or equal to 0");
            }
            return value instanceof Decimal128 d && Numbers.isFinite(d)
                    ? Numbers.decimal(Numbers.big(d).sqrt(Numbers.DECIMAL))
                    : real(value, Math::sqrt);
        });
        unary("$exp", value -> real("$exp", value, Math::exp));
        unary("$ln", value -> real("$ln", positive("$ln", value, 28766), Math::log));
        unary("$log10", value -> real("$log10", positive("$log10", value, 28761), Math::log10));
        add("$log", 2, (values, scope) -> log(values[0], values[1]));
        add("$pow", 2, (values, scope) -> pow(values[0], values[1]));
        trigonometry();
        bits();
        Functions.specialSince(9, "$rand", (operand, parser) -> {
            if (!(operand instanceof Document empty && empty.isEmpty())
                    && !(operand instanceof List<?> none && none.isEmpty())) {
                throw new QueryError(3040501, "$rand does not currently accept arguments");
            }
            return scope -> scope.evaluation().random().getAsDouble();
        });
    }

    private static void trigonometry() {
        trigonometric("$sin", Math::sin, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        trigonometric("$cos", Math::cos, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        trigonometric("$tan", Math::tan, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        trigonometric("$asin", Math::asin, -1, 1, true);
        trigonometric("$acos", Math::acos, -1, 1, true);
        trigonometric("$atan", Math::atan, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
        trigonometric("$sinh", Math::sinh, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
        trigonometric("$cosh", Math::cosh, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
        trigonometric("$tanh", Math::tanh, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);
        trigonometric("$asinh", x -> Math.log(x + Math.sqrt(x * x + 1)), Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY, true);
        trigonometric("$acosh", x -> Math.log(x + Math.sqrt(x * x - 1)), 1, Double.POSITIVE_INFINITY, true);
        trigonometric("$atanh", x -> 0.5 * Math.log((1 + x) / (1 - x)), -1, 1, true);
        unary("$degreesToRadians", value -> real("$degreesToRadians", value, Math::toRadians));
        unary("$radiansToDegrees", value -> real("$radiansToDegrees", value, Math::toDegrees));
        add("$atan2", 2, (values, scope) -> {
            if (Missing.orNull(values[0]) || Missing.orNull(values[1])) {
                return null;
            }
            if (!Types.isNumber(values[0]) || !Types.isNumber(values[1])) {
                throw new QueryError(51044, "$atan2 only supports numeric types, not "
                        + Types.name(Types.isNumber(values[0]) ? values[1] : values[0]));
            }
            double angle = Math.atan2(Numbers.dbl(values[0]), Numbers.dbl(values[1]));
            return values[0] instanceof Decimal128 || values[1] instanceof Decimal128
                    ? (Object) Numbers.decimal(angle)
                    : (Object) angle;
        });
    }

    private static void trigonometric(String name, DoubleUnaryOperator function, double low, double high,
            boolean inclusive) {
        unary(name, given -> {
            Object value = number(name, given, 28765);
            double x = Numbers.dbl(value);
            boolean within = Double.isNaN(x) || (inclusive ? x >= low && x <= high : x > low && x < high);
            if (!within) {
                throw new QueryError(50989, "cannot apply " + name + " to " + x + ", value must be in "
                        + (inclusive ? "[" : "(") + low + "," + high + (inclusive ? "]" : ")"));
            }
            return real(value, function);
        });
    }

    private static void bits() {
        bitwise("$bitAnd", -1, (a, b) -> a & b);
        bitwise("$bitOr", 0, (a, b) -> a | b);
        bitwise("$bitXor", 0, (a, b) -> a ^ b);
        since(17, "$bitNot", 1, 1, (values, scope) -> switch (values[0]) {
            case Integer i -> ~i;
            case Long l -> ~l;
            case null -> null;
            case Missing ignored -> null;
            default -> throw new QueryError(28765, "$bitNot only supports int and long, not: "
                    + Types.name(values[0]) + ".");
        });
    }

    private static void bitwise(String name, long start, LongBinaryOperator operator) {
        since(17, name, 0, MANY, (values, scope) -> {
            long result = start;
            boolean ints = true;
            for (Object value : values) {
                if (Missing.orNull(value)) {
                    return null;
                }
                if (!(value instanceof Integer) && !(value instanceof Long)) {
                    throw new QueryError(14, name + " only supports int and long operands.");
                }
                ints &= value instanceof Integer;
                result = operator.applyAsLong(result, ((Number) value).longValue());
            }
            return Numbers.narrow(result, ints);
        });
    }

    private static Object number(String name, @Nullable Object value, int code) {
        if (value == null || !Types.isNumber(value)) {
            throw new QueryError(code, name + " only supports numeric types, not " + Types.name(value));
        }
        return value;
    }

    private static Object positive(String name, @Nullable Object value, int code) {
        Object number = number(name, value, 28765);
        if (Numbers.dbl(number) <= 0) {
            throw new QueryError(code, name + "'s argument must be a positive number, but is " + number);
        }
        return number;
    }

    private static Object real(String name, @Nullable Object value, DoubleUnaryOperator function) {
        return real(number(name, value, 28765), function);
    }

    private static Object real(@Nullable Object value, DoubleUnaryOperator function) {
        Object number = number("", value, 28765);
        double result = function.applyAsDouble(Numbers.dbl(number));
        return number instanceof Decimal128 ? (Object) Numbers.decimal(result) : (Object) result;
    }

    private static @Nullable Object sum(@Nullable Object[] values) {
        Object total = 0;
        Instant date = null;
        boolean isNull = false;
        for (Object value : values) {
            if (Missing.orNull(value)) {
                isNull = true;
            } else if (value instanceof Instant instant) {
                if (date != null) {
                    throw new QueryError(16612, "only one date allowed in an $add expression");
                }
                date = instant;
            } else if (value != null && Types.isNumber(value)) {
                total = Numbers.add(total, value);
            } else {
                throw new QueryError(14, "$add only supports numeric or date types, not " + Types.name(value));
            }
        }
        if (isNull) {
            return null;
        }
        return date == null ? total : shifted(date, total, 1);
    }

    private static Instant shifted(Instant date, Object by, int sign) {
        double millis = Math.rint(Numbers.dbl(by));
        if (Math.abs(millis) > 9.2e18) {
            throw new QueryError(15, "date overflow in $add");
        }
        return Instant.ofEpochMilli(date.toEpochMilli() + sign * (by instanceof Long l ? l : (long) millis));
    }

    private static @Nullable Object subtract(@Nullable Object a, @Nullable Object b) {
        if (Missing.orNull(a) || Missing.orNull(b)) {
            return null;
        }
        if (a instanceof Instant left) {
            if (b instanceof Instant right) {
                return left.toEpochMilli() - right.toEpochMilli();
            }
            if (b != null && Types.isNumber(b)) {
                return shifted(left, b, -1);
            }
            throw new QueryError(14, "can't $subtract " + Types.name(b) + " from date");
        }
        if (a == null || b == null || !Types.isNumber(a) || !Types.isNumber(b)) {
            throw new QueryError(14, "can't $subtract " + Types.name(b) + " from " + Types.name(a));
        }
        return Numbers.subtract(a, b);
    }

    private static @Nullable Object product(@Nullable Object[] values) {
        Object total = 1;
        boolean isNull = false;
        for (Object value : values) {
            if (Missing.orNull(value)) {
                isNull = true;
            } else if (value != null && Types.isNumber(value)) {
                total = Numbers.multiply(total, value);
            } else {
                throw new QueryError(14, "$multiply only supports numeric types, not " + Types.name(value));
            }
        }
        return isNull ? null : total;
    }

    private static @Nullable Object divide(@Nullable Object a, @Nullable Object b) {
        if (a != null && b != null && Types.isNumber(a) && Types.isNumber(b)) {
            if (Numbers.dbl(b) == 0) {
                throw new QueryError(2, "can't $divide by zero");
            }
            if (a instanceof Decimal128 || b instanceof Decimal128) {
                Decimal128 x = Numbers.decimal(a);
                Decimal128 y = Numbers.decimal(b);
                return Numbers.isFinite(x) && Numbers.isFinite(y)
                        ? Numbers.decimal(Numbers.big(x).divide(Numbers.big(y), Numbers.DECIMAL))
                        : Numbers.decimal(Numbers.dbl(x) / Numbers.dbl(y));
            }
            return Numbers.dbl(a) / Numbers.dbl(b);
        }
        if (Missing.orNull(a) || Missing.orNull(b)) {
            return null;
        }
        throw new QueryError(14, "$divide only supports numeric types, not " + Types.name(a) + " and "
                + Types.name(b));
    }

    static @Nullable Object mod(@Nullable Object a, @Nullable Object b) {
        if (a != null && b != null && Types.isNumber(a) && Types.isNumber(b)) {
            if (Numbers.dbl(b) == 0) {
                throw new QueryError(16610, "can't $mod by zero");
            }
            if (a instanceof Decimal128 || b instanceof Decimal128) {
                return Numbers.decimal(Numbers.big(Numbers.decimal(a)).remainder(Numbers.big(Numbers.decimal(b))));
            }
            if (a instanceof Double || b instanceof Double) {
                return Numbers.dbl(a) % Numbers.dbl(b);
            }
            return Numbers.narrow(((Number) a).longValue() % ((Number) b).longValue(),
                    a instanceof Integer && b instanceof Integer);
        }
        if (Missing.orNull(a) || Missing.orNull(b)) {
            return null;
        }
        throw new QueryError(16611, "$mod only supports numeric types, not " + Types.name(a) + " and "
                + Types.name(b));
    }

    private static @Nullable Object abs(@Nullable Object value) {
        return switch (number("$abs", value, 28765)) {
            case Integer i -> i == Integer.MIN_VALUE ? (Object) (-(long) i) : (Object) Math.abs(i);
            case Long l -> {
                if (l == Long.MIN_VALUE) {
                    throw new QueryError(28680, "can't take $abs of long long min");
                }
                yield Math.abs(l);
            }
            case Decimal128 d -> Numbers.isFinite(d)
                    ? Numbers.decimal(Numbers.big(d).abs())
                    : Numbers.decimal(Math.abs(Numbers.dbl(d)));
            case Object d -> Math.abs(Numbers.dbl(d));
        };
    }

    private static Object toWhole(String name, @Nullable Object value, RoundingMode mode) {
        return switch (number(name, value, 28765)) {
            case Integer i -> i;
            case Long l -> l;
            case Decimal128 d -> Numbers.isFinite(d) ? Numbers.decimal(Numbers.big(d).setScale(0, mode)) : d;
            case Object d -> mode == RoundingMode.CEILING ? Math.ceil(Numbers.dbl(d)) : Math.floor(Numbers.dbl(d));
        };
    }

    private static @Nullable Object round(String name, @Nullable Object[] values, RoundingMode mode) {
        if (Missing.orNull(values[0])) {
            return null;
        }
        Object value = number(name, values[0], 51081);
        Object given = values.length == 1 ? (Object) 0 : values[1];
        if (Missing.orNull(given)) {
            return null;
        }
        if (given == null || !Types.isWhole(given)) {
            throw new QueryError(51082, "precision argument to  " + name + " must be a integral value");
        }
        long places = ((Number) given).longValue();
        if (places < -20 || places > 100) {
            throw new QueryError(51083, "cannot apply " + name + " with precision value " + places
                    + " value must be in [-20, 100]");
        }
        if (!Numbers.isFinite(value)) {
            return value;
        }
        if (!(value instanceof Double) && !(value instanceof Decimal128) && places >= 0) {
            return value;
        }
        BigDecimal exact = value instanceof Double d ? new BigDecimal(Double.toString(d)) : Numbers.big(value);
        BigDecimal rounded = (value instanceof Double && places == 0 ? Numbers.big(value) : exact)
                .setScale((int) places, mode);
        return switch (value) {
            case Double ignored -> rounded.doubleValue();
            case Decimal128 ignored -> Numbers.decimal(rounded);
            default -> whole(rounded, value instanceof Integer);
        };
    }

    private static Object whole(BigDecimal rounded, boolean asInt) {
        if (rounded.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new QueryError(51080, "invalid conversion from Decimal128 result in $round resulting from arguments");
        }
        return Numbers.narrow(rounded.longValue(), asInt);
    }

    private static @Nullable Object log(@Nullable Object value, @Nullable Object base) {
        if (Missing.orNull(value) || Missing.orNull(base)) {
            return null;
        }
        if (value == null || base == null || !Types.isNumber(value)) {
            throw new QueryError(28756, "$log's argument must be numeric, not " + Types.name(value));
        }
        if (!Types.isNumber(base)) {
            throw new QueryError(28757, "$log's base must be numeric, not " + Types.name(base));
        }
        if (Numbers.dbl(value) <= 0) {
            throw new QueryError(28758, "$log's argument must be a positive number, but is " + value);
        }
        if (Numbers.dbl(base) <= 0 || Numbers.dbl(base) == 1) {
            throw new QueryError(28759, "$log's base must be a positive number not equal to 1, but is " + base);
        }
        double result = Math.log(Numbers.dbl(value)) / Math.log(Numbers.dbl(base));
        return value instanceof Decimal128 || base instanceof Decimal128
                ? (Object) Numbers.decimal(result)
                : (Object) result;
    }

    private static @Nullable Object pow(@Nullable Object base, @Nullable Object exponent) {
        if (Missing.orNull(base) || Missing.orNull(exponent)) {
            return null;
        }
        if (base == null || exponent == null || !Types.isNumber(base)) {
            throw new QueryError(28762, "$pow's base must be numeric, not " + Types.name(base));
        }
        if (!Types.isNumber(exponent)) {
            throw new QueryError(28763, "$pow's exponent must be numeric, not " + Types.name(exponent));
        }
        double x = Numbers.dbl(base);
        double y = Numbers.dbl(exponent);
        if (x == 0 && y < 0) {
            throw new QueryError(28764, "$pow cannot take a base of 0 and a negative exponent");
        }
        if (base instanceof Decimal128 || exponent instanceof Decimal128) {
            return y == Math.rint(y) && Math.abs(y) < 1000 && Numbers.isFinite(Numbers.decimal(base))
                    ? Numbers.decimal(Numbers.big(Numbers.decimal(base)).pow((int) y, Numbers.DECIMAL))
                    : Numbers.decimal(Math.pow(x, y));
        }
        if (base instanceof Double || exponent instanceof Double) {
            return Math.pow(x, y);
        }
        if (y < 0) {
            long whole = ((Number) base).longValue();
            return whole == 1 || whole == -1
                    ? Numbers.narrow(whole == 1 || y % 2 == 0 ? 1 : -1, base instanceof Integer)
                    : (Object) Math.pow(x, y);
        }
        Object result = 1;
        boolean ints = base instanceof Integer && exponent instanceof Integer;
        for (long i = ((Number) exponent).longValue(); i > 0; i--) {
            result = Numbers.multiply(result, base);
            if (result instanceof Double) {
                return Math.pow(x, y);
            }
            if (x == 1 || x == 0 || (i > 64 && Math.abs(x) == 1)) {
                break;
            }
        }
        if (Math.abs(x) == 1 && ((Number) exponent).longValue() > 64) {
            result = x > 0 || y % 2 == 0 ? 1 : -1;
        }
        return ints ? result : (Object) ((Number) result).longValue();
    }
}
