package dev.bowline.model;

import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What a search gathers besides documents. */
public final class SearchCollector {
    private SearchCollector() {}

    /** Counts by the facets of what an operator finds. */
    public static Bson facet(Bson operator, Iterable<? extends Bson> facets) {
        return collector(operator, facets);
    }

    /** Counts by facets of all documents. */
    public static Bson facet(Iterable<? extends Bson> facets) {
        return collector(null, facets);
    }

    private static Bson collector(@Nullable Bson operator, Iterable<? extends Bson> facets) {
        return Clause.of("facet",
                Clause.empty().andIfGiven("operator", operator).and("facets", SearchFacet.combineToBson(facets)));
    }

    /** One that a document describes. */
    public static Bson of(Bson collector) {
        return collector;
    }
}
