package com.mongodb.client;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoDriverInformation;
import dev.bowline.sync.BowlineMongoClients;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for the official class of this name where a framework calls it itself: its clients run on Bowline. It works
 * only if it comes before the official jar on the class path; {@code dev.bowline.sync.DropIn} reports whether it does.
 */
public final class MongoClients {
    private MongoClients() {}

    /** A client of {@code mongodb://localhost}. */
    public static MongoClient create() {
        return BowlineMongoClients.create();
    }

    /** A client for settings. */
    public static MongoClient create(MongoClientSettings settings) {
        return BowlineMongoClients.create(settings);
    }

    /** A client for a connection string. */
    public static MongoClient create(String connectionString) {
        return BowlineMongoClients.create(connectionString);
    }

    /** A client for a connection string. */
    public static MongoClient create(ConnectionString connectionString) {
        return BowlineMongoClients.create(connectionString);
    }

    /** The same, with the name of a library built on top, which is reported to the server. */
    public static MongoClient create(ConnectionString connectionString,
            @Nullable MongoDriverInformation mongoDriverInformation) {
        return BowlineMongoClients.create(connectionString, mongoDriverInformation);
    }

    /** The same, with the name of a library built on top, which is reported to the server. */
    public static MongoClient create(MongoClientSettings settings,
            @Nullable MongoDriverInformation mongoDriverInformation) {
        return BowlineMongoClients.create(settings, mongoDriverInformation);
    }
}
