package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonRegularExpression;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** A question asked of a single value, which is {@link Missing#VALUE} where the path leads nowhere. */
sealed interface Test {
    boolean holds(@Nullable Object value, Matching matching);

    record Equal(@Nullable Object operand) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            if (operand == null) {
                return Missing.orNull(value);
            }
            return !Missing.is(value) && matching.order().equal(value, operand);
        }
    }

    /** Less or greater, among values of the same kind only. */
    record Compared(@Nullable Object operand, boolean greater, boolean orEqual) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            if (operand instanceof MinKey || operand instanceof MaxKey) {
                boolean less = operand instanceof MaxKey;
                boolean same = Types.number(value) == Types.number(operand);
                return same ? orEqual : less != greater && !Missing.is(value);
            }
            if (Missing.orNull(operand)) {
                return orEqual && Missing.orNull(value);
            }
            if (Missing.is(value) || Types.rank(value) != Types.rank(operand)) {
                return false;
            }
            if (value != null && operand != null && Types.isNumber(value)
                    && (Numbers.isNaN(value) || Numbers.isNaN(operand))) {
                return orEqual && Numbers.isNaN(value) && Numbers.isNaN(operand);
            }
            int order = matching.order().compare(value, operand);
            return order == 0 ? orEqual : order > 0 == greater;
        }
    }

    /** One of several values; the keys serve where there is no collation. */
    record In(List<?> values, Set<Object> keys, boolean withNull, List<Pattern> patterns) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            if (Missing.orNull(value)) {
                return withNull;
            }
            if (matching.order().strings() == null) {
                if (keys.contains(Keys.of(value))) {
                    return true;
                }
            } else {
                for (Object candidate : values) {
                    if (matching.order().equal(value, candidate)) {
                        return true;
                    }
                }
            }
            String text = patterns.isEmpty() ? null : text(value);
            if (text != null) {
                for (Pattern pattern : patterns) {
                    if (pattern.matcher(text).find()) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    record Matches(BsonRegularExpression source, Pattern pattern) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            String text = text(value);
            return text != null ? pattern.matcher(text).find() : source.equals(value);
        }
    }

    record Exists() implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            return !Missing.is(value);
        }
    }

    record OfType(Set<Integer> types) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            return types.contains(Types.number(value));
        }
    }

    record Sized(int size) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            return value instanceof List<?> list && list.size() == size;
        }
    }

    record Remainder(long divisor, long remainder) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            if (value == null || !Types.isNumber(value) || !Numbers.isFinite(value)) {
                return false;
            }
            double number = Numbers.dbl(value);
            return value instanceof Long exact
                    ? exact % divisor == remainder
                    : Math.abs(number) < 0x1p63 && (long) number % divisor == remainder;
        }
    }

    record ElementMatches(Filter filter) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            if (!(value instanceof List<?> list)) {
                return false;
            }
            for (int i = 0; i < list.size(); i++) {
                Document element = list.get(i) instanceof Document document ? document : indexed(list.get(i));
                if (element != null && filter.matches(element, matching)) {
                    matching.matchedAt(i);
                    return true;
                }
            }
            return false;
        }

        /** An array within the array is looked at as a document with its indexes for names. */
        private static @Nullable Document indexed(@Nullable Object element) {
            if (!(element instanceof List<?> list)) {
                return null;
            }
            Document result = new Document();
            for (int i = 0; i < list.size(); i++) {
                result.put(Integer.toString(i), list.get(i));
            }
            return result;
        }
    }

    record ElementSatisfies(List<Condition> conditions) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            if (!(value instanceof List<?> list)) {
                return false;
            }
            for (int i = 0; i < list.size(); i++) {
                boolean all = true;
                for (Condition condition : conditions) {
                    all = all && condition.of(list.get(i), matching);
                }
                if (all) {
                    matching.matchedAt(i);
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Bits of a number or of binary data.
     *
     * @param set whether bits that are set are looked for, or those that are clear
     * @param all whether all of the mask's must be so, or one
     */
    record Bits(BigInteger mask, boolean set, boolean all) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            BigInteger bits = bits(value);
            if (bits == null) {
                return false;
            }
            BigInteger found = (set ? bits : bits.not()).and(mask);
            return all ? found.equals(mask) : found.signum() != 0;
        }

        private static @Nullable BigInteger bits(@Nullable Object value) {
            if (value != null && Types.number(value) == 5) {
                return ofBytes(Types.bytes(value));
            }
            return Types.isWhole(value) && value instanceof Number number
                    ? BigInteger.valueOf(number.longValue())
                    : null;
        }

        /** Binary data holds its lowest bits first. */
        static BigInteger ofBytes(byte[] bytes) {
            byte[] reversed = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                reversed[i] = bytes[bytes.length - 1 - i];
            }
            return new BigInteger(1, reversed);
        }
    }

    record Within(Geo.Region region) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            Geo.Shape shape = Geo.shape(value);
            return shape != null && region.contains(shape);
        }
    }

    record Intersects(Geo.Shape other) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            Geo.Shape shape = Geo.shape(value);
            return shape != null && shape.intersects(other);
        }
    }

    record IsNear(Geo.Nearness geometry) implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            return geometry.accepts(geometry.distance(value));
        }
    }

    /** Never holds: {@code $in} of nothing, {@code $all} of nothing. */
    record Never() implements Test {
        @Override
        public boolean holds(@Nullable Object value, Matching matching) {
            return false;
        }
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text
                ? text
                : value instanceof Symbol symbol ? symbol.getSymbol() : null;
    }
}
