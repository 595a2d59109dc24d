package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Show;
import dev.bowline.simulator.bson.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All operators of expressions by name. */
final class Functions {
    /** What a function does with the values of its operands. */
    interface Body {
        @Nullable
        Object apply(@Nullable Object[] values, Scope scope);
    }

    /** A function of one value. */
    interface Unary {
        @Nullable
        Object apply(@Nullable Object value);
    }

    /** Reads an operator whose operands have names, or that does not evaluate all of them. */
    interface Parser {
        Expression parse(@Nullable Object operand, ExpressionParser parser);
    }

    /**
     * A function whose operands are all evaluated.
     *
     * @param pure whether the same values always give the same
     * @param since the first wire version that knows it
     */
    record Function(int min, int max, boolean pure, int since, Body body) {}

    private record Special(int since, Parser parser) {}

    static final int MANY = Integer.MAX_VALUE;

    private static final Map<String, Function> FUNCTIONS = new HashMap<>();
    private static final Map<String, Special> SPECIALS = new HashMap<>();

    /** What servers have and this one does not. */
    private static final Set<String> KNOWN = Set.of("$function", "$accumulator", "$meta", "$toHashedIndexKey",
            "$_internalFieldModifier", "$encStrContains", "$encStrStartsWith", "$encStrEndsWith", "$similarityCosine",
            "$similarityDotProduct", "$similarityEuclidean", "$createObjectId", "$currentDate", "$serializeEJSON",
            "$deserializeEJSON", "$hash", "$hexHash");

    static {
        Arithmetic.register();
        Logic.register();
        Strings.register();
        ArrayFunctions.register();
        SetFunctions.register();
        ObjectFunctions.register();
        Conversions.register();
        DateFunctions.register();
        Statistics.register();
    }

    private Functions() {}

    static @Nullable Function function(String name, int wireVersion) {
        Function function = FUNCTIONS.get(name);
        return function == null || function.since() > wireVersion ? null : function;
    }

    static @Nullable Parser special(String name, int wireVersion) {
        Special special = SPECIALS.get(name);
        return special == null || special.since() > wireVersion ? null : special.parser();
    }

    static boolean isKnown(String name) {
        return KNOWN.contains(name);
    }

    static void add(String name, int count, Body body) {
        FUNCTIONS.put(name, new Function(count, count, true, 0, body));
    }

    static void add(String name, int min, int max, Body body) {
        FUNCTIONS.put(name, new Function(min, max, true, 0, body));
    }

    static void since(int wireVersion, String name, int min, int max, Body body) {
        FUNCTIONS.put(name, new Function(min, max, true, wireVersion, body));
    }

    static void special(String name, Parser parser) {
        SPECIALS.put(name, new Special(0, parser));
    }

    static void specialSince(int wireVersion, String name, Parser parser) {
        SPECIALS.put(name, new Special(wireVersion, parser));
    }

    /** A function of one value that gives null for null. */
    static void unary(String name, Unary function) {
        add(name, 1, (values, scope) -> Missing.orNull(values[0]) ? null : function.apply(values[0]));
    }

    /** What counts as true: everything but false, null, missing and zero. */
    static boolean isTrue(@Nullable Object value) {
        if (value instanceof Boolean b) {
            return b;
        }
        if (Types.isNumber(value) && value instanceof Number n) {
            return n instanceof org.bson.types.Decimal128 d
                    ? dev.bowline.simulator.bson.Numbers.dbl(d) != 0
                    : n.doubleValue() != 0;
        }
        return !Missing.orNull(value);
    }

    /** The named operands of an operator, checked against those it knows. */
    static Document named(String operator, @Nullable Object operand, int code, int unknownCode, String required,
            String optional) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(code, operator + " only supports an object as its argument");
        }
        Set<String> all = Set.of((required + " " + optional).trim().split(" "));
        for (String name : document.keySet()) {
            if (!all.contains(name)) {
                throw new QueryError(unknownCode, "Unrecognized argument to " + operator + ": " + name);
            }
        }
        for (String name : required.isEmpty() ? new String[0] : required.split(" ")) {
            if (!document.containsKey(name)) {
                throw new QueryError(code == 9 ? 9 : code, "Missing '" + name + "' parameter to " + operator);
            }
        }
        return document;
    }

    /** An operand by name, or null if it is not given. */
    static @Nullable Expression optional(Document operands, String name, ExpressionParser parser) {
        return operands.containsKey(name) ? parser.parse(operands.get(name)) : null;
    }

    static String show(@Nullable Object value) {
        return Show.value(value);
    }
}
