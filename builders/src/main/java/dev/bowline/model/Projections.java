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

    public static Bson include(String... fields) {
        return include(Arrays.asList(fields));
    }

    public static Bson include(List<String> fields) {
        return Sorts.same(fields, 1);
    }

    public static Bson exclude(String... fields) {
        return exclude(Arrays.asList(fields));
    }

    public static Bson exclude(List<String> fields) {
        return Sorts.same(fields, 0);
    }

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

    public static Bson metaTextScore(String field) {
        return meta(field, "textScore");
    }

    public static Bson metaSearchScore(String field) {
        return meta(field, "searchScore");
    }

    public static Bson metaVectorSearchScore(String field) {
        return meta(field, "vectorSearchScore");
    }

    public static Bson metaSearchHighlights(String field) {
        return meta(field, "searchHighlights");
    }

    /** The first elements of an array, or the last ones if negative. */
    public static Bson slice(String field, int limit) {
        return Clause.operator(field, "$slice", limit);
    }

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
