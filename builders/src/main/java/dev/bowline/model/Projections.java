package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Projections: which fields of documents come. */
public final class Projections {
    private Projections() {}

    /** A field that an aggregation expression computes. */
    public static Bson computed(String field, Object expression) {
        return Clause.of(field, expression);
    }

    /** A field with what a search knows of its own results. */
    public static Bson computedSearchMeta(String field) {
        return computed(field, "$$SEARCH_META");
    }

    /**
     * Returns only these fields and {@code _id}; renders {@code {field: 1, ...}}. Combine it with {@link #excludeId()}
     * to leave out {@code _id}.
     */
    public static Bson include(String... fields) {
        return include(Arrays.asList(fields));
    }

    /**
     * Returns only these fields and {@code _id}; renders {@code {field: 1, ...}}. Combine it with {@link #excludeId()}
     * to leave out {@code _id}.
     */
    public static Bson include(List<String> fields) {
        return Sorts.same(fields, 1);
    }

    /** Returns all fields except these; renders {@code {field: 0, ...}}. */
    public static Bson exclude(String... fields) {
        return exclude(Arrays.asList(fields));
    }

    /** Returns all fields except these; renders {@code {field: 0, ...}}. */
    public static Bson exclude(List<String> fields) {
        return Sorts.same(fields, 0);
    }

    /** Leaves out {@code _id}; renders {@code {_id: 0}}. */
    public static Bson excludeId() {
        return Clause.of("_id", 0);
    }

    /** Only the first element of an array that matches the query's filter. */
    public static Bson elemMatch(String field) {
        return Clause.of(field + ".$", 1);
    }

    /** Only the first element of an array that matches this filter. */
    public static Bson elemMatch(String field, Bson filter) {
        return Clause.operator(field, "$elemMatch", filter);
    }

    /** What the server knows of a document, by the name of it. */
    public static Bson meta(String field, String meta) {
        return Clause.operator(field, "$meta", meta);
    }

    /** Stores the score of a {@code $text} filter in a field; renders {@code {field: {$meta: "textScore"}}}. */
    public static Bson metaTextScore(String field) {
        return meta(field, "textScore");
    }

    /** Stores the score of {@code Aggregates.search} in a field; renders {@code {field: {$meta: "searchScore"}}}. */
    public static Bson metaSearchScore(String field) {
        return meta(field, "searchScore");
    }

    /**
     * Stores the score of {@code Aggregates.vectorSearch} in a field; renders {@code {field: {$meta:
     * "vectorSearchScore"}}}.
     */
    public static Bson metaVectorSearchScore(String field) {
        return meta(field, "vectorSearchScore");
    }

    /**
     * Stores the passages that {@link SearchHighlight} asked for in a field; renders {@code {field: {$meta:
     * "searchHighlights"}}}.
     */
    public static Bson metaSearchHighlights(String field) {
        return meta(field, "searchHighlights");
    }

    /** The first elements of an array, or the last ones if negative. */
    public static Bson slice(String field, int limit) {
        return Clause.operator(field, "$slice", limit);
    }

    /**
     * Returns at most {@code limit} elements of an array after the first {@code skip}, or counts {@code skip} from the
     * end if it is negative; renders {@code {field: {$slice: [skip, limit]}}}.
     */
    public static Bson slice(String field, int skip, int limit) {
        return Clause.operator(field, "$slice", List.of(skip, limit));
    }

    /** Several projections in one. */
    public static Bson fields(Bson... projections) {
        return fields(Arrays.asList(projections));
    }

    /** Several projections in one. */
    public static Bson fields(List<? extends Bson> projections) {
        return new Combined(projections, Combined.Repetition.MOVES);
    }
}
