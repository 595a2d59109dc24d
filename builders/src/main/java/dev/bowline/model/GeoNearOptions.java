package dev.bowline.model;

import org.bson.conversions.Bson;

/** Options of {@link Aggregates#geoNear(Bson, String, java.util.function.Consumer)}. */
public final class GeoNearOptions extends StageOptions<GeoNearOptions> {
    GeoNearOptions() {}

    public GeoNearOptions distanceMultiplier(Number distanceMultiplier) {
        return option("distanceMultiplier", distanceMultiplier);
    }

    /** The field that gets the place from which the distance was measured. */
    public GeoNearOptions includeLocs(String field) {
        return option("includeLocs", field);
    }

    /** The field with the index to use. */
    public GeoNearOptions key(String field) {
        return option("key", field);
    }

    public GeoNearOptions minDistance(Number minDistance) {
        return option("minDistance", minDistance);
    }

    public GeoNearOptions maxDistance(Number maxDistance) {
        return option("maxDistance", maxDistance);
    }

    public GeoNearOptions query(Bson query) {
        return option("query", query);
    }

    public GeoNearOptions spherical() {
        return option("spherical", true);
    }
}
