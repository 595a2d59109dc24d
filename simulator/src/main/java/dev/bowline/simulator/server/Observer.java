package dev.bowline.simulator.server;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Is shown every request and its reply while it wants to be. Called by connection threads. */
public interface Observer {
    /** Whether it wants to see requests and replies. */
    boolean isOn();

    /** Called when a client uses a feature that servers have and this one lacks. */
    default void lacks(String feature) {}

    /**
     * A request has arrived and is about to be executed.
     *
     * @param client what the client said of itself in its first hello, or null
     */
    default void arrived(ServerAddress server, int connectionId, @Nullable BsonDocument client, BsonDocument request) {}

    /** A request was executed. Its reply may still be lost on its way. */
    void exchanged(ServerAddress server, int connectionId, int requestId, @Nullable String appName,
            BsonDocument request, BsonDocument reply);
}
