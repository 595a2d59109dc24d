package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Aggregation expressions that the query engine lacks, put in terms of those it has: {@code $getField}, {@code $setField},
 * {@code $unsetField}, {@code $switch}, {@code $isNumber}, {@code $first} and {@code $last} of arrays, {@code $$CURRENT} and
 * {@code $$REMOVE}. Expressions without any of them stay as they are.
 */
final class NewerOperators {
    private static final Set<String> OPERATORS = Set.of("$getField", "$setField", "$unsetField", "$switch",
            "$isNumber");
    private static final String CURRENT = "$$CURRENT";
    private static final String REMOVE = "$$REMOVE";
    /** The path of a field that no document has. */
    private static final String MISSING = "$ removed";

    /** What variables are called here: the engine wants different names for those of nested functions. */
    private final Map<String, String> variables;
    private final int depth;

    private NewerOperators(Map<String, String> variables, int depth) {
        this.variables = variables;
        this.depth = depth;
    }

    private static NewerOperators outside() {
        return new NewerOperators(Map.of(), 0);
    }

    /** A stage in which the engine knows every operator. */
    static Document inStage(Document stage) {
        if (!isUsed(stage)) {
            return stage;
        }
        String name = stage.keySet().iterator().next();
        return switch (name) {
            case "$match" -> new Document(name, inFilter(Values.requiredDocument(stage, name, "aggregate")));
            case "$group" -> new Document(name, outside().inGroup(Values.requiredDocument(stage, name, "aggregate")));
            case "$project", "$addFields", "$set", "$replaceRoot", "$replaceWith", "$sortByCount", "$bucket",
                    "$bucketAuto" ->
                new Document(name, outside().rewrite(stage.get(name)));
            default -> stage;
        };
    }

    /** A filter in whose {@code $expr} the engine knows every operator. */
    static Document inFilter(Document filter) {
        if (!isUsed(filter)) {
            return filter;
        }
        Document result = new Document();
        filter.forEach((name, value) -> result.put(name, switch (name) {
            case "$expr" -> outside().rewrite(value);
            case "$and", "$or", "$nor" -> ((List<?>) value).stream().map(part -> inFilter((Document) part)).toList();
            default -> value;
        }));
        return result;
    }

    private static boolean isUsed(@Nullable Object value) {
        if (value instanceof Document document) {
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                if (OPERATORS.contains(entry.getKey()) || isUsed(entry.getValue())) {
                    return true;
                }
            }
        } else if (value instanceof List<?> list) {
            for (Object item : list) {
                if (isUsed(item)) {
                    return true;
                }
            }
        }
        return value instanceof String text && (text.startsWith(CURRENT) || text.equals(REMOVE));
    }

    /** Accumulators may have the names of operators, and are none. */
    private Document inGroup(Document group) {
        Document result = new Document();
        group.forEach((field, value) -> {
            if (!field.equals("_id") && value instanceof Document accumulator && accumulator.size() == 1) {
                String name = accumulator.keySet().iterator().next();
                result.put(field, new Document(name, rewrite(accumulator.get(name))));
            } else {
                result.put(field, rewrite(value));
            }
        });
        return result;
    }

    private @Nullable Object rewrite(@Nullable Object value) {
        if (value instanceof String text) {
            return path(text);
        } else if (value instanceof List<?> list) {
            return evaluated(operands(list));
        } else if (!(value instanceof Document document) || document.containsKey("$literal")) {
            return value;
        } else if (document.size() != 1) {
            return fields(document);
        } else {
            String name = document.keySet().iterator().next();
            return operation(name, document.get(name));
        }
    }

    private @Nullable Object operation(String name, @Nullable Object operand) {
        if (operand instanceof Document named) {
            switch (name) {
                case "$map", "$filter" -> {
                    return new Document(name, each(named));
                }
                case "$reduce" -> {
                    return new Document(name, reduce(named));
                }
                case "$getField" -> {
                    return field(rewrite(named.get("input")), constant(named.get("field")));
                }
                case "$setField" -> {
                    return set(named);
                }
                case "$unsetField" -> {
                    return unset(named);
                }
                case "$switch" -> {
                    return choice(named);
                }
                default -> {
                }
            }
        }
        return switch (name) {
            case "$getField" -> field("$$ROOT", constant(operand));
            case "$isNumber" -> {
                Object number = rewrite(operand instanceof List<?> one ? one.get(0) : operand);
                yield new Document("$and", List.of(new Document("$gt", list(number, null)),
                        new Document("$lt", list(number, ""))));
            }
            case "$first", "$last" -> new Document("$arrayElemAt",
                    list(rewrite(operand instanceof List<?> one ? one.get(0) : operand),
                            name.equals("$first") ? 0 : -1));
            default -> new Document(name, operand instanceof List<?> list ? operands(list) : rewrite(operand));
        };
    }

    private Document each(Document function) {
        Document result = fields(function);
        String name = fresh();
        Map<String, String> within = new TreeMap<>(variables);
        within.put(String.valueOf(function.getOrDefault("as", "this")), name);
        result.put("as", name);
        for (String body : List.of("in", "cond")) {
            if (function.containsKey(body)) {
                result.put(body, new NewerOperators(within, depth + 1).rewrite(function.get(body)));
            }
        }
        return result;
    }

    private Document reduce(Document function) {
        Document result = fields(function);
        Map<String, String> within = new TreeMap<>(variables);
        within.put("this", "this");
        within.put("value", "value");
        result.put("in", new NewerOperators(within, depth + 1).rewrite(function.get("in")));
        return result;
    }

    private @Nullable Object choice(Document decision) {
        if (!decision.containsKey("default")) {
            throw new ServerError(ErrorCodes.NOT_IMPLEMENTED, "$switch without a default is not simulated");
        }
        Object result = rewrite(decision.get("default"));
        for (Document branch : Values.documents(decision, "branches").reversed()) {
            result = new Document("$cond", list(rewrite(branch.get("case")), rewrite(branch.get("then")), result));
        }
        return result;
    }

    private Object field(@Nullable Object input, String name) {
        if (!name.contains(".") && !name.startsWith("$") && input instanceof String path && path.startsWith("$")) {
            return path.equals("$$ROOT") ? "$" + name : path + "." + name;
        }
        String entry = fresh();
        return new Document("$arrayElemAt", list(new Document("$map", new Document("input",
                entries(input, "$eq", name)).append("as", entry).append("in", "$$" + entry + ".v")), 0));
    }

    private Document set(Document call) {
        if (REMOVE.equals(call.get("value"))) {
            return unset(call);
        }
        Document entry = new Document("k", quoted(constant(call.get("field")))).append("v", rewrite(call.get("value")));
        return new Document("$mergeObjects", list(rewrite(call.get("input")),
                new Document("$arrayToObject", list(evaluated(list(entry))))));
    }

    private Document unset(Document call) {
        return new Document("$arrayToObject",
                list(entries(rewrite(call.get("input")), "$ne", constant(call.get("field")))));
    }

    /** The entries of a document whose name compares like this with the one given. */
    private Document entries(@Nullable Object input, String comparison, String name) {
        if (name.startsWith("$")) {
            // The engine takes the names of entries for paths.
            throw new ServerError(ErrorCodes.NOT_IMPLEMENTED, "looking for a field '" + name + "' is not simulated");
        }
        String entry = fresh();
        return new Document("$filter", new Document("input", new Document("$objectToArray", list(input)))
                .append("as", entry).append("cond", new Document(comparison, list("$$" + entry + ".k", quoted(name)))));
    }

    private static Object quoted(String text) {
        return new Document("$literal", text);
    }

    private static String constant(@Nullable Object expression) {
        Object value = expression instanceof Document document ? document.get("$literal") : expression;
        if (!(value instanceof String text) || (value == expression && text.startsWith("$"))) {
            throw new ServerError(ErrorCodes.NOT_IMPLEMENTED, "a field's name that is computed is not simulated");
        }
        return text;
    }

    private String path(String text) {
        if (text.equals(REMOVE)) {
            return MISSING;
        } else if (text.startsWith(CURRENT)) {
            return text.equals(CURRENT) ? "$$ROOT" : "$" + text.substring(CURRENT.length() + 1);
        } else if (!text.startsWith("$$")) {
            return text;
        }
        int dot = text.indexOf('.');
        String name = text.substring(2, dot < 0 ? text.length() : dot);
        return "$$" + variables.getOrDefault(name, name) + text.substring(2 + name.length());
    }

    private Document fields(Document document) {
        Document result = new Document();
        document.forEach((name, value) -> result.put(name, rewrite(value)));
        return result;
    }

    private List<@Nullable Object> operands(List<?> list) {
        List<@Nullable Object> result = new ArrayList<>();
        list.forEach(item -> result.add(rewrite(item)));
        return result;
    }

    /** The engine takes arrays within expressions as they are, unless they go through a function. */
    private Object evaluated(List<@Nullable Object> items) {
        boolean constant = true;
        List<@Nullable Object> present = new ArrayList<>();
        for (Object item : items) {
            boolean computed = item instanceof Document || (item instanceof String text && text.startsWith("$"));
            present.add(computed ? new Document("$ifNull", list(item, null)) : item);
            constant &= !computed;
        }
        String item = fresh();
        return constant
                ? items
                : new Document("$map", new Document("input", present).append("as", item).append("in", "$$" + item));
    }

    /** A name that no function around has; one beside may have it. */
    private String fresh() {
        return "v" + depth;
    }

    private static List<@Nullable Object> list(@Nullable Object... items) {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object item : items) {
            list.add(item);
        }
        return list;
    }
}
