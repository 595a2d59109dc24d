package dev.bowline.examples.frameworks;

import com.mongodb.client.MongoClient;
import dev.bowline.sync.BowlineMongoClients;
import dev.morphia.Datastore;
import dev.morphia.Morphia;
import dev.morphia.UpdateOptions;
import dev.morphia.config.MorphiaConfig;
import dev.morphia.query.FindOptions;
import dev.morphia.query.Sort;
import dev.morphia.query.filters.Filters;
import dev.morphia.query.updates.UpdateOperators;
import java.util.List;

/** Morphia over Bowline: the client that it is given is the only difference. */
public final class MorphiaFleet implements AutoCloseable {
    private final MongoClient client;
    private final Datastore datastore;

    /**
     * Connects to the deployment.
     *
     * @param uri the connection string of the deployment
     */
    public MorphiaFleet(String uri) {
        client = BowlineMongoClients.create(uri);
        datastore = Morphia.createDatastore(client, MorphiaConfig.load().database("fleet"));
    }

    /** Adds a ship. */
    public void launch(String name, String... ports) {
        datastore.save(new Ship(name, List.of(ports)));
    }

    /** Adds a port of call to a ship. */
    public void call(String name, String port) {
        datastore.find(Ship.class).filter(Filters.eq("name", name)).update(new UpdateOptions(),
                UpdateOperators.push("ports", port));
    }

    /** The names of the ships that call at a port, in the order of the alphabet. */
    public List<String> at(String port) {
        return datastore.find(Ship.class).filter(Filters.eq("ports", port))
                .iterator(new FindOptions().sort(Sort.ascending("name"))).toList().stream()
                .map(ship -> ship.name).toList();
    }

    @Override
    public void close() {
        client.close();
    }
}
