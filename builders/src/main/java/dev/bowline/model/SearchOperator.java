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
 * An operator of {@link Aggregates#search(Bson)}. Immutable: its methods yield the same operator with one more option.
 * Which options an operator has is up to the server; {@link #option} is for those without a method here.
 */
public final class SearchOperator extends Term {
    private SearchOperator(String name, Bson body) {
        super(name, body);
    }

    /** Operators that must, must not or should match; see {@link #must}. */
    public static SearchOperator compound() {
        return new SearchOperator("compound", Clause.empty());
    }

    /** Matches documents that have a field; renders {@code {exists: {path: path}}}. */
    public static SearchOperator exists(SearchPath path) {
        return new SearchOperator("exists", Clause.of("path", path.field()));
    }

    /**
     * Matches documents with the analyzed words of a query in a field; renders {@code {text: {query: query, path:
     * path}}}.
     */
    public static SearchOperator text(SearchPath path, String query) {
        return text(List.of(path), List.of(query));
    }

    /**
     * Matches documents with the analyzed words of any query in any field; renders {@code {text: {query: [queries],
     * path: [paths]}}}. A single query or path renders without the array.
     */
    public static SearchOperator text(Iterable<SearchPath> paths, Iterable<String> queries) {
        return new SearchOperator("text", Clause.of("query", single(queries)).and("path", SearchPath.of(paths)));
    }

    /**
     * Matches documents with words that begin as the query does; renders {@code {autocomplete: {query: [queries], path:
     * path}}}. The index must map the field as {@code autocomplete}.
     */
    public static SearchOperator autocomplete(SearchPath path, String... queries) {
        return autocomplete(path, Arrays.asList(queries));
    }

    /**
     * Matches documents with words that begin as the query does; renders {@code {autocomplete: {query: [queries], path:
     * path}}}. The index must map the field as {@code autocomplete}.
     */
    public static SearchOperator autocomplete(SearchPath path, Iterable<String> queries) {
        return new SearchOperator("autocomplete", Clause.of("query", single(queries)).and("path", path.field()));
    }

    /** Numbers between bounds; see {@link #gt} and its neighbors. */
    public static SearchOperator numberRange(SearchPath... paths) {
        return numberRange(Arrays.asList(paths));
    }

    /**
     * Matches numbers between bounds; renders {@code {range: {path: [paths], ...}}}. Set the bounds with {@link #gt},
     * {@link #gte}, {@link #lt} and {@link #lte}.
     */
    public static SearchOperator numberRange(Iterable<SearchPath> paths) {
        return new SearchOperator("range", Clause.of("path", SearchPath.fields(paths)));
    }

    /** Times between bounds; see {@link #gt} and its neighbors. */
    public static SearchOperator dateRange(SearchPath... paths) {
        return numberRange(paths);
    }

    /**
     * Matches times between bounds; renders {@code {range: {path: [paths], ...}}}. Set the bounds with {@link #gt},
     * {@link #gte}, {@link #lt} and {@link #lte}.
     */
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

    /**
     * Scores places by their distance from a point; renders {@code {near: {origin: origin, path: [paths], pivot:
     * pivot}}}. At the distance of the pivot, in metres, the score is half.
     */
    public static SearchOperator near(Point origin, Number pivot, SearchPath... paths) {
        return nearBy(origin, pivot, Arrays.asList(paths));
    }

    /**
     * Scores places by their distance from a point; renders {@code {near: {origin: origin, path: [paths], pivot:
     * pivot}}}. At the distance of the pivot, in metres, the score is half.
     */
    public static SearchOperator near(Point origin, Number pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot, paths);
    }

    /**
     * Scores numbers by their distance from another; renders {@code {near: {origin: origin, path: [paths], pivot:
     * pivot}}}. At the distance of the pivot the score is half.
     */
    public static SearchOperator near(Number origin, Number pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot, paths);
    }

    /**
     * Scores times by their distance from another; renders {@code {near: {origin: origin, path: [paths], pivot:
     * milliseconds}}}. At the distance of the pivot the score is half.
     */
    public static SearchOperator near(Instant origin, Duration pivot, Iterable<SearchPath> paths) {
        return nearBy(origin, pivot.toMillis(), paths);
    }

    /**
     * Scores places by their distance from a GeoJSON point; renders {@code {near: {origin: origin, path: [paths],
     * pivot: pivot}}}. At the distance of the pivot, in metres, the score is half.
     */
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

    /**
     * Matches documents whose field equals any of these values; renders {@code {in: {path: path, value: [values]}}}. A
     * single value renders without the array.
     */
    public static SearchOperator in(SearchPath path, Iterable<?> values) {
        return new SearchOperator("in", Clause.of("path", path.field()).and("value", single(values)));
    }

    /** Equal to a boolean, id, number, time, string or UUID. */
    public static SearchOperator equals(SearchPath path, Object value) {
        return new SearchOperator("equals", Clause.of("path", path.field()).and("value", value));
    }

    /** Matches documents whose field is null; renders {@code {equals: {path: path, value: null}}}. */
    public static SearchOperator equalsNull(SearchPath path) {
        return new SearchOperator("equals", Clause.of("path", path.field()).and("value", null));
    }

    /**
     * Matches documents that resemble any of these documents; renders {@code {moreLikeThis: {like: [like]}}}. A single
     * document renders without the array.
     */
    public static SearchOperator moreLikeThis(Bson... like) {
        return moreLikeThis(Arrays.asList(like));
    }

    /**
     * Matches documents that resemble any of these documents; renders {@code {moreLikeThis: {like: [like]}}}. A single
     * document renders without the array.
     */
    public static SearchOperator moreLikeThis(Iterable<? extends Bson> like) {
        return new SearchOperator("moreLikeThis", Clause.of("like", single(like)));
    }

    /**
     * Matches by a query in the syntax of Lucene; renders {@code {queryString: {defaultPath: defaultPath, query:
     * query}}}. The default path is for terms that name no field.
     */
    public static SearchOperator queryString(SearchPath defaultPath, String query) {
        return new SearchOperator("queryString", Clause.of("defaultPath", defaultPath.field()).and("query", query));
    }

    /**
     * Matches documents with the words of a query in their order; renders {@code {phrase: {path: path, query: query}}}.
     * Set {@link #slop} to allow words in between.
     */
    public static SearchOperator phrase(SearchPath path, String query) {
        return phrase(List.of(path), List.of(query));
    }

    /**
     * Matches documents with the words of any query in their order in any field; renders {@code {phrase: {path:
     * [paths], query: [queries]}}}. A single path or query renders without the array.
     */
    public static SearchOperator phrase(Iterable<SearchPath> paths, Iterable<String> queries) {
        return new SearchOperator("phrase", Clause.of("path", SearchPath.of(paths)).and("query", single(queries)));
    }

    /**
     * Matches by a pattern where {@code ?} stands for one character and {@code *} for any number of them; renders
     * {@code {wildcard: {query: query, path: path}}}.
     */
    public static SearchOperator wildcard(SearchPath path, String query) {
        return wildcard(List.of(query), List.of(path));
    }

    /**
     * Matches by any of several patterns with {@code ?} and {@code *} in any field; renders {@code {wildcard: {query:
     * [queries], path: [paths]}}}. A single query or path renders without the array.
     */
    public static SearchOperator wildcard(Iterable<String> queries, Iterable<SearchPath> paths) {
        return new SearchOperator("wildcard", Clause.of("query", single(queries)).and("path", SearchPath.of(paths)));
    }

    /**
     * Matches by a regular expression of Lucene, which must match the whole term; renders {@code {regex: {path: path,
     * query: query}}}.
     */
    public static SearchOperator regex(SearchPath path, String query) {
        return regex(List.of(path), List.of(query));
    }

    /**
     * Matches by any of several regular expressions of Lucene in any field; renders {@code {regex: {path: [paths],
     * query: [queries]}}}. A single path or query renders without the array.
     */
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

    /**
     * Adds operators to a {@link #compound()} that a document must match, and that count for its score; renders
     * {@code must: [operators]}.
     */
    public SearchOperator must(Iterable<? extends Bson> operators) {
        return more("must", operators);
    }

    /** Adds operators to a {@link #compound()} that a document must not match; renders {@code mustNot: [operators]}. */
    public SearchOperator mustNot(Iterable<? extends Bson> operators) {
        return more("mustNot", operators);
    }

    /**
     * Adds operators to a {@link #compound()} that raise the score of a document if it matches; renders {@code should:
     * [operators]}. See {@link #minimumShouldMatch}.
     */
    public SearchOperator should(Iterable<? extends Bson> operators) {
        return more("should", operators);
    }

    /**
     * Requires a document to match at least this many operators of {@link #should}; renders {@code minimumShouldMatch:
     * count}.
     */
    public SearchOperator minimumShouldMatch(int count) {
        return option("minimumShouldMatch", count);
    }

    /**
     * Adds operators to a {@link #compound()} that a document must match, without effect on its score; renders
     * {@code filter: [operators]}.
     */
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

    /**
     * Also matches words that differ in a few letters, within limits that the options set; renders {@code fuzzy:
     * {...}}. The call runs {@code options} once, before it returns.
     */
    public SearchOperator fuzzy(Consumer<FuzzySearchOptions> options) {
        FuzzySearchOptions given = new FuzzySearchOptions();
        options.accept(given);
        return option("fuzzy", given.toClause());
    }

    /** Also matches synonyms from a mapping that the index defines under this name; renders {@code synonyms: name}. */
    public SearchOperator synonyms(String name) {
        return option("synonyms", name);
    }

    /** How far apart the words of a phrase may be. */
    public SearchOperator slop(int slop) {
        return option("slop", slop);
    }

    /** Lets the words of an {@code autocomplete} query come in any order; renders {@code tokenOrder: "any"}. */
    public SearchOperator anyTokenOrder() {
        return option("tokenOrder", "any");
    }

    /**
     * Requires the words of an {@code autocomplete} query to come next to each other and in their order; renders
     * {@code tokenOrder: "sequential"}.
     */
    public SearchOperator sequentialTokenOrder() {
        return option("tokenOrder", "sequential");
    }

    /** Greater than a number or time. */
    public SearchOperator gt(Object lower) {
        return option("gt", lower);
    }

    /** Sets the lower bound of a range and includes it; renders {@code gte: lower}. */
    public SearchOperator gte(Object lower) {
        return option("gte", lower);
    }

    /** Sets the upper bound of a range and excludes it; renders {@code lt: upper}. */
    public SearchOperator lt(Object upper) {
        return option("lt", upper);
    }

    /** Sets the upper bound of a range and includes it; renders {@code lte: upper}. */
    public SearchOperator lte(Object upper) {
        return option("lte", upper);
    }

    /** Sets both bounds of a range and excludes both; renders {@code gt: lower, lt: upper}. */
    public SearchOperator gtLt(Object lower, Object upper) {
        return gt(lower).lt(upper);
    }

    /** Sets both bounds of a range and includes both; renders {@code gte: lower, lte: upper}. */
    public SearchOperator gteLte(Object lower, Object upper) {
        return gte(lower).lte(upper);
    }

    /** Sets both bounds of a range and excludes only the lower one; renders {@code gt: lower, lte: upper}. */
    public SearchOperator gtLte(Object lower, Object upper) {
        return gt(lower).lte(upper);
    }

    /** Sets both bounds of a range and excludes only the upper one; renders {@code gte: lower, lt: upper}. */
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
