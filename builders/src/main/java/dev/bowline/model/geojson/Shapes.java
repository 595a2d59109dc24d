package dev.bowline.model.geojson;

import java.util.List;

/** What RFC 7946 asks of lines and rings (sections 3.1.4 and 3.1.6). */
final class Shapes {
    private static final int POSITIONS_OF_A_LINE = 2;
    private static final int POSITIONS_OF_A_RING = 4;

    private Shapes() {}

    static List<Position> line(List<Position> positions) {
        if (positions.size() < POSITIONS_OF_A_LINE) {
            throw new IllegalArgumentException("A line has at least two positions, and not " + positions);
        }
        return List.copyOf(positions);
    }

    static List<Position> ring(List<Position> positions) {
        if (positions.size() < POSITIONS_OF_A_RING) {
            throw new IllegalArgumentException("A ring has at least four positions, and not " + positions);
        }
        if (!positions.get(0).equals(positions.get(positions.size() - 1))) {
            throw new IllegalArgumentException("A ring ends where it began, and not as " + positions);
        }
        return List.copyOf(positions);
    }
}
