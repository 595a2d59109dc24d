package dev.bowline.driver.selection;

import static dev.bowline.driver.SpecificationData.onlyFields;

import dev.bowline.ReadPreference;
import dev.bowline.ReadPreferenceMode;
import dev.bowline.TagSet;
import dev.bowline.driver.topology.ServerDescription;
import dev.bowline.driver.topology.ServerType;
import dev.bowline.driver.topology.TopologyDescription;
import dev.bowline.driver.topology.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the descriptions of the selection suites. */
final class Descriptions {
    private static final Set<String> SERVER_FIELDS = Set.of("address", "type", "avg_rtt_ms", "lastUpdateTime",
            "lastWrite", "maxWireVersion", "tags");

    private Descriptions() {}

    static TopologyDescription topology(BsonDocument document) {
        onlyFields(document, Set.of("type", "servers"));
        String type = document.getString("type").getValue();
        TopologyType topologyType = Arrays.stream(TopologyType.values()).filter(one -> one.toString().equals(type))
                .findFirst().orElseThrow(() -> new AssertionError("topology type " + type));
        List<ServerDescription> servers = new ArrayList<>();
        document.getArray("servers").forEach(server -> servers.add(server(server.asDocument())));
        return TopologyDescription.of(topologyType, null, servers);
    }

    private static ServerDescription server(BsonDocument document) {
        onlyFields(document, SERVER_FIELDS);
        String type = document.getString("type").getValue();
        ServerType serverType = Arrays.stream(ServerType.values()).filter(one -> one.toString().equals(type))
                .findFirst().orElseThrow(() -> new AssertionError("server type " + type));
        ServerDescription.Builder server = ServerDescription
                .builder(ServerAddress.parse(document.getString("address").getValue())).type(serverType);
        if (document.containsKey("avg_rtt_ms")) {
            server.roundTripNanos(Math.round(document.getNumber("avg_rtt_ms").doubleValue() * 1e6));
        }
        if (document.containsKey("lastUpdateTime")) {
            server.lastUpdateNanos(document.getNumber("lastUpdateTime").longValue() * 1_000_000);
        }
        if (document.containsKey("lastWrite")) {
            server.lastWriteMillis(document.getDocument("lastWrite").getNumber("lastWriteDate").longValue());
        }
        if (document.containsKey("tags")) {
            server.tags(tags(document.getDocument("tags")));
        }
        return server.build();
    }

    static ReadPreference readPreference(BsonDocument document) {
        onlyFields(document, Set.of("mode", "tag_sets", "maxStalenessSeconds"));
        String mode = document.containsKey("mode") ? document.getString("mode").getValue() : "Primary";
        ReadPreference preference = ReadPreference.of(Arrays.stream(ReadPreferenceMode.values())
                .filter(one -> one.wireName().equalsIgnoreCase(mode)).findFirst().orElseThrow());
        if (document.containsKey("tag_sets")) {
            List<TagSet> tagSets = new ArrayList<>();
            document.getArray("tag_sets").forEach(tags -> tagSets.add(new TagSet(tags(tags.asDocument()))));
            preference = preference.withTagSets(tagSets);
        }
        return document.containsKey("maxStalenessSeconds")
                ? preference.withMaxStaleness(Duration.ofSeconds(document.getNumber("maxStalenessSeconds").longValue()))
                : preference;
    }

    static Set<ServerAddress> addresses(Iterable<BsonValue> servers) {
        Set<ServerAddress> addresses = new java.util.TreeSet<>();
        servers.forEach(server -> addresses
                .add(ServerAddress.parse(server.asDocument().getString("address").getValue())));
        return addresses;
    }

    private static Map<String, String> tags(BsonDocument document) {
        Map<String, String> tags = new LinkedHashMap<>();
        document.forEach((name, value) -> tags.put(name, value.asString().getValue()));
        return tags;
    }
}
