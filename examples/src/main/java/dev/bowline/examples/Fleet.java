package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.model.Filters;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.bson.codecs.pojo.annotations.BsonDiscriminator;
import org.bson.codecs.pojo.annotations.BsonProperty;

/** Stores a sealed family of records, with enums, optionals, lists and generics in them. Nothing is registered. */
public final class Fleet {
    /** How a ship is driven. */
    public enum Rig {
        SLOOP, KETCH
    }

    /** Something with a unit. */
    public record Measured<T>(T value, String unit) {}

    /** A ship of either kind; the field {@code _t} holds which. */
    public sealed interface Ship permits Sailing, Motor {}

    /** The component {@code id} is the {@code _id}. */
    @BsonDiscriminator("sail")
    public record Sailing(String id, Rig rig, Measured<Double> length, Optional<String> owner) implements Ship {}

    /** The engines are in the field {@code e}. */
    public record Motor(String id, @BsonProperty("e") List<Measured<Integer>> engines) implements Ship {}

    private Fleet() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            run(client.database("harbour").collection("fleet", Ship.class), System.out);
        }
    }

    static void run(MongoCollection<Ship> fleet, PrintStream out) {
        fleet.insertMany(List.of(new Sailing("Spray", Rig.SLOOP, new Measured<>(11.2, "m"), Optional.of("Slocum")),
                new Motor("Tug", List.of(new Measured<>(300, "kW"), new Measured<>(300, "kW")))));
        for (Ship ship : fleet.find(Filters.empty())) {
            out.println(switch (ship) {
                case Sailing sailing -> sailing.id() + ", " + sailing.rig() + " of " + sailing.owner().orElse("nobody");
                case Motor motor -> motor.id() + " with " + motor.engines().size() + " engines";
            });
        }
    }
}
