package dev.bowline.conformance.unit;

import dev.bowline.conformance.format.Documents;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;

/** Reads the topology descriptions of the selection files. */
final class Topologies {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Set<String> SERVER_KEYS = Set.of("address", "type", "avg_rtt_ms", "tags", "maxWireVersion",
            "minWireVersion", "lastUpdateTime", "lastWrite");

    private Topologies() {}

    static TopologyDescription parse(BsonDocument document) {
        String type = document.getString("type").getValue();
        TopologyType topologyType = Arrays.stream(TopologyType.values())
                .filter(candidate -> candidate.toString().equals(type)).findFirst().orElseThrow();
        return TopologyDescription.of(topologyType, topologyType.isReplicaSet() ? "rs" : null,
                Documents.list(document, "servers").map(Topologies::server).toList());
    }

    private static ServerDescription server(BsonDocument document) {
        Check.knownKeys(document, SERVER_KEYS, "a server");
        String type = document.getString("type").getValue();
        ServerDescription.Builder server = ServerDescription
                .builder(ServerAddress.parse(document.getString("address").getValue()))
                .type(Arrays.stream(ServerType.values()).filter(candidate -> candidate.toString().equals(type))
                        .findFirst().orElseThrow());
        if (document.containsKey("avg_rtt_ms")) {
            server.roundTripNanos((long) (document.getNumber("avg_rtt_ms").doubleValue() * NANOS_PER_MILLI));
        }
        if (document.containsKey("lastUpdateTime")) {
            server.lastUpdateNanos(TimeUnit.MILLISECONDS.toNanos(document.getNumber("lastUpdateTime").longValue()));
        }
        if (document.containsKey("lastWrite")) {
            server.lastWriteMillis(document.getDocument("lastWrite").getNumber("lastWriteDate").longValue());
        }
        if (document.containsKey("maxWireVersion")) {
            server.wireVersions(0, document.getNumber("maxWireVersion").intValue());
        }
        Map<String, String> tags = new LinkedHashMap<>();
        document.getDocument("tags", new BsonDocument())
                .forEach((key, value) -> tags.put(key, value.asString().getValue()));
        return server.tags(tags).build();
    }
}
