package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.driver.topology.TopologyTransition.Outcome;
import dev.bowline.driver.topology.TopologyTransition.Removal;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every cell of the TopologyType table, and the actions behind them. */
class TopologyTableTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");
    private static final ServerAddress C = ServerAddress.parse("c");
    private static final ServerAddress D = ServerAddress.parse("d");
    private static final ObjectId FIRST = new ObjectId("000000000000000000000001");
    private static final ObjectId SECOND = new ObjectId("000000000000000000000002");

    /**
     * Rows and columns as in the document. The server that is heard is A; in ReplicaSetWithPrimary it was the primary
     * until now, so checkIfHasPrimary shows.
     */
    @ParameterizedTest
    @CsvSource({
            // heard, before, after, A stays
            "UNKNOWN,          UNKNOWN, UNKNOWN, true",
            "UNKNOWN,          SHARDED, SHARDED, true",
            "UNKNOWN,          REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "UNKNOWN,          REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "POSSIBLE_PRIMARY, REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "STANDALONE,       UNKNOWN, UNKNOWN, false",
            "STANDALONE,       SHARDED, SHARDED, false",
            "STANDALONE,       REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, false",
            "STANDALONE,       REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, false",
            "MONGOS,           UNKNOWN, SHARDED, true",
            "MONGOS,           SHARDED, SHARDED, true",
            "MONGOS,           REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, false",
            "MONGOS,           REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, false",
            "RS_PRIMARY,       UNKNOWN, REPLICA_SET_WITH_PRIMARY, true",
            "RS_PRIMARY,       SHARDED, SHARDED, false",
            "RS_PRIMARY,       REPLICA_SET_NO_PRIMARY, REPLICA_SET_WITH_PRIMARY, true",
            "RS_PRIMARY,       REPLICA_SET_WITH_PRIMARY, REPLICA_SET_WITH_PRIMARY, true",
            "RS_SECONDARY,     UNKNOWN, REPLICA_SET_NO_PRIMARY, true",
            "RS_SECONDARY,     SHARDED, SHARDED, false",
            "RS_SECONDARY,     REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_SECONDARY,     REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_ARBITER,       UNKNOWN, REPLICA_SET_NO_PRIMARY, true",
            "RS_ARBITER,       SHARDED, SHARDED, false",
            "RS_ARBITER,       REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_ARBITER,       REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_OTHER,         UNKNOWN, REPLICA_SET_NO_PRIMARY, true",
            "RS_OTHER,         SHARDED, SHARDED, false",
            "RS_OTHER,         REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_OTHER,         REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_GHOST,         UNKNOWN, UNKNOWN, true",
            "RS_GHOST,         SHARDED, SHARDED, false",
            "RS_GHOST,         REPLICA_SET_NO_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "RS_GHOST,         REPLICA_SET_WITH_PRIMARY, REPLICA_SET_NO_PRIMARY, true",
            "LOAD_BALANCER,    LOAD_BALANCED, LOAD_BALANCED, true",
            "UNKNOWN,          LOAD_BALANCED, LOAD_BALANCED, true"})
    void eachCell(ServerType heard, TopologyType before, TopologyType after, boolean stays) {
        TopologyTransition step = TopologyTransition.apply(topology(before), heard(heard));
        assertThat(step.outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(step.next().type()).isEqualTo(after);
        assertThat(step.next().contains(A)).isEqualTo(stays);
        assertThat(step.removed().stream().map(Removal::address).toList()).isEqualTo(stays ? List.of() : List.of(A));
        if (stays) {
            assertThat(step.nextServer()).isEqualTo(
                    before == TopologyType.LOAD_BALANCED ? ServerDescription.loadBalancer(A) : heard(heard));
        }
        boolean member = switch (heard) {
            case RS_PRIMARY, RS_SECONDARY, RS_ARBITER, RS_OTHER -> before != TopologyType.SHARDED;
            default -> before.isReplicaSet();
        };
        assertThat(step.next().setName()).isEqualTo(member ? "rs" : null);
    }

    @ParameterizedTest
    @CsvSource({"UNKNOWN", "STANDALONE", "MONGOS", "RS_PRIMARY", "RS_SECONDARY", "RS_ARBITER", "RS_OTHER", "RS_GHOST"})
    void aSingleTopologyStaysSingleWhateverItsServerIs(ServerType heard) {
        TopologyDescription single = TopologyDescription.initial(TopologyType.SINGLE, null, List.of(A));
        TopologyTransition step = TopologyTransition.apply(single, heard(heard));
        assertThat(step.next().type()).isEqualTo(TopologyType.SINGLE);
        assertThat(step.nextServer()).isEqualTo(heard(heard));
        assertThat(step.readiesPool()).isEqualTo(heard != ServerType.UNKNOWN);
    }

    @Test
    void aLoneStandaloneSeedMakesTheTopologySingle() {
        TopologyDescription unknown = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
        assertThat(TopologyTransition.apply(unknown, heard(ServerType.STANDALONE)).next().type())
                .isEqualTo(TopologyType.SINGLE);
    }

    @Test
    void aSingleTopologyWithASetNameDistrustsAnotherSet() {
        TopologyDescription single = TopologyDescription.initial(TopologyType.SINGLE, "wanted", List.of(A));
        TopologyTransition step = TopologyTransition.apply(single, heard(ServerType.RS_SECONDARY));
        assertThat(step.nextServer()).satisfies(server -> {
            assertThat(server.type()).isEqualTo(ServerType.UNKNOWN);
            assertThat(server.error()).hasMessageContaining("'rs'").hasMessageContaining("'wanted'");
        });
        assertThat(step.readiesPool()).isFalse();
        assertThat(TopologyTransition.apply(single, heard(ServerType.STANDALONE)).nextServer().type())
                .isEqualTo(ServerType.UNKNOWN);
    }

    @Test
    void anotherSetsMemberIsRemovedWithTheReason() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        for (ServerType type : List.of(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY)) {
            TopologyTransition step = TopologyTransition.apply(set, member(A, type).setName("other").build());
            assertThat(step.removed()).singleElement().satisfies(removal -> {
                assertThat(removal.address()).isEqualTo(A);
                assertThat(removal.because()).contains("'other'").contains("'rs'");
            });
            assertThat(step.next().type()).isEqualTo(TopologyType.REPLICA_SET_NO_PRIMARY);
        }
    }

    @Test
    void aMemberKnownByAnotherNameIsRemovedButItsHostsAreTaken() {
        TopologyDescription set = TopologyDescription.initial(TopologyType.REPLICA_SET_NO_PRIMARY, "rs", List.of(A));
        TopologyTransition step = TopologyTransition.apply(set,
                member(A, ServerType.RS_SECONDARY).hosts(List.of(B, C)).me(B).primary(C).build());
        assertThat(step.added()).containsExactly(B, C);
        assertThat(step.removed()).extracting(Removal::address).containsExactly(A);
        assertThat(step.next().server(C).type()).isEqualTo(ServerType.POSSIBLE_PRIMARY);
    }

    @Test
    void aMemberThatDoesNotSayItsNameStays() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        assertThat(TopologyTransition.apply(set, member(A, ServerType.RS_SECONDARY).build()).removed()).isEmpty();
        TopologyDescription withPrimary = TopologyTransition.apply(set, member(B, ServerType.RS_PRIMARY).build())
                .next();
        assertThat(TopologyTransition.apply(withPrimary, member(A, ServerType.RS_SECONDARY).build()).removed())
                .isEmpty();
        assertThat(TopologyTransition.apply(withPrimary, member(A, ServerType.RS_SECONDARY).me(C).build()).removed())
                .extracting(Removal::address).containsExactly(A);
    }

    @Test
    void aFormerPrimaryThatIsRemovedOrStaleLeavesTheSetWithoutOne() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        TopologyDescription led = TopologyTransition.apply(set, primary(A, 21, SECOND, 1L)).next();
        assertThat(led.type()).isEqualTo(TopologyType.REPLICA_SET_WITH_PRIMARY);
        for (ServerDescription news : List.of(member(A, ServerType.RS_SECONDARY).setName("other").build(),
                member(A, ServerType.RS_SECONDARY).me(C).build(), primary(A, 21, FIRST, 1L))) {
            assertThat(TopologyTransition.apply(led, news).next().type()).as(news.toString())
                    .isEqualTo(TopologyType.REPLICA_SET_NO_PRIMARY);
        }
        assertThat(TopologyTransition.apply(led, member(A, ServerType.RS_SECONDARY).setName("other").build()).removed())
                .extracting(Removal::address).containsExactly(A);
        assertThat(TopologyTransition.apply(led, member(A, ServerType.RS_SECONDARY).me(C).build()).removed())
                .singleElement().satisfies(removal -> assertThat(removal.because()).contains("c:27017"));
    }

    @Test
    void aMembersWordOnThePrimaryIsTakenAsAHint() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        assertThat(TopologyTransition.apply(set, member(B, ServerType.RS_SECONDARY).primary(A).build()).next()
                .server(A).type()).isEqualTo(ServerType.POSSIBLE_PRIMARY);
        TopologyDescription led = TopologyTransition.apply(set, member(A, ServerType.RS_PRIMARY).build()).next();
        assertThat(TopologyTransition.apply(led, member(A, ServerType.RS_SECONDARY).primary(B).build()).next()
                .server(B).type()).isEqualTo(ServerType.POSSIBLE_PRIMARY);
    }

    @Test
    void aSetVersionWithoutAnElectionIsRemembered() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        TopologyDescription first = TopologyTransition.apply(set, primary(A, 13, null, 1L)).next();
        TopologyDescription second = TopologyTransition.apply(first, primary(A, 13, null, 2L)).next();
        assertThat(second.maxSetVersion()).isEqualTo(2);
        assertThat(TopologyTransition.apply(second, primary(A, 13, null, 1L)).next().maxSetVersion()).isEqualTo(2);
    }

    @Test
    void aPrimaryDecidesWhoIsAMember() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        TopologyTransition step = TopologyTransition.apply(set,
                member(A, ServerType.RS_PRIMARY).hosts(List.of(A)).passives(List.of(C)).arbiters(List.of(D)).build());
        assertThat(step.added()).containsExactly(C, D);
        assertThat(step.removed()).extracting(Removal::address).containsExactly(B);
    }

    @Test
    void aPrimaryThatDoesNotListItselfLeavesTheSetWithoutOne() {
        TopologyTransition step = TopologyTransition.apply(set(TopologyType.REPLICA_SET_NO_PRIMARY),
                member(A, ServerType.RS_PRIMARY).hosts(List.of(B, C)).build());
        assertThat(step.next().type()).isEqualTo(TopologyType.REPLICA_SET_NO_PRIMARY);
        assertThat(step.next().contains(A)).isFalse();
        assertThat(step.readiesPool()).isFalse();
    }

    @Test
    void withoutAPrimaryMembersAreOnlyAdded() {
        TopologyTransition step = TopologyTransition.apply(set(TopologyType.REPLICA_SET_NO_PRIMARY),
                member(A, ServerType.RS_SECONDARY).hosts(List.of(A, C)).build());
        assertThat(step.added()).containsExactly(C);
        assertThat(step.removed()).isEmpty();
    }

    @Test
    void withAPrimaryASecondaryAddsNoServer() {
        TopologyDescription withPrimary = TopologyTransition
                .apply(set(TopologyType.REPLICA_SET_NO_PRIMARY), member(B, ServerType.RS_PRIMARY).build()).next();
        TopologyTransition step = TopologyTransition.apply(withPrimary,
                member(A, ServerType.RS_SECONDARY).hosts(List.of(A, B, C)).build());
        assertThat(step.added()).isEmpty();
        assertThat(step.next().type()).isEqualTo(TopologyType.REPLICA_SET_WITH_PRIMARY);
    }

    @ParameterizedTest
    @CsvSource({
            // wire version, electionId, setVersion of the second primary, whether it is trusted after (2, 2)
            "17, 1, 9, false", "17, 2, 1, false", "17, 2, 2, true", "17, 3, 1, true", "17, , 9, false",
            "17, 2, , false", "16, 1, 9, true", "16, 9, 1, false", "16, 1, 2, false", "16, 2, 2, true",
            "16, 3, 2, true", "16, , 1, true", "16, 1, , true"})
    void stalePrimariesAreRecognizedByElectionAndVersionInTheRightOrder(int wireVersion, @Nullable Integer election,
            @Nullable Long version, boolean trusted) {
        TopologyDescription first = TopologyTransition.apply(set(TopologyType.REPLICA_SET_NO_PRIMARY),
                primary(A, wireVersion, SECOND, 2L)).next();
        TopologyTransition step = TopologyTransition.apply(first, primary(B, wireVersion,
                election == null ? null : new ObjectId(String.format("%024x", election)), version));
        assertThat(step.next().server(B).type()).isEqualTo(trusted ? ServerType.RS_PRIMARY : ServerType.UNKNOWN);
        assertThat(step.next().server(A).type()).isEqualTo(trusted ? ServerType.UNKNOWN : ServerType.RS_PRIMARY);
        if (trusted) {
            assertThat(step.invalidatedPrimary().address()).isEqualTo(A);
            assertThat(step.next().server(A).error()).hasMessageContaining("discovery of newer primary");
        } else {
            assertThat(step.next().server(B).error())
                    .hasMessageContaining("primary marked stale due to electionId/setVersion mismatch");
            assertThat(step.readiesPool()).isFalse();
        }
    }

    @Test
    void maxSetVersionMayGoDownWithANewerElection() {
        TopologyDescription first = TopologyTransition
                .apply(set(TopologyType.REPLICA_SET_NO_PRIMARY), primary(A, 17, FIRST, 50L)).next();
        TopologyDescription second = TopologyTransition.apply(first, primary(A, 17, SECOND, 1L)).next();
        assertThat(second.maxElectionId()).isEqualTo(SECOND);
        assertThat(second.maxSetVersion()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"7, true", "8, false"})
    void theOldPrimarysPoolIsClearedOnlyBefore42(int wireVersion, boolean cleared) {
        TopologyDescription first = TopologyTransition
                .apply(set(TopologyType.REPLICA_SET_NO_PRIMARY), primary(A, wireVersion, FIRST, 1L)).next();
        TopologyTransition step = TopologyTransition.apply(first, primary(B, wireVersion, SECOND, 1L));
        assertThat(step.clearedPrimary()).isEqualTo(cleared ? A : null);
    }

    @Test
    void newsOfAStrangerOrOlderNewsChangeNothing() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        assertThat(TopologyTransition.apply(set, member(C, ServerType.RS_PRIMARY).build()).outcome())
                .isEqualTo(Outcome.NOT_A_MEMBER);
        TopologyDescription newer = TopologyTransition.apply(set,
                member(A, ServerType.RS_SECONDARY).topologyVersion(new TopologyVersion(FIRST, 5)).build()).next();
        ServerDescription older = member(A, ServerType.RS_PRIMARY).topologyVersion(new TopologyVersion(FIRST, 4))
                .build();
        TopologyTransition ignored = TopologyTransition.apply(newer, older);
        assertThat(ignored.outcome()).isEqualTo(Outcome.STALE);
        assertThat(ignored.next()).isSameAs(newer);
        ServerDescription same = member(A, ServerType.RS_PRIMARY).topologyVersion(new TopologyVersion(FIRST, 5))
                .build();
        assertThat(TopologyTransition.apply(newer, same).outcome()).isEqualTo(Outcome.APPLIED);
        ServerDescription restarted = member(A, ServerType.RS_PRIMARY)
                .topologyVersion(new TopologyVersion(SECOND, 0)).build();
        assertThat(TopologyTransition.apply(newer, restarted).outcome()).isEqualTo(Outcome.APPLIED);
    }

    @Test
    void theSessionTimeoutIsTheLeastOfDataBearingServersAndNullIfOneHasNone() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        TopologyDescription one = TopologyTransition
                .apply(set, member(A, ServerType.RS_PRIMARY).logicalSessionTimeoutMinutes(30).build()).next();
        assertThat(one.logicalSessionTimeoutMinutes()).isEqualTo(30);
        TopologyDescription two = TopologyTransition
                .apply(one, member(B, ServerType.RS_SECONDARY).logicalSessionTimeoutMinutes(20).build()).next();
        assertThat(two.logicalSessionTimeoutMinutes()).isEqualTo(20);
        assertThat(TopologyTransition.apply(two, member(B, ServerType.RS_ARBITER).build()).next()
                .logicalSessionTimeoutMinutes()).isEqualTo(30);
        assertThat(TopologyTransition.apply(two, member(B, ServerType.RS_SECONDARY).build()).next()
                .logicalSessionTimeoutMinutes()).isNull();
    }

    @Test
    void compatibilityFollowsTheServers() {
        TopologyDescription set = set(TopologyType.REPLICA_SET_NO_PRIMARY);
        TopologyDescription old = TopologyTransition
                .apply(set, member(A, ServerType.RS_SECONDARY).wireVersions(0, 5).build()).next();
        assertThat(old.compatible()).isFalse();
        assertThat(old.compatibilityError()).isEqualTo("Server at a:27017 reports wire version 5, but this version of"
                + " Bowline requires at least 6 (MongoDB 3.6).");
        TopologyDescription upgraded = TopologyTransition
                .apply(old, member(A, ServerType.RS_SECONDARY).wireVersions(0, 6).build()).next();
        assertThat(upgraded.compatible()).isTrue();
        assertThat(upgraded.compatibilityError()).isNull();
        TopologyDescription tooNew = TopologyTransition
                .apply(upgraded, member(A, ServerType.RS_SECONDARY).wireVersions(26, 27).build()).next();
        assertThat(tooNew.compatibilityError()).isEqualTo("Server at a:27017 requires wire version 26, but this version"
                + " of Bowline only supports up to 25.");
        assertThat(TopologyTransition.apply(tooNew, member(A, ServerType.RS_SECONDARY).wireVersions(25, 99).build())
                .next().compatible()).isTrue();
        assertThat(TopologyTransition.apply(tooNew, ServerDescription.unknown(A)).next().compatible()).isTrue();
    }

    /** The seeds of a topology that follows an SRV record are the hosts of today's record, not of the first look-up. */
    @Test
    void aStandaloneMakesTheTopologySingleIfItIsAloneInTheSrvRecordOfToday() {
        ServerDescription standalone = member(A, ServerType.STANDALONE).build();
        TopologyDescription one = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
        TopologyDescription grown = TopologyTransition.followSrvRecord(one, new LinkedHashSet<>(List.of(A, B))).next();
        assertThat(TopologyTransition.apply(grown, standalone).next().type()).isEqualTo(TopologyType.UNKNOWN);
        assertThat(TopologyTransition.apply(grown, standalone).removed()).extracting(Removal::address)
                .containsExactly(A);

        TopologyDescription two = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A, B));
        TopologyDescription shrunk = TopologyTransition.followSrvRecord(two, new LinkedHashSet<>(List.of(A))).next();
        assertThat(TopologyTransition.apply(shrunk, standalone).next().type()).isEqualTo(TopologyType.SINGLE);
        assertThat(TopologyTransition.apply(shrunk, standalone).removed()).isEmpty();
    }

    @Test
    void theSrvRecordIsFollowedByTopologiesThatMayBeShardedOnly() {
        TopologyDescription sharded = topology(TopologyType.SHARDED);
        TopologyTransition step = TopologyTransition.followSrvRecord(sharded,
                new LinkedHashSet<>(List.of(B, C)));
        assertThat(step.added()).containsExactly(C);
        assertThat(step.removed()).extracting(Removal::address).containsExactly(A);
        assertThat(step.next().server(B)).isSameAs(sharded.server(B));
        for (TopologyType type : List.of(TopologyType.REPLICA_SET_NO_PRIMARY, TopologyType.SINGLE,
                TopologyType.LOAD_BALANCED)) {
            TopologyDescription other = TopologyDescription.initial(type, null, List.of(A));
            assertThat(TopologyTransition.followSrvRecord(other, new LinkedHashSet<>(List.of(B))).next())
                    .isSameAs(other);
        }
    }

    @Test
    void theLastServersRemovalIsNoticed() {
        TopologyDescription lone = TopologyDescription.initial(TopologyType.REPLICA_SET_NO_PRIMARY, "rs", List.of(A));
        assertThat(TopologyTransition.apply(lone, heard(ServerType.MONGOS)).removesLastServer()).isTrue();
        assertThat(TopologyTransition.apply(set(TopologyType.REPLICA_SET_NO_PRIMARY), heard(ServerType.MONGOS))
                .removesLastServer()).isFalse();
    }

    private static TopologyDescription topology(TopologyType type) {
        return switch (type) {
            case UNKNOWN, SINGLE -> TopologyDescription.initial(type, null, List.of(A, B));
            case LOAD_BALANCED -> TopologyDescription.of(type, null, List.of(ServerDescription.loadBalancer(A)));
            case SHARDED -> TopologyDescription.of(type, null, List.of(heard(ServerType.MONGOS),
                    ServerDescription.unknown(B)));
            case REPLICA_SET_NO_PRIMARY -> set(type);
            case REPLICA_SET_WITH_PRIMARY -> TopologyTransition
                    .apply(set(TopologyType.REPLICA_SET_NO_PRIMARY), member(A, ServerType.RS_PRIMARY).build()).next();
        };
    }

    private static TopologyDescription set(TopologyType type) {
        return TopologyDescription.initial(type, "rs", List.of(A, B));
    }

    private static ServerDescription heard(ServerType type) {
        return switch (type) {
            case UNKNOWN, POSSIBLE_PRIMARY, RS_GHOST -> ServerDescription.builder(A).type(type).build();
            case LOAD_BALANCER -> ServerDescription.loadBalancer(A);
            case STANDALONE, MONGOS -> ServerDescription.builder(A).type(type).wireVersions(0, 21).build();
            case RS_PRIMARY, RS_SECONDARY, RS_ARBITER, RS_OTHER -> member(A, type).build();
        };
    }

    private static ServerDescription.Builder member(ServerAddress address, ServerType type) {
        return ServerDescription.builder(address).type(type).setName("rs").hosts(new ArrayList<>(List.of(A, B)))
                .wireVersions(0, 21);
    }

    private static ServerDescription primary(ServerAddress address, int wireVersion, @Nullable ObjectId election,
            @Nullable Long version) {
        return member(address, ServerType.RS_PRIMARY).wireVersions(0, wireVersion).electionId(election)
                .setVersion(version).build();
    }
}
