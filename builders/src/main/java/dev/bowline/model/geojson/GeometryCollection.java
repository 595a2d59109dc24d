package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Geometries of any kind.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param geometries the members of the collection; an unmodifiable copy
 */
public record GeometryCollection(@Nullable CoordinateReferenceSystem coordinateReferenceSystem,
        List<? extends Geometry> geometries)
        implements
            Geometry {
    /** Copies the list of geometries; throws {@link NullPointerException} if it or one of them is null. */
    public GeometryCollection {
        geometries = List.copyOf(geometries);
    }

    /**
     * Combines geometries in the server's default reference system; throws {@link NullPointerException} if one of them
     * is null.
     */
    public GeometryCollection(List<? extends Geometry> geometries) {
        this(null, geometries);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.GEOMETRY_COLLECTION;
    }
}
