package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.ScoredDocument;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.query.Matching;
import dev.bowline.simulator.query.Projection;
import dev.bowline.simulator.query.ProjectionParser;
import dev.bowline.simulator.query.TextSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads pipelines. */
public final class PipelineParser {
    private static final int MAX_STAGES = 1000;
    private static final Set<String> SOURCES = Set.of("$documents", "$collStats", "$indexStats", "$currentOp",
            "$listSessions", "$listLocalSessions", "$geoNear", "$planCacheStats");
    /** The stages whose documents are made of many, so that none has a text score. */
    private static final Set<String> COMBINING = Set.of("$group", "$bucket", "$bucketAuto", "$sortByCount", "$count",
            "$facet");
    /** What servers have and this one does not. */
    private static final Set<String> KNOWN = Set.of("$search", "$searchMeta", "$vectorSearch", "$listSearchIndexes",
            "$queryStats", "$shardedDataDistribution", "$listSampledQueries", "$listClusterCatalog", "$rankFusion",
            "$scoreFusion", "$score", "$querySettings", "$listCatalog", "$operationMetrics", "$planCacheStats",
            "$setMetadata");

    private ExpressionParser expressions;
    private final @Nullable String collection;
    private final Set<String> collections;
    private final @Nullable String nestedIn;

    private PipelineParser(ExpressionParser expressions, @Nullable String collection, Set<String> collections,
            @Nullable String nestedIn) {
        this.expressions = expressions;
        this.collection = collection;
        this.collections = collections;
        this.nestedIn = nestedIn;
    }

    /**
     * A parser for pipelines on a collection.
     *
     * @param collection null if the pipeline is on a database
     */
    public static Pipeline parse(List<Document> stages, @Nullable String collection, ExpressionParser expressions) {
        return new PipelineParser(expressions, collection, new LinkedHashSet<>(), null).pipeline(stages);
    }

    ExpressionParser expressions() {
        return expressions;
    }

    int wireVersion() {
        return expressions.wireVersion();
    }

    /** Notes that the pipeline reads a collection. */
    void reads(String name) {
        collections.add(name);
    }

    /** A pipeline within a stage of this one. */
    Pipeline nested(String stage, @Nullable Object given, String... variables) {
        // Only the pipelines of $facet run over the documents of this one.
        ExpressionParser inner = stage.equals("$facet")
                ? expressions
                : expressions.without(ExpressionParser.TEXT_SCORE);
        return new PipelineParser(inner.with(variables), collection, collections, stage)
                .pipeline(documents(stage, given));
    }

    private static List<Document> documents(String stage, @Nullable Object given) {
        if (!(given instanceof List<?> list)) {
            throw new QueryError(9, "'pipeline' option for " + stage + " must be specified as an array");
        }
        List<Document> result = new ArrayList<>();
        for (Object element : list) {
            if (!(element instanceof Document document)) {
                throw new QueryError(14, "Each element of the 'pipeline' array must be an object");
            }
            result.add(document);
        }
        return result;
    }

    private Pipeline pipeline(List<Document> given) {
        if (given.size() > MAX_STAGES) {
            throw new QueryError(7749501, "Pipeline length must be no longer than " + MAX_STAGES + " stages");
        }
        List<Stage> stages = new ArrayList<>();
        Document output = null;
        Document firstMatch = null;
        boolean ownSource = false;
        for (int i = 0; i < given.size(); i++) {
            Document stage = given.get(i);
            if (stage.size() != 1) {
                throw new QueryError(40323, "A pipeline stage specification object must contain exactly one field.");
            }
            String name = stage.nameAt(0);
            Object spec = stage.valueAt(0);
            if (name.equals("$out") || name.equals("$merge")) {
                if (nestedIn != null) {
                    throw nestedIn.equals("$facet")
                            ? new QueryError(40600, name + " is not allowed to be used within a $facet stage")
                            : new QueryError(51047, name + " is not allowed within a " + nestedIn
                                    + "'s sub-pipeline");
                }
                if (i != given.size() - 1) {
                    throw new QueryError(40601, name + " can only be the final stage in the pipeline");
                }
                Outputs.check(name, spec, this);
                output = stage;
                continue;
            }
            if (SOURCES.contains(name)) {
                if (i != 0 || (nestedIn != null && nestedIn.equals("$facet"))) {
                    throw i != 0
                            ? new QueryError(40602, name + " is only valid as the first stage in a pipeline.")
                            : new QueryError(40600, name + " is not allowed to be used within a $facet stage");
                }
                ownSource = !name.equals("$geoNear");
            }
            if (name.equals("$match") && spec instanceof Document filter) {
                if (i != 0 && filter.containsKey("$text")) {
                    throw new QueryError(17313, "$match with $text is only allowed as the first pipeline stage");
                }
                refuseNear(filter);
                Filter parsed = new FilterParser(expressions).parse(filter);
                if (i == 0) {
                    firstMatch = filter;
                }
                stages.add(match(parsed, i == 0));
                if (Filter.textSearch(parsed) != null) {
                    expressions = expressions.with(ExpressionParser.TEXT_SCORE);
                }
                continue;
            }
            stages.add(stage(name, spec));
            if (COMBINING.contains(name)) {
                expressions = expressions.without(ExpressionParser.TEXT_SCORE);
            }
        }
        return new Pipeline(stages, collections, output, firstMatch, ownSource);
    }

    private static void refuseNear(Document filter) {
        for (Object value : filter.values()) {
            if (value instanceof Document operators
                    && (operators.containsKey("$near") || operators.containsKey("$nearSphere"))) {
                throw new QueryError(5626500, "$geoNear, $near, and $nearSphere are not allowed in this context, as "
                        + "these operators require sorting geospatial data. If you do not need sort, consider using "
                        + "$geoWithin instead. Check out https://dochub.mongodb.org/core/near-sort-operation and "
                        + "https://dochub.mongodb.org/core/nearSphere-sort-operation for more details.");
            }
        }
    }

    private Stage match(Filter filter, boolean first) {
        return (input, run) -> {
            List<String> text = first && collection != null
                    ? run.snapshot().indexed(collection, "text")
                    : List.of();
            Matching matching = new Matching(run.scope(), text);
            Iterator<Document> found = Iterators.filter(input, document -> matching.test(filter, document));
            TextSearch search = first ? Filter.textSearch(filter) : null;
            return search == null
                    ? found
                    : Iterators.map(found, document -> new ScoredDocument(document, search.score(document, text)));
        };
    }

    private Stage stage(String name, @Nullable Object spec) {
        return switch (name) {
            case "$match" -> throw new QueryError(15959, "the match filter must be an expression in an object");
            case "$project" -> {
                if (!(spec instanceof Document fields)) {
                    throw new QueryError(15969, "$project specification must be an object");
                }
                yield projected(ProjectionParser.project(fields, expressions));
            }
            case "$addFields", "$set" -> {
                if (!(spec instanceof Document fields)) {
                    throw new QueryError(40272, name + " specification stage must be an object, got "
                            + Types.name(spec));
                }
                yield projected(ProjectionParser.addFields(name, fields, expressions));
            }
            case "$unset" -> projected(ProjectionParser.unset(spec, expressions));
            case "$replaceRoot" -> {
                if (!(spec instanceof Document document)) {
                    throw new QueryError(40229, "expected an object as specification for $replaceRoot stage, got "
                            + Types.name(spec));
                }
                for (String field : document.keySet()) {
                    if (!field.equals("newRoot")) {
                        throw new QueryError(40415, "BSON field '$replaceRoot." + field + "' is an unknown field.");
                    }
                }
                if (!document.containsKey("newRoot")) {
                    throw new QueryError(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
                }
                yield replace(expressions.parse(document.get("newRoot")), "newRoot");
            }
            case "$replaceWith" -> replace(expressions.parse(spec), "replacement document");
            case "$group" -> Grouping.group(spec, expressions);
            case "$bucket" -> Grouping.bucket(spec, expressions);
            case "$bucketAuto" -> Grouping.bucketAuto(spec, expressions);
            case "$sortByCount" -> Grouping.sortByCount(spec, expressions);
            case "$sort" -> Sorting.sort(spec, expressions);
            case "$limit" -> limit(spec);
            case "$skip" -> skip(spec);
            case "$count" -> count(spec);
            case "$unwind" -> Unwinding.parse(spec);
            case "$lookup" -> Joins.lookup(spec, this);
            case "$graphLookup" -> Joins.graphLookup(spec, this);
            case "$unionWith" -> union(spec);
            case "$facet" -> facet(spec);
            case "$sample" -> sample(spec);
            case "$redact" -> Redaction.parse(spec, expressions);
            case "$setWindowFields" -> since(13, name, Windows.parse(spec, expressions));
            case "$densify" -> since(14, name, Filling.densify(spec));
            case "$fill" -> since(15, name, Filling.fill(spec, expressions));
            case "$geoNear" -> GeoNear.parse(spec, this, collection);
            case "$documents" -> documents(spec);
            case "$collStats", "$indexStats", "$currentOp", "$listSessions", "$listLocalSessions" -> (input,
                    run) -> run.system().documents(name, spec).iterator();
            case "$changeStreamSplitLargeEvent" -> (input, run) -> input;
            case "$changeStream" -> throw new QueryError(40602,
                    "$changeStream is only valid as the first stage in a pipeline.");
            default -> {
                if (KNOWN.contains(name)) {
                    throw QueryError.notSimulated("the stage " + name);
                }
                throw new QueryError(40324, "Unrecognized pipeline stage name: '" + name + "'");
            }
        };
    }

    private Stage since(int wireVersion, String name, Stage stage) {
        if (wireVersion() < wireVersion) {
            throw new QueryError(40324, "Unrecognized pipeline stage name: '" + name + "'");
        }
        return stage;
    }

    private static Stage projected(Projection projection) {
        return (input, run) -> Iterators.map(input, document -> {
            run.step();
            return ScoredDocument.keepScore(projection.apply(document, run.scope()), document);
        });
    }

    private static Stage replace(Expression expression, String what) {
        return (input, run) -> Iterators.map(input, document -> {
            run.step();
            Object value = expression.evaluate(run.scope().over(document));
            if (value instanceof Document root) {
                return ScoredDocument.keepScore(root, document);
            }
            throw new QueryError(40228, "PlanExecutor error during aggregation :: caused by :: '" + what
                    + "' expression  must evaluate to an object, but resulting value was: "
                    + (Missing.is(value) ? "MISSING" : String.valueOf(value)) + ". Type of resulting value: '"
                    + Types.name(value) + "'. Input document: " + document);
        });
    }

    private static long whole(@Nullable Object spec, int code, String message) {
        if (!Types.isWhole(spec) || !(spec instanceof Number number)) {
            throw new QueryError(code, message + ": " + (spec instanceof Number
                    ? "Expected an integer"
                    : "Expected a number") + " in: " + spec);
        }
        return number.longValue();
    }

    private static Stage limit(@Nullable Object spec) {
        long limit = whole(spec, 5107201, "invalid argument to $limit stage");
        if (limit < 0) {
            throw new QueryError(5107201, "invalid argument to $limit stage: Expected a non-negative number in: "
                    + "$limit: " + limit);
        }
        if (limit == 0) {
            throw new QueryError(15958, "the limit must be positive");
        }
        return (input, run) -> new Iterators.Pulling() {
            private long left = limit;

            @Override
            @Nullable
            Document pull() {
                return left-- > 0 && input.hasNext() ? input.next() : null;
            }
        };
    }

    private static Stage skip(@Nullable Object spec) {
        long skip = whole(spec, 5107200, "invalid argument to $skip stage");
        if (skip < 0) {
            throw new QueryError(5107200, "invalid argument to $skip stage: Expected a non-negative number in: $skip: "
                    + skip);
        }
        return (input, run) -> new Iterators.Pulling() {
            private long left = skip;

            @Override
            @Nullable
            Document pull() {
                while (left > 0 && input.hasNext()) {
                    left--;
                    input.next();
                }
                return input.hasNext() ? input.next() : null;
            }
        };
    }

    private static Stage count(@Nullable Object spec) {
        if (!(spec instanceof String name)) {
            throw new QueryError(40156, "the count field must be a non-empty string");
        }
        if (name.isEmpty()) {
            throw new QueryError(40157, "the count field must be a non-empty string");
        }
        if (name.startsWith("$")) {
            throw new QueryError(40158, "the count field cannot be a $-prefixed path");
        }
        if (name.indexOf('.') >= 0) {
            throw new QueryError(40160, "the count field cannot contain '.'");
        }
        return (input, run) -> Iterators.lazy(() -> {
            long count = 0;
            while (input.hasNext()) {
                run.step();
                input.next();
                count++;
            }
            return count == 0
                    ? List.<Document>of().iterator()
                    : List.of(new Document(name, Numbers.narrow(count, true))).iterator();
        });
    }

    private Stage union(@Nullable Object spec) {
        String from;
        Pipeline pipeline;
        if (spec instanceof String name) {
            from = name;
            pipeline = nested("$unionWith", List.of());
        } else if (spec instanceof Document document) {
            for (String field : document.keySet()) {
                if (!field.equals("coll") && !field.equals("pipeline")) {
                    throw new QueryError(40415, "BSON field '$unionWith." + field + "' is an unknown field.");
                }
            }
            from = document.get("coll") instanceof String name ? name : null;
            pipeline = nested("$unionWith", document.getOrDefault("pipeline", List.of()));
            if (from == null && !pipeline.needsNoSource()) {
                throw new QueryError(9, "$unionWith stage without explicit collection must have a pipeline with "
                        + "$documents as first stage");
            }
        } else {
            throw new QueryError(9, "the $unionWith stage specification must be an object or string, but found "
                    + Types.name(spec));
        }
        if (from != null) {
            reads(from);
        }
        return (input, run) -> Iterators.concat(input,
                () -> pipeline.run(from == null ? List.<Document>of().iterator() : run.source(from), run));
    }

    private Stage facet(@Nullable Object spec) {
        if (!(spec instanceof Document document) || document.isEmpty()) {
            throw new QueryError(40169, "the $facet specification must be a non-empty object");
        }
        Map<String, Pipeline> facets = new LinkedHashMap<>();
        for (int i = 0; i < document.size(); i++) {
            String name = document.nameAt(i);
            if (name.startsWith("$") || name.indexOf('.') >= 0) {
                throw new QueryError(name.startsWith("$") ? 16410 : 16412, "FieldPath field names may not "
                        + (name.startsWith("$") ? "start with '$'" : "contain '.'") + ".");
            }
            if (!(document.valueAt(i) instanceof List<?> list)) {
                throw new QueryError(40170, "arguments to $facet must be arrays, " + name + " is type "
                        + Types.name(document.valueAt(i)));
            }
            for (Object stage : list) {
                if (stage instanceof Document one && one.containsKey("$facet")) {
                    throw new QueryError(40600, "$facet is not allowed to be used within a $facet stage");
                }
            }
            facets.put(name, nested("$facet", list));
        }
        return (input, run) -> Iterators.lazy(() -> {
            List<Document> all = Iterators.toList(input, run);
            Document result = new Document();
            facets.forEach((name, pipeline) -> result.put(name,
                    new ArrayList<Object>(Iterators.toList(pipeline.run(all.iterator(), run), run))));
            return List.of(result).iterator();
        });
    }

    private static Stage sample(@Nullable Object spec) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(28745, "the $sample stage specification must be an object");
        }
        for (String field : document.keySet()) {
            if (!field.equals("size")) {
                throw new QueryError(28748, "unrecognized option to $sample: " + field);
            }
        }
        if (!document.containsKey("size")) {
            throw new QueryError(28749, "$sample stage must specify a size");
        }
        Object given = document.get("size");
        if (given == null || !Types.isNumber(given)) {
            throw new QueryError(28746, "size argument to $sample must be a number");
        }
        long size = (long) Numbers.dbl(given);
        if (size <= 0) {
            throw new QueryError(28747, "size argument to $sample must be a positive integer");
        }
        return (input, run) -> Iterators.lazy(() -> {
            List<Document> pool = Iterators.toList(input, run);
            int wanted = (int) Math.min(size, pool.size());
            for (int i = 0; i < wanted; i++) {
                int other = i + (int) (run.evaluation().random().getAsDouble() * (pool.size() - i));
                Document picked = pool.get(other);
                pool.set(other, pool.get(i));
                pool.set(i, picked);
            }
            return pool.subList(0, wanted).iterator();
        });
    }

    private Stage documents(@Nullable Object spec) {
        if (wireVersion() < 13) {
            throw new QueryError(40324, "Unrecognized pipeline stage name: '$documents'");
        }
        if (collection != null && nestedIn == null) {
            throw new QueryError(73, "'$documents' can only be run with {aggregate: 1}");
        }
        Expression expression = expressions.parse(spec);
        return (input, run) -> Iterators.lazy(() -> {
            Object value = expression.evaluate(run.scope());
            List<Document> result = new ArrayList<>();
            for (Object element : value instanceof List<?> list ? list : Arrays.asList(value)) {
                if (!(element instanceof Document document)) {
                    throw new QueryError(5858203, "$documents' must evaluate to an array of objects");
                }
                result.add(document);
            }
            return result.iterator();
        });
    }

    /** Over documents that are given, without a collection. */
    public static List<Document> over(Pipeline pipeline, List<Document> input, Run run) {
        Iterator<Document> result = pipeline.run(input.iterator(), run);
        List<Document> all = new ArrayList<>();
        result.forEachRemaining(all::add);
        return all;
    }
}
