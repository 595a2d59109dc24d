package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.Projection;
import dev.bowline.simulator.query.ProjectionParser;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code $densify} and {@code $fill}. */
final class Filling {
    private static final int MOST = 500_000;

    private Filling() {}

    static Stage densify(@Nullable Object spec) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(5733401, "The $densify stage specification must be an object, found "
                    + Types.name(spec));
        }
        for (String name : document.keySet()) {
            if (!Set.of("field", "partitionByFields", "range").contains(name)) {
                throw new QueryError(40415, "BSON field '$densify." + name + "' is an unknown field.");
            }
        }
        if (!(document.get("field") instanceof String path)) {
            throw new QueryError(40414, "BSON field '$densify.field' is missing but a required field");
        }
        if (!(document.get("range") instanceof Document range)) {
            throw new QueryError(40414, "BSON field '$densify.range' is missing but a required field");
        }
        Object step = range.get("step");
        if (step == null || !Types.isNumber(step) || Numbers.dbl(step) <= 0) {
            throw new QueryError(5733403, "the step parameter in a range statement must be a strictly positive numeric "
                    + "value");
        }
        String unit = range.get("unit") instanceof String text ? text : null;
        Object bounds = range.get("bounds");
        if (!"full".equals(bounds) && !"partition".equals(bounds)
                && !(bounds instanceof List<?> pair && pair.size() == 2)) {
            throw new QueryError(5946802, "the bounds parameter in a range statement must be either 'full', "
                    + "'partition', or a two-element array");
        }
        Setter field = new Setter(path);
        List<Setter> partitionBy = new ArrayList<>();
        if (document.get("partitionByFields") instanceof List<?> names) {
            names.forEach(name -> partitionBy.add(new Setter(String.valueOf(name))));
        }
        return (input, run) -> Iterators.lazy(() -> {
            Map<Object, List<Document>> partitions = new LinkedHashMap<>();
            List<Document> untouched = new ArrayList<>();
            List<Document> all = Iterators.toList(input, run);
            all.sort((a, b) -> Order.BINARY.compare(field.get(a), field.get(b)));
            for (Document next : all) {
                if (Missing.orNull(field.get(next))) {
                    untouched.add(next);
                    continue;
                }
                List<@Nullable Object> key = new ArrayList<>();
                partitionBy.forEach(one -> {
                    Object value = one.get(next);
                    key.add(Missing.is(value) ? null : value);
                });
                partitions.computeIfAbsent(Keys.of(key), ignored -> new ArrayList<>()).add(next);
            }
            List<Document> result = new ArrayList<>(untouched);
            Object least = all.size() > untouched.size() ? field.get(all.get(untouched.size())) : null;
            Object greatest = all.isEmpty() ? null : field.get(all.get(all.size() - 1));
            for (List<Document> partition : partitions.values()) {
                Object from = bounds instanceof List<?> pair
                        ? pair.get(0)
                        : "full".equals(bounds) ? least : field.get(partition.get(0));
                Object to = bounds instanceof List<?> pair
                        ? pair.get(1)
                        : "full".equals(bounds) ? greatest : field.get(partition.get(partition.size() - 1));
                dense(partition, field, partitionBy, from, to, !(bounds instanceof List<?>), step, unit, run, result);
            }
            return result.iterator();
        });
    }

    private static void dense(List<Document> partition, Setter field, List<Setter> partitionBy, @Nullable Object from,
            @Nullable Object to, boolean inclusive, Object step, @Nullable String unit, Run run, List<Document> into) {
        int at = 0;
        Object value = from;
        for (int count = 0; value != null; count++) {
            if (count > MOST) {
                throw new QueryError(5897900, "Generated " + MOST + " documents in $densify, which is over the limit "
                        + "of 'internalQueryMaxAllowedDensifyDocs'. Consider increasing the limit.");
            }
            run.step();
            int order = Order.BINARY.compare(value, to);
            if (inclusive ? order > 0 : order >= 0) {
                break;
            }
            while (at < partition.size() && Order.BINARY.compare(field.get(partition.get(at)), value) < 0) {
                into.add(partition.get(at++));
            }
            if (at < partition.size() && Order.BINARY.equal(field.get(partition.get(at)), value)) {
                while (at < partition.size() && Order.BINARY.equal(field.get(partition.get(at)), value)) {
                    into.add(partition.get(at++));
                }
            } else {
                Document made = new Document();
                for (Setter one : partitionBy) {
                    made = one.set(made, one.get(partition.get(0)));
                }
                into.add(field.set(made, value));
            }
            value = next(value, step, unit);
        }
        into.addAll(partition.subList(at, partition.size()));
    }

    private static @Nullable Object next(Object value, Object step, @Nullable String unit) {
        if (value instanceof Instant date) {
            if (unit == null) {
                throw new QueryError(5733501, "A unit must be specified with dates");
            }
            return Windows.plus(date, unit, (long) Numbers.dbl(step));
        }
        if (!Types.isNumber(value)) {
            throw new QueryError(5733201, "Densify field type must be numeric or a date");
        }
        return Numbers.add(value, step);
    }

    static Stage fill(@Nullable Object spec, ExpressionParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(9, "The $fill stage specification must be an object, found " + Types.name(spec));
        }
        for (String name : document.keySet()) {
            if (!Set.of("partitionBy", "partitionByFields", "sortBy", "output").contains(name)) {
                throw new QueryError(40415, "BSON field '$fill." + name + "' is an unknown field.");
            }
        }
        if (!(document.get("output") instanceof Document output)) {
            throw new QueryError(40414, "BSON field '$fill.output' is missing but a required field");
        }
        Document values = new Document();
        Document functions = new Document();
        for (int i = 0; i < output.size(); i++) {
            String field = output.nameAt(i);
            if (!(output.valueAt(i) instanceof Document how) || how.size() != 1) {
                throw new QueryError(6050202, "Each fill output field must have exactly one of 'value' or 'method'");
            }
            if (how.containsKey("value")) {
                List<@Nullable Object> operands = new ArrayList<>();
                operands.add("$" + field);
                operands.add(how.get("value"));
                values.put(field, new Document("$ifNull", operands));
            } else {
                Object method = how.get("method");
                if (!"linear".equals(method) && !"locf".equals(method)) {
                    throw new QueryError(6050202, "Method must be either locf or linear");
                }
                functions.put(field, new Document("linear".equals(method) ? "$linearFill" : "$locf", "$" + field));
            }
        }
        List<Stage> stages = new ArrayList<>();
        if (!functions.isEmpty()) {
            Document window = new Document("output", functions);
            window.putIfNotNull("sortBy", document.get("sortBy"));
            if (document.get("partitionByFields") instanceof List<?> names) {
                Document key = new Document();
                names.forEach(name -> key.put(String.valueOf(name), "$" + name));
                window.put("partitionBy", key);
            }
            window.putIfNotNull("partitionBy", document.get("partitionBy"));
            stages.add(Windows.parse(window, parser));
        }
        if (!values.isEmpty()) {
            Projection add = ProjectionParser.addFields("$fill", values, parser);
            stages.add((input, run) -> Iterators.map(input, next -> add.apply(next, run.scope())));
        }
        return (input, run) -> {
            var current = input;
            for (Stage stage : stages) {
                current = stage.run(current, run);
            }
            return current;
        };
    }
}
