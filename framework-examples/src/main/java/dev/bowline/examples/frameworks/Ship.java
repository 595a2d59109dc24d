package dev.bowline.examples.frameworks;

import dev.morphia.annotations.Entity;
import dev.morphia.annotations.Id;
import dev.morphia.annotations.Version;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A ship and its ports of call, mapped by Morphia. */
@Entity("ships")
public class Ship {
    @Id
    @Nullable
    ObjectId id;
    @Version
    long version;
    String name = "";
    List<String> ports = new ArrayList<>();

    /** For Morphia. */
    public Ship() {}

    Ship(String name, List<String> ports) {
        this.name = name;
        this.ports = new ArrayList<>(ports);
    }
}
