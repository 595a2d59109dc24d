package dev.bowline.conformance.unified;

import dev.bowline.conformance.match.ObservedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Turns the driver's events into what the format sees of them. */
final class EventFields {
    private EventFields() {}

    static ObservedEvent of(CommandStartedEvent event) {
        return new ObservedEvent("commandStartedEvent",
                command(event.commandName(), event.databaseName(), event.requestId(), event.address(),
                        event.connectionId(), event.serverConnectionId(), event.serviceId())
                        .append("command", event.command()));
    }

    static ObservedEvent of(CommandSucceededEvent event) {
        return new ObservedEvent("commandSucceededEvent",
                command(event.commandName(), event.databaseName(), event.requestId(), event.address(),
                        event.connectionId(), event.serverConnectionId(), event.serviceId())
                        .append("reply", event.reply())
                        .append("duration", new BsonInt64(event.duration().toMillis())));
    }

    static ObservedEvent of(CommandFailedEvent event) {
        return new ObservedEvent("commandFailedEvent",
                command(event.commandName(), event.databaseName(), event.requestId(), event.address(),
                        event.connectionId(), event.serverConnectionId(), event.serviceId())
                        .append("failure", new BsonString(event.failure().toString()))
                        .append("duration", new BsonInt64(event.duration().toMillis())));
    }

    static ObservedEvent of(ConnectionPoolEvent event) {
        BsonDocument fields = new BsonDocument("address", new BsonString(event.address().toString()));
        return switch (event) {
            case ConnectionPoolCreatedEvent e -> new ObservedEvent("poolCreatedEvent", fields);
            case ConnectionPoolReadyEvent e -> new ObservedEvent("poolReadyEvent", fields);
            case ConnectionPoolClearedEvent e -> new ObservedEvent("poolClearedEvent",
                    fields.append("hasServiceId", BsonBoolean.valueOf(isSet(e.serviceId())))
                            .append("interruptInUseConnections", BsonBoolean.valueOf(e.interruptInUseConnections())));
            case ConnectionPoolClosedEvent e -> new ObservedEvent("poolClosedEvent", fields);
            case ConnectionCreatedEvent e -> connection("connectionCreatedEvent", fields, e.connectionId());
            case ConnectionReadyEvent e -> connection("connectionReadyEvent", fields, e.connectionId());
            case ConnectionClosedEvent e -> connection("connectionClosedEvent",
                    fields.append("reason", new BsonString(e.reason().id())), e.connectionId());
            case ConnectionCheckOutStartedEvent e -> new ObservedEvent("connectionCheckOutStartedEvent", fields);
            case ConnectionCheckOutFailedEvent e -> new ObservedEvent("connectionCheckOutFailedEvent",
                    fields.append("reason", new BsonString(e.reason().id())));
            case ConnectionCheckedOutEvent e -> connection("connectionCheckedOutEvent", fields, e.connectionId());
            case ConnectionCheckedInEvent e -> connection("connectionCheckedInEvent", fields, e.connectionId());
        };
    }

    static ObservedEvent of(ServerDescriptionChangedEvent event) {
        return new ObservedEvent("serverDescriptionChangedEvent",
                new BsonDocument("address", new BsonString(event.address().toString()))
                        .append("previousDescription", type(event.previousDescription().type()))
                        .append("newDescription", type(event.newDescription().type())));
    }

    static ObservedEvent of(TopologyDescriptionChangedEvent event) {
        return new ObservedEvent("topologyDescriptionChangedEvent",
                new BsonDocument("previousDescription", type(event.previousDescription().type()))
                        .append("newDescription", type(event.newDescription().type())));
    }

    static ObservedEvent heartbeat(String name, ServerAddress address, boolean awaited) {
        return new ObservedEvent(name, new BsonDocument("address", new BsonString(address.toString()))
                .append("awaited", BsonBoolean.valueOf(awaited)));
    }

    private static ObservedEvent connection(String name, BsonDocument fields, long connectionId) {
        return new ObservedEvent(name, fields.append("connectionId", new BsonInt64(connectionId)));
    }

    private static BsonDocument type(Object type) {
        return new BsonDocument("type", new BsonString(type.toString()));
    }

    private static BsonDocument command(String name, String database, int requestId, ServerAddress address,
            long connectionId, @Nullable Long serverConnectionId, @Nullable ObjectId serviceId) {
        return new BsonDocument("commandName", new BsonString(name)).append("databaseName", new BsonString(database))
                .append("requestId", new BsonInt32(requestId)).append("address", new BsonString(address.toString()))
                .append("connectionId", new BsonInt64(connectionId))
                .append("hasServerConnectionId",
                        BsonBoolean.valueOf(serverConnectionId != null && serverConnectionId > 0))
                .append("hasServiceId", BsonBoolean.valueOf(isSet(serviceId)));
    }

    private static boolean isSet(@Nullable ObjectId id) {
        return id != null && !id.equals(new ObjectId(new byte[12]));
    }
}
