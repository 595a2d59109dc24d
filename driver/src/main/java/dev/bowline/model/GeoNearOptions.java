package dev.bowline.model;

import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@link Aggregates#geoNear(Bson, String, java.util.function.Consumer)}. */
public final class GeoNearOptions {
    private @Nullable Number distanceMultiplier;
    private @Nullable String includeLocs;
    private @Nullable String key;
    private @Nullable Number minDistance;
    private @Nullable Number maxDistance;
    private @Nullable Bson query;
    private @Nullable Boolean spherical;

    GeoNearOptions() {}

    public GeoNearOptions distanceMultiplier(Number distanceMultiplier) {
        this.distanceMultiplier = distanceMultiplier;
        return this;
    }

    /** The field that gets the place from which the distance was measured. */
    public GeoNearOptions includeLocs(String field) {
        this.includeLocs = field;
        return this;
    }

    /** The field with the index to use. */
    public GeoNearOptions key(String field) {
        this.key = field;
        return this;
    }

    public GeoNearOptions minDistance(Number minDistance) {
        this.minDistance = minDistance;
        return this;
    }

    public GeoNearOptions maxDistance(Number maxDistance) {
        this.maxDistance = maxDistance;
        return this;
    }

    public GeoNearOptions query(Bson query) {
        this.query = query;
        return this;
    }

    public GeoNearOptions spherical() {
        this.spherical = true;
        return this;
    }

    Clause addTo(Clause clause) {
        return clause.andIfGiven("distanceMultiplier", distanceMultiplier).andIfGiven("includeLocs", includeLocs)
                .andIfGiven("key", key).andIfGiven("minDistance", minDistance).andIfGiven("maxDistance", maxDistance)
                .andIfGiven("query", query).andIfGiven("spherical", spherical);
    }
}
