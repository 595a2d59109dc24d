package dev.bowline.model;

import org.bson.conversions.Bson;

/** Options of {@link Aggregates#geoNear(Bson, String, java.util.function.Consumer)}. */
public final class GeoNearOptions extends StageOptions<GeoNearOptions> {
    GeoNearOptions() {}

    /**
     * Multiplies each distance by a factor, for example to convert its unit; renders {@code distanceMultiplier:
     * factor}.
     */
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

    /**
     * Leaves out documents that are nearer than this, in metres from a GeoJSON point; renders {@code minDistance:
     * distance}.
     */
    public GeoNearOptions minDistance(Number minDistance) {
        return option("minDistance", minDistance);
    }

    /**
     * Leaves out documents that are farther than this, in metres from a GeoJSON point; renders {@code maxDistance:
     * distance}.
     */
    public GeoNearOptions maxDistance(Number maxDistance) {
        return option("maxDistance", maxDistance);
    }

    /**
     * Considers only documents that match a filter, which must not contain {@code $near}; renders {@code query: query}.
     */
    public GeoNearOptions query(Bson query) {
        return option("query", query);
    }

    /** Computes distances on a sphere, also for a {@code 2d} index; renders {@code spherical: true}. */
    public GeoNearOptions spherical() {
        return option("spherical", true);
    }
}
