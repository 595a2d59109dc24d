package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several areas. */
public record MultiPolygon(@Nullable CoordinateReferenceSystem coordinateReferenceSystem,
        List<PolygonCoordinates> coordinates)
        implements
            Geometry {
    public MultiPolygon {
        coordinates = List.copyOf(coordinates);
    }

    public MultiPolygon(List<PolygonCoordinates> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.MULTI_POLYGON;
    }
}
