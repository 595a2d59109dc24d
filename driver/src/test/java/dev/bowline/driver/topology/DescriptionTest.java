package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerDescription.Builder;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.driver.selection.SuitableServers;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoClientException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Which fields make two descriptions different, and what a topology can do for operations. */
class DescriptionTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");
    private static final ObjectId ID = new ObjectId("00000000000000000000000a");

    @Test
    void theMarkedFieldsCount() {
        List<UnaryOperator<Builder>> changes = List.of(b -> b.error(new MongoClientException("x")),
                b -> b.type(ServerType.MONGOS), b -> b.wireVersions(1, 0), b -> b.wireVersions(0, 1), b -> b.me(B),
                b -> b.hosts(List.of(B)), b -> b.passives(List.of(B)), b -> b.arbiters(List.of(B)),
                b -> b.tags(Map.of("a", "b")), b -> b.setName("rs"), b -> b.electionId(ID), b -> b.setVersion(1L),
                b -> b.primary(B), b -> b.logicalSessionTimeoutMinutes(1),
                b -> b.topologyVersion(new TopologyVersion(ID, 1)), b -> b.isCryptd(true));
        for (UnaryOperator<Builder> change : changes) {
            ServerDescription changed = change.apply(ServerDescription.builder(A)).build();
            assertThat(changed).isNotEqualTo(ServerDescription.unknown(A));
            assertThat(changed).isEqualTo(change.apply(ServerDescription.builder(A)).build())
                    .hasSameHashCodeAs(change.apply(ServerDescription.builder(A)).build());
        }
        assertThat(ServerDescription.unknown(A)).isNotEqualTo(ServerDescription.unknown(B));
    }

    @Test
    void theOtherFieldsDoNot() {
        List<UnaryOperator<Builder>> changes = List.of(b -> b.roundTripNanos(1L), b -> b.minRoundTripNanos(1L),
                b -> b.lastWriteMillis(1L), b -> b.opTime(new BsonInt32(1)), b -> b.lastUpdateNanos(1L));
        for (UnaryOperator<Builder> change : changes) {
            assertThat(change.apply(ServerDescription.builder(A)).build()).isEqualTo(ServerDescription.unknown(A));
        }
    }

    @Test
    void aHintedPrimaryIsStillAnUnknownServer() {
        ServerDescription failed = ServerDescription.unknown(A, new MongoClientException("x"), null, 1L);
        assertThat(failed.withType(ServerType.POSSIBLE_PRIMARY)).isEqualTo(failed).hasSameHashCodeAs(failed);
    }

    @Test
    void theOrderOfHostsDoesNotCountAndTheSameFailureTwiceIsTheSame() {
        assertThat(ServerDescription.builder(A).hosts(List.of(A, B)).build())
                .isEqualTo(ServerDescription.builder(A).hosts(List.of(B, A)).build());
        assertThat(ServerDescription.unknown(A, new MongoClientException("x"), null, 1L))
                .isEqualTo(ServerDescription.unknown(A, new MongoClientException("x"), null, 2L))
                .isNotEqualTo(ServerDescription.unknown(A, new MongoClientException("y"), null, 2L));
    }

    @Test
    void topologyVersionsCompareWithinOneProcessOnly() {
        TopologyVersion five = new TopologyVersion(ID, 5);
        assertThat(TopologyVersion.compare(five, new TopologyVersion(ID, 4))).isPositive();
        assertThat(TopologyVersion.compare(five, five)).isZero();
        assertThat(TopologyVersion.compare(five, new TopologyVersion(ID, 6))).isNegative();
        assertThat(TopologyVersion.compare(five, null)).isNegative();
        assertThat(TopologyVersion.compare(null, five)).isNegative();
        assertThat(TopologyVersion.compare(five, new TopologyVersion(new ObjectId("00000000000000000000000b"), 1)))
                .isNegative();
    }

    @Test
    void aTopologyVersionIsReadIfItIsWellFormed() {
        String id = "processId: {$oid: '00000000000000000000000a'}";
        assertThat(TopologyVersion.from(BsonDocument.parse("{topologyVersion: {" + id + ", counter: 3}}")))
                .isEqualTo(new TopologyVersion(ID, 3));
        for (String malformed : List.of("{}", "{topologyVersion: 3}", "{topologyVersion: {counter: 3}}",
                "{topologyVersion: {" + id + "}}", "{topologyVersion: {" + id + ", counter: '3'}}",
                "{topologyVersion: {processId: 1, counter: 3}}")) {
            assertThat(TopologyVersion.from(BsonDocument.parse(malformed))).as(malformed).isNull();
        }
    }

    @Test
    void onlyAHigherCounterOfTheSameProcessIsCertainlyLater() {
        TopologyVersion five = new TopologyVersion(ID, 5);
        assertThat(five.isCertainlyLaterThan(new TopologyVersion(ID, 4))).isTrue();
        assertThat(five.isCertainlyLaterThan(five)).isFalse();
        assertThat(five.isCertainlyLaterThan(null)).isFalse();
        assertThat(five.isCertainlyLaterThan(new TopologyVersion(new ObjectId("00000000000000000000000b"), 4)))
                .isFalse();
    }

    @Test
    void readableAndWritableServersFollowTheTable() {
        check(TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A)), false, false, false);
        check(TopologyDescription.initial(TopologyType.SINGLE, null, List.of(A)), false, false, false);
        check(of(TopologyType.SINGLE, ServerType.RS_SECONDARY), true, true, true);
        check(of(TopologyType.REPLICA_SET_NO_PRIMARY, ServerType.RS_SECONDARY), false, false, true);
        check(of(TopologyType.REPLICA_SET_WITH_PRIMARY, ServerType.RS_PRIMARY), true, true, false);
        check(of(TopologyType.SHARDED, ServerType.MONGOS), true, true, true);
        check(of(TopologyType.LOAD_BALANCED, ServerType.LOAD_BALANCER), true, true, true);
    }

    private static void check(TopologyDescription topology, boolean writable, boolean readable, boolean secondary) {
        assertThat(SuitableServers.hasWritableServer(topology)).isEqualTo(writable);
        assertThat(SuitableServers.hasReadableServer(topology, ReadPreference.primary())).isEqualTo(readable);
        assertThat(SuitableServers.hasReadableServer(topology, ReadPreference.secondary())).isEqualTo(secondary);
    }

    private static TopologyDescription of(TopologyType type, ServerType server) {
        return TopologyDescription.of(type, type.isReplicaSet() ? "rs" : null,
                List.of(ServerDescription.builder(A).type(server).setName("rs").build()));
    }
}
