package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Show;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.SortPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** What the update operators do to a single value. */
final class UpdateOperators {
    static final Set<String> NAMES = Set.of("$set", "$unset", "$inc", "$mul", "$min", "$max", "$rename",
            "$setOnInsert", "$currentDate", "$push", "$addToSet", "$pop", "$pull", "$pullAll", "$bit");
    private static final int BAD_VALUE = 2;
    private static final int TYPE_MISMATCH = 14;

    private UpdateOperators() {}

    /** Where an operator is at work. */
    record Context(String path, Document document, Matching matching) {
        String id() {
            return "{_id: " + Show.value(document.get("_id")) + "}";
        }
    }

    /** Changes a value. */
    interface Operator {
        /** The value afterwards: the same object if it stays, {@link Missing#VALUE} if it goes. */
        @Nullable
        Object apply(@Nullable Object old, Context context);

        /** Whether it only adds elements at the end of an array. */
        default boolean appends() {
            return false;
        }

        /** Whether the path is made where it does not exist. */
        default boolean creates() {
            return true;
        }
    }

    /** An operator that leaves alone what is not there. */
    private record Existing(Operator operator) implements Operator {
        @Override
        public @Nullable Object apply(@Nullable Object old, Context context) {
            return Missing.is(old) ? old : operator.apply(old, context);
        }

        @Override
        public boolean creates() {
            return false;
        }
    }

    /** Adds elements at the end of an array. */
    private record Appending(Operator operator) implements Operator {
        @Override
        public @Nullable Object apply(@Nullable Object old, Context context) {
            return operator.apply(old, context);
        }

        @Override
        public boolean appends() {
            return true;
        }
    }

    record Unset() implements Operator {
        @Override
        public Object apply(@Nullable Object old, Context context) {
            return Missing.VALUE;
        }

        @Override
        public boolean creates() {
            return false;
        }
    }

    /** Takes the value that another path had. */
    record RenamedFrom(String from, String[] names) implements Operator {
        @Override
        public @Nullable Object apply(@Nullable Object old, Context context) {
            Object value = context.document();
            for (String name : names) {
                if (value instanceof List<?>) {
                    throw new QueryError(BAD_VALUE, "The source field cannot be an array element, '" + from
                            + "' in doc with _id: " + Show.value(context.document().get("_id"))
                            + " has an array field called '" + name + "'");
                }
                value = value instanceof Document document ? document.value(name) : Missing.VALUE;
            }
            return Missing.is(value) ? old : value;
        }
    }

    static Operator parse(String name, String path, @Nullable Object operand, ExpressionParser expressions) {
        return switch (name) {
            case "$set", "$setOnInsert" -> set(operand);
            case "$unset" -> new Unset();
            case "$inc" -> increment(path, operand);
            case "$mul" -> multiply(path, operand);
            case "$min" -> (old, context) -> (Missing.is(old)
                    || context.matching().order().compare(operand, old) < 0) ? operand : old;
            case "$max" -> (old, context) -> (Missing.is(old)
                    || context.matching().order().compare(operand, old) > 0) ? operand : old;
            case "$currentDate" -> currentDate(operand);
            case "$push" -> push(operand);
            case "$addToSet" -> addToSet(operand);
            case "$pop" -> new Existing(pop(path, operand));
            case "$pull" -> new Existing(pull(operand, expressions));
            case "$pullAll" -> new Existing(pullAll(operand));
            case "$bit" -> bit(operand);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** True if the two are identical, types and the order of fields included. */
    static boolean identical(@Nullable Object a, @Nullable Object b) {
        if (a == b) {
            return true;
        }
        if (Types.number(a) != Types.number(b)) {
            return false;
        }
        if (a instanceof Document x && b instanceof Document y) {
            if (x.size() != y.size()) {
                return false;
            }
            for (int i = 0; i < x.size(); i++) {
                if (!x.nameAt(i).equals(y.nameAt(i)) || !identical(x.valueAt(i), y.valueAt(i))) {
                    return false;
                }
            }
            return true;
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            if (x.size() != y.size()) {
                return false;
            }
            for (int i = 0; i < x.size(); i++) {
                if (!identical(x.get(i), y.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return (a instanceof Double x && b instanceof Double y)
                ? Double.doubleToRawLongBits(x) == Double.doubleToRawLongBits(y)
                : Order.BINARY.equal(a, b);
    }

    private static Operator set(@Nullable Object value) {
        return (old, context) -> identical(old, value) ? old : value;
    }

    private static Operator increment(String path, @Nullable Object by) {
        if (by == null || !Types.isNumber(by)) {
            throw new QueryError(TYPE_MISMATCH, "Cannot increment with non-numeric argument: {" + path + ": "
                    + Show.value(by) + "}");
        }
        return (old, context) -> {
            if (Missing.is(old)) {
                return by;
            }
            Object number = numeric("$inc", old, context);
            Object sum = Numbers.add(number, by);
            if (sum instanceof Double && !(number instanceof Double) && !(by instanceof Double)) {
                throw overflow("$inc", number, context);
            }
            return identical(sum, old) ? old : sum;
        };
    }

    private static QueryError overflow(String operator, Object number, Context context) {
        return new QueryError(BAD_VALUE, "Failed to apply " + operator + " operations to current value (("
                + (number instanceof Integer ? "NumberInt" : "NumberLong") + ")" + number + ") for document "
                + context.id());
    }

    private static Object numeric(String operator, @Nullable Object value, Context context) {
        if (value == null || !Types.isNumber(value)) {
            String field = context.path().substring(context.path().lastIndexOf('.') + 1);
            throw new QueryError(TYPE_MISMATCH, "Cannot apply " + operator + " to a value of non-numeric type. "
                    + context.id() + " has the field '" + field + "' of non-numeric type " + Types.name(value));
        }
        return value;
    }

    private static Operator multiply(String path, @Nullable Object by) {
        if (by == null || !Types.isNumber(by)) {
            throw new QueryError(TYPE_MISMATCH, "Cannot multiply with non-numeric argument: {" + path + ": "
                    + Show.value(by) + "}");
        }
        return (old, context) -> {
            if (Missing.is(old)) {
                return Numbers.multiply(by, 0);
            }
            Object number = numeric("$mul", old, context);
            Object product = Numbers.multiply(number, by);
            if (product instanceof Double && !(number instanceof Double) && !(by instanceof Double)) {
                throw overflow("$mul", number, context);
            }
            return identical(product, old) ? old : product;
        };
    }

    private static Operator currentDate(@Nullable Object operand) {
        boolean timestamp = false;
        if (operand instanceof Document document) {
            for (String name : document.keySet()) {
                if (!name.equals("$type")) {
                    throw new QueryError(BAD_VALUE, "Unrecognized $currentDate option: " + name);
                }
            }
            Object type = document.get("$type");
            if (!"date".equals(type) && !"timestamp".equals(type)) {
                throw new QueryError(BAD_VALUE, "The '$type' string field is required to be 'date' or 'timestamp': "
                        + "{$currentDate: {field : {$type: 'date'}}}");
            }
            timestamp = "timestamp".equals(type);
        } else if (!(operand instanceof Boolean)) {
            throw new QueryError(BAD_VALUE, Types.name(operand) + " is not valid type for $currentDate. Please use a "
                    + "boolean ('true') or a $type expression ({$type: 'timestamp/date'}).");
        }
        boolean asTimestamp = timestamp;
        return (old, context) -> {
            java.time.Instant now = context.matching().scope().evaluation().now();
            return asTimestamp ? new BsonTimestamp((int) now.getEpochSecond(), 1) : now;
        };
    }

    private static Operator push(@Nullable Object operand) {
        if (!(operand instanceof Document spec) || !spec.containsKey("$each")) {
            if (operand instanceof Document plain && !plain.isEmpty() && plain.nameAt(0).startsWith("$")
                    && Set.of("$slice", "$sort", "$position").contains(plain.nameAt(0))) {
                throw new QueryError(BAD_VALUE, "Unrecognized clause in $push: " + plain.nameAt(0));
            }
            return new Appending((old, context) -> {
                List<@Nullable Object> result = pushed(old, context);
                result.add(operand);
                return result;
            });
        }
        for (String name : spec.keySet()) {
            if (!Set.of("$each", "$slice", "$sort", "$position").contains(name)) {
                throw new QueryError(BAD_VALUE, "Unrecognized clause in $push: " + name);
            }
        }
        if (!(spec.get("$each") instanceof List<?> each)) {
            throw new QueryError(BAD_VALUE, "The argument to $each in $push must be an array but it was of type: "
                    + Types.name(spec.get("$each")));
        }
        Long slice = whole(spec, "$slice");
        Long position = whole(spec, "$position");
        SortPattern sort = spec.containsKey("$sort") ? sort(spec.get("$sort")) : null;
        Operator push = (old, context) -> {
            List<@Nullable Object> result = pushed(old, context);
            if (position == null || position >= result.size()) {
                result.addAll(each);
            } else {
                result.addAll(position < 0 ? (int) Math.max(0, result.size() + position) : position.intValue(), each);
            }
            if (sort != null) {
                result.sort(sort.comparator(context.matching().order()));
            }
            if (slice != null && result.size() > Math.abs(slice)) {
                result = new ArrayList<>(slice >= 0
                        ? result.subList(0, slice.intValue())
                        : result.subList((int) (result.size() + slice), result.size()));
            }
            return identical(result, old) ? old : result;
        };
        return slice == null && sort == null && position == null ? new Appending(push) : push;
    }

    private static SortPattern sort(@Nullable Object given) {
        if (given instanceof Document document) {
            for (String name : document.keySet()) {
                if (name.isEmpty() || name.startsWith(".") || name.endsWith(".")) {
                    throw new QueryError(BAD_VALUE, "The $sort field is a dotted field but has an empty part: "
                            + name);
                }
            }
        }
        try {
            return SortPattern.parse(given, BAD_VALUE);
        } catch (QueryError e) {
            throw new QueryError(BAD_VALUE, "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} "
                    + "to sort embedded fields");
        }
    }

    private static @Nullable Long whole(Document spec, String name) {
        if (!spec.containsKey(name)) {
            return null;
        }
        Object value = spec.get(name);
        if (!Types.isWhole(value) || !(value instanceof Number number)) {
            throw new QueryError(BAD_VALUE, "The value for " + name + " must be an integer value but was given type: "
                    + Types.name(value));
        }
        return number.longValue();
    }

    private static List<@Nullable Object> pushed(@Nullable Object old, Context context) {
        if (Missing.is(old)) {
            return new ArrayList<>();
        }
        if (old instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        throw new QueryError(BAD_VALUE, "The field '" + context.path() + "' must be an array but is of type "
                + Types.name(old) + " in document " + context.id());
    }

    private static Operator addToSet(@Nullable Object operand) {
        List<?> added = java.util.Collections.singletonList(operand);
        if (operand instanceof Document spec && !spec.isEmpty() && spec.nameAt(0).equals("$each")) {
            if (!(spec.get("$each") instanceof List<?> each)) {
                throw new QueryError(TYPE_MISMATCH, "The argument to $each in $addToSet must be an array but it was of "
                        + "type " + Types.name(spec.get("$each")));
            }
            if (spec.size() > 1) {
                throw new QueryError(BAD_VALUE, "Found unexpected fields after $each in $addToSet: " + spec);
            }
            added = each;
        }
        List<?> values = added;
        return (old, context) -> {
            if (!Missing.is(old) && !(old instanceof List<?>)) {
                throw new QueryError(BAD_VALUE, "Cannot apply $addToSet to non-array field. Field named '"
                        + context.path().substring(context.path().lastIndexOf('.') + 1) + "' has non-array type "
                        + Types.name(old));
            }
            List<@Nullable Object> result = old instanceof List<?> list ? new ArrayList<>(list) : new ArrayList<>();
            int before = result.size();
            for (Object value : values) {
                if (result.stream().noneMatch(one -> context.matching().order().equal(one, value))) {
                    result.add(value);
                }
            }
            return old instanceof List<?> && result.size() == before ? old : result;
        };
    }

    private static Operator pop(String path, @Nullable Object operand) {
        if (operand == null || !Types.isNumber(operand)) {
            throw new QueryError(9, "Expected a number in: " + path + ": " + Show.value(operand));
        }
        double end = Numbers.dbl(operand);
        if (end != 1 && end != -1) {
            throw new QueryError(9, "$pop expects 1 or -1, found: " + Show.value(operand));
        }
        return (old, context) -> {
            if (!(old instanceof List<?> list)) {
                throw new QueryError(TYPE_MISMATCH, "Path '" + context.path()
                        + "' contains an element of non-array type '" + Types.name(old) + "'");
            }
            return list.isEmpty()
                    ? old
                    : new ArrayList<>(end > 0 ? list.subList(0, list.size() - 1) : list.subList(1, list.size()));
        };
    }

    /** Asks of an element of an array whether it goes. */
    private interface Doomed {
        boolean test(@Nullable Object element, Matching matching);
    }

    private static Operator pull(@Nullable Object operand, ExpressionParser expressions) {
        FilterParser parser = new FilterParser(expressions);
        Doomed doomed;
        if (operand instanceof Document document) {
            boolean operators = !document.isEmpty() && document.nameAt(0).startsWith("$")
                    && !Set.of("$ref", "$id", "$db", "$and", "$or", "$nor", "$expr").contains(document.nameAt(0));
            if (operators) {
                List<Condition> conditions = parser.conditions(document);
                doomed = (element, matching) -> conditions.stream().allMatch(one -> matchesElement(one, element,
                        matching));
            } else {
                Filter filter = parser.parse(document);
                doomed = (element, matching) -> element instanceof Document inner && filter.matches(inner, matching);
            }
        } else if (operand instanceof BsonRegularExpression) {
            Filter filter = parser.parse(new Document("v", operand));
            doomed = (element, matching) -> filter.matches(new Document("v", element), matching);
        } else {
            doomed = (element, matching) -> matching.order().equal(element, operand);
        }
        return (old, context) -> without(old, context, "$pull", doomed);
    }

    /** An element that is an array itself is looked into, as a field's value would be. */
    private static boolean matchesElement(Condition condition, @Nullable Object element, Matching matching) {
        return condition.at(FieldPath.parse("v"), new Document("v", element), matching);
    }

    private static Operator pullAll(@Nullable Object operand) {
        if (!(operand instanceof List<?> values)) {
            throw new QueryError(BAD_VALUE, "$pullAll requires an array argument but was given a "
                    + Types.name(operand));
        }
        return (old, context) -> without(old, context, "$pullAll",
                (element, matching) -> values.stream().anyMatch(value -> matching.order().equal(element, value)));
    }

    private static Object without(@Nullable Object old, Context context, String operator, Doomed doomed) {
        if (!(old instanceof List<?> list)) {
            throw new QueryError(BAD_VALUE, "Cannot apply " + operator + " to a non-array value");
        }
        List<@Nullable Object> result = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!doomed.test(element, context.matching())) {
                result.add(element);
            }
        }
        return result.size() == list.size() ? list : result;
    }

    private static Operator bit(@Nullable Object operand) {
        if (!(operand instanceof Document document) || document.isEmpty()) {
            throw new QueryError(BAD_VALUE, "The $bit modifier is not compatible with a " + Types.name(operand)
                    + ". You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}");
        }
        for (int i = 0; i < document.size(); i++) {
            if (!Set.of("and", "or", "xor").contains(document.nameAt(i))) {
                throw new QueryError(BAD_VALUE, "The $bit modifier only supports 'and', 'or', and 'xor', not '"
                        + document.nameAt(i) + "' which is an unknown operator: {" + document.nameAt(i) + ": "
                        + Show.value(document.valueAt(i)) + "}");
            }
            if (!(document.valueAt(i) instanceof Integer) && !(document.valueAt(i) instanceof Long)) {
                throw new QueryError(BAD_VALUE, "The $bit modifier field must be an Integer(32/64 bit); a '"
                        + Types.name(document.valueAt(i)) + "' is not supported here: {" + document.nameAt(i) + ": "
                        + Show.value(document.valueAt(i)) + "}");
            }
        }
        return (old, context) -> {
            Object value = Missing.is(old) ? (Object) 0 : old;
            if (!(value instanceof Integer) && !(value instanceof Long)) {
                throw new QueryError(BAD_VALUE, "Cannot apply $bit to a value of non-integral type." + context.id()
                        + " has the field " + context.path() + " of non-integer type " + Types.name(old));
            }
            long bits = ((Number) value).longValue();
            boolean ints = value instanceof Integer;
            for (int i = 0; i < document.size(); i++) {
                long operandBits = document.valueAt(i) instanceof Number number ? number.longValue() : 0;
                ints &= document.valueAt(i) instanceof Integer;
                bits = switch (document.nameAt(i)) {
                    case "and" -> bits & operandBits;
                    case "or" -> bits | operandBits;
                    default -> bits ^ operandBits;
                };
            }
            Object result = Numbers.narrow(bits, ints);
            return identical(result, old) ? old : result;
        };
    }
}
