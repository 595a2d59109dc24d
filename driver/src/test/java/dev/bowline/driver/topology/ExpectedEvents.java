package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Writes events the way the data writes them, with the fields that the data names, and compares exactly. */
final class ExpectedEvents {
    private ExpectedEvents() {}

    /** Checks the events since the last call, and takes them away. */
    static void check(UnmonitoredTopology topology, BsonArray expected) {
        List<BsonValue> actual = new ArrayList<>();
        for (TopologyEvent event : topology.events) {
            assertThat(event.topologyId()).isEqualTo(topology.topology.id());
            actual.add(render(event));
        }
        topology.events.clear();
        assertThat(actual).isEqualTo(expected.getValues());
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
            case ServerHeartbeatStartedEvent e -> throw new AssertionError("Nobody monitors: " + e);
            case ServerHeartbeatSucceededEvent e -> throw new AssertionError("Nobody monitors: " + e);
            case ServerHeartbeatFailedEvent e -> throw new AssertionError("Nobody monitors: " + e);
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

    private static BsonArray addresses(SequencedSet<ServerAddress> addresses) {
        BsonArray array = new BsonArray();
        addresses.forEach(address -> array.add(new BsonString(address.toString())));
        return array;
    }

    private static BsonDocument at(BsonDocument body, ServerAddress address) {
        return body.append("address", new BsonString(address.toString()));
    }
}
