package dev.bowline.model.geojson;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An area. */
public record Polygon(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, PolygonCoordinates coordinates)
        implements
            Geometry {
    public Polygon {
        Objects.requireNonNull(coordinates, "coordinates");
    }

    public Polygon(PolygonCoordinates coordinates) {
        this(null, coordinates);
    }

    public Polygon(List<Position> exterior, List<List<Position>> holes) {
        this(new PolygonCoordinates(exterior, holes));
    }

    @SafeVarargs
    public Polygon(List<Position> exterior, List<Position>... holes) {
        this(exterior, Arrays.asList(holes));
    }

    public List<Position> exterior() {
        return coordinates.exterior();
    }

    public List<List<Position>> holes() {
        return coordinates.holes();
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.POLYGON;
    }
}
