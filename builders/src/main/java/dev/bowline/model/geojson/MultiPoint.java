package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several positions.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param coordinates the positions of the points; an unmodifiable copy
 */
public record MultiPoint(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, List<Position> coordinates)
        implements
            Geometry {
    /** Copies the list of positions; throws {@link NullPointerException} if it or one of them is null. */
    public MultiPoint {
        coordinates = List.copyOf(coordinates);
    }

    /**
     * Combines positions in the server's default reference system; throws {@link NullPointerException} if one of them
     * is null.
     */
    public MultiPoint(List<Position> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.MULTI_POINT;
    }
}
