package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Collation;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code $group}, {@code $bucket}, {@code $bucketAuto}, {@code $sortByCount}. */
final class Grouping {
    private Grouping() {}

    private record Output(String[] names, Accumulators.Factory[] factories) {
        static Output parse(Document fields, ExpressionParser parser) {
            List<String> names = new ArrayList<>();
            List<Accumulators.Factory> factories = new ArrayList<>();
            for (int i = 0; i < fields.size(); i++) {
                String name = fields.nameAt(i);
                if (name.indexOf('.') >= 0) {
                    throw new QueryError(40235, "The field name '" + name + "' cannot contain '.'");
                }
                if (name.startsWith("$")) {
                    throw new QueryError(40236, "The field name '" + name + "' cannot be an operator name");
                }
                if (!(fields.valueAt(i) instanceof Document document) || document.isEmpty()
                        || !document.nameAt(0).startsWith("$")) {
                    throw new QueryError(40234, "The field '" + name + "' must be an accumulator object");
                }
                if (document.size() != 1) {
                    throw new QueryError(40238, "The field '" + name + "' must specify one accumulator");
                }
                names.add(name);
                factories.add(Accumulators.parse(document.nameAt(0), document.valueAt(0), parser));
            }
            return new Output(names.toArray(new String[0]), factories.toArray(new Accumulators.Factory[0]));
        }

        Group start(@Nullable Object id, Scope scope) {
            Accumulators.Accumulator[] accumulators = new Accumulators.Accumulator[factories.length];
            for (int i = 0; i < accumulators.length; i++) {
                accumulators[i] = factories[i].create(scope);
            }
            return new Group(id, accumulators);
        }

        Document result(Group group) {
            Document result = new Document("_id", group.id());
            for (int i = 0; i < names.length; i++) {
                result.put(names[i], group.accumulators()[i].result());
            }
            return result;
        }
    }

    private record Group(@Nullable Object id, Accumulators.Accumulator[] accumulators) {
        void add(Scope scope) {
            for (Accumulators.Accumulator accumulator : accumulators) {
                accumulator.add(scope);
            }
        }
    }

    static @Nullable UnaryOperator<String> strings(Run run) {
        Collation collation = run.evaluation().collation();
        return collation == null ? null : collation::key;
    }

    static Stage group(@Nullable Object spec, ExpressionParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(15947, "a group's fields must be specified in an object");
        }
        if (!document.containsKey("_id")) {
            throw new QueryError(15955, "a group specification must include an _id");
        }
        Expression id = parser.parse(document.get("_id"));
        Document fields = document.clone();
        fields.remove("_id");
        Output output = Output.parse(fields, parser);
        return (input, run) -> Iterators.lazy(() -> {
            Map<Object, Group> groups = new LinkedHashMap<>();
            UnaryOperator<String> strings = strings(run);
            while (input.hasNext()) {
                run.step();
                Scope scope = run.scope().over(input.next());
                Object value = id.evaluate(scope);
                Object key = Missing.is(value) ? null : value;
                groups.computeIfAbsent(Keys.of(key, strings), ignored -> output.start(key, scope)).add(scope);
            }
            Iterator<Group> all = groups.values().iterator();
            return new Iterators.Pulling() {
                @Override
                @Nullable
                Document pull() {
                    return all.hasNext() ? output.result(all.next()) : null;
                }
            };
        });
    }

    private static final Document COUNT = new Document("count", new Document("$sum", 1));

    static Stage bucket(@Nullable Object spec, ExpressionParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(40201, "Argument to $bucket stage must be an object, but found type: "
                    + Types.name(spec) + ".");
        }
        for (String name : document.keySet()) {
            if (!List.of("groupBy", "boundaries", "default", "output").contains(name)) {
                throw new QueryError(40197, "Unrecognized option to $bucket: " + name + ".");
            }
        }
        if (!document.containsKey("groupBy") || !document.containsKey("boundaries")) {
            throw new QueryError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
        }
        Object by = document.get("groupBy");
        if (!(by instanceof String path && path.startsWith("$")) && !(by instanceof Document)) {
            throw new QueryError(40202, "The $bucket 'groupBy' field must be defined as a $-prefixed path or an "
                    + "expression, but found: " + by + ".");
        }
        List<Object> boundaries = boundaries(document.get("boundaries"), parser);
        boolean hasDefault = document.containsKey("default");
        Object otherwise = document.get("default");
        Expression groupBy = parser.parse(by);
        Output output = output(document, parser, 40196);
        return (input, run) -> Iterators.lazy(() -> {
            Order order = run.evaluation().order();
            Group[] groups = new Group[boundaries.size()];
            while (input.hasNext()) {
                run.step();
                Scope scope = run.scope().over(input.next());
                Object value = groupBy.evaluate(scope);
                int at = -1;
                for (int i = 0; i + 1 < boundaries.size(); i++) {
                    if (!Missing.is(value) && order.compare(value, boundaries.get(i)) >= 0
                            && order.compare(value, boundaries.get(i + 1)) < 0) {
                        at = i;
                    }
                }
                if (at < 0) {
                    if (!hasDefault) {
                        throw new QueryError(40066, "$switch could not find a matching branch for an input, and no "
                                + "default was specified.");
                    }
                    at = boundaries.size() - 1;
                }
                Object id = at == boundaries.size() - 1 ? otherwise : boundaries.get(at);
                groups[at] = groups[at] == null ? output.start(id, scope) : groups[at];
                groups[at].add(scope);
            }
            List<Document> result = new ArrayList<>();
            for (Group group : groups) {
                if (group != null) {
                    result.add(output.result(group));
                }
            }
            result.sort((a, b) -> order.compare(a.get("_id"), b.get("_id")));
            return result.iterator();
        });
    }

    private static Output output(Document document, ExpressionParser parser, int code) {
        Object given = document.getOrDefault("output", COUNT);
        if (!(given instanceof Document fields)) {
            throw new QueryError(code, "The 'output' field must be an object, but found type: " + Types.name(given)
                    + ".");
        }
        return Output.parse(fields, parser);
    }

    private static List<Object> boundaries(@Nullable Object given, ExpressionParser parser) {
        if (!(given instanceof List<?> list)) {
            throw new QueryError(40200, "The $bucket 'boundaries' field must be an array, but found type: "
                    + Types.name(given) + ".");
        }
        if (list.size() < 2) {
            throw new QueryError(40192, "The $bucket 'boundaries' field must have at least 2 values, but found "
                    + list.size() + " value(s).");
        }
        List<Object> result = new ArrayList<>();
        for (Object one : list) {
            if (!(parser.parse(one) instanceof Expression.Literal literal)) {
                throw new QueryError(40191, "The $bucket 'boundaries' field must be an array of constant values, but "
                        + "found value: " + one + ".");
            }
            result.add(literal.value());
        }
        for (int i = 1; i < result.size(); i++) {
            if (Types.rank(result.get(i)) != Types.rank(result.get(i - 1))) {
                throw new QueryError(40193, "All values in the the 'boundaries' option to $bucket must have the same "
                        + "type. Found conflicting types " + Types.name(result.get(i - 1)) + " and "
                        + Types.name(result.get(i)) + ".");
            }
            if (Order.BINARY.compare(result.get(i - 1), result.get(i)) >= 0) {
                throw new QueryError(40194, "The 'boundaries' option to $bucket must be sorted, but elements " + (i - 1)
                        + " and " + i + " are not in ascending order (" + result.get(i - 1) + " is not less than "
                        + result.get(i) + ").");
            }
        }
        return result;
    }

    private record Placed(@Nullable Object value, Document document) {}

    static Stage bucketAuto(@Nullable Object spec, ExpressionParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(40240, "The argument to $bucketAuto must be an object, but found type: "
                    + Types.name(spec) + ".");
        }
        for (String name : document.keySet()) {
            if (name.equals("granularity")) {
                throw QueryError.notSimulated("the option 'granularity' of $bucketAuto");
            }
            if (!List.of("groupBy", "buckets", "output").contains(name)) {
                throw new QueryError(40245, "Unrecognized option to $bucketAuto: " + name + ".");
            }
        }
        if (!document.containsKey("groupBy") || !document.containsKey("buckets")) {
            throw new QueryError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
        }
        Object by = document.get("groupBy");
        if (!(by instanceof String path && path.startsWith("$")) && !(by instanceof Document)) {
            throw new QueryError(40239, "The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an "
                    + "expression object, but found: " + by + ".");
        }
        Object buckets = document.get("buckets");
        if (buckets == null || !Types.isNumber(buckets)) {
            throw new QueryError(40241, "The $bucketAuto 'buckets' field must be a numeric value, but found type: "
                    + Types.name(buckets) + ".");
        }
        if (!Types.isWhole(buckets)) {
            throw new QueryError(40242, "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, "
                    + "but found " + buckets + ".");
        }
        int count = (int) Numbers.dbl(buckets);
        if (count < 1) {
            throw new QueryError(40243, "The $bucketAuto 'buckets' field must be greater than 0, but found: " + count
                    + ".");
        }
        Expression groupBy = parser.parse(by);
        Output output = output(document, parser, 40244);
        return (input, run) -> Iterators.lazy(() -> {
            Order order = run.evaluation().order();
            List<Placed> all = new ArrayList<>();
            while (input.hasNext()) {
                run.step();
                Document next = input.next();
                Object value = groupBy.evaluate(run.scope().over(next));
                all.add(new Placed(Missing.is(value) ? null : value, next));
            }
            all.sort((a, b) -> order.compare(a.value(), b.value()));
            return buckets(all, count, output, order, run).iterator();
        });
    }

    private static List<Document> buckets(List<Placed> all, int count, Output output, Order order, Run run) {
        List<Document> result = new ArrayList<>();
        int size = Math.max(1, (int) Math.round((double) all.size() / count));
        int at = 0;
        while (at < all.size()) {
            int end = result.size() == count - 1 ? all.size() : Math.min(all.size(), at + size);
            while (end < all.size() && order.equal(all.get(end).value(), all.get(end - 1).value())) {
                end++;
            }
            Object low = all.get(at).value();
            Object high = end < all.size() ? all.get(end).value() : all.get(all.size() - 1).value();
            Group group = output.start(new Document("min", low).append("max", high), run.scope());
            for (Placed placed : all.subList(at, end)) {
                group.add(run.scope().over(placed.document()));
            }
            result.add(output.result(group));
            at = end;
        }
        return result;
    }

    static Stage sortByCount(@Nullable Object spec, ExpressionParser parser) {
        boolean expression = spec instanceof Document document && !document.isEmpty()
                && document.nameAt(0).startsWith("$");
        if (!expression && !(spec instanceof String path && path.startsWith("$"))) {
            throw new QueryError(spec instanceof Document ? 40147 : spec instanceof String ? 40148 : 40149,
                    "the sortByCount field must be defined as a $-prefixed path or an expression inside an object");
        }
        Stage group = group(new Document("_id", spec).append("count", new Document("$sum", 1)), parser);
        Stage sort = Sorting.sort(new Document("count", -1), parser);
        return (input, run) -> sort.run(group.run(input, run), run);
    }
}
