package dev.bowline.conformance.unit;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Collects events and writes them the way the data writes them, with the fields that the data names. */
final class DiscoveryEvents implements TopologyListener {
    private final List<BsonValue> events = new ArrayList<>();

    @Override
    public void topologyEvent(TopologyEvent event) {
        events.add(render(event));
    }

    /** The events since the last call. */
    List<BsonValue> take() {
        List<BsonValue> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    private static BsonDocument render(TopologyEvent event) {
        BsonDocument body = new BsonDocument("topologyId", new BsonString("42"));
        return switch (event) {
            case TopologyOpeningEvent e -> new BsonDocument("topology_opening_event", body);
            case TopologyClosedEvent e -> new BsonDocument("topology_closed_event", body);
            case TopologyDescriptionChangedEvent e -> new BsonDocument("topology_description_changed_event",
                    body.append("previousDescription", topology(e.previousDescription())).append("newDescription",
                            topology(e.newDescription())));
            case ServerOpeningEvent e -> new BsonDocument("server_opening_event", at(body, e.address()));
            case ServerClosedEvent e -> new BsonDocument("server_closed_event", at(body, e.address()));
            case ServerDescriptionChangedEvent e -> new BsonDocument("server_description_changed_event",
                    at(body, e.address()).append("previousDescription", server(e.previousDescription()))
                            .append("newDescription", server(e.newDescription())));
            case ServerHeartbeatStartedEvent e -> new BsonDocument("server_heartbeat_started_event", body);
            case ServerHeartbeatSucceededEvent e -> new BsonDocument("server_heartbeat_succeeded_event", body);
            case ServerHeartbeatFailedEvent e -> new BsonDocument("server_heartbeat_failed_event", body);
        };
    }

    private static BsonDocument topology(TopologyDescription topology) {
        BsonDocument document = new BsonDocument("topologyType", new BsonString(topology.type().toString()));
        if (topology.setName() != null) {
            document.append("setName", new BsonString(topology.setName()));
        }
        BsonArray servers = new BsonArray();
        topology.servers().forEach(server -> servers.add(server(server)));
        return document.append("servers", servers);
    }

    private static BsonDocument server(ServerDescription server) {
        BsonDocument document = new BsonDocument("address", new BsonString(server.address().toString()))
                .append("arbiters", addresses(server.arbiters())).append("hosts", addresses(server.hosts()))
                .append("passives", addresses(server.passives()));
        if (server.primary() != null) {
            document.append("primary", new BsonString(server.primary().toString()));
        }
        if (server.setName() != null) {
            document.append("setName", new BsonString(server.setName()));
        }
        return document.append("type", new BsonString(server.type().toString()));
    }

    private static BsonArray addresses(Collection<ServerAddress> addresses) {
        BsonArray array = new BsonArray();
        addresses.forEach(address -> array.add(new BsonString(address.toString())));
        return array;
    }

    private static BsonDocument at(BsonDocument body, ServerAddress address) {
        return body.append("address", new BsonString(address.toString()));
    }
}
