package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * At least two positions and the lines between them.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param coordinates the positions along the line, at least two; an unmodifiable copy
 */
public record LineString(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, List<Position> coordinates)
        implements
            Geometry {
    /** Copies the positions; throws {@link IllegalArgumentException} if there are fewer than two. */
    public LineString {
        coordinates = Shapes.line(coordinates);
    }

    /**
     * Draws a line in the server's default reference system; throws {@link IllegalArgumentException} if there are fewer
     * than two positions.
     */
    public LineString(List<Position> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.LINE_STRING;
    }
}
