package dev.bowline.model.geojson;

/** Kinds of geometries. */
public enum GeoJsonObjectType {
    /** The type of {@link GeometryCollection}. */
    GEOMETRY_COLLECTION("GeometryCollection"),
    /** The type of {@link LineString}. */
    LINE_STRING("LineString"),
    /** The type of {@link MultiLineString}. */
    MULTI_LINE_STRING("MultiLineString"),
    /** The type of {@link MultiPoint}. */
    MULTI_POINT("MultiPoint"),
    /** The type of {@link MultiPolygon}. */
    MULTI_POLYGON("MultiPolygon"),
    /** The type of {@link Point}. */
    POINT("Point"),
    /** The type of {@link Polygon}. */
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
