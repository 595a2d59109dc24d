package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.query.FieldPath;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.query.Matching;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code $lookup} and {@code $graphLookup}. */
final class Joins {
    private Joins() {}

    /** The documents of a collection by what a field of theirs holds. */
    private static final class Index {
        private final List<Document> documents;
        private final Map<Object, List<Integer>> places = new HashMap<>();
        private final @Nullable UnaryOperator<String> strings;

        Index(List<Document> documents, FieldPath field, Run run) {
            this.documents = documents;
            this.strings = Grouping.strings(run);
            for (int i = 0; i < documents.size(); i++) {
                run.step();
                Set<Object> keys = new HashSet<>();
                for (Object value : field.values(documents.get(i))) {
                    keys.add(key(value));
                    if (value instanceof List<?> list) {
                        list.forEach(element -> keys.add(key(element)));
                    }
                }
                for (Object key : keys) {
                    places.computeIfAbsent(key, ignored -> new ArrayList<>()).add(i);
                }
            }
        }

        private Object key(@Nullable Object value) {
            return Keys.of(Missing.is(value) ? null : value, strings);
        }

        /** Documents whose field equals one of these values, in their natural order. */
        List<Document> find(Iterable<?> values) {
            TreeSet<Integer> found = new TreeSet<>();
            for (Object value : values) {
                found.addAll(places.getOrDefault(key(value), List.of()));
            }
            List<Document> result = new ArrayList<>(found.size());
            found.forEach(place -> result.add(documents.get(place)));
            return result;
        }
    }

    static Stage lookup(@Nullable Object spec, PipelineParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(9, "the $lookup specification must be an Object, but found " + Types.name(spec));
        }
        for (String name : document.keySet()) {
            if (!List.of("from", "localField", "foreignField", "as", "let", "pipeline").contains(name)) {
                throw new QueryError(9, "unknown argument to $lookup: " + name);
            }
        }
        if (document.get("from") instanceof Document) {
            throw QueryError.notSimulated("$lookup from another database");
        }
        Object from = document.get("from");
        boolean documents = from == null && document.get("pipeline") instanceof List<?> stages && !stages.isEmpty()
                && stages.get(0) instanceof Document first && first.containsKey("$documents");
        if (!(from instanceof String) && !documents) {
            throw new QueryError(9, "must specify 'from' field for a $lookup");
        }
        if (!(document.get("as") instanceof String as)) {
            throw new QueryError(9, "must specify 'as' field for a $lookup");
        }
        boolean fields = document.containsKey("localField") || document.containsKey("foreignField");
        if (fields
                && !(document.get("localField") instanceof String && document.get("foreignField") instanceof String)) {
            throw new QueryError(9, "$lookup requires both or neither of 'localField' and 'foreignField' to be "
                    + "specified");
        }
        boolean piped = document.containsKey("pipeline");
        if (!piped && !fields) {
            throw new QueryError(9, "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be "
                    + "specified");
        }
        if (!piped && document.containsKey("let")) {
            throw new QueryError(9, "$lookup with a 'let' argument must also specify 'pipeline'");
        }
        if (piped && fields && parser.wireVersion() < 13) {
            throw new QueryError(9, "$lookup with 'pipeline' may not specify 'localField' or 'foreignField'");
        }
        Document let = document.get("let") instanceof Document given ? given : new Document();
        String[] names = new String[let.size()];
        Expression[] values = new Expression[let.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = let.nameAt(i);
            ExpressionParser.checkUserVariable(names[i]);
            values[i] = parser.expressions().parse(let.valueAt(i));
        }
        String source = documents ? null : String.valueOf(from);
        if (source != null) {
            parser.reads(source);
        }
        Pipeline pipeline = piped ? parser.nested("$lookup", document.get("pipeline"), names) : null;
        Setter setter = new Setter(as);
        FieldPath local = fields ? FieldPath.parse(String.valueOf(document.get("localField"))) : null;
        FieldPath foreign = fields ? FieldPath.parse(String.valueOf(document.get("foreignField"))) : null;
        return (input, run) -> {
            // The foreign side is read once, when the first document comes.
            List<@Nullable Index> index = new ArrayList<>();
            List<List<Document>> whole = new ArrayList<>();
            return Iterators.map(input, next -> {
                run.step();
                if (whole.isEmpty()) {
                    List<Document> all = source == null ? List.of() : Iterators.toList(run.source(source), run);
                    whole.add(all);
                    index.add(foreign == null ? null : new Index(all, foreign, run));
                }
                Index byField = index.get(0);
                List<Document> found = byField == null || local == null
                        ? whole.get(0)
                        : byField.find(localValues(local, next));
                if (pipeline != null) {
                    Scope inner = run.scope();
                    Scope over = run.scope().over(next);
                    for (int i = 0; i < names.length; i++) {
                        inner = inner.with(names[i], values[i].evaluate(over));
                    }
                    found = Iterators.toList(pipeline.run(found.iterator(), run.with(inner)), run);
                }
                return setter.set(next, new ArrayList<Object>(found));
            });
        };
    }

    private static List<@Nullable Object> localValues(FieldPath path, Document document) {
        List<@Nullable Object> result = new ArrayList<>();
        for (Object value : path.values(document)) {
            if (value instanceof List<?> list) {
                result.addAll(list);
            } else {
                result.add(value);
            }
        }
        return result;
    }

    static Stage graphLookup(@Nullable Object spec, PipelineParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(9, "the $graphLookup stage specification must be an object, but found "
                    + Types.name(spec));
        }
        for (String name : document.keySet()) {
            if (!List.of("from", "startWith", "connectFromField", "connectToField", "as", "maxDepth", "depthField",
                    "restrictSearchWithMatch").contains(name)) {
                throw new QueryError(40104, "Unknown argument to $graphLookup: " + name);
            }
        }
        for (String name : List.of("from", "as", "startWith", "connectFromField", "connectToField")) {
            if (!document.containsKey(name)) {
                throw new QueryError(40105, "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and "
                        + "'connectToField' to be specified.");
            }
            if (!name.equals("startWith") && !(document.get(name) instanceof String)) {
                throw new QueryError(40103, "expected string as argument for " + name + ", found: "
                        + document.get(name));
            }
        }
        Object depth = document.get("maxDepth");
        if (depth != null && !Types.isNumber(depth)) {
            throw new QueryError(40100, "maxDepth must be numeric, found type: " + Types.name(depth));
        }
        if (depth != null && Numbers.dbl(depth) < 0) {
            throw new QueryError(40101, "maxDepth requires a nonnegative argument, found: " + depth);
        }
        if (depth != null && !Types.isWhole(depth)) {
            throw new QueryError(40102, "maxDepth could not be represented as a long long: " + depth);
        }
        long most = depth == null ? Long.MAX_VALUE : (long) Numbers.dbl(depth);
        Object restriction = document.get("restrictSearchWithMatch");
        if (restriction != null && !(restriction instanceof Document)) {
            throw new QueryError(40185, "restrictSearchWithMatch must be an object, found " + Types.name(restriction));
        }
        Filter restrict = restriction instanceof Document given
                ? new FilterParser(parser.expressions()).parse(given)
                : new Filter.Constant(true);
        String from = String.valueOf(document.get("from"));
        parser.reads(from);
        Expression start = parser.expressions().parse(document.get("startWith"));
        FieldPath connectFrom = FieldPath.parse(String.valueOf(document.get("connectFromField")));
        FieldPath connectTo = FieldPath.parse(String.valueOf(document.get("connectToField")));
        Setter setter = new Setter(String.valueOf(document.get("as")));
        Setter depthSetter = document.get("depthField") instanceof String field ? new Setter(field) : null;
        return (input, run) -> {
            List<Index> index = new ArrayList<>();
            return Iterators.map(input, next -> {
                if (index.isEmpty()) {
                    Matching matching = new Matching(run.scope());
                    List<Document> all = new ArrayList<>();
                    for (Iterator<Document> source = run.source(from); source.hasNext();) {
                        Document one = source.next();
                        if (matching.test(restrict, one)) {
                            all.add(one);
                        }
                    }
                    index.add(new Index(all, connectTo, run));
                }
                Object first = start.evaluate(run.scope().over(next));
                List<@Nullable Object> frontier = new ArrayList<>();
                if (first instanceof List<?> list) {
                    frontier.addAll(list);
                } else {
                    frontier.add(first);
                }
                Map<Object, Document> found = new LinkedHashMap<>();
                for (long level = 0; level <= most && !frontier.isEmpty(); level++) {
                    List<@Nullable Object> further = new ArrayList<>();
                    for (Document one : index.get(0).find(frontier)) {
                        run.step();
                        Object key = Keys.of(one.get("_id"));
                        if (!found.containsKey(key)) {
                            found.put(key, depthSetter == null ? one : depthSetter.set(one, level));
                            for (Object value : localValues(connectFrom, one)) {
                                if (!Missing.is(value)) {
                                    further.add(value);
                                }
                            }
                        }
                    }
                    frontier = further;
                }
                return setter.set(next, new ArrayList<Object>(found.values()));
            });
        };
    }
}
