package dev.bowline.model.geojson;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Reads geometries. The type may come after the coordinates, which are therefore read as what they are, numbers and
 * arrays, and given their shape at the end. Members that are not of RFC 7946, and a {@code bbox}, are passed over.
 */
final class GeometryReader {
    private GeometryReader() {}

    static Geometry read(BsonReader reader) {
        String type = null;
        Object coordinates = null;
        List<Geometry> geometries = null;
        NamedCoordinateReferenceSystem system = null;
        expect(reader, BsonType.DOCUMENT, "A geometry");
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "type" -> {
                    expect(reader, BsonType.STRING, "The type of a geometry");
                    type = reader.readString();
                }
                case "coordinates" -> coordinates = tree(reader, "coordinates");
                case "geometries" -> geometries = geometries(reader);
                case "crs" -> system = readSystem(reader);
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        if (type == null) {
            throw new CodecConfigurationException("A geometry without the field 'type'");
        }
        try {
            return make(type, coordinates, geometries, system);
        } catch (IllegalArgumentException e) {
            throw new CodecConfigurationException("Invalid " + type + ": " + e.getMessage(), e);
        }
    }

    private static Geometry make(String type, @Nullable Object coordinates, @Nullable List<Geometry> geometries,
            @Nullable CoordinateReferenceSystem system) {
        if (type.equals("GeometryCollection")) {
            if (geometries == null) {
                throw new IllegalArgumentException("the field 'geometries' is missing");
            }
            return new GeometryCollection(system, geometries);
        }
        boolean known = switch (type) {
            case "Point", "LineString", "MultiPoint", "Polygon", "MultiLineString", "MultiPolygon" -> true;
            default -> false;
        };
        if (!known) {
            throw new IllegalArgumentException("GeoJSON has no geometry of this type");
        }
        if (coordinates == null) {
            throw new IllegalArgumentException("the field 'coordinates' is missing");
        }
        String path = "coordinates";
        return switch (type) {
            case "Point" -> new Point(system, position(coordinates, path));
            case "LineString" -> new LineString(system, positions(coordinates, path));
            case "MultiPoint" -> new MultiPoint(system, positions(coordinates, path));
            case "Polygon" -> new Polygon(system, polygon(coordinates, path));
            case "MultiLineString" -> new MultiLineString(system, each(coordinates, path, GeometryReader::positions));
            default -> new MultiPolygon(system, each(coordinates, path, GeometryReader::polygon));
        };
    }

    static NamedCoordinateReferenceSystem readSystem(BsonReader reader) {
        String type = null;
        String name = null;
        expect(reader, BsonType.DOCUMENT, "A coordinate reference system");
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "type" -> {
                    expect(reader, BsonType.STRING, "The type of a coordinate reference system");
                    type = reader.readString();
                }
                case "properties" -> name = name(reader);
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        if (!"name".equals(type) || name == null) {
            throw new CodecConfigurationException(
                    "A coordinate reference system has the type 'name' and a name among its "
                            + "properties, but the type was " + type + " and the name " + name);
        }
        return new NamedCoordinateReferenceSystem(name);
    }

    private static @Nullable String name(BsonReader reader) {
        String name = null;
        expect(reader, BsonType.DOCUMENT, "The properties of a coordinate reference system");
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            if (reader.readName().equals("name")) {
                expect(reader, BsonType.STRING, "The name of a coordinate reference system");
                name = reader.readString();
            } else {
                reader.skipValue();
            }
        }
        reader.readEndDocument();
        return name;
    }

    static Position readPosition(BsonReader reader) {
        return position(tree(reader, "position"), "position");
    }

    /** A number, or a list of such. */
    private static Object tree(BsonReader reader, String path) {
        BsonType found = reader.getCurrentBsonType();
        return switch (found) {
            case DOUBLE -> reader.readDouble();
            case INT32 -> (double) reader.readInt32();
            case INT64 -> (double) reader.readInt64();
            case DECIMAL128 -> reader.readDecimal128().doubleValue();
            case ARRAY -> {
                List<Object> parts = new ArrayList<>();
                reader.readStartArray();
                while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                    parts.add(tree(reader, path + "[" + parts.size() + "]"));
                }
                reader.readEndArray();
                yield parts;
            }
            default -> throw new CodecConfigurationException(
                    "Coordinates are numbers and arrays of numbers, but " + path + " is a " + found);
        };
    }

    private static List<Geometry> geometries(BsonReader reader) {
        List<Geometry> geometries = new ArrayList<>();
        expect(reader, BsonType.ARRAY, "The field 'geometries' of a GeometryCollection");
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            geometries.add(read(reader));
        }
        reader.readEndArray();
        return geometries;
    }

    private static Position position(Object tree, String path) {
        return new Position(each(tree, path, (value, place) -> {
            if (value instanceof Double number) {
                return number;
            }
            throw new IllegalArgumentException(place + " is an array and not a number");
        }));
    }

    private static List<Position> positions(Object tree, String path) {
        return each(tree, path, GeometryReader::position);
    }

    private static PolygonCoordinates polygon(Object tree, String path) {
        List<List<Position>> rings = each(tree, path, GeometryReader::positions);
        if (rings.isEmpty()) {
            throw new IllegalArgumentException(path + " is empty, but an area has a ring around it");
        }
        return new PolygonCoordinates(rings.get(0), rings.subList(1, rings.size()));
    }

    private static <T> List<T> each(Object tree, String path, BiFunction<Object, String, T> shape) {
        if (!(tree instanceof List<?> parts)) {
            throw new IllegalArgumentException(path + " is a number and not an array");
        }
        List<T> shaped = new ArrayList<>(parts.size());
        for (Object part : parts) {
            shaped.add(shape.apply(part, path + "[" + shaped.size() + "]"));
        }
        return shaped;
    }

    private static void expect(BsonReader reader, BsonType expected, String what) {
        BsonType found = reader.getCurrentBsonType();
        // A document that is read on its own has no type before it begins.
        if (found != null && found != expected) {
            throw new CodecConfigurationException(what + " is a " + expected + ", but this is a " + found);
        }
    }
}
