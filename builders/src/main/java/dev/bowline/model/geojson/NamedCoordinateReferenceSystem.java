package dev.bowline.model.geojson;

import java.util.Objects;

/**
 * A system of coordinates by its name.
 *
 * @param name the name as the server knows it, such as {@code EPSG:4326}
 */
public record NamedCoordinateReferenceSystem(String name) implements CoordinateReferenceSystem {
    /** WGS 84 as {@code EPSG:4326}. */
    public static final NamedCoordinateReferenceSystem EPSG_4326 = new NamedCoordinateReferenceSystem("EPSG:4326");
    /** WGS 84 with longitude first, {@code urn:ogc:def:crs:OGC:1.3:CRS84}, which is the default of GeoJSON. */
    public static final NamedCoordinateReferenceSystem CRS_84 = new NamedCoordinateReferenceSystem(
            "urn:ogc:def:crs:OGC:1.3:CRS84");
    /** The inside of an area is what is on the left of its border: areas may be larger than a hemisphere. */
    public static final NamedCoordinateReferenceSystem EPSG_4326_STRICT_WINDING = new NamedCoordinateReferenceSystem(
            "urn:x-mongodb:crs:strictwinding:EPSG:4326");

    /** Throws {@link NullPointerException} if the name is null. */
    public NamedCoordinateReferenceSystem {
        Objects.requireNonNull(name, "name");
    }

    @Override
    public CoordinateReferenceSystemType type() {
        return CoordinateReferenceSystemType.NAME;
    }
}
