package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.model.Filters;
import dev.bowline.model.Indexes;
import dev.bowline.model.geojson.Geometry;
import dev.bowline.model.geojson.LineString;
import dev.bowline.model.geojson.Point;
import dev.bowline.model.geojson.Polygon;
import dev.bowline.model.geojson.Position;
import java.io.PrintStream;
import java.util.List;
import org.bson.conversions.Bson;

/** Stores records with places in them, and finds them by where they are. */
public final class Harbours {
    /** The area is whatever geometry it was stored as. */
    public record Harbour(String id, Point place, Geometry area) {}

    private Harbours() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            MongoCollection<Harbour> harbours = client.database("coast").collection("harbours", Harbour.class);
            harbours.createIndex(Indexes.geo2dsphere("place"));
            store(harbours);
            print(harbours, within(), System.out);
            print(harbours, nearKiel(), System.out);
        }
    }

    static void store(MongoCollection<Harbour> harbours) {
        harbours.insertMany(List.of(
                new Harbour("Kiel", new Point(new Position(10.14, 54.33)),
                        new Polygon(List.of(new Position(10.1, 54.3), new Position(10.2, 54.3),
                                new Position(10.2, 54.4), new Position(10.1, 54.3)))),
                new Harbour("Visby", new Point(new Position(18.28, 57.63)),
                        new LineString(List.of(new Position(18.28, 57.63), new Position(18.29, 57.64))))));
    }

    /** What is in the western Baltic. */
    static Bson within() {
        return Filters.geoWithin("place", new Polygon(List.of(new Position(9, 53), new Position(13, 53),
                new Position(13, 56), new Position(9, 56), new Position(9, 53))));
    }

    /** What is within fifty kilometres, nearest first. */
    static Bson nearKiel() {
        return Filters.nearSphere("place", new Point(new Position(10, 54.3)), 50_000.0, null);
    }

    static void print(MongoCollection<Harbour> harbours, Bson filter, PrintStream out) {
        for (Harbour harbour : harbours.find(filter)) {
            out.println(harbour.id() + " at " + harbour.place().position().values() + ", " + switch (harbour.area()) {
                case Polygon polygon -> "around it " + polygon.exterior().size() + " positions";
                case Geometry other -> "a " + other.type().typeName();
            });
        }
    }
}
