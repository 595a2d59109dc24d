package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several lines. */
public record MultiLineString(@Nullable CoordinateReferenceSystem coordinateReferenceSystem,
        List<List<Position>> coordinates)
        implements
            Geometry {
    public MultiLineString {
        // Not held to two positions each, as documents that others have stored are not either.
        coordinates = coordinates.stream().map(List::copyOf).toList();
    }

    public MultiLineString(List<List<Position>> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.MULTI_LINE_STRING;
    }
}
