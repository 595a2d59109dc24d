package dev.bowline.model.geojson;

import java.util.List;
import org.bson.BsonWriter;

/** Writes geometries: the type, the coordinates or geometries, and the system if it is not the usual one. */
final class GeometryWriter {
    private GeometryWriter() {}

    static void write(BsonWriter writer, Geometry geometry) {
        writer.writeStartDocument();
        writer.writeString("type", geometry.type().typeName());
        writer.writeName(geometry instanceof GeometryCollection ? "geometries" : "coordinates");
        switch (geometry) {
            case Point point -> position(writer, point.coordinates());
            case LineString line -> positions(writer, line.coordinates());
            case MultiPoint points -> positions(writer, points.coordinates());
            case Polygon polygon -> lines(writer, polygon.coordinates().rings());
            case MultiLineString lines -> lines(writer, lines.coordinates());
            case MultiPolygon polygons -> {
                writer.writeStartArray();
                polygons.coordinates().forEach(polygon -> lines(writer, polygon.rings()));
                writer.writeEndArray();
            }
            case GeometryCollection collection -> {
                writer.writeStartArray();
                collection.geometries().forEach(part -> write(writer, part));
                writer.writeEndArray();
            }
        }
        CoordinateReferenceSystem system = geometry.coordinateReferenceSystem();
        if (system != null) {
            writer.writeName("crs");
            write(writer, system);
        }
        writer.writeEndDocument();
    }

    static void write(BsonWriter writer, CoordinateReferenceSystem system) {
        writer.writeStartDocument();
        writer.writeString("type", system.type().typeName());
        writer.writeStartDocument("properties");
        switch (system) {
            case NamedCoordinateReferenceSystem named -> writer.writeString("name", named.name());
        }
        writer.writeEndDocument();
        writer.writeEndDocument();
    }

    static void position(BsonWriter writer, Position position) {
        writer.writeStartArray();
        for (double value : position.values()) {
            writer.writeDouble(value);
        }
        writer.writeEndArray();
    }

    private static void positions(BsonWriter writer, List<Position> positions) {
        writer.writeStartArray();
        positions.forEach(position -> position(writer, position));
        writer.writeEndArray();
    }

    private static void lines(BsonWriter writer, List<List<Position>> lines) {
        writer.writeStartArray();
        lines.forEach(line -> positions(writer, line));
        writer.writeEndArray();
    }
}
