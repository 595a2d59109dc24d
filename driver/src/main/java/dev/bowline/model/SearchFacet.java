package dev.bowline.model;

import java.time.Instant;
import java.util.List;
import org.bson.conversions.Bson;

/** The facets of a {@link SearchCollector}; the first argument is the name of the facet. */
public final class SearchFacet {
    private SearchFacet() {}

    public static BsonField stringFacet(String name, SearchPath path) {
        return new BsonField(name, Clause.of("type", "string").and("path", path.value()));
    }

    /** With at most so many values. */
    public static BsonField stringFacet(String name, SearchPath path, int numBuckets) {
        return new BsonField(name,
                Clause.of("type", "string").and("path", path.value()).and("numBuckets", numBuckets));
    }

    public static BsonField numberFacet(String name, SearchPath path, List<? extends Number> boundaries) {
        return new BsonField(name, Clause.of("type", "number").and("path", path.value()).and("boundaries",
                List.copyOf(boundaries)));
    }

    public static BsonField dateFacet(String name, SearchPath path, List<Instant> boundaries) {
        return new BsonField(name, Clause.of("type", "date").and("path", path.value()).and("boundaries",
                List.copyOf(boundaries)));
    }

    /** One that a name and a document describe. */
    public static BsonField of(BsonField facet) {
        return facet;
    }

    public static Bson combineToBson(List<BsonField> facets) {
        Clause combined = Clause.empty();
        for (BsonField facet : facets) {
            combined = combined.and(facet.name(), facet.value());
        }
        return combined;
    }
}
