package dev.bowline.sync;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoDriverInformation;
import com.mongodb.client.MongoClient;
import org.jspecify.annotations.Nullable;

/**
 * Makes clients with the interfaces of {@code mongodb-driver-sync} that run on Bowline. The one class that an
 * application names; it takes the place of {@code com.mongodb.client.MongoClients}.
 */
public final class BowlineMongoClients {
    private BowlineMongoClients() {}

    /** A client of {@code mongodb://localhost}. */
    public static MongoClient create() {
        return create(new ConnectionString("mongodb://localhost"));
    }

    /** A client for a connection string. Reaches no network; the deployment is discovered in the background. */
    public static MongoClient create(String connectionString) {
        return create(new ConnectionString(connectionString));
    }

    /** A client for a connection string. */
    public static MongoClient create(ConnectionString connectionString) {
        return create(connectionString, null);
    }

    /** The same, with the name of a library built on top, which is reported to the server. */
    public static MongoClient create(ConnectionString connectionString, @Nullable MongoDriverInformation information) {
        return create(MongoClientSettings.builder().applyConnectionString(connectionString).build(), information);
    }

    /**
     * A client for settings.
     *
     * @throws com.mongodb.MongoConfigurationException if a setting cannot be honored: client-side encryption, a
     *     transport of the official driver's, and what else docs/frameworks.md lists
     */
    public static MongoClient create(MongoClientSettings settings) {
        return create(settings, null);
    }

    /** The same, with the name of a library built on top, which is reported to the server. */
    public static MongoClient create(MongoClientSettings settings, @Nullable MongoDriverInformation information) {
        return ClientAssembly.client(Require.notNull("settings", settings), information);
    }
}
