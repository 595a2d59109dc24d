package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Geometries of any kind. */
public record GeometryCollection(@Nullable CoordinateReferenceSystem coordinateReferenceSystem,
        List<? extends Geometry> geometries)
        implements
            Geometry {
    public GeometryCollection {
        geometries = List.copyOf(geometries);
    }

    public GeometryCollection(List<? extends Geometry> geometries) {
        this(null, geometries);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.GEOMETRY_COLLECTION;
    }
}
