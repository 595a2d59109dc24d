package dev.bowline.model;

import java.time.Instant;
import org.bson.conversions.Bson;

/** A facet of a {@link SearchCollector}; the first argument is its name. */
public final class SearchFacet extends Term {
    private SearchFacet(String name, Bson body) {
        super(name, body);
    }

    /**
     * Counts the most frequent strings of a field; renders {@code {name: {type: "string", path: path}}}. See
     * {@link #numBuckets}.
     */
    public static SearchFacet stringFacet(String name, SearchPath path) {
        return new SearchFacet(name, Clause.of("type", "string").and("path", path.field()));
    }

    /**
     * Counts numbers by ranges between ascending boundaries; renders {@code {name: {type: "number", path: path,
     * boundaries: [boundaries]}}}. See {@link #defaultBucket}.
     */
    public static SearchFacet numberFacet(String name, SearchPath path, Iterable<? extends Number> boundaries) {
        return new SearchFacet(name,
                Clause.of("type", "number").and("path", path.field()).and("boundaries", Filters.list(boundaries)));
    }

    /**
     * Counts times by ranges between ascending boundaries; renders {@code {name: {type: "date", path: path, boundaries:
     * [boundaries]}}}. See {@link #defaultBucket}.
     */
    public static SearchFacet dateFacet(String name, SearchPath path, Iterable<Instant> boundaries) {
        return new SearchFacet(name,
                Clause.of("type", "date").and("path", path.field()).and("boundaries", Filters.list(boundaries)));
    }

    /** How many values a facet of strings has at most. */
    public SearchFacet numBuckets(int numBuckets) {
        return option("numBuckets", numBuckets);
    }

    /** The name of the bucket for numbers or times that are outside all boundaries. */
    public SearchFacet defaultBucket(String name) {
        return option("default", name);
    }

    /** An option that has no method here. */
    public SearchFacet option(String option, Object value) {
        return new SearchFacet(String.valueOf(name()), bodyAnd(option, value));
    }

    /** One that a document describes. */
    public static Bson of(Bson facet) {
        return facet;
    }

    /** Combines facets into one document with a field for each; of two facets with the same name, the later wins. */
    public static Bson combineToBson(Iterable<? extends Bson> facets) {
        return new Combined(Filters.bsons(facets), Combined.Repetition.KEEPS_ITS_PLACE);
    }
}
