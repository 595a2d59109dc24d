package dev.bowline.model.geojson;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An area: a ring around it, and rings around what is not part of it. A ring has at least four positions, and the last
 * is the first again.
 */
public record PolygonCoordinates(List<Position> exterior, List<List<Position>> holes) {
    public PolygonCoordinates {
        exterior = Shapes.ring(exterior);
        holes = holes.stream().map(Shapes::ring).toList();
    }

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
