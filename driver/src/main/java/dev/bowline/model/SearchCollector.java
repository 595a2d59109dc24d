package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What a search gathers besides documents. */
public final class SearchCollector {
    private SearchCollector() {}

    /** Counts by the facets of what an operator finds. */
    public static Bson facet(Bson operator, List<BsonField> facets) {
        return collector(operator, facets);
    }

    /** Counts by facets of all documents. */
    public static Bson facet(List<BsonField> facets) {
        return collector(null, facets);
    }

    private static Bson collector(@Nullable Bson operator, List<BsonField> facets) {
        return Clause.of("facet",
                Clause.empty().andIfGiven("operator", operator).and("facets", SearchFacet.combineToBson(facets)));
    }

    /** One that a document describes. */
    public static Bson of(Bson collector) {
        return collector;
    }
}
