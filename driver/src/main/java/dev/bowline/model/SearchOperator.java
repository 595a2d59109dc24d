package dev.bowline.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * An operator of {@link Aggregates#search(Bson)}. Immutable: its methods yield the same operator with one more option. Which
 * options an operator has is up to the server; {@link #option} is for those without a method here.
 */
public final class SearchOperator implements Bson {
    private final String name;
    private final Clause body;

    private SearchOperator(String name, Clause body) {
        this.name = name;
        this.body = body;
    }

    /** Operators that must, must not or should match; see {@link #must}. */
    public static SearchOperator compound() {
        return new SearchOperator("compound", Clause.empty());
    }

    public static SearchOperator exists(SearchPath path) {
        return new SearchOperator("exists", Clause.of("path", path.value()));
    }

    public static SearchOperator text(SearchPath path, String query) {
        return text(List.of(path), List.of(query));
    }

    public static SearchOperator text(List<SearchPath> paths, List<String> queries) {
        return new SearchOperator("text", Clause.of("query", single(queries)).and("path", SearchPath.of(paths)));
    }

    public static SearchOperator autocomplete(SearchPath path, String... queries) {
        return autocomplete(path, Arrays.asList(queries));
    }

    public static SearchOperator autocomplete(SearchPath path, List<String> queries) {
        return new SearchOperator("autocomplete", Clause.of("query", single(queries)).and("path", path.value()));
    }

    /** Numbers between bounds; see {@link #gt} and its neighbours. */
    public static SearchOperator numberRange(SearchPath... paths) {
        return numberRange(Arrays.asList(paths));
    }

    public static SearchOperator numberRange(List<SearchPath> paths) {
        return new SearchOperator("range", Clause.of("path", SearchPath.of(paths)));
    }

    /** Times between bounds; see {@link #gt} and its neighbours. */
    public static SearchOperator dateRange(SearchPath... paths) {
        return numberRange(paths);
    }

    public static SearchOperator dateRange(List<SearchPath> paths) {
        return numberRange(paths);
    }

    /** Numbers near another; at the distance of the pivot the score is half. */
    public static SearchOperator near(Number origin, Number pivot, SearchPath... paths) {
        return nearBy(origin, pivot, paths);
    }

    /** Times near another; at the distance of the pivot the score is half. */
    public static SearchOperator near(Instant origin, Duration pivot, SearchPath... paths) {
        return nearBy(origin, pivot.toMillis(), paths);
    }

    /** Places near a GeoJSON point; at the distance of the pivot, in metres, the score is half. */
    public static SearchOperator near(Bson origin, Number pivot, SearchPath... paths) {
        return nearBy(origin, pivot, paths);
    }

    private static SearchOperator nearBy(Object origin, Number pivot, SearchPath... paths) {
        return new SearchOperator("near",
                Clause.of("origin", origin).and("path", SearchPath.of(Arrays.asList(paths))).and("pivot", pivot));
    }

    /** One of several values. */
    public static SearchOperator in(SearchPath path, Object... values) {
        return in(path, Arrays.asList(values));
    }

    public static SearchOperator in(SearchPath path, List<?> values) {
        return new SearchOperator("in", Clause.of("path", path.value()).and("value", single(values)));
    }

    /** Equal to a boolean, id, number, time, string or UUID. */
    public static SearchOperator equals(SearchPath path, Object value) {
        return new SearchOperator("equals", Clause.of("path", path.value()).and("value", value));
    }

    public static SearchOperator equalsNull(SearchPath path) {
        return new SearchOperator("equals", Clause.of("path", path.value()).and("value", null));
    }

    public static SearchOperator moreLikeThis(Bson... like) {
        return moreLikeThis(Arrays.asList(like));
    }

    public static SearchOperator moreLikeThis(List<? extends Bson> like) {
        return new SearchOperator("moreLikeThis", Clause.of("like", single(like)));
    }

    public static SearchOperator queryString(SearchPath defaultPath, String query) {
        return new SearchOperator("queryString", Clause.of("defaultPath", defaultPath.value()).and("query", query));
    }

    public static SearchOperator phrase(SearchPath path, String query) {
        return phrase(List.of(path), List.of(query));
    }

    public static SearchOperator phrase(List<SearchPath> paths, List<String> queries) {
        return new SearchOperator("phrase", Clause.of("path", SearchPath.of(paths)).and("query", single(queries)));
    }

    public static SearchOperator wildcard(SearchPath path, String query) {
        return wildcard(List.of(query), List.of(path));
    }

    public static SearchOperator wildcard(List<String> queries, List<SearchPath> paths) {
        return new SearchOperator("wildcard", Clause.of("query", single(queries)).and("path", SearchPath.of(paths)));
    }

    public static SearchOperator regex(SearchPath path, String query) {
        return regex(List.of(path), List.of(query));
    }

    public static SearchOperator regex(List<SearchPath> paths, List<String> queries) {
        return new SearchOperator("regex", Clause.of("path", SearchPath.of(paths)).and("query", single(queries)));
    }

    /** The documents whose vectors are near, by approximation. */
    public static SearchOperator vectorSearch(SearchPath path, List<Double> queryVector, int limit, int numCandidates) {
        return new SearchOperator("vectorSearch", Clause.of("path", path.value())
                .and("queryVector", List.copyOf(queryVector)).and("limit", limit).and("numCandidates", numCandidates));
    }

    /** The documents whose vectors are nearest. */
    public static SearchOperator vectorSearchExact(SearchPath path, List<Double> queryVector, int limit) {
        return new SearchOperator("vectorSearch", Clause.of("path", path.value())
                .and("queryVector", List.copyOf(queryVector)).and("limit", limit).and("exact", true));
    }

    // Options ---------------------------------------------------------------------------------------------------------

    /** How its results are scored; one of {@link SearchScore}. */
    public SearchOperator score(Bson score) {
        return option("score", score);
    }

    public SearchOperator must(List<? extends Bson> operators) {
        return option("must", List.copyOf(operators));
    }

    public SearchOperator mustNot(List<? extends Bson> operators) {
        return option("mustNot", List.copyOf(operators));
    }

    public SearchOperator should(List<? extends Bson> operators) {
        return option("should", List.copyOf(operators));
    }

    public SearchOperator minimumShouldMatch(int count) {
        return option("minimumShouldMatch", count);
    }

    public SearchOperator filter(List<? extends Bson> operators) {
        return option("filter", List.copyOf(operators));
    }

    /** Words that are almost right count too. */
    public SearchOperator fuzzy() {
        return fuzzy(options -> {});
    }

    public SearchOperator fuzzy(Consumer<FuzzySearchOptions> options) {
        FuzzySearchOptions given = new FuzzySearchOptions();
        options.accept(given);
        return option("fuzzy", given.toClause());
    }

    public SearchOperator synonyms(String name) {
        return option("synonyms", name);
    }

    /** How far apart the words of a phrase may be. */
    public SearchOperator slop(int slop) {
        return option("slop", slop);
    }

    public SearchOperator anyTokenOrder() {
        return option("tokenOrder", "any");
    }

    public SearchOperator sequentialTokenOrder() {
        return option("tokenOrder", "sequential");
    }

    /** Greater than a number or time. */
    public SearchOperator gt(Object lower) {
        return option("gt", lower);
    }

    public SearchOperator gte(Object lower) {
        return option("gte", lower);
    }

    public SearchOperator lt(Object upper) {
        return option("lt", upper);
    }

    public SearchOperator lte(Object upper) {
        return option("lte", upper);
    }

    public SearchOperator gtLt(Object lower, Object upper) {
        return gt(lower).lt(upper);
    }

    public SearchOperator gteLte(Object lower, Object upper) {
        return gte(lower).lte(upper);
    }

    public SearchOperator gtLte(Object lower, Object upper) {
        return gt(lower).lte(upper);
    }

    public SearchOperator gteLt(Object lower, Object upper) {
        return gte(lower).lt(upper);
    }

    /** An option that has no method here. */
    public SearchOperator option(String option, Object value) {
        return new SearchOperator(name, body.and(option, value));
    }

    /** One that a document describes is a {@code Bson} already. */
    public static Bson of(Bson operator) {
        return operator;
    }

    static Object single(List<?> values) {
        return values.size() == 1 ? values.get(0) : new ArrayList<>(values);
    }

    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        return Clause.of(name, body).toBsonDocument(documentClass, codecs);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SearchOperator that && name.equals(that.name) && body.equals(that.body);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + body.hashCode();
    }

    @Override
    public String toString() {
        return "{" + name + ": " + body + "}";
    }
}
