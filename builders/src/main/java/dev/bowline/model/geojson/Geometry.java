package dev.bowline.model.geojson;

import org.bson.BsonDocument;
import org.bson.BsonDocumentWriter;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** A place or several. */
public sealed interface Geometry
        permits Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon, GeometryCollection {
    /** Says which kind of geometry this is; the field {@code type} of the document holds its name. */
    GeoJsonObjectType type();

    /** By which system the coordinates are to be read; null for the usual one. */
    @Nullable
    CoordinateReferenceSystem coordinateReferenceSystem();

    /** As GeoJSON, whatever codecs there are; a collection stores it with those of its {@link CodecRegistry}. */
    default BsonDocument toDocument() {
        BsonDocument document = new BsonDocument();
        GeometryWriter.write(new BsonDocumentWriter(document), this);
        return document;
    }

    /** Returns {@link #toDocument()} as relaxed extended JSON. */
    default String toJson() {
        return toDocument().toJson();
    }
}
