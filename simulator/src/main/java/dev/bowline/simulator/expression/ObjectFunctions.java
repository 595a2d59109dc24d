package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.MANY;
import static dev.bowline.simulator.expression.Functions.add;
import static dev.bowline.simulator.expression.Functions.specialSince;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Documents: merging, taking apart, single fields. */
final class ObjectFunctions {
    private ObjectFunctions() {}

    static void register() {
        add("$mergeObjects", 0, MANY, (values, scope) -> {
            Document result = new Document();
            for (Object value : values) {
                if (value instanceof Document document) {
                    result.putAll(document);
                } else if (!Missing.orNull(value)) {
                    throw new QueryError(40400, "$mergeObjects requires object inputs, but input "
                            + Functions.show(value) + " is of type " + Types.name(value));
                }
            }
            return result;
        });
        add("$objectToArray", 1, (values, scope) -> {
            if (Missing.orNull(values[0])) {
                return null;
            }
            if (!(values[0] instanceof Document document)) {
                throw new QueryError(40390, "$objectToArray requires a document input, found: "
                        + Types.name(values[0]));
            }
            List<Object> result = new ArrayList<>();
            for (int i = 0; i < document.size(); i++) {
                result.add(new Document("k", document.nameAt(i)).append("v", document.valueAt(i)));
            }
            return result;
        });
        add("$arrayToObject", 1, (values, scope) -> toObject(values[0]));
        specialSince(13, "$getField", ObjectFunctions::getField);
        specialSince(13, "$setField", (operand, parser) -> setField("$setField", operand, parser));
        specialSince(13, "$unsetField", (operand, parser) -> setField("$unsetField", operand, parser));
    }

    private static @Nullable Object toObject(@Nullable Object value) {
        if (Missing.orNull(value)) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            throw new QueryError(40386, "$arrayToObject requires an array input, found: " + Types.name(value));
        }
        Document result = new Document();
        for (Object element : list) {
            if (element instanceof List<?> pair) {
                if (pair.size() != 2) {
                    throw new QueryError(40397, "$arrayToObject requires an array of size 2 arrays,found array of "
                            + "size: " + pair.size());
                }
                if (!(pair.get(0) instanceof String name)) {
                    throw new QueryError(40395, "$arrayToObject requires an array of key-value pairs, where the key "
                            + "must be of type string. Found key type: " + Types.name(pair.get(0)));
                }
                result.put(name, pair.get(1));
            } else if (element instanceof Document entry) {
                if (entry.size() != 2) {
                    throw new QueryError(40392, "$arrayToObject requires an object keys of 'k' and 'v'. Found "
                            + "incorrect number of keys:" + entry.size());
                }
                if (!entry.containsKey("k") || !entry.containsKey("v")) {
                    throw new QueryError(40393, "$arrayToObject requires an object with keys 'k' and 'v'. Missing "
                            + "either or both keys from: " + entry);
                }
                if (!(entry.get("k") instanceof String name)) {
                    throw new QueryError(40394, "$arrayToObject requires an object with keys 'k' and 'v', where the "
                            + "value of 'k' must be of type string. Found type: " + Types.name(entry.get("k")));
                }
                result.put(name, entry.get("v"));
            } else {
                throw new QueryError(40398, "Unrecognised input type format for $arrayToObject: "
                        + Types.name(element));
            }
        }
        return result;
    }

    private static Expression getField(@Nullable Object operand, ExpressionParser parser) {
        Object field = operand;
        Object input = "$$CURRENT";
        if (operand instanceof Document document
                && (document.isEmpty() || !document.nameAt(0).startsWith("$"))) {
            for (String name : document.keySet()) {
                if (!name.equals("field") && !name.equals("input")) {
                    throw new QueryError(3041701, "$getField found an unknown argument: " + name);
                }
            }
            if (!document.containsKey("field")) {
                throw new QueryError(3041702, "$getField requires 'field' to be specified");
            }
            if (!document.containsKey("input")) {
                throw new QueryError(3041703, "$getField requires 'input' to be specified");
            }
            field = document.get("field");
            input = document.get("input");
        }
        Expression name = name("$getField", field, parser, 5654602);
        Expression from = parser.parse(input);
        return scope -> {
            Object wanted = name.evaluate(scope);
            if (!(wanted instanceof String text)) {
                throw new QueryError(3041704, "$getField requires 'field' to evaluate to type String, but got "
                        + Types.name(wanted));
            }
            Object value = from.evaluate(scope);
            return value instanceof Document document ? document.value(text) : value == null ? null : Missing.VALUE;
        };
    }

    private static Expression name(String operator, @Nullable Object field, ExpressionParser parser, int notString) {
        if (field instanceof String text) {
            if (text.startsWith("$")) {
                if (operator.equals("$getField")) {
                    return parser.parse(text);
                }
                throw new QueryError(4161108, "A field path reference which is not allowed in this context. Did you "
                        + "mean {$literal: '" + text + "'}?");
            }
            return new Expression.Literal(text);
        }
        Expression parsed = parser.parse(field);
        if (parsed instanceof Expression.Literal literal && !(literal.value() instanceof String)) {
            throw new QueryError(notString, operator + " requires 'field' to evaluate to type String, but got "
                    + Types.name(literal.value()));
        }
        if (!operator.equals("$getField") && !(parsed instanceof Expression.Literal)) {
            throw new QueryError(4161106, operator + " requires 'field' to evaluate to a constant");
        }
        return parsed;
    }

    private static Expression setField(String operator, @Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(4161100, operator + " only supports an object as its argument");
        }
        boolean unset = operator.equals("$unsetField");
        for (String name : document.keySet()) {
            if (!name.equals("field") && !name.equals("input") && (unset || !name.equals("value"))) {
                throw new QueryError(4161101, operator + " found an unknown argument: " + name);
            }
        }
        String[] names = unset ? new String[]{"field", "input"} : new String[]{"field", "value", "input"};
        for (String name : names) {
            if (!document.containsKey(name)) {
                throw new QueryError(name.equals("field") ? 4161102 : name.equals("value") ? 4161103 : 4161109,
                        operator + " requires '" + name + "' to be specified");
            }
        }
        Expression name = name(operator, document.get("field"), parser, 4161107);
        Expression from = parser.parse(document.get("input"));
        Expression value = unset ? scope -> Missing.VALUE : parser.parse(document.get("value"));
        return scope -> {
            Object source = from.evaluate(scope);
            if (Missing.orNull(source)) {
                return null;
            }
            if (!(source instanceof Document input)) {
                throw new QueryError(4161105, operator + " requires 'input' to evaluate to type Object");
            }
            Document result = input.clone();
            String field = String.valueOf(name.evaluate(scope));
            Object given = value.evaluate(scope);
            if (Missing.is(given)) {
                result.remove(field);
            } else {
                result.put(field, given);
            }
            return result;
        };
    }
}
