package dev.bowline.model.geojson;

import java.util.ArrayList;
import java.util.List;

/**
 * Coordinates: longitude first, then latitude, and what else there is.
 *
 * @param values at least two
 */
public record Position(List<Double> values) {
    /** Copies the values; throws {@link IllegalArgumentException} if there are fewer than two. */
    public Position {
        values = List.copyOf(values);
        if (values.size() < 2) {
            throw new IllegalArgumentException("A position has at least two values, and not " + values);
        }
    }

    /** Places a position by its longitude and latitude in degrees, and further values such as an altitude. */
    public Position(double longitude, double latitude, double... remaining) {
        this(join(longitude, latitude, remaining));
    }

    private static List<Double> join(double longitude, double latitude, double... remaining) {
        List<Double> values = new ArrayList<>(2 + remaining.length);
        values.add(longitude);
        values.add(latitude);
        for (double value : remaining) {
            values.add(value);
        }
        return values;
    }
}
