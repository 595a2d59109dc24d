package dev.bowline.driver.topology;

import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.egress.connection.RuntimeSurroundings;
import dev.bowline.settings.ServerApi;
import dev.bowline.settings.ServerMonitoringMode;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * How a server is monitored.
 *
 * @param minRestMillis how long a monitor rests at least between two checks
 * @param connectTimeoutMillis the option connectTimeoutMS, also the longest wait for a reply; 0 for none
 * @param streams whether servers that can stream their changes should
 * @param serverApi the stable API to declare, which also means that every server knows hello by its new name
 */
record MonitorSettings(long heartbeatFrequencyMillis, long minRestMillis, long connectTimeoutMillis, boolean streams,
        @Nullable ServerApi serverApi) {
    MonitorSettings(long heartbeatFrequencyMillis, long connectTimeoutMillis, boolean streams,
            @Nullable ServerApi serverApi) {
        this(heartbeatFrequencyMillis, TopologySettings.MIN_HEARTBEAT_FREQUENCY_MILLIS, connectTimeoutMillis, streams,
                serverApi);
    }

    /** Whether monitors stream: by choice, and by default unless the process is a short-lived function. */
    static boolean streams(ServerMonitoringMode mode, Map<String, String> environmentVariables) {
        return switch (mode) {
            case STREAM -> true;
            case POLL -> false;
            case AUTO -> !RuntimeSurroundings.isFunctionService(environmentVariables::get);
        };
    }

    /** The question of a plain check, in the spelling that the server understands. */
    BsonDocument hello(boolean helloOk) {
        BsonDocument command = new BsonDocument(helloOk || serverApi != null ? "hello" : "isMaster", new BsonInt32(1))
                .append("helloOk", BsonBoolean.TRUE);
        if (serverApi != null) {
            command.append("apiVersion", new BsonString(serverApi.version()));
            if (serverApi.strict().isPresent()) {
                command.append("apiStrict", BsonBoolean.valueOf(serverApi.strict().get()));
            }
            if (serverApi.deprecationErrors().isPresent()) {
                command.append("apiDeprecationErrors", BsonBoolean.valueOf(serverApi.deprecationErrors().get()));
            }
        }
        return command;
    }

    /** The question that the server answers when it has something new to say, or after the heartbeat frequency. */
    BsonDocument awaitableHello(boolean helloOk, TopologyVersion version) {
        return hello(helloOk).append("topologyVersion", version.toDocument())
                .append("maxAwaitTimeMS", new BsonInt64(heartbeatFrequencyMillis));
    }
}
