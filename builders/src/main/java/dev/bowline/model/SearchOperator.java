package dev.bowline.model;

import dev.bowline.model.geojson.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * An operator of {@link Aggregates#search(Bson)}. Immutable: its methods yield the same operator with one more option. Which
 * options an operator has is up to the server; {@link #option} is for those without a method here.
 */
public final class SearchOperator extends Term {
    private SearchOperator(String name, Bson body) {
        super(name, body);
    }

    /** Operators that must, must not or should match; see {@link #must}. */
    public static SearchOperator compound() {
        return new SearchOperator("compound", Clause.empty());
    }

    public static SearchOperator exists(SearchPath path) {
        return new SearchOperator("exists", Clause.of("path", path.field()));
    }

    public static SearchOperator text(SearchPath path, String query) {
        return text(List.of(path), List.of(query));
    }

    public static SearchOperator text(Iterable<SearchPath> paths, Iterable<String> queries) {
        return new SearchOperator("text", Clause.of("query", single(queries)).and("path", SearchPath.of(paths)));
    }

    public static SearchOperator autocomplete(SearchPath path, String... queries) {
        return autocomplete(path, Arrays.asList(queries));
    }

    public static SearchOperator autocomplete(SearchPath path, Iterable<String> queries) {
        return new SearchOperator("autocomplete", Clause.of("query", single(queries)).and("path", path.field()));
    }

    /** Numbers between bounds; see {@link #gt} and its neighbours. */
    public static SearchOperator numberRange(SearchPath... paths) {
        return numberRange(Arrays.asList(paths));
    }

    public static SearchOperator numberRange(Iterable<SearchPath> paths) {
        return new SearchOperator("range", Clause.of("path", SearchPath.fields(paths)));
    }

    /** Times between bounds; see {@link #gt} and its neighbours. */
    public static SearchOperator dateRange(SearchPath... paths) {
        return numberRange(paths);
    }

    public static SearchOperator dateRange(Iterable<SearchPath> paths) {
        return numberRange(paths);
    }

    /** Numbers near another; at the distance of the pivot the score is half. */
    public static SearchOperator near(Number origin, Number pivot, SearchPath... paths) {
        return nearBy(origin, pivot, Arrays.asList(paths));
    }

    /** Times near another; at the distance of the pivot the score is half. */
    public static SearchOperator near(Instant origin, Duration pivot, SearchPath... paths) {
        return nearBy(origin, pivot.toMillis(), Arrays.asList(paths));
    }

    /** Places near a GeoJSON point; at the distance of the pivot, in metres, the score is half. */
    public static SearchOperator near(Bson origin, Number pivot, SearchPath... paths) {
        return nearBy(origin, pivot, Arrays.asList(paths));
    }

    public static SearchOperator near(Point origin, Number pivot, SearchPath... paths) {
        return nearBy(origin, pivot, Arrays.asList(paths));
    }

    public static SearchOperator near(Point origin, Number pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot, paths);
    }

    public static SearchOperator near(Number origin, Number pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot, paths);
    }

    public static SearchOperator near(Instant origin, Duration pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot.toMillis(), paths);
    }

    public static SearchOperator near(Bson origin, Number pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot, paths);
    }

    private static SearchOperator nearBy(Object origin, Number pivot, Iterable<SearchPath> paths) {
        return new SearchOperator("near",
                Clause.of("origin", origin).and("path", SearchPath.fields(paths)).and("pivot", pivot));
    }

    /** One of several values. */
    public static SearchOperator in(SearchPath path, Object... values) {
        return in(path, Arrays.asList(values));
    }

    public static SearchOperator in(SearchPath path, Iterable<?> values) {
        return new SearchOperator("in", Clause.of("path", path.field()).and("value", single(values)));
    }

    /** Equal to a boolean, id, number, time, string or UUID. */
    public static SearchOperator equals(SearchPath path, Object value) {
        return new SearchOperator("equals", Clause.of("path", path.field()).and("value", value));
    }

    public static SearchOperator equalsNull(SearchPath path) {
        return new SearchOperator("equals", Clause.of("path", path.field()).and("value", null));
    }

    public static SearchOperator moreLikeThis(Bson... like) {
        return moreLikeThis(Arrays.asList(like));
    }

    public static SearchOperator moreLikeThis(Iterable<? extends Bson> like) {
        return new SearchOperator("moreLikeThis", Clause.of("like", single(like)));
    }

    public static SearchOperator queryString(SearchPath defaultPath, String query) {
        return new SearchOperator("queryString", Clause.of("defaultPath", defaultPath.field()).and("query", query));
    }

    public static SearchOperator phrase(SearchPath path, String query) {
        return phrase(List.of(path), List.of(query));
    }

    public static SearchOperator phrase(Iterable<SearchPath> paths, Iterable<String> queries) {
        return new SearchOperator("phrase", Clause.of("path", SearchPath.of(paths)).and("query", single(queries)));
    }

    public static SearchOperator wildcard(SearchPath path, String query) {
        return wildcard(List.of(query), List.of(path));
    }

    public static SearchOperator wildcard(Iterable<String> queries, Iterable<SearchPath> paths) {
        return new SearchOperator("wildcard", Clause.of("query", single(queries)).and("path", SearchPath.of(paths)));
    }

    public static SearchOperator regex(SearchPath path, String query) {
        return regex(List.of(path), List.of(query));
    }

    public static SearchOperator regex(Iterable<SearchPath> paths, Iterable<String> queries) {
        return new SearchOperator("regex", Clause.of("path", SearchPath.of(paths)).and("query", single(queries)));
    }

    /** The documents whose vectors are near, by approximation. */
    public static SearchOperator vectorSearch(SearchPath path, Iterable<Double> queryVector, int limit,
            int numCandidates) {
        return new SearchOperator("vectorSearch", Clause.of("path", path.field())
                .and("queryVector", Filters.list(queryVector)).and("limit", limit).and("numCandidates", numCandidates));
    }

    /** The documents whose vectors are nearest. */
    public static SearchOperator vectorSearchExact(SearchPath path, Iterable<Double> queryVector, int limit) {
        return new SearchOperator("vectorSearch", Clause.of("path", path.field())
                .and("queryVector", Filters.list(queryVector)).and("limit", limit).and("exact", true));
    }

    // Options ---------------------------------------------------------------------------------------------------------

    /** How its results are scored; one of {@link SearchScore}. */
    public SearchOperator score(Bson score) {
        return option("score", score);
    }

    public SearchOperator must(Iterable<? extends Bson> operators) {
        return more("must", operators);
    }

    public SearchOperator mustNot(Iterable<? extends Bson> operators) {
        return more("mustNot", operators);
    }

    public SearchOperator should(Iterable<? extends Bson> operators) {
        return more("should", operators);
    }

    public SearchOperator minimumShouldMatch(int count) {
        return option("minimumShouldMatch", count);
    }

    public SearchOperator filter(Iterable<? extends Bson> operators) {
        return more("filter", operators);
    }

    /** Which documents a search for vectors looks at. */
    public SearchOperator filter(Bson operator) {
        return option("filter", operator);
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

    /** Adds to the operators that there are. */
    private SearchOperator more(String option, Iterable<? extends Bson> operators) {
        return new SearchOperator(String.valueOf(name()), new Appended(body(), option, Filters.bsons(operators)));
    }

    /** An option that has no method here. */
    public SearchOperator option(String option, Object value) {
        return new SearchOperator(String.valueOf(name()), bodyAnd(option, value));
    }

    /** One that a document describes is a {@code Bson} already. */
    public static Bson of(Bson operator) {
        return operator;
    }

    static Object single(Iterable<?> values) {
        List<@Nullable Object> list = Filters.list(values);
        return list.size() == 1 ? Objects.requireNonNull(list.get(0)) : list;
    }
}
