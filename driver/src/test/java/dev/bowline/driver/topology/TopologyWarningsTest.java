package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.ServerAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

/** A topology without servers stays empty; the log says why. */
class TopologyWarningsTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");
    private static final BsonDocument STANDALONE = BsonDocument
            .parse("{ok: 1, isWritablePrimary: true, maxWireVersion: 21}");

    private final LinkedBlockingQueue<SubstituteLoggingEvent> logged = new LinkedBlockingQueue<>();

    @Test
    void anEmptySeedListIsWarnedOf() {
        try (UnmonitoredTopology topology = topology(TopologySettings.of())) {
            assertThat(warnings()).singleElement().asString().contains(topology.topology.id().toString())
                    .contains("no seeds");
        }
    }

    @Test
    void theRemovalOfTheLastServerIsWarnedOf() {
        try (UnmonitoredTopology topology = topology(TopologySettings.of(A).withReplicaSet("rs"))) {
            assertThat(warnings()).isEmpty();
            topology.reply(A, STANDALONE);
            assertThat(topology.topology.description().servers()).isEmpty();
            assertThat(warnings()).singleElement().asString().contains("no servers any more").contains("a:27017")
                    .contains("standalone");
        }
        assertThat(warnings()).as("closing is no accident").hasSize(1);
    }

    @Test
    void theRemovalOfAnotherServerIsNot() {
        try (UnmonitoredTopology topology = topology(TopologySettings.of(A, B).withReplicaSet("rs"))) {
            topology.reply(A, STANDALONE);
            assertThat(topology.topology.description().servers()).hasSize(1);
            assertThat(warnings()).isEmpty();
        }
    }

    @Test
    void aServerThatTheSrvRecordNoLongerNamesLeavesWithAReason() {
        try (UnmonitoredTopology topology = topology(TopologySettings.of(A, B))) {
            assertThat(topology.topology.followSrvRecord(new LinkedHashSet<>(List.of(A)))).isTrue();
            assertThat(lines(Level.INFO)).singleElement().asString().startsWith("Server b:27017 leaves topology ")
                    .contains(" because ").contains("SRV");
        }
    }

    private UnmonitoredTopology topology(TopologySettings settings) {
        return new UnmonitoredTopology(settings,
                new EventRecordingLogger(new SubstituteLogger("dev.bowline.topology", logged, false), logged));
    }

    private List<String> warnings() {
        return lines(Level.WARN);
    }

    private List<String> lines(Level level) {
        return logged.stream().filter(event -> event.getLevel() == level)
                .map(event -> MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray())).toList();
    }
}
