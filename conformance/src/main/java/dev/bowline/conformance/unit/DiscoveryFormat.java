package dev.bowline.conformance.unit;

import dev.bowline.MongoClientSettings;
import dev.bowline.conformance.LaterPolicy;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.topology.ApplicationError;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Server discovery and monitoring without servers: replies and errors in, descriptions, pool generations and events
 * out.
 */
public final class DiscoveryFormat implements SpecFormat {
    @Override
    public boolean reads(SpecFile file) {
        return file.has("uri", "phases");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return List.of(new SpecCase(file.suite(), file.path(), file.contents().getString("description").getValue(),
                () -> run(file.contents(), LaterPolicy.holdsFor(file))));
    }

    private static void run(BsonDocument test, boolean backsOff) {
        Check.knownKeys(test, Set.of("description", "uri", "phases"), "the file");
        MongoClientSettings client = MongoClientSettings.of(test.getString("uri").getValue());
        TopologySettings settings = TopologySettings.of(client.hosts().toArray(new ServerAddress[0]))
                .withReplicaSet(client.replicaSet().orElse(null)).withDirectConnection(client.directConnection())
                .withLoadBalanced(client.loadBalanced()).withBacksOff(backsOff);
        DiscoveryEvents events = new DiscoveryEvents();
        try (ScriptedTopology topology = new ScriptedTopology(settings, events)) {
            int number = 0;
            for (BsonValue phase : test.getArray("phases")) {
                try {
                    runPhase(topology, events, phase.asDocument());
                } catch (MismatchException e) {
                    throw new MismatchException("phase " + number + ": " + e.getMessage(), e);
                }
                number++;
            }
        }
    }

    private static void runPhase(ScriptedTopology topology, DiscoveryEvents events, BsonDocument phase) {
        Check.knownKeys(phase, Set.of("description", "responses", "applicationErrors", "outcome"), "the phase");
        for (BsonValue response : phase.getArray("responses", new BsonArray())) {
            topology.reply(ServerAddress.parse(response.asArray().get(0).asString().getValue()),
                    response.asArray().get(1).asDocument());
        }
        for (BsonValue error : phase.getArray("applicationErrors", new BsonArray())) {
            applicationError(topology, error.asDocument());
        }
        BsonDocument outcome = phase.getDocument("outcome");
        if (outcome.containsKey("events")) {
            Check.knownKeys(outcome, Set.of("events"), "the outcome");
            Check.equal(outcome.getArray("events").getValues(), events.take(), "events");
        } else {
            checkTopology(topology, outcome);
        }
    }

    private static void applicationError(ScriptedTopology topology, BsonDocument error) {
        Check.knownKeys(error, Set.of("address", "generation", "maxWireVersion", "when", "type", "response"),
                "the application error");
        ServerAddress address = ServerAddress.parse(error.getString("address").getValue());
        long generation = error.getNumber("generation", new BsonInt64(topology.generation(address))).longValue();
        RuntimeException thrown = switch (error.getString("type").getValue()) {
            case "command" -> {
                BsonDocument response = error.getDocument("response");
                yield new MongoServerException("as scripted",
                        response.getNumber("code", new BsonInt32(-1)).intValue(), response, address);
            }
            case "network" -> new MongoSocketException("as scripted", address, FailurePhase.RECEIVING, true, null);
            case "timeout" ->
                new MongoSocketTimeoutException("as scripted", address, FailurePhase.RECEIVING, true, null);
            default -> throw new MismatchException("there is no type of error " + error.get("type"));
        };
        boolean completed = switch (error.getString("when").getValue()) {
            case "beforeHandshakeCompletes" -> false;
            case "afterHandshakeCompletes" -> true;
            default -> throw new MismatchException("there is no time of error " + error.get("when"));
        };
        topology.handleError(address, new ApplicationError(thrown, generation, null,
                error.getNumber("maxWireVersion").intValue(), completed));
    }

    private static void checkTopology(ScriptedTopology live, BsonDocument outcome) {
        TopologyDescription topology = live.description();
        for (Map.Entry<String, BsonValue> field : outcome.entrySet()) {
            BsonValue expected = field.getValue();
            String key = field.getKey();
            switch (key) {
                case "topologyType" -> Check.equal(text(expected), topology.type().toString(), key);
                case "setName" -> Check.equal(text(expected), topology.setName(), key);
                case "logicalSessionTimeoutMinutes" ->
                    Check.equal(number(expected), number(topology.logicalSessionTimeoutMinutes()), key);
                case "maxSetVersion" -> Check.equal(number(expected), number(topology.maxSetVersion()), key);
                case "maxElectionId" -> Check.equal(expected, topology.maxElectionId() == null
                        ? BsonNull.VALUE
                        : new BsonObjectId(topology.maxElectionId()), key);
                case "compatible" -> {
                    Check.equal(expected.asBoolean().getValue(), topology.compatible(), key);
                    Check.equal(topology.compatible(), topology.compatibilityError() == null, "compatibilityError");
                }
                case "servers" -> checkServers(live, topology, expected.asDocument());
                default -> throw new MismatchException("there is no check of the outcome " + key);
            }
        }
    }

    private static void checkServers(ScriptedTopology live, TopologyDescription topology, BsonDocument expected) {
        Check.sameSet(expected.keySet(),
                topology.servers().stream().map(server -> server.address().toString()).toList(), "servers");
        for (ServerDescription server : topology.servers()) {
            checkServer(server, live.generation(server.address()),
                    expected.getDocument(server.address().toString()));
        }
    }

    private static void checkServer(ServerDescription server, long generation, BsonDocument expected) {
        for (Map.Entry<String, BsonValue> field : expected.entrySet()) {
            BsonValue value = field.getValue();
            String key = server.address() + "." + field.getKey();
            switch (field.getKey()) {
                case "type" -> {
                    // A hint who may be primary is allowed to show, and not required to.
                    boolean hinted = server.type() == ServerType.POSSIBLE_PRIMARY && "Unknown".equals(text(value));
                    Check.equal(text(value), hinted ? "Unknown" : server.type().toString(), key);
                }
                case "setName" -> Check.equal(text(value), server.setName(), key);
                case "setVersion" -> Check.equal(number(value), number(server.setVersion()), key);
                case "electionId" -> Check.equal(value,
                        server.electionId() == null ? BsonNull.VALUE : new BsonObjectId(server.electionId()), key);
                case "logicalSessionTimeoutMinutes" ->
                    Check.equal(number(value), number(server.logicalSessionTimeoutMinutes()), key);
                case "minWireVersion" -> Check.equal(number(value), number(server.minWireVersion()), key);
                case "maxWireVersion" -> Check.equal(number(value), number(server.maxWireVersion()), key);
                case "topologyVersion" -> Check.equal(value,
                        server.topologyVersion() == null ? BsonNull.VALUE : server.topologyVersion().toDocument(), key);
                case "pool" -> {
                    Check.knownKeys(value.asDocument(), Set.of("generation"), key);
                    Check.equal(value.asDocument().getNumber("generation").longValue(), generation, key);
                }
                case "error" -> {
                    String message = server.error() == null ? "" : String.valueOf(server.error().getMessage());
                    Check.that(message.contains(String.valueOf(text(value))),
                            key + ": expected to contain \"" + text(value) + "\", was \"" + message + "\"");
                }
                default -> throw new MismatchException("there is no check of the field " + key);
            }
        }
    }

    private static @Nullable Long number(@Nullable Number value) {
        return value == null ? null : Long.valueOf(value.longValue());
    }

    private static @Nullable Long number(BsonValue value) {
        return value instanceof BsonNumber number ? Long.valueOf(number.longValue()) : null;
    }

    private static @Nullable String text(BsonValue value) {
        return value instanceof BsonString string ? string.getValue() : null;
    }
}
