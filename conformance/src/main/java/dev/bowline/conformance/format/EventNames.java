package dev.bowline.conformance.format;

import static dev.bowline.conformance.format.Shape.bool;
import static dev.bowline.conformance.format.Shape.document;
import static dev.bowline.conformance.format.Shape.fields;
import static dev.bowline.conformance.format.Shape.oneOf;
import static dev.bowline.conformance.format.Shape.string;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The events that a test may observe, and what it may say of each. */
final class EventNames {
    static final Shape COMMAND;
    static final Shape CMAP;
    static final Shape SDAM;
    /** One event of any kind. */
    static final Shape ANY;
    static final String[] ALL;
    /** Events that can be stored as entities, under the names that their own specifications give them. */
    static final String[] STORABLE;

    static {
        Shape.Fields name = fields().with("commandName", string()).with("databaseName", string())
                .with("hasServiceId", bool()).with("hasServerConnectionId", bool());
        Map<String, Shape> command = new LinkedHashMap<>();
        command.put("commandStartedEvent", name.with("command", document()));
        command.put("commandSucceededEvent", name.with("reply", document()));
        command.put("commandFailedEvent", name);
        COMMAND = Shape.choice(command);

        Map<String, Shape> cmap = new LinkedHashMap<>();
        Stream.of("poolCreatedEvent", "poolReadyEvent", "poolClosedEvent", "connectionCreatedEvent",
                "connectionReadyEvent", "connectionCheckOutStartedEvent", "connectionCheckedOutEvent",
                "connectionCheckedInEvent").forEach(event -> cmap.put(event, fields()));
        cmap.put("poolClearedEvent", fields().with("hasServiceId", bool()).with("interruptInUseConnections", bool()));
        cmap.put("connectionClosedEvent", fields().with("reason", string()));
        cmap.put("connectionCheckOutFailedEvent", fields().with("reason", string()));
        CMAP = Shape.choice(cmap);

        Shape server = fields().with("type", oneOf("Standalone", "Mongos", "PossiblePrimary", "RSPrimary",
                "RSSecondary", "RSOther", "RSArbiter", "RSGhost", "LoadBalancer", "Unknown"));
        Shape topology = fields().with("type", oneOf("Single", "Unknown", "ReplicaSetNoPrimary",
                "ReplicaSetWithPrimary", "Sharded", "LoadBalanced"));
        Shape heartbeat = fields().with("awaited", bool());
        Map<String, Shape> sdam = new LinkedHashMap<>();
        sdam.put("serverDescriptionChangedEvent", fields().with("previousDescription", server)
                .with("newDescription", server));
        sdam.put("topologyDescriptionChangedEvent", fields().with("previousDescription", topology)
                .with("newDescription", topology));
        sdam.put("serverHeartbeatStartedEvent", heartbeat);
        sdam.put("serverHeartbeatSucceededEvent", heartbeat);
        sdam.put("serverHeartbeatFailedEvent", heartbeat);
        sdam.put("topologyOpeningEvent", fields());
        sdam.put("topologyClosedEvent", fields());
        SDAM = Shape.choice(sdam);

        Map<String, Shape> any = new LinkedHashMap<>(command);
        any.putAll(cmap);
        any.putAll(sdam);
        ANY = Shape.choice(any);
        ALL = Stream.of(command, cmap, sdam).flatMap(events -> events.keySet().stream()).toArray(String[]::new);
        STORABLE = Stream.concat(Stream.of(command, cmap).flatMap(events -> events.keySet().stream()),
                Stream.of("serverDescriptionChangedEvent", "topologyDescriptionChangedEvent"))
                .map(event -> Character.toUpperCase(event.charAt(0)) + event.substring(1)).toArray(String[]::new);
    }

    private EventNames() {}
}
