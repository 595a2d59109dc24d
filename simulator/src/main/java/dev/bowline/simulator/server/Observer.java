package dev.bowline.simulator.server;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Is shown every request and its reply while it wants to be. Called by connection threads. */
public interface Observer {
    boolean isOn();

    /** Is told of a feature that servers have and that this one was asked for in vain. */
    default void lacks(String feature) {}

    void exchanged(ServerAddress server, int connectionId, int requestId, @Nullable String appName,
            BsonDocument request, BsonDocument reply);
}
