package dev.bowline.conformance.unit;

import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.ReadPreferenceMode;
import dev.bowline.concern.TagSet;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.selection.SelectionCandidates;
import dev.bowline.driver.selection.SelectionSettings;
import dev.bowline.driver.selection.ServerChoice;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Server selection and max staleness: which servers fit, and which of them is near; and how often each is picked. */
public final class SelectionFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("topology_description", "read_preference", "suitable_servers",
            "in_latency_window", "deprioritized_servers", "operation", "heartbeatFrequencyMS", "error");
    private static final Set<String> WINDOW_KEYS = Set.of("description", "topology_description",
            "mocked_topology_state", "iterations", "outcome");
    private static final long SEED = 42;
    /** Wider than any round trip and far from overflow: every suitable server counts as near. */
    private static final long NO_THRESHOLD_NANOS = TimeUnit.DAYS.toNanos(1);

    @Override
    public boolean reads(SpecFile file) {
        return file.has("topology_description");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return file.has("mocked_topology_state")
                ? List.of(new SpecCase(file.suite(), file.path(), file.contents().getString("description").getValue(),
                        () -> pick(file.contents())))
                : List.of(new SpecCase(file.suite(), file.path(), "selects", () -> select(file.contents())));
    }

    private static void select(BsonDocument file) {
        Check.knownKeys(file, KEYS, "the file");
        long heartbeat = TimeUnit.MILLISECONDS
                .toNanos(file.getNumber("heartbeatFrequencyMS", new BsonInt64(10_000)).longValue());
        TopologyDescription topology = Topologies.parse(file.getDocument("topology_description"));
        if (Documents.isTrue(file, "error")) {
            try {
                ServerSelector.readable(preference(file.getDocument("read_preference")))
                        .select(candidates(topology, SelectionSettings.DEFAULT_LOCAL_THRESHOLD.toNanos(), heartbeat));
            } catch (MongoClientException | IllegalArgumentException e) {
                return;
            }
            throw new dev.bowline.conformance.match.MismatchException("expected an error");
        }
        ServerSelector selector = "write".equals(Documents.string(file, "operation"))
                ? ServerSelector.writable()
                : ServerSelector.readable(preference(file.getDocument("read_preference")));
        check(file, "suitable_servers", selector.select(
                candidates(topology, NO_THRESHOLD_NANOS, heartbeat).without(deprioritized(file))));
        check(file, "in_latency_window", selector.select(
                candidates(topology, SelectionSettings.DEFAULT_LOCAL_THRESHOLD.toNanos(), heartbeat)
                        .without(deprioritized(file))));
    }

    private static List<ServerAddress> deprioritized(BsonDocument file) {
        return Documents.list(file, "deprioritized_servers")
                .map(server -> ServerAddress.parse(server.getString("address").getValue())).toList();
    }

    private static SelectionCandidates candidates(TopologyDescription topology, long threshold, long heartbeat) {
        return SelectionCandidates.of(topology, new SelectionSettings(threshold, heartbeat, null));
    }

    private static void check(BsonDocument file, String key, List<ServerDescription> actual) {
        Check.sameSet(Documents.list(file, key).map(server -> server.getString("address").getValue()).toList(),
                actual.stream().map(server -> server.address().toString()).toList(), key);
    }

    private static void pick(BsonDocument file) {
        Check.knownKeys(file, WINDOW_KEYS, "the file");
        Map<ServerAddress, Integer> operations = new HashMap<>();
        Documents.list(file, "mocked_topology_state")
                .forEach(state -> operations.put(ServerAddress.parse(state.getString("address").getValue()),
                        state.getNumber("operation_count").intValue()));
        SelectionCandidates candidates = SelectionCandidates
                .of(Topologies.parse(file.getDocument("topology_description")), SelectionSettings.defaults());
        int iterations = file.getNumber("iterations").intValue();
        Map<String, Integer> picks = new HashMap<>();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < iterations; i++) {
            ServerDescription picked = ServerChoice.choose(candidates,
                    ServerSelector.readable(ReadPreference.nearest()),
                    List.of(), server -> operations.getOrDefault(server.address(), 0), random);
            Check.that(picked != null, "a server is picked");
            if (picked != null) {
                picks.merge(picked.address().toString(), 1, Integer::sum);
            }
        }
        BsonDocument outcome = file.getDocument("outcome");
        double tolerance = outcome.getNumber("tolerance").doubleValue();
        for (Map.Entry<String, BsonValue> expected : outcome.getDocument("expected_frequencies").entrySet()) {
            double wanted = expected.getValue().asNumber().doubleValue();
            double was = picks.getOrDefault(expected.getKey(), 0) / (double) iterations;
            boolean exact = wanted == 0 || wanted == 1;
            Check.that(exact ? was == wanted : Math.abs(was - wanted) <= tolerance,
                    expected.getKey() + ": expected to be picked at a rate of " + wanted + ", was " + was + " (seed "
                            + SEED + ")");
        }
    }

    static ReadPreference preference(BsonDocument document) {
        String mode = document.getString("mode", new BsonString("Primary")).getValue();
        ReadPreference preference = ReadPreference.of(mode(mode));
        List<TagSet> tags = new ArrayList<>();
        for (BsonValue set : document.getArray("tag_sets", document.getArray("tagSets", new BsonArray()))) {
            TagSet tagSet = TagSet.empty();
            for (Map.Entry<String, BsonValue> tag : set.asDocument().entrySet()) {
                tagSet = tagSet.and(tag.getKey(), tag.getValue().asString().getValue());
            }
            tags.add(tagSet);
        }
        // The data gives every mode the list of one empty tag set, which is the same as none.
        if (!tags.equals(List.of(TagSet.empty()))) {
            preference = preference.withTagSets(tags);
        }
        if (document.containsKey("maxStalenessSeconds")) {
            long seconds = document.getNumber("maxStalenessSeconds").longValue();
            preference = seconds == -1 ? preference : preference.withMaxStaleness(Duration.ofSeconds(seconds));
        }
        return preference;
    }

    private static ReadPreferenceMode mode(String name) {
        for (ReadPreferenceMode mode : ReadPreferenceMode.values()) {
            if (mode.name().replace("_", "").equalsIgnoreCase(name)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("There is no read preference mode \"" + name + "\"");
    }
}
