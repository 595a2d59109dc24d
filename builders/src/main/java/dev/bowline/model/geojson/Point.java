package dev.bowline.model.geojson;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One position.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param coordinates the position of the point
 */
public record Point(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, Position coordinates)
        implements
            Geometry {
    /**
     * Throws {@link NullPointerException} if the coordinates are null. A null reference system stands for the server's
     * default.
     */
    public Point {
        Objects.requireNonNull(coordinates, "coordinates");
    }

    /**
     * Places a point in the server's default reference system; throws {@link NullPointerException} if the coordinates
     * are null.
     */
    public Point(Position coordinates) {
        this(null, coordinates);
    }

    /** Returns the same as {@link #coordinates()}. */
    public Position position() {
        return coordinates;
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.POINT;
    }
}
