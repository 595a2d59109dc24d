package dev.bowline.model.geojson;

/** By which system coordinates are to be read. The server knows those with names. */
public sealed interface CoordinateReferenceSystem permits NamedCoordinateReferenceSystem {
    /** Says how GeoJSON refers to this system; {@code crs.type} of the document holds its name. */
    CoordinateReferenceSystemType type();
}
