package dev.bowline.model.geojson;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An area: a ring around it, and rings around what is not part of it. A ring has at least four positions, and the last
 * is the first again.
 *
 * @param exterior the ring around the area; an unmodifiable copy
 * @param holes the rings around what is not part of the area; empty for none
 */
public record PolygonCoordinates(List<Position> exterior, List<List<Position>> holes) {
    /**
     * Copies the rings; throws {@link IllegalArgumentException} if one has fewer than four positions or does not end
     * where it began.
     */
    public PolygonCoordinates {
        exterior = Shapes.ring(exterior);
        holes = holes.stream().map(Shapes::ring).toList();
    }

    /**
     * Describes an area with these holes; throws {@link IllegalArgumentException} if a ring has fewer than four
     * positions or does not end where it began.
     */
    @SafeVarargs
    public PolygonCoordinates(List<Position> exterior, List<Position>... holes) {
        this(exterior, Arrays.asList(holes));
    }

    /** The exterior and the holes, as GeoJSON has them. */
    List<List<Position>> rings() {
        List<List<Position>> rings = new ArrayList<>(1 + holes.size());
        rings.add(exterior);
        rings.addAll(holes);
        return rings;
    }
}
