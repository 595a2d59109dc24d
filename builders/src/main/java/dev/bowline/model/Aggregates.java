package dev.bowline.model;

import dev.bowline.model.geojson.Point;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BinaryVector;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Stages of an aggregation pipeline. */
public final class Aggregates {
    private Aggregates() {}

    /**
     * Adds computed fields to each document or replaces those of the same name; renders {@code {$addFields: {name:
     * value, ...}}}.
     */
    public static Bson addFields(Field... fields) {
        return addFields(Arrays.asList(fields));
    }

    /**
     * Adds computed fields to each document or replaces those of the same name; renders {@code {$addFields: {name:
     * value, ...}}}.
     */
    public static Bson addFields(List<Field> fields) {
        return Clause.of("$addFields", named(fields));
    }

    /**
     * Does the same as {@link #addFields(Field...)} under the shorter name; renders {@code {$set: {name: value, ...}}}.
     */
    public static Bson set(Field... fields) {
        return set(Arrays.asList(fields));
    }

    /** Does the same as {@link #addFields(List)} under the shorter name; renders {@code {$set: {name: value, ...}}}. */
    public static Bson set(List<Field> fields) {
        return Clause.of("$set", named(fields));
    }

    /**
     * Removes fields from each document; renders {@code {$unset: field}} for one field and {@code {$unset: [fields]}}
     * for several.
     */
    public static Bson unset(String... fields) {
        return unset(Arrays.asList(fields));
    }

    /**
     * Removes fields from each document; renders {@code {$unset: field}} for one field and {@code {$unset: [fields]}}
     * for several.
     */
    public static Bson unset(List<String> fields) {
        return Clause.of("$unset", fields.size() == 1 ? fields.get(0) : List.copyOf(fields));
    }

    /**
     * Groups documents into buckets with ascending boundaries; renders {@code {$bucket: {groupBy: groupBy, boundaries:
     * [boundaries]}}}. The server fails the aggregation if a document is outside all of them.
     */
    public static Bson bucket(Object groupBy, List<?> boundaries) {
        return bucket(groupBy, boundaries, options -> {});
    }

    /**
     * Groups documents into buckets with ascending boundaries and options; renders {@code {$bucket: {groupBy: groupBy,
     * boundaries: [boundaries], default: bucket, output: {...}}}}. The stage leaves out an option that is not set.
     */
    public static Bson bucket(Object groupBy, List<?> boundaries, Consumer<BucketOptions> options) {
        BucketOptions given = new BucketOptions();
        options.accept(given);
        return Clause.of("$bucket", Clause.of("groupBy", groupBy).and("boundaries", Filters.list(boundaries))
                .andIfGiven("default", given.defaultBucket).andIfGiven("output", output(given.output)));
    }

    /**
     * Groups documents into this many buckets of about equal size, whose boundaries the server chooses; renders
     * {@code {$bucketAuto: {groupBy: groupBy, buckets: buckets}}}.
     */
    public static Bson bucketAuto(Object groupBy, int buckets) {
        return bucketAuto(groupBy, buckets, options -> {});
    }

    /**
     * Groups documents into this many buckets of about equal size, with options; renders {@code {$bucketAuto: {groupBy:
     * groupBy, buckets: buckets, output: {...}, granularity: series}}}. The stage leaves out an option that is not set.
     */
    public static Bson bucketAuto(Object groupBy, int buckets, Consumer<BucketAutoOptions> options) {
        BucketAutoOptions given = new BucketAutoOptions();
        options.accept(given);
        return Clause.of("$bucketAuto", Clause.of("groupBy", groupBy).and("buckets", buckets)
                .andIfGiven("output", output(given.output))
                .andIfGiven("granularity", given.granularity == null ? null : given.granularity.wireName()));
    }

    /** One document with the number of documents in its field {@code count}. */
    public static Bson count() {
        return count("count");
    }

    /**
     * Replaces all documents by one with their number in this field; renders {@code {$count: field}}. The stage yields
     * no document if none reaches it.
     */
    public static Bson count(String field) {
        return Clause.of("$count", field);
    }

    /** Passes on the documents that match a filter of {@link Filters}; renders {@code {$match: filter}}. */
    public static Bson match(Bson filter) {
        return Clause.of("$match", filter);
    }

    /** Reshapes each document by a projection of {@link Projections}; renders {@code {$project: projection}}. */
    public static Bson project(Bson projection) {
        return Clause.of("$project", projection);
    }

    /** Sorts the documents by an order of {@link Sorts}; renders {@code {$sort: sort}}. */
    public static Bson sort(Bson sort) {
        return Clause.of("$sort", sort);
    }

    /**
     * Groups documents by an expression, counts each group and sorts the largest first; renders {@code {$sortByCount:
     * expression}}.
     */
    public static Bson sortByCount(Object expression) {
        return Clause.of("$sortByCount", expression);
    }

    /** Drops the first documents and passes on the rest; renders {@code {$skip: skip}}. */
    public static Bson skip(int skip) {
        return Clause.of("$skip", skip);
    }

    /**
     * Passes on at most this many documents; renders {@code {$limit: limit}}. The server requires a positive number.
     */
    public static Bson limit(int limit) {
        return Clause.of("$limit", limit);
    }

    /** Passes on this many documents, picked at random; renders {@code {$sample: {size: size}}}. */
    public static Bson sample(int size) {
        return Clause.operator("$sample", "size", size);
    }

    /** Joins documents of another collection by equal fields. */
    public static Bson lookup(String from, String localField, String foreignField, String as) {
        return Clause.of("$lookup", Clause.of("from", from).and("localField", localField)
                .and("foreignField", foreignField).and("as", as));
    }

    /** Joins what a pipeline finds in another collection. */
    public static Bson lookup(@Nullable String from, List<? extends Bson> pipeline, String as) {
        return lookup(from, null, pipeline, as);
    }

    /** Joins what a pipeline with variables finds in another collection. */
    public static Bson lookup(@Nullable String from, @Nullable List<Variable> let, List<? extends Bson> pipeline,
            String as) {
        return Clause.of("$lookup", Clause.empty().andIfGiven("from", from)
                .andIfGiven("let", let == null ? null : let(let)).and("pipeline", List.copyOf(pipeline)).and("as", as));
    }

    /**
     * Follows references through a collection and stores what it finds as an array in {@code as}; renders
     * {@code {$graphLookup: {from: from, startWith: startWith, connectFromField: ..., connectToField: ..., as: as}}}.
     */
    public static Bson graphLookup(String from, Object startWith, String connectFromField, String connectToField,
            String as) {
        return graphLookup(from, startWith, connectFromField, connectToField, as, options -> {});
    }

    /**
     * Follows references through a collection, with a limit of depth or a filter; renders {@code {$graphLookup: {...}}}
     * with {@code maxDepth}, {@code depthField} and {@code restrictSearchWithMatch} where set.
     */
    public static Bson graphLookup(String from, Object startWith, String connectFromField, String connectToField,
            String as, Consumer<GraphLookupOptions> options) {
        GraphLookupOptions given = new GraphLookupOptions();
        options.accept(given);
        return Clause.of("$graphLookup", Clause.of("from", from).and("startWith", startWith)
                .and("connectFromField", connectFromField).and("connectToField", connectToField).and("as", as)
                .andIfGiven("maxDepth", given.maxDepth).andIfGiven("depthField", given.depthField)
                .andIfGiven("restrictSearchWithMatch", given.restrictSearchWithMatch));
    }

    /**
     * Runs several pipelines over the same documents and yields one document with an array for each; renders
     * {@code {$facet: {name: [pipeline], ...}}}.
     */
    public static Bson facet(Facet... facets) {
        return facet(Arrays.asList(facets));
    }

    /**
     * Runs several pipelines over the same documents and yields one document with an array for each; renders
     * {@code {$facet: {name: [pipeline], ...}}}.
     */
    public static Bson facet(List<Facet> facets) {
        Clause pipelines = Clause.empty();
        for (Facet facet : facets) {
            pipelines = pipelines.and(facet.name(), facet.pipeline());
        }
        return Clause.of("$facet", pipelines);
    }

    /** Groups by an expression; null makes one group of all documents. */
    public static Bson group(@Nullable Object id, BsonField... accumulators) {
        return group(id, Arrays.asList(accumulators));
    }

    /** Groups by an expression; null makes one group of all documents. */
    public static Bson group(@Nullable Object id, List<BsonField> accumulators) {
        Clause group = Clause.of("_id", id);
        for (BsonField accumulator : accumulators) {
            group = group.and(accumulator.name(), accumulator.value());
        }
        return Clause.of("$group", group);
    }

    /**
     * Appends what a pipeline yields from another collection of the database; renders {@code {$unionWith: {coll:
     * collection, pipeline: [pipeline]}}}. Pass an empty pipeline to append the whole collection.
     */
    public static Bson unionWith(String collection, List<? extends Bson> pipeline) {
        return Clause.of("$unionWith", Clause.of("coll", collection).and("pipeline", List.copyOf(pipeline)));
    }

    /** One document for each element of an array; the field's name begins with {@code $}. */
    public static Bson unwind(String field) {
        return Clause.of("$unwind", field);
    }

    /** One document for each element of an array; the field's name begins with {@code $}. */
    public static Bson unwind(String field, Consumer<UnwindOptions> options) {
        UnwindOptions given = new UnwindOptions();
        options.accept(given);
        return Clause.of("$unwind", Clause.of("path", field)
                .andIfGiven("preserveNullAndEmptyArrays", given.preserveNullAndEmptyArrays)
                .andIfGiven("includeArrayIndex", given.includeArrayIndex));
    }

    /**
     * Replaces a collection of the same database by the results; renders {@code {$out: collection}}. It must be the
     * last stage.
     */
    public static Bson out(String collection) {
        return Clause.of("$out", collection);
    }

    /**
     * Replaces a collection of another database by the results; renders {@code {$out: {db: database, coll:
     * collection}}}. It must be the last stage.
     */
    public static Bson out(String database, String collection) {
        return Clause.of("$out", Clause.of("db", database).and("coll", collection));
    }

    /** Writes to a destination that a document describes. */
    public static Bson out(Bson destination) {
        return Clause.of("$out", destination);
    }

    /**
     * Writes the results into a collection of the same database; renders {@code {$merge: {into: collection}}}. It must
     * be the last stage.
     */
    public static Bson merge(String collection) {
        return merge(collection, options -> {});
    }

    /**
     * Writes the results into a collection of the same database, with options; renders {@code {$merge: {into:
     * collection, on: ..., let: ..., whenMatched: ..., whenNotMatched: ...}}}. The stage leaves out an option that is
     * not set.
     */
    public static Bson merge(String collection, Consumer<MergeOptions> options) {
        return mergeInto(collection, options);
    }

    /**
     * Writes the results into a collection of another database; renders {@code {$merge: {into: {db: database, coll:
     * collection}}}}. It must be the last stage.
     */
    public static Bson merge(String database, String collection) {
        return merge(database, collection, options -> {});
    }

    /**
     * Writes the results into a collection of another database, with options; renders {@code {$merge: {into: {db:
     * database, coll: collection}, ...}}}. The stage leaves out an option that is not set.
     */
    public static Bson merge(String database, String collection, Consumer<MergeOptions> options) {
        return mergeInto(Clause.of("db", database).and("coll", collection), options);
    }

    private static Bson mergeInto(Object into, Consumer<MergeOptions> options) {
        MergeOptions given = new MergeOptions();
        options.accept(given);
        return Clause.of("$merge", given.stage(into));
    }

    /**
     * Replaces each document by the one that an expression yields; renders {@code {$replaceRoot: {newRoot:
     * expression}}}. The server fails the aggregation if the expression yields no document.
     */
    public static Bson replaceRoot(Object expression) {
        return Clause.operator("$replaceRoot", "newRoot", expression);
    }

    /** Does the same as {@link #replaceRoot} in the shorter form; renders {@code {$replaceWith: expression}}. */
    public static Bson replaceWith(Object expression) {
        return Clause.of("$replaceWith", expression);
    }

    /** Documents that are given here and not read from a collection. */
    public static Bson documents(List<? extends Bson> documents) {
        return Clause.of("$documents", List.copyOf(documents));
    }

    /** Documents near a GeoJSON point, nearest first, with their distance in a field. */
    public static Bson geoNear(Bson near, String distanceField) {
        return geoNear(near, distanceField, options -> {});
    }

    /**
     * Passes on documents near a point, nearest first, with their distance in a field; renders {@code {$geoNear: {near:
     * point, distanceField: distanceField}}}. It must be the first stage.
     */
    public static Bson geoNear(Point near, String distanceField) {
        return geoNear(near, distanceField, options -> {});
    }

    /**
     * Passes on documents near a point, nearest first, with options; renders {@code {$geoNear: {near: point,
     * distanceField: distanceField, ...}}}. It must be the first stage.
     */
    public static Bson geoNear(Point near, String distanceField, Consumer<GeoNearOptions> options) {
        return geoNearBy(near, distanceField, options);
    }

    /** Documents near a GeoJSON point, nearest first, with their distance in a field. */
    public static Bson geoNear(Bson near, String distanceField, Consumer<GeoNearOptions> options) {
        return geoNearBy(near, distanceField, options);
    }

    private static Bson geoNearBy(Object near, String distanceField, Consumer<GeoNearOptions> options) {
        GeoNearOptions given = new GeoNearOptions();
        options.accept(given);
        return Clause.of("$geoNear",
                both(Clause.of("near", near).and("distanceField", distanceField), given.toClause()));
    }

    /** Computes fields over windows of documents that are partitioned and sorted. */
    public static Bson setWindowFields(@Nullable Object partitionBy, @Nullable Bson sortBy, BsonField... output) {
        return setWindowFields(partitionBy, sortBy, Arrays.asList(output));
    }

    /** Computes fields over windows of documents that are partitioned and sorted. See {@link Windows#over}. */
    public static Bson setWindowFields(@Nullable Object partitionBy, @Nullable Bson sortBy, List<BsonField> output) {
        return Clause.of("$setWindowFields", Clause.empty().andIfGiven("partitionBy", partitionBy)
                .andIfGiven("sortBy", sortBy).and("output", fields(output)));
    }

    /** Adds documents where a field has gaps; see {@link DensifyRange}. */
    public static Bson densify(String field, Bson range) {
        return Clause.of("$densify", Clause.of("field", field).and("range", range));
    }

    /**
     * Adds documents where a field has gaps, for each partition on its own; renders {@code {$densify: {field: field,
     * range: range, partitionByFields: [fields]}}}. See {@link DensifyRange} for ranges.
     */
    public static Bson densify(String field, Bson range, Consumer<DensifyOptions> options) {
        DensifyOptions given = new DensifyOptions();
        options.accept(given);
        return Clause.of("$densify", both(Clause.of("field", field).and("range", range), given.toClause()));
    }

    /** Fills fields that are null or missing; see {@link FillOutputField}. */
    public static Bson fill(Consumer<FillOptions> options, Bson... output) {
        return fill(options, Arrays.asList(output));
    }

    /** Fills fields that are null or missing; see {@link FillOutputField}. */
    public static Bson fill(Consumer<FillOptions> options, Iterable<? extends Bson> output) {
        FillOptions given = new FillOptions();
        options.accept(given);
        return Clause.of("$fill", given.toClause().and("output",
                new Combined(Filters.bsons(output), Combined.Repetition.KEEPS_ITS_PLACE)));
    }

    /** A search, by a {@link SearchOperator}, a {@link SearchCollector} or a document of either and options. */
    public static Bson search(Bson search) {
        return Clause.of("$search", search);
    }

    /**
     * Runs a search with options; renders {@code {$search: {...}}} with the operator or collector first and the options
     * after it.
     */
    public static Bson search(Bson search, Consumer<SearchOptions> options) {
        return Clause.of("$search", with(search, options));
    }

    /** What a search knows of its own results. */
    public static Bson searchMeta(Bson search) {
        return Clause.of("$searchMeta", search);
    }

    /**
     * Yields the metadata of a search, such as counts and facets, with options; renders {@code {$searchMeta: {...}}}
     * with the operator or collector first and the options after it.
     */
    public static Bson searchMeta(Bson search, Consumer<SearchOptions> options) {
        return Clause.of("$searchMeta", with(search, options));
    }

    private static Bson with(Bson search, Consumer<SearchOptions> options) {
        SearchOptions given = new SearchOptions();
        options.accept(given);
        return both(search, given.toClause());
    }

    /** The documents whose vectors are nearest to this one. */
    public static Bson vectorSearch(SearchPath path, Iterable<Double> queryVector, String index, long limit,
            VectorSearchOptions options) {
        return vectorSearchBy(path, "queryVector", Filters.list(queryVector), index, limit, options);
    }

    /** The same with a packed vector, which must be of the type of those in the index. */
    public static Bson vectorSearch(SearchPath path, BinaryVector queryVector, String index, long limit,
            VectorSearchOptions options) {
        return vectorSearchBy(path, "queryVector", queryVector, index, limit, options);
    }

    /** The documents nearest to what the server makes a vector of. */
    public static Bson vectorSearch(SearchPath path, VectorSearchQuery query, String index, long limit,
            VectorSearchOptions options) {
        String model = query.model();
        return vectorSearchBy(path, "query", query, index, limit,
                model == null ? options : both(Clause.of("model", model), options));
    }

    private static Bson vectorSearchBy(SearchPath path, String name, Object query, String index, long limit,
            Bson options) {
        return Clause.of("$vectorSearch", both(Clause.of("path", path.field()).and(name, query).and("index", index)
                .and("limit", limit), options));
    }

    private static Bson both(Bson first, Bson second) {
        return new Combined(List.of(first, second), Combined.Repetition.KEEPS_ITS_PLACE);
    }

    /**
     * Sorts the best documents again by a model.
     *
     * @param query see {@link RerankQuery}
     */
    public static Bson rerank(Bson query, String path, int numDocsToRerank, String model) {
        return rerankBy(query, path, numDocsToRerank, model);
    }

    /** The same by several fields. */
    public static Bson rerank(Bson query, List<String> paths, int numDocsToRerank, String model) {
        return rerankBy(query, SearchOperator.single(paths), numDocsToRerank, model);
    }

    private static Bson rerankBy(Bson query, Object path, int numDocsToRerank, String model) {
        return Clause.of("$rerank", Clause.of("query", query).and("path", path).and("numDocsToRerank", numDocsToRerank)
                .and("model", model));
    }

    /** Gives documents the score that an expression yields. */
    public static Bson score(Object score) {
        return score(score, options -> {});
    }

    /**
     * Gives documents the score that an expression yields, with options; renders {@code {$score: {score: score,
     * normalization: ..., weight: ..., scoreDetails: ...}}}. The stage leaves out an option that is not set.
     */
    public static Bson score(Object score, Consumer<ScoreOptions> options) {
        ScoreOptions given = new ScoreOptions();
        options.accept(given);
        return Clause.of("$score", both(Clause.of("score", score), given.toClause()));
    }

    /** Fuses the results of several pipelines by their scores. */
    public static Bson scoreFusion(List<FusionPipeline> pipelines, ScoreNormalization normalization) {
        return scoreFusion(pipelines, normalization, options -> {});
    }

    /**
     * Fuses the results of several pipelines by their scores, with options; renders {@code {$scoreFusion: {input:
     * {pipelines: {name: [pipeline], ...}, normalization: normalization}, ...}}}.
     */
    public static Bson scoreFusion(List<FusionPipeline> pipelines, ScoreNormalization normalization,
            Consumer<ScoreFusionOptions> options) {
        ScoreFusionOptions given = new ScoreFusionOptions();
        options.accept(given);
        Clause named = Clause.empty();
        for (FusionPipeline pipeline : pipelines) {
            named = named.and(pipeline.name(), pipeline.pipeline());
        }
        return Clause.of("$scoreFusion", both(Clause.of("input",
                Clause.of("pipelines", named).and("normalization", normalization.wireName())), given.toClause()));
    }

    private static Clause named(List<Field> fields) {
        Clause clause = Clause.empty();
        for (Field field : fields) {
            clause = clause.and(field.name(), field.value());
        }
        return clause;
    }

    private static Clause fields(List<BsonField> fields) {
        Clause clause = Clause.empty();
        for (BsonField field : fields) {
            clause = clause.and(field.name(), field.value());
        }
        return clause;
    }

    private static @Nullable Clause output(@Nullable List<BsonField> output) {
        return output == null || output.isEmpty() ? null : fields(output);
    }

    static Clause let(List<Variable> variables) {
        Clause clause = Clause.empty();
        for (Variable variable : variables) {
            clause = clause.and(variable.name(), variable.value());
        }
        return clause;
    }
}
