package dev.bowline.model.geojson;

import java.util.Objects;

/** A system of coordinates by its name. */
public record NamedCoordinateReferenceSystem(String name) implements CoordinateReferenceSystem {
    public static final NamedCoordinateReferenceSystem EPSG_4326 = new NamedCoordinateReferenceSystem("EPSG:4326");
    public static final NamedCoordinateReferenceSystem CRS_84 = new NamedCoordinateReferenceSystem(
            "urn:ogc:def:crs:OGC:1.3:CRS84");
    /** The inside of an area is what is on the left of its border: areas may be larger than a hemisphere. */
    public static final NamedCoordinateReferenceSystem EPSG_4326_STRICT_WINDING = new NamedCoordinateReferenceSystem(
            "urn:x-mongodb:crs:strictwinding:EPSG:4326");

    public NamedCoordinateReferenceSystem {
        Objects.requireNonNull(name, "name");
    }

    @Override
    public CoordinateReferenceSystemType type() {
        return CoordinateReferenceSystemType.NAME;
    }
}
