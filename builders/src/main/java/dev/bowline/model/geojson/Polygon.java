package dev.bowline.model.geojson;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An area.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param coordinates the rings of the area
 */
public record Polygon(@Nullable CoordinateReferenceSystem coordinateReferenceSystem, PolygonCoordinates coordinates)
        implements
            Geometry {
    /**
     * Throws {@link NullPointerException} if the coordinates are null. A null reference system stands for the server's
     * default.
     */
    public Polygon {
        Objects.requireNonNull(coordinates, "coordinates");
    }

    /**
     * Describes an area in the server's default reference system; throws {@link NullPointerException} if the
     * coordinates are null.
     */
    public Polygon(PolygonCoordinates coordinates) {
        this(null, coordinates);
    }

    /**
     * Describes an area with a list of holes; throws {@link IllegalArgumentException} if a ring has fewer than four
     * positions or does not end where it began.
     */
    public Polygon(List<Position> exterior, List<List<Position>> holes) {
        this(new PolygonCoordinates(exterior, holes));
    }

    /**
     * Describes an area with these holes, or none; throws {@link IllegalArgumentException} if a ring has fewer than
     * four positions or does not end where it began.
     */
    @SafeVarargs
    public Polygon(List<Position> exterior, List<Position>... holes) {
        this(exterior, Arrays.asList(holes));
    }

    /** Returns the ring around the area, unmodifiable; its last position equals its first. */
    public List<Position> exterior() {
        return coordinates.exterior();
    }

    /** Returns the rings around what is not part of the area, unmodifiable and empty if there are none. */
    public List<List<Position>> holes() {
        return coordinates.holes();
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.POLYGON;
    }
}
