package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When the hello of an operation's connection counts, and what it then does. */
class HandshakeNewsTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final String MEMBER = "ok: 1, setName: 'rs', hosts: ['a'], maxWireVersion: 21";
    private static final String PRIMARY = "{isWritablePrimary: true, " + MEMBER + "}";
    private static final String SECONDARY = "{secondary: true, " + MEMBER + "}";
    private static final String ONE = "64a000000000000000000001";
    private static final String OTHER = "64a000000000000000000002";

    @Test
    void itCountsIfNothingWasHeardSinceItBegan() {
        assertThat(HandshakeNews.counts(heard(100, null, 0), heard(300, null, 0), 101)).isTrue();
        assertThat(HandshakeNews.counts(heard(100, null, 0), heard(300, null, 0), 100)).isFalse();
        assertThat(HandshakeNews.counts(heard(100, null, 0), heard(300, null, 0), 99)).isFalse();
    }

    @Test
    void itCountsIfTheServersCounterProvesItNewer() {
        assertThat(HandshakeNews.counts(heard(100, ONE, 1), heard(300, ONE, 2), 50)).isTrue();
        assertThat(HandshakeNews.counts(heard(100, ONE, 2), heard(300, ONE, 2), 50)).isFalse();
        assertThat(HandshakeNews.counts(heard(100, ONE, 3), heard(300, ONE, 2), 50)).isFalse();
        assertThat(HandshakeNews.counts(heard(100, ONE, 1), heard(300, OTHER, 2), 50)).as("which came first?")
                .isFalse();
        assertThat(HandshakeNews.counts(heard(100, null, 1), heard(300, ONE, 2), 50)).isFalse();
    }

    @Test
    void aServerThatIsUnknownIsItsMonitorsToFind() {
        ServerDescription unknown = ServerDescription.unknown(A, new RuntimeException("lost"), null, 100L);
        assertThat(HandshakeNews.counts(unknown, heard(300, null, 0), 200)).isFalse();
        assertThat(HandshakeNews.counts(ServerDescription.unknown(A), heard(300, ONE, 1), 200)).isFalse();
        ServerDescription steppedDown = ServerDescription.unknown(A, null, version(ONE, 1), null);
        assertThat(HandshakeNews.counts(steppedDown, heard(300, ONE, 2), 50)).isTrue();
        assertThat(HandshakeNews.counts(steppedDown, heard(300, ONE, 1), 50)).isFalse();
        assertThat(HandshakeNews.counts(null, heard(300, ONE, 1), 200)).isFalse();
    }

    @Test
    void whatCountsChangesTheTopologyAndKeepsTheMonitorsRoundTrip() {
        try (UnmonitoredTopology world = new UnmonitoredTopology(TopologySettings.of(A).withReplicaSet("rs"))) {
            Server server = world.topology.server(A);
            world.topology.checkSucceeded(server, described(PRIMARY).withRoundTrip(7L, 5L));
            world.events.clear();
            world.topology.handshaken(server, described(PRIMARY), 0, now());
            assertThat(world.events).as("the same again is no news").isEmpty();
            world.topology.handshaken(server, described(SECONDARY), 1, now());
            assertThat(world.topology.description().primary()).as("of another generation").isNotNull();
            world.topology.handshaken(server, described(SECONDARY), 0, now());
            assertThat(world.topology.description().server(A).type()).isEqualTo(ServerType.RS_SECONDARY);
            assertThat(world.topology.description().type()).isEqualTo(TopologyType.REPLICA_SET_NO_PRIMARY);
            assertThat(world.topology.description().server(A).roundTripNanos()).isEqualTo(7);
            assertThat(world.topology.description().server(A).minRoundTripNanos()).isEqualTo(5);
            assertThat(world.events).anyMatch(ServerDescriptionChangedEvent.class::isInstance);
        }
    }

    private static long now() {
        return SystemEnvironment.instance().nanoTime();
    }

    private static ServerDescription described(String hello) {
        return HelloReply.describe(A, BsonDocument.parse(hello), now());
    }

    private static ServerDescription heard(long nanos, @Nullable String process, long counter) {
        BsonDocument hello = BsonDocument.parse(PRIMARY);
        if (process != null) {
            hello.append("topologyVersion", version(process, counter).toDocument());
        }
        return HelloReply.describe(A, hello, nanos);
    }

    private static TopologyVersion version(String process, long counter) {
        return new TopologyVersion(new org.bson.types.ObjectId(process), counter);
    }
}
