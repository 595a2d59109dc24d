package dev.bowline.model.geojson;

/** Kinds of geometries. */
public enum GeoJsonObjectType {
    GEOMETRY_COLLECTION("GeometryCollection"),
    LINE_STRING("LineString"),
    MULTI_LINE_STRING("MultiLineString"),
    MULTI_POINT("MultiPoint"),
    MULTI_POLYGON("MultiPolygon"),
    POINT("Point"),
    POLYGON("Polygon");

    private final String typeName;

    GeoJsonObjectType(String typeName) {
        this.typeName = typeName;
    }

    /** What the field {@code type} holds. */
    public String typeName() {
        return typeName;
    }
}
