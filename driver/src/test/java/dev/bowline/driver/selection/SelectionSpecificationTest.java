package dev.bowline.driver.selection;

import static dev.bowline.driver.SpecificationData.onlyFields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bowline.ReadPreference;
import dev.bowline.driver.SpecificationData;
import dev.bowline.driver.SpecificationData.Case;
import dev.bowline.driver.topology.ServerDescription;
import dev.bowline.driver.topology.TopologyDescription;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.MongoConfigurationException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The suites of server selection and max staleness. */
class SelectionSpecificationTest {
    private static final Set<String> FIELDS = Set.of("topology_description", "operation", "read_preference",
            "heartbeatFrequencyMS", "suitable_servers", "in_latency_window", "error");
    /** A threshold so wide that every suitable server is within it. */
    private static final long WIDE = Long.MAX_VALUE / 4;

    @TestFactory
    List<DynamicNode> serverSelection() {
        return SpecificationData.suite("server-selection/server_selection",
                file -> List.of(new Case("selects", () -> run(file))));
    }

    @TestFactory
    List<DynamicNode> maxStaleness() {
        return SpecificationData.suite("max-staleness", file -> List.of(new Case("selects", () -> run(file))));
    }

    @TestFactory
    List<DynamicNode> inWindow() {
        return SpecificationData.suite("server-selection/in_window",
                file -> List.of(new Case(file.getString("description").getValue(), () -> runInWindow(file))));
    }

    private static void run(BsonDocument test) {
        onlyFields(test, FIELDS);
        TopologyDescription topology = Descriptions.topology(test.getDocument("topology_description"));
        long heartbeatNanos = test.getNumber("heartbeatFrequencyMS", new BsonInt32(10_000)).longValue() * 1_000_000;
        if (test.containsKey("error")) {
            assertThat(test.getBoolean("error").getValue()).isTrue();
            assertThatThrownBy(() -> select(test, topology, heartbeatNanos, 15_000_000))
                    .isInstanceOfAny(MongoConfigurationException.class, IllegalArgumentException.class);
            return;
        }
        assertThat(addresses(select(test, topology, heartbeatNanos, WIDE))).as("suitable")
                .isEqualTo(Descriptions.addresses(test.getArray("suitable_servers")));
        assertThat(addresses(select(test, topology, heartbeatNanos, 15_000_000))).as("in the latency window")
                .isEqualTo(Descriptions.addresses(test.getArray("in_latency_window")));
    }

    private static List<ServerDescription> select(BsonDocument test, TopologyDescription topology, long heartbeatNanos,
            long thresholdNanos) {
        SelectionCandidates candidates = SelectionCandidates.of(topology,
                new SelectionSettings(thresholdNanos, heartbeatNanos, null));
        ReadPreference preference = Descriptions.readPreference(test.getDocument("read_preference"));
        String operation = test.getString("operation", new BsonString("read")).getValue();
        return switch (operation) {
            case "read" -> ServerSelector.readable(preference).select(candidates);
            case "write" -> ServerSelector.writable().select(candidates);
            default -> throw new AssertionError("operation " + operation);
        };
    }

    private static Set<ServerAddress> addresses(Collection<ServerDescription> servers) {
        Set<ServerAddress> addresses = new TreeSet<>();
        servers.forEach(server -> addresses.add(server.address()));
        return addresses;
    }

    private static void runInWindow(BsonDocument test) {
        onlyFields(test, Set.of("description", "topology_description", "mocked_topology_state", "iterations",
                "outcome"));
        TopologyDescription topology = Descriptions.topology(test.getDocument("topology_description"));
        Map<ServerAddress, Integer> counts = new HashMap<>();
        test.getArray("mocked_topology_state").forEach(
                state -> counts.put(ServerAddress.parse(state.asDocument().getString("address").getValue()),
                        state.asDocument().getInt32("operation_count").getValue()));
        SelectionCandidates candidates = SelectionCandidates.of(topology, SelectionSettings.defaults());
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        int iterations = test.getInt32("iterations").getValue();
        Map<ServerAddress, Integer> picks = new HashMap<>();
        for (int i = 0; i < iterations; i++) {
            ServerDescription chosen = ServerChoice.choose(candidates,
                    ServerSelector.readable(ReadPreference.nearest()), List.of(),
                    server -> counts.get(server.address()), random);
            picks.merge(Objects.requireNonNull(chosen).address(), 1, Integer::sum);
        }
        BsonDocument outcome = test.getDocument("outcome");
        double tolerance = outcome.getNumber("tolerance").doubleValue();
        outcome.getDocument("expected_frequencies").forEach((address, expected) -> {
            double frequency = picks.getOrDefault(ServerAddress.parse(address), 0) / (double) iterations;
            double wanted = expected.asNumber().doubleValue();
            double margin = wanted == 0 || wanted == 1 ? 0 : tolerance;
            assertThat(frequency).as(address).isCloseTo(wanted, within(margin));
        });
    }
}
