package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** At least two positions and the lines between them. */
public record LineString(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, List<Position> coordinates)
        implements
            Geometry {
    public LineString {
        coordinates = Shapes.line(coordinates);
    }

    public LineString(List<Position> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.LINE_STRING;
    }
}
