package dev.bowline.model.geojson;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One position. */
public record Point(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, Position coordinates)
        implements
            Geometry {
    public Point {
        Objects.requireNonNull(coordinates, "coordinates");
    }

    public Point(Position coordinates) {
        this(null, coordinates);
    }

    public Position position() {
        return coordinates;
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.POINT;
    }
}
