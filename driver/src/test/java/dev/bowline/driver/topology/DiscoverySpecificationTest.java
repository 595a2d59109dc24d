package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.FailurePhase;
import dev.bowline.egress.error.MongoServerException;
import dev.bowline.egress.error.MongoSocketException;
import dev.bowline.egress.error.MongoSocketTimeoutException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The public test data of server discovery and monitoring, every case of every suite that needs no live server. */
class DiscoverySpecificationTest {
    private static final Set<String> PHASE_KEYS = Set.of("description", "responses", "applicationErrors", "outcome");

    @TestFactory
    Stream<DynamicTest> discovery() {
        return Stream.of("rs", "sharded", "single", "load-balanced", "errors")
                .flatMap(suite -> SpecificationData.suite("server-discovery-and-monitoring", suite).stream())
                .map(data -> dynamicTest(data.name(), () -> run(data.document())));
    }

    @TestFactory
    Stream<DynamicTest> monitoring() {
        return SpecificationData.suite("server-discovery-and-monitoring", "monitoring").stream()
                .map(data -> dynamicTest(data.name(), () -> run(data.document())));
    }

    private static void run(BsonDocument test) {
        assertThat(Set.of("description", "uri", "phases")).containsAll(test.keySet());
        try (UnmonitoredTopology topology = UnmonitoredTopology.of(test.getString("uri").getValue())) {
            for (BsonValue phase : test.getArray("phases")) {
                runPhase(topology, phase.asDocument());
            }
        }
    }

    private static void runPhase(UnmonitoredTopology topology, BsonDocument phase) {
        assertThat(PHASE_KEYS).containsAll(phase.keySet());
        for (BsonValue response : phase.getArray("responses", new BsonArray())) {
            topology.reply(ServerAddress.parse(response.asArray().get(0).asString().getValue()),
                    response.asArray().get(1).asDocument());
        }
        for (BsonValue error : phase.getArray("applicationErrors", new BsonArray())) {
            applicationError(topology, error.asDocument());
        }
        BsonDocument outcome = phase.getDocument("outcome");
        if (outcome.containsKey("events")) {
            assertThat(outcome.keySet()).containsExactly("events");
            ExpectedEvents.check(topology, outcome.getArray("events"));
        } else {
            checkTopology(topology, outcome);
        }
    }

    private static void applicationError(UnmonitoredTopology topology, BsonDocument error) {
        assertThat(Set.of("address", "generation", "maxWireVersion", "when", "type", "response"))
                .containsAll(error.keySet());
        ServerAddress address = ServerAddress.parse(error.getString("address").getValue());
        FakePool pool = topology.pools.get(address);
        assertThat(pool).isNotNull();
        long generation = error.getNumber("generation", new BsonInt64(pool.generation)).longValue();
        RuntimeException thrown = switch (error.getString("type").getValue()) {
            case "command" -> {
                BsonDocument response = error.getDocument("response");
                int code = response.getNumber("code", new BsonInt32(-1)).intValue();
                yield new MongoServerException("as scripted", code, response, address);
            }
            case "network" -> new MongoSocketException("as scripted", address, FailurePhase.RECEIVING, true, null);
            case "timeout" -> new MongoSocketTimeoutException("as scripted", address, FailurePhase.RECEIVING, true,
                    null);
            default -> throw new AssertionError("Unknown type of error in " + error);
        };
        boolean completed = switch (error.getString("when").getValue()) {
            case "beforeHandshakeCompletes" -> false;
            case "afterHandshakeCompletes" -> true;
            default -> throw new AssertionError("Unknown time of error in " + error);
        };
        topology.topology.handleError(address, new ApplicationError(thrown, generation, null,
                error.getInt32("maxWireVersion").getValue(), completed));
    }

    private static void checkTopology(UnmonitoredTopology live, BsonDocument outcome) {
        TopologyDescription topology = live.topology.description();
        for (Map.Entry<String, BsonValue> field : outcome.entrySet()) {
            BsonValue expected = field.getValue();
            switch (field.getKey()) {
                case "topologyType" -> assertThat(topology.type().toString()).isEqualTo(text(expected));
                case "setName" -> assertThat(topology.setName()).isEqualTo(text(expected));
                case "logicalSessionTimeoutMinutes" ->
                    assertThat(integer(topology.logicalSessionTimeoutMinutes())).isEqualTo(expected);
                case "maxSetVersion" -> assertThat(integer(topology.maxSetVersion())).isEqualTo(integer(expected));
                case "maxElectionId" -> assertThat(topology.maxElectionId() == null
                        ? BsonNull.VALUE
                        : new BsonObjectId(topology.maxElectionId())).isEqualTo(expected);
                case "compatible" -> {
                    assertThat(topology.compatible()).isEqualTo(expected.asBoolean().getValue());
                    assertThat(topology.compatibilityError() == null).isEqualTo(topology.compatible());
                }
                case "servers" -> checkServers(live, topology, expected.asDocument());
                default -> throw new AssertionError("This runner does not know the outcome " + field.getKey());
            }
        }
    }

    private static void checkServers(UnmonitoredTopology live, TopologyDescription topology, BsonDocument expected) {
        Set<String> addresses = new TreeSet<>();
        topology.servers().forEach(server -> addresses.add(server.address().toString()));
        assertThat(addresses).isEqualTo(new TreeSet<>(expected.keySet()));
        for (Map.Entry<String, BsonValue> server : expected.entrySet()) {
            ServerAddress address = ServerAddress.parse(server.getKey());
            checkServer(topology.server(address), live.pools.get(address), server.getValue().asDocument());
        }
    }

    private static void checkServer(@Nullable ServerDescription server, @Nullable FakePool pool,
            BsonDocument expected) {
        assertThat(server).isNotNull();
        assertThat(pool).isNotNull();
        for (Map.Entry<String, BsonValue> field : expected.entrySet()) {
            BsonValue value = field.getValue();
            switch (field.getKey()) {
                case "type" -> {
                    boolean hinted = server.type() == ServerType.POSSIBLE_PRIMARY && "Unknown".equals(text(value));
                    assertThat(hinted ? "Unknown" : server.type().toString()).isEqualTo(text(value));
                }
                case "setName" -> assertThat(server.setName()).isEqualTo(text(value));
                case "setVersion" -> assertThat(integer(server.setVersion())).isEqualTo(integer(value));
                case "electionId" -> assertThat(
                        server.electionId() == null ? BsonNull.VALUE : new BsonObjectId(server.electionId()))
                        .isEqualTo(value);
                case "logicalSessionTimeoutMinutes" ->
                    assertThat(integer(server.logicalSessionTimeoutMinutes())).isEqualTo(value);
                case "minWireVersion" -> assertThat(integer(server.minWireVersion())).isEqualTo(value);
                case "maxWireVersion" -> assertThat(integer(server.maxWireVersion())).isEqualTo(value);
                case "topologyVersion" -> assertThat(
                        server.topologyVersion() == null ? BsonNull.VALUE : server.topologyVersion().toDocument())
                        .isEqualTo(value);
                case "pool" -> {
                    assertThat(value.asDocument().keySet()).containsExactly("generation");
                    assertThat(pool.generation).isEqualTo(value.asDocument().getNumber("generation").longValue());
                }
                case "error" -> assertThat(server.error()).hasMessageContaining(text(value));
                default -> throw new AssertionError("This runner does not know the field " + field.getKey());
            }
        }
    }

    private static BsonValue integer(@Nullable Number value) {
        return value == null ? BsonNull.VALUE : new BsonInt32(value.intValue());
    }

    private static BsonValue integer(BsonValue value) {
        return value.isNumber() ? new BsonInt32(value.asNumber().intValue()) : value;
    }

    private static @Nullable String text(BsonValue value) {
        return value.isNull() ? null : ((BsonString) value).getValue();
    }
}
