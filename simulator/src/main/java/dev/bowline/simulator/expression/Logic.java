package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.add;
import static dev.bowline.simulator.expression.Functions.isTrue;
import static dev.bowline.simulator.expression.Functions.special;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Comparing, deciding, and binding variables. */
final class Logic {
    private Logic() {}

    /** Whether the outcome of a comparison is the one wanted. */
    private interface Outcome {
        boolean holds(int order);
    }

    static void register() {
        comparison("$eq", order -> order == 0);
        comparison("$ne", order -> order != 0);
        comparison("$gt", order -> order > 0);
        comparison("$gte", order -> order >= 0);
        comparison("$lt", order -> order < 0);
        comparison("$lte", order -> order <= 0);
        special("$cmp", (operand, parser) -> {
            Expression[] sides = two("$cmp", operand, parser);
            return scope -> Integer.signum(compare(sides, scope));
        });
        special("$and", (operand, parser) -> {
            Expression[] parts = parser.operands(operand);
            return folded(scope -> {
                for (Expression part : parts) {
                    if (!isTrue(part.evaluate(scope))) {
                        return false;
                    }
                }
                return true;
            }, parts);
        });
        special("$or", (operand, parser) -> {
            Expression[] parts = parser.operands(operand);
            return folded(scope -> {
                for (Expression part : parts) {
                    if (isTrue(part.evaluate(scope))) {
                        return true;
                    }
                }
                return false;
            }, parts);
        });
        add("$not", 1, (values, scope) -> !isTrue(values[0]));
        special("$ifNull", (operand, parser) -> {
            Expression[] parts = parser.operands(operand);
            if (parts.length < 2) {
                throw new QueryError(1257300, "$ifNull needs at least two arguments, had: " + parts.length);
            }
            return scope -> {
                for (int i = 0; i < parts.length - 1; i++) {
                    Object value = parts[i].evaluate(scope);
                    if (!Missing.orNull(value)) {
                        return value;
                    }
                }
                return parts[parts.length - 1].evaluate(scope);
            };
        });
        special("$literal", (operand, parser) -> new Expression.Literal(operand));
        special("$const", (operand, parser) -> new Expression.Literal(operand));
        special("$cond", Logic::cond);
        special("$switch", Logic::choice);
        special("$let", Logic::let);
        add("$in", 2, (values, scope) -> {
            if (!(values[1] instanceof List<?> list)) {
                throw new QueryError(40081, "$in requires an array as a second argument, found: "
                        + Types.name(values[1]));
            }
            for (Object element : list) {
                if (scope.evaluation().order().equal(values[0], element)) {
                    return true;
                }
            }
            return false;
        });
        add("$isNumber", 1, 1, (values, scope) -> Types.isNumber(values[0]));
        add("$type", 1, (values, scope) -> Types.name(values[0]));
        add("$isArray", 1, (values, scope) -> values[0] instanceof List<?>);
        add("$allElementsTrue", 1, (values, scope) -> elements("$allElementsTrue", values[0], 17040).stream()
                .allMatch(Functions::isTrue));
        add("$anyElementTrue", 1, (values, scope) -> elements("$anyElementTrue", values[0], 17041).stream()
                .anyMatch(Functions::isTrue));
        Functions.add("$tsSecond", 1, (values, scope) -> timestamp("$tsSecond", values[0], true));
        Functions.add("$tsIncrement", 1, (values, scope) -> timestamp("$tsIncrement", values[0], false));
        add("$binarySize", 1, 1, (values, scope) -> {
            if (Missing.orNull(values[0])) {
                return null;
            }
            if (values[0] instanceof String text) {
                return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
            }
            Object binary = values[0];
            if (binary != null && Types.number(binary) == 5) {
                return Types.bytes(binary).length;
            }
            throw new QueryError(51276, "$binarySize requires a string or BinData argument, found: "
                    + Types.name(values[0]));
        });
        add("$bsonSize", 1, 1, (values, scope) -> {
            if (Missing.orNull(values[0])) {
                return null;
            }
            if (values[0] instanceof Document document) {
                return dev.bowline.simulator.bson.DocumentEncoder.encode(document).length;
            }
            throw new QueryError(31393, "$bsonSize requires a document input, found: " + Types.name(values[0]));
        });
    }

    private static @Nullable Object timestamp(String name, @Nullable Object value, boolean seconds) {
        if (Missing.orNull(value)) {
            return null;
        }
        if (value instanceof org.bson.BsonTimestamp time) {
            return Integer.toUnsignedLong(seconds ? time.getTime() : time.getInc());
        }
        throw new QueryError(seconds ? 5687301 : 5687302, name + " requires a timestamp argument, found: "
                + Types.name(value));
    }

    private static List<?> elements(String name, @Nullable Object value, int code) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new QueryError(code, name + "'s argument must be an array, but is " + Types.name(value));
    }

    private static Expression folded(Expression expression, Expression[] parts) {
        for (Expression part : parts) {
            if (!(part instanceof Expression.Literal)) {
                return expression;
            }
        }
        return new Expression.Literal(expression.evaluate(Scope.of(Evaluation.CONSTANT, null)));
    }

    private static Expression[] two(String name, @Nullable Object operand, ExpressionParser parser) {
        Expression[] sides = parser.operands(operand);
        if (sides.length != 2) {
            throw new QueryError(16020, "Expression " + name + " takes exactly 2 arguments. " + sides.length
                    + " were passed in.");
        }
        return sides;
    }

    private static int compare(Expression[] sides, Scope scope) {
        Order order = scope.evaluation().order();
        return order.compare(sides[0].evaluate(scope), sides[1].evaluate(scope));
    }

    private static void comparison(String name, Outcome outcome) {
        special(name, (operand, parser) -> {
            Expression[] sides = two(name, operand, parser);
            return scope -> outcome.holds(compare(sides, scope));
        });
    }

    private static Expression cond(@Nullable Object operand, ExpressionParser parser) {
        Expression[] parts;
        if (operand instanceof Document document) {
            for (String name : document.keySet()) {
                if (!Set.of("if", "then", "else").contains(name)) {
                    throw new QueryError(17083, "Unrecognized parameter to $cond: " + name);
                }
            }
            parts = new Expression[3];
            String[] names = {"if", "then", "else"};
            for (int i = 0; i < 3; i++) {
                if (!document.containsKey(names[i])) {
                    throw new QueryError(17080 + i, "Missing '" + names[i] + "' parameter to $cond");
                }
                parts[i] = parser.parse(document.get(names[i]));
            }
        } else {
            parts = parser.operands(operand);
            if (parts.length != 3) {
                throw new QueryError(16020, "Expression $cond takes exactly 3 arguments. " + parts.length
                        + " were passed in.");
            }
        }
        return scope -> parts[isTrue(parts[0].evaluate(scope)) ? 1 : 2].evaluate(scope);
    }

    private record Branch(Expression when, Expression then) {}

    private static Expression choice(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(40060, "$switch requires an object as an argument, found: " + Types.name(operand));
        }
        List<Branch> branches = new ArrayList<>();
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            switch (entry.getKey()) {
                case "branches" -> {
                    if (!(entry.getValue() instanceof List<?> list)) {
                        throw new QueryError(40061, "$switch expected an array for 'branches', found: "
                                + Types.name(entry.getValue()));
                    }
                    for (Object branch : list) {
                        branches.add(branch(branch, parser));
                    }
                }
                case "default" -> {
                }
                default -> throw new QueryError(40067, "$switch found an unknown argument: " + entry.getKey());
            }
        }
        if (branches.isEmpty()) {
            throw new QueryError(40068, "$switch requires at least one branch.");
        }
        Expression otherwise = Functions.optional(document, "default", parser);
        return scope -> {
            for (Branch branch : branches) {
                if (isTrue(branch.when().evaluate(scope))) {
                    return branch.then().evaluate(scope);
                }
            }
            if (otherwise == null) {
                throw new QueryError(40066, "$switch could not find a matching branch for an input, and no default "
                        + "was specified.");
            }
            return otherwise.evaluate(scope);
        };
    }

    private static Branch branch(@Nullable Object given, ExpressionParser parser) {
        if (!(given instanceof Document document)) {
            throw new QueryError(40062, "$switch expected each branch to be an object, found: " + Types.name(given));
        }
        for (String name : document.keySet()) {
            if (!name.equals("case") && !name.equals("then")) {
                throw new QueryError(40063, "$switch found an unknown argument to a branch: " + name);
            }
        }
        if (!document.containsKey("case")) {
            throw new QueryError(40064, "$switch requires each branch have a 'case' expression");
        }
        if (!document.containsKey("then")) {
            throw new QueryError(40065, "$switch requires each branch have a 'then' expression.");
        }
        return new Branch(parser.parse(document.get("case")), parser.parse(document.get("then")));
    }

    private static Expression let(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(16874, "$let only supports an object as its argument");
        }
        for (String name : document.keySet()) {
            if (!name.equals("vars") && !name.equals("in")) {
                throw new QueryError(16875, "Unrecognized parameter to $let: " + name);
            }
        }
        if (!document.containsKey("vars")) {
            throw new QueryError(16876, "Missing 'vars' parameter to $let");
        }
        if (!document.containsKey("in")) {
            throw new QueryError(16877, "Missing 'in' parameter to $let");
        }
        if (!(document.get("vars") instanceof Document variables)) {
            throw new QueryError(10065, "invalid parameter: expected an object (vars)");
        }
        String[] names = new String[variables.size()];
        Expression[] values = new Expression[variables.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = variables.nameAt(i);
            ExpressionParser.checkUserVariable(names[i]);
            values[i] = parser.parse(variables.valueAt(i));
        }
        Expression body = parser.with(names).parse(document.get("in"));
        return scope -> {
            Scope inner = scope;
            for (int i = 0; i < names.length; i++) {
                inner = inner.with(names[i], values[i].evaluate(scope));
            }
            return body.evaluate(inner);
        };
    }
}
