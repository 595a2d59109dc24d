package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several positions. */
public record MultiPoint(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, List<Position> coordinates)
        implements
            Geometry {
    public MultiPoint {
        coordinates = List.copyOf(coordinates);
    }

    public MultiPoint(List<Position> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.MULTI_POINT;
    }
}
