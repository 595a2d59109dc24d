package dev.bowline.model.geojson;

/** How a system of coordinates is referred to. */
public enum CoordinateReferenceSystemType {
    NAME("name"),
    LINK("link");

    private final String typeName;

    CoordinateReferenceSystemType(String typeName) {
        this.typeName = typeName;
    }

    public String typeName() {
        return typeName;
    }
}
