package dev.bowline.model.geojson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several lines.
 *
 * @param coordinateReferenceSystem the system by which to read the coordinates; null for the server's default
 * @param coordinates the positions along each line; an unmodifiable copy
 */
public record MultiLineString(@Nullable CoordinateReferenceSystem coordinateReferenceSystem,
        List<List<Position>> coordinates)
        implements
            Geometry {
    /** Copies the lines. It does not check that each has two positions; the server does when it indexes them. */
    public MultiLineString {
        // Not held to two positions each, as documents that others have stored are not either.
        coordinates = coordinates.stream().map(List::copyOf).toList();
    }

    /** Draws several lines in the server's default reference system. */
    public MultiLineString(List<List<Position>> coordinates) {
        this(null, coordinates);
    }

    @Override
    public GeoJsonObjectType type() {
        return GeoJsonObjectType.MULTI_LINE_STRING;
    }
}
