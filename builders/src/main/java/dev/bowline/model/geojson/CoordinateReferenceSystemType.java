package dev.bowline.model.geojson;

/** How a system of coordinates is referred to. */
public enum CoordinateReferenceSystemType {
    /** By a name; see {@link NamedCoordinateReferenceSystem}. */
    NAME("name"),
    /** By a link to a description, for which this library has no class. */
    LINK("link");

    private final String typeName;

    CoordinateReferenceSystemType(String typeName) {
        this.typeName = typeName;
    }

    /** Returns the name that {@code crs.type} holds in a GeoJSON document. */
    public String typeName() {
        return typeName;
    }
}
