package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several areas.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param coordinates the rings of each area; an unmodifiable copy
 */
public record MultiPolygon(@Nullable CoordinateReferenceSystem coordinateReferenceSystem,
        List<PolygonCoordinates> coordinates)
        implements
            Geometry {
    /** Copies the list of areas; throws {@link NullPointerException} if it or one of them is null. */
    public MultiPolygon {
        coordinates = List.copyOf(coordinates);
    }

    /**
     * Combines areas in the server's default reference system; throws {@link NullPointerException} if one of them is
     * null.
     */
    public MultiPolygon(List<PolygonCoordinates> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.MULTI_POLYGON;
    }
}
