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

    public static Bson addFields(Field... fields) {
        return addFields(Arrays.asList(fields));
    }

    public static Bson addFields(List<Field> fields) {
        return Clause.of("$addFields", named(fields));
    }

    public static Bson set(Field... fields) {
        return set(Arrays.asList(fields));
    }

    public static Bson set(List<Field> fields) {
        return Clause.of("$set", named(fields));
    }

    public static Bson unset(String... fields) {
        return unset(Arrays.asList(fields));
    }

    public static Bson unset(List<String> fields) {
        return Clause.of("$unset", fields.size() == 1 ? fields.get(0) : List.copyOf(fields));
    }

    public static Bson bucket(Object groupBy, List<?> boundaries) {
        return bucket(groupBy, boundaries, options -> {});
    }

    public static Bson bucket(Object groupBy, List<?> boundaries, Consumer<BucketOptions> options) {
        BucketOptions given = new BucketOptions();
        options.accept(given);
        return Clause.of("$bucket", Clause.of("groupBy", groupBy).and("boundaries", Filters.list(boundaries))
                .andIfGiven("default", given.defaultBucket).andIfGiven("output", output(given.output)));
    }

    public static Bson bucketAuto(Object groupBy, int buckets) {
        return bucketAuto(groupBy, buckets, options -> {});
    }

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

    public static Bson count(String field) {
        return Clause.of("$count", field);
    }

    public static Bson match(Bson filter) {
        return Clause.of("$match", filter);
    }

    public static Bson project(Bson projection) {
        return Clause.of("$project", projection);
    }

    public static Bson sort(Bson sort) {
        return Clause.of("$sort", sort);
    }

    public static Bson sortByCount(Object expression) {
        return Clause.of("$sortByCount", expression);
    }

    public static Bson skip(int skip) {
        return Clause.of("$skip", skip);
    }

    public static Bson limit(int limit) {
        return Clause.of("$limit", limit);
    }

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

    public static Bson graphLookup(String from, Object startWith, String connectFromField, String connectToField,
            String as) {
        return graphLookup(from, startWith, connectFromField, connectToField, as, options -> {});
    }

    public static Bson graphLookup(String from, Object startWith, String connectFromField, String connectToField,
            String as, Consumer<GraphLookupOptions> options) {
        GraphLookupOptions given = new GraphLookupOptions();
        options.accept(given);
        return Clause.of("$graphLookup", Clause.of("from", from).and("startWith", startWith)
                .and("connectFromField", connectFromField).and("connectToField", connectToField).and("as", as)
                .andIfGiven("maxDepth", given.maxDepth).andIfGiven("depthField", given.depthField)
                .andIfGiven("restrictSearchWithMatch", given.restrictSearchWithMatch));
    }

    public static Bson facet(Facet... facets) {
        return facet(Arrays.asList(facets));
    }

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

    public static Bson out(String collection) {
        return Clause.of("$out", collection);
    }

    public static Bson out(String database, String collection) {
        return Clause.of("$out", Clause.of("db", database).and("coll", collection));
    }

    /** Writes to a destination that a document describes. */
    public static Bson out(Bson destination) {
        return Clause.of("$out", destination);
    }

    public static Bson merge(String collection) {
        return merge(collection, options -> {});
    }

    public static Bson merge(String collection, Consumer<MergeOptions> options) {
        return mergeInto(collection, options);
    }

    public static Bson merge(String database, String collection) {
        return merge(database, collection, options -> {});
    }

    public static Bson merge(String database, String collection, Consumer<MergeOptions> options) {
        return mergeInto(Clause.of("db", database).and("coll", collection), options);
    }

    private static Bson mergeInto(Object into, Consumer<MergeOptions> options) {
        MergeOptions given = new MergeOptions();
        options.accept(given);
        return Clause.of("$merge", given.stage(into));
    }

    public static Bson replaceRoot(Object expression) {
        return Clause.operator("$replaceRoot", "newRoot", expression);
    }

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

    public static Bson geoNear(Point near, String distanceField) {
        return geoNear(near, distanceField, options -> {});
    }

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

    public static Bson search(Bson search, Consumer<SearchOptions> options) {
        return Clause.of("$search", with(search, options));
    }

    /** What a search knows of its own results. */
    public static Bson searchMeta(Bson search) {
        return Clause.of("$searchMeta", search);
    }

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

    public static Bson score(Object score, Consumer<ScoreOptions> options) {
        ScoreOptions given = new ScoreOptions();
        options.accept(given);
        return Clause.of("$score", both(Clause.of("score", score), given.toClause()));
    }

    /** Fuses the results of several pipelines by their scores. */
    public static Bson scoreFusion(List<FusionPipeline> pipelines, ScoreNormalization normalization) {
        return scoreFusion(pipelines, normalization, options -> {});
    }

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
