package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Regex;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonRegularExpression;
import org.bson.types.Code;
import org.jspecify.annotations.Nullable;

/** Reads filters. */
public final class FilterParser {
    private static final int BAD_VALUE = 2;
    private static final Pattern SLEEP = Pattern.compile("sleep\\((\\d+)\\)");
    private static final Set<String> REFERENCE = Set.of("$ref", "$id", "$db");

    private final ExpressionParser expressions;

    public FilterParser(ExpressionParser expressions) {
        this.expressions = expressions;
    }

    private static QueryError bad(String message) {
        return new QueryError(BAD_VALUE, message);
    }

    public Filter parse(Document document) {
        return parse(document, true);
    }

    private Filter parse(Document document, boolean top) {
        List<Filter> parts = new ArrayList<>(document.size());
        for (int i = 0; i < document.size(); i++) {
            Filter part = entry(document.nameAt(i), document.valueAt(i), top);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts.size() == 1 ? parts.get(0) : parts.isEmpty() ? new Filter.Constant(true) : new Filter.And(parts);
    }

    @SuppressWarnings("RefactorSwitch")
    private @Nullable Filter entry(String name, @Nullable Object value, boolean top) {
        if (!name.startsWith("$")) {
            return field(name, value);
        }
        switch (name) {
            case "$and" -> {
                return new Filter.And(clauses(name, value));
            }
            case "$or" -> {
                return new Filter.Or(clauses(name, value));
            }
            case "$nor" -> {
                return new Filter.Nor(clauses(name, value));
            }
            case "$comment" -> {
                return null;
            }
            case "$expr" -> {
                return new Filter.Expr(expressions.parse(value));
            }
            case "$jsonSchema" -> {
                if (!(value instanceof Document schema)) {
                    throw new QueryError(14, "$jsonSchema must be an object");
                }
                return new Filter.Schema(JsonSchema.parse(schema));
            }
            case "$where" -> {
                if (sleepMillis(value) > 0) {
                    return new Filter.Constant(true);
                }
                if (!(value instanceof String) && !(value instanceof Code)) {
                    throw bad("$where got bad type");
                }
                throw QueryError.notSimulated("JavaScript ($where)");
            }
            case "$text" -> {
                if (!top) {
                    throw bad("$text can only be applied to the top-level document");
                }
                return new Filter.Text(TextSearch.parse(value));
            }
            case "$alwaysTrue", "$alwaysFalse" -> {
                if (value == null || !Types.isNumber(value) || Numbers.dbl(value) != 1) {
                    throw new QueryError(9, name + " must be an integer value of 1");
                }
                return new Filter.Constant(name.equals("$alwaysTrue"));
            }
            case "$sampleRate" -> {
                if (value == null || !Types.isNumber(value) || Numbers.dbl(value) < 0 || Numbers.dbl(value) > 1) {
                    throw bad("numeric argument to $sampleRate must be in [0, 1]");
                }
                return new Filter.Expr(expressions.parse(new Document("$lt", List.of(new Document("$rand",
                        new ArrayList<>()), value))));
            }
            default -> throw bad("unknown top level operator: " + name + ". If you have a field name that starts with "
                    + "a '$' symbol, consider using $getField or $setField.");
        }
    }

    /** How long a {@code $where} of the form {@code sleep(N)} takes per document; 0 if it is none. */
    public static long sleepMillis(@Nullable Object where) {
        String code = where instanceof Code script ? script.getCode() : where instanceof String text ? text : null;
        if (code == null) {
            return 0;
        }
        java.util.regex.Matcher matcher = SLEEP.matcher(code);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private List<Filter> clauses(String name, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw bad(name + " must be an array");
        }
        if (list.isEmpty()) {
            throw bad("$and/$or/$nor must be a nonempty array");
        }
        List<Filter> result = new ArrayList<>(list.size());
        for (Object clause : list) {
            if (!(clause instanceof Document document)) {
                throw bad("$or/$and/$nor entries need to be full objects");
            }
            result.add(parse(document, true));
        }
        return result;
    }

    private Filter field(String name, @Nullable Object value) {
        FieldPath path = FieldPath.parse(name);
        if (value instanceof BsonRegularExpression regex) {
            return new Filter.Field(path, List.of(new Condition.Some(regex(regex), true)));
        }
        if (value instanceof Document document && isOperators(document)) {
            return new Filter.Field(path, conditions(document));
        }
        return new Filter.Field(path, List.of(new Condition.Some(equal(value), true)));
    }

    private static boolean isOperators(Document document) {
        return !document.isEmpty() && document.nameAt(0).startsWith("$") && !REFERENCE.contains(document.nameAt(0));
    }

    private static Test equal(@Nullable Object value) {
        if (value instanceof dev.bowline.simulator.bson.OpaqueValue opaque && opaque.type() == 6) {
            throw bad("cannot compare to undefined");
        }
        return new Test.Equal(value);
    }

    private static Test regex(BsonRegularExpression regex) {
        return new Test.Matches(regex, Regex.compile(regex.getPattern(), regex.getOptions()));
    }

    /** The conditions of an operator document. */
    List<Condition> conditions(Document document) {
        List<Condition> result = new ArrayList<>(document.size());
        for (int i = 0; i < document.size(); i++) {
            String name = document.nameAt(i);
            Object value = document.valueAt(i);
            switch (name) {
                case "$options" -> {
                    if (!document.containsKey("$regex")) {
                        throw bad("$options needs a $regex");
                    }
                }
                case "$maxDistance", "$minDistance" -> {
                    if (!document.containsKey("$near") && !document.containsKey("$nearSphere")
                            && !document.containsKey("$geoNear")) {
                        throw bad("unknown operator: " + name);
                    }
                }
                case "$regex" -> result.add(some(regex(value, document)));
                case "$near", "$nearSphere", "$geoNear" -> result.add(new Condition.Some(
                        new Test.IsNear(Geo.nearness(name, value, document)), false));
                default -> operator(name, value, result);
            }
        }
        return result;
    }

    private static Condition some(Test test) {
        return new Condition.Some(test, true);
    }

    private static Condition whole(Test test) {
        return new Condition.Some(test, false);
    }

    private static Condition not(Condition condition) {
        return new Condition.NotAll(List.of(condition));
    }

    private void operator(String name, @Nullable Object value, List<Condition> into) {
        switch (name) {
            case "$eq" -> into.add(some(equal(value)));
            case "$ne" -> {
                if (value instanceof BsonRegularExpression) {
                    throw bad("Can't have regex as arg to $ne.");
                }
                into.add(not(some(equal(value))));
            }
            case "$gt" -> into.add(some(compared(value, true, false)));
            case "$gte" -> into.add(some(compared(value, true, true)));
            case "$lt" -> into.add(some(compared(value, false, false)));
            case "$lte" -> into.add(some(compared(value, false, true)));
            case "$in" -> into.add(some(in(name, value)));
            case "$nin" -> into.add(not(some(in(name, value))));
            case "$exists" -> into.add(Truth.of(value)
                    ? whole(new Test.Exists())
                    : not(whole(new Test.Exists())));
            case "$type" -> into.add(some(new Test.OfType(types(value))));
            case "$size" -> into.add(whole(new Test.Sized(size(value))));
            case "$mod" -> into.add(some(mod(value)));
            case "$all" -> all(value, into);
            case "$elemMatch" -> into.add(whole(elemMatch(value)));
            case "$not" -> into.add(not(value));
            case "$bitsAllSet" -> into.add(some(new Test.Bits(mask(name, value), true, true)));
            case "$bitsAnySet" -> into.add(some(new Test.Bits(mask(name, value), true, false)));
            case "$bitsAllClear" -> into.add(some(new Test.Bits(mask(name, value), false, true)));
            case "$bitsAnyClear" -> into.add(some(new Test.Bits(mask(name, value), false, false)));
            case "$geoWithin", "$within" -> into.add(whole(new Test.Within(Geo.region(value))));
            case "$geoIntersects" -> into.add(whole(new Test.Intersects(Geo.geometry(value))));
            case "$comment" -> {
            }
            case "$expr", "$where", "$text", "$jsonSchema" -> throw bad("unknown operator: " + name);
            default -> throw bad("unknown operator: " + name);
        }
    }

    private static Test compared(@Nullable Object value, boolean greater, boolean orEqual) {
        if (value instanceof BsonRegularExpression) {
            throw bad("Can't have RegEx as arg to predicate over field.");
        }
        return new Test.Compared(value, greater, orEqual);
    }

    private static Test in(String name, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw bad(name + " needs an array");
        }
        Set<Object> keys = new HashSet<>();
        List<Pattern> patterns = new ArrayList<>();
        boolean withNull = false;
        for (Object element : list) {
            if (element instanceof Document document && isOperators(document)) {
                throw bad("cannot nest $ under " + name);
            }
            if (element instanceof BsonRegularExpression regex) {
                patterns.add(Regex.compile(regex.getPattern(), regex.getOptions()));
            }
            withNull |= Missing.orNull(element);
            keys.add(Keys.of(element));
        }
        return new Test.In(list, keys, withNull, patterns);
    }

    private static Test regex(@Nullable Object value, Document operators) {
        Object options = operators.get("$options");
        if (options != null && !(options instanceof String)) {
            throw bad("$options has to be a string");
        }
        if (value instanceof BsonRegularExpression regex) {
            if (options != null && !regex.getOptions().isEmpty()) {
                throw new QueryError(51075, "options set in both $regex and $options");
            }
            return regex(options instanceof String given
                    ? new BsonRegularExpression(regex.getPattern(), given)
                    : regex);
        }
        if (!(value instanceof String pattern)) {
            throw bad("$regex has to be a string");
        }
        String given = options instanceof String text ? text : "";
        return new Test.Matches(new BsonRegularExpression(pattern, given), Regex.compile(pattern, given));
    }

    private static Set<Integer> types(@Nullable Object value) {
        Set<Integer> result = new LinkedHashSet<>();
        List<?> given = value instanceof List<?> list ? list : java.util.Collections.singletonList(value);
        if (given.isEmpty()) {
            throw new QueryError(9, "$type must match at least one type");
        }
        for (Object one : given) {
            if (one instanceof String name) {
                if (name.equals("number")) {
                    result.addAll(List.of(1, 16, 18, 19));
                } else if (Types.named(name) == -2) {
                    throw bad("Unknown type name alias: " + name);
                } else {
                    result.add(Types.named(name));
                }
            } else if (one instanceof Number number && Types.isNumber(one)) {
                if (!Types.isWhole(one)) {
                    throw bad("Invalid numerical type code: " + one);
                }
                int code = number.intValue();
                if (code != -1 && code != 127 && (code < 1 || code > 19)) {
                    throw bad("Invalid numerical type code: " + code);
                }
                result.add(code);
            } else {
                throw new QueryError(14, "type must be represented as a number or a string");
            }
        }
        return result;
    }

    private static int size(@Nullable Object value) {
        if (value == null || !Types.isNumber(value)) {
            throw bad("Failed to parse $size. Expected a number in: $size: " + value);
        }
        if (!Types.isWhole(value)) {
            throw bad("Failed to parse $size. Expected an integer: $size: " + value);
        }
        long size = ((Number) value).longValue();
        if (size < 0) {
            throw bad("Failed to parse $size. Expected a non-negative number in: $size: " + size);
        }
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static Test mod(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw bad("malformed mod, needs to be an array");
        }
        if (list.size() != 2) {
            throw bad("malformed mod, " + (list.size() < 2 ? "not enough" : "too many") + " elements");
        }
        long[] parts = new long[2];
        for (int i = 0; i < 2; i++) {
            Object part = list.get(i);
            if (part == null || !Types.isNumber(part)) {
                throw bad("malformed mod, " + (i == 0 ? "divisor" : "remainder") + " not a number");
            }
            if (!Numbers.isFinite(part)) {
                throw bad("malformed mod, " + (i == 0 ? "divisor" : "remainder")
                        + " value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type");
            }
            parts[i] = part instanceof Number number ? number.longValue() : 0;
        }
        if (parts[0] == 0) {
            throw bad("divisor cannot be 0");
        }
        return new Test.Remainder(parts[0], parts[1]);
    }

    private void all(@Nullable Object value, List<Condition> into) {
        if (!(value instanceof List<?> list)) {
            throw bad("$all needs an array");
        }
        if (list.isEmpty()) {
            into.add(some(new Test.Never()));
            return;
        }
        boolean elements = list.get(0) instanceof Document first && !first.isEmpty()
                && first.nameAt(0).equals("$elemMatch");
        for (Object one : list) {
            if (elements) {
                if (!(one instanceof Document document) || document.isEmpty()
                        || !document.nameAt(0).equals("$elemMatch")) {
                    throw bad("$all/$elemMatch has to be consistent");
                }
                into.add(whole(elemMatch(document.valueAt(0))));
            } else if (one instanceof BsonRegularExpression regex) {
                into.add(some(regex(regex)));
            } else if (one instanceof Document document && isOperators(document)) {
                throw bad("no $ expressions in $all");
            } else {
                into.add(some(equal(one)));
            }
        }
    }

    /** What {@code $elemMatch} asks of an array. */
    Test elementTest(@Nullable Object value) {
        return elemMatch(value);
    }

    private Test elemMatch(@Nullable Object value) {
        if (!(value instanceof Document document)) {
            throw bad("$elemMatch needs an Object");
        }
        boolean logical = !document.isEmpty()
                && Set.of("$and", "$or", "$nor", "$where", "$expr", "$jsonSchema", "$text").contains(
                        document.nameAt(0));
        if (isOperators(document) && !logical) {
            return new Test.ElementSatisfies(conditions(document));
        }
        return new Test.ElementMatches(parse(document, false));
    }

    private Condition not(@Nullable Object value) {
        if (value instanceof BsonRegularExpression regex) {
            return not(some(regex(regex)));
        }
        if (!(value instanceof Document document)) {
            throw bad("$not needs a regex or a document");
        }
        if (document.isEmpty()) {
            throw bad("$not cannot be empty");
        }
        return new Condition.NotAll(conditions(document));
    }

    private static BigInteger mask(String name, @Nullable Object value) {
        if (value != null && Types.number(value) == 5) {
            return Test.Bits.ofBytes(Types.bytes(value));
        }
        if (value != null && Types.isNumber(value)) {
            if (!Types.isWhole(value)) {
                throw new QueryError(9, name + " bitmask must be a 64-bit integer: Expected an integer: " + value);
            }
            long mask = ((Number) value).longValue();
            if (mask < 0) {
                throw new QueryError(9, name + " bitmask must be non-negative: Expected a non-negative number in: "
                        + mask);
            }
            return BigInteger.valueOf(mask);
        }
        if (value instanceof List<?> positions) {
            BigInteger mask = BigInteger.ZERO;
            for (Object position : positions) {
                if (!Types.isWhole(position) || !(position instanceof Number number)) {
                    throw bad("bit positions must be an integer but got: " + position);
                }
                if (number.longValue() < 0) {
                    throw new QueryError(9, "Failed to parse bit position. Expected a non-negative number in: "
                            + position);
                }
                mask = mask.setBit(number.intValue());
            }
            return mask;
        }
        throw bad(name + " takes an Array, a number, or a BinData but received: " + Types.name(value));
    }

    /** The values that a filter asks to be equal, by path: what an upsert begins with. */
    public static void equalities(Document filter, Map<String, @Nullable Object> into) {
        for (int i = 0; i < filter.size(); i++) {
            String name = filter.nameAt(i);
            Object value = filter.valueAt(i);
            if (name.equals("$and") && value instanceof List<?> parts) {
                parts.forEach(part -> equalities((Document) part, into));
            } else if (name.equals("$or") && value instanceof List<?> parts && parts.size() == 1) {
                equalities((Document) parts.get(0), into);
            } else if (!name.startsWith("$")) {
                equality(name, value, into);
            }
        }
    }

    private static void equality(String name, @Nullable Object value, Map<String, @Nullable Object> into) {
        if (value instanceof Document operators && isOperators(operators)) {
            if (operators.containsKey("$eq")) {
                put(name, operators.get("$eq"), into);
            } else if (operators.get("$in") instanceof List<?> in && in.size() == 1) {
                equality(name, in.get(0), into);
            } else if (operators.get("$all") instanceof List<?> all && all.size() == 1
                    && !(all.get(0) instanceof Document element && isOperators(element))) {
                equality(name, all.get(0), into);
            }
        } else if (!(value instanceof BsonRegularExpression)) {
            put(name, value, into);
        }
    }

    private static void put(String name, @Nullable Object value, Map<String, @Nullable Object> into) {
        for (String other : into.keySet()) {
            if (other.equals(name) || other.startsWith(name + ".") || name.startsWith(other + ".")) {
                throw new QueryError(54, "cannot infer query fields to set, "
                        + (other.equals(name)
                                ? "path '" + name + "' is matched twice"
                                : "both paths '" + other + "' and '" + name + "' are matched"));
            }
        }
        into.put(name, value);
    }
}
