package dev.bowline.driver.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.TagSet;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final RandomGenerator RANDOM = RandomGeneratorFactory.of("L64X128MixRandom").create(1);

    @Test
    void aDeprioritizedRouterIsAvoidedWhileThereIsAnother() {
        SelectionCandidates candidates = routers("a", "b");
        for (int i = 0; i < 50; i++) {
            assertThat(choose(candidates, ServerSelector.writable(), address("a"))).isEqualTo(address("b"));
        }
    }

    @Test
    void aDeprioritizedRouterIsUsedAgainWhenItIsTheOnlyOne() {
        assertThat(choose(routers("a"), ServerSelector.writable(), address("a"))).isEqualTo(address("a"));
        assertThat(choose(routers("a", "b"), ServerSelector.writable(), address("a"), address("b"))).isNotNull();
    }

    @Test
    void aDeprioritizedRouterIsUsedAgainWhenTheOthersDoNotFit() {
        ServerSelector onlyA = ServerSelector.at(address("a"));
        assertThat(choose(routers("a", "b"), onlyA, address("a"))).isEqualTo(address("a"));
    }

    @Test
    void aDeprioritizedMemberOfAReplicaSetIsAvoidedByReadsAndNotByWrites() {
        SelectionCandidates candidates = candidates(TopologyType.REPLICA_SET_WITH_PRIMARY, null,
                server("a", ServerType.RS_PRIMARY, 1), server("b", ServerType.RS_SECONDARY, 1),
                server("c", ServerType.RS_SECONDARY, 1));
        assertThat(choose(candidates, ServerSelector.writable(), address("a"))).isEqualTo(address("a"));
        assertThat(choose(candidates, ServerSelector.readable(ReadPreference.primary()), address("a")))
                .isEqualTo(address("a"));
        assertThat(choose(candidates, ServerSelector.readable(ReadPreference.primaryPreferred()), address("a")))
                .isIn(address("b"), address("c"));
        assertThat(choose(candidates, ServerSelector.readable(ReadPreference.secondaryPreferred()), address("b"),
                address("c"))).isEqualTo(address("a"));
        assertThat(choose(candidates, ServerSelector.readable(ReadPreference.secondary()), address("b"),
                address("c"))).isIn(address("b"), address("c"));
        assertThat(candidates.without(List.of(address("z")))).isSameAs(candidates);
    }

    @Test
    void stalenessIsMeasuredAgainstAPrimaryThatIsDeprioritizedToo() {
        SelectionCandidates candidates = candidates(TopologyType.REPLICA_SET_WITH_PRIMARY, null,
                lagging("a", ServerType.RS_PRIMARY, 200_000), lagging("b", ServerType.RS_SECONDARY, 199_000),
                lagging("c", ServerType.RS_SECONDARY, 1_000));
        ServerSelector fresh = ServerSelector
                .readable(ReadPreference.nearest().withMaxStaleness(Duration.ofSeconds(90)));
        assertThat(fresh.select(candidates.without(List.of(address("a"), address("b")))))
                .extracting(ServerDescription::address).containsExactly(address("a"), address("b"));
    }

    private static ServerDescription lagging(String host, ServerType type, long lastWriteMillis) {
        return ServerDescription.builder(address(host)).type(type).wireVersions(6, 21).roundTripNanos(1L)
                .lastUpdateNanos(java.util.concurrent.TimeUnit.MILLISECONDS.toNanos(200_000))
                .lastWriteMillis(lastWriteMillis).build();
    }

    @Test
    void aRouterNotMeasuredYetCountsAsNearAndMakesNoOtherFar() {
        ServerDescription unmeasured = ServerDescription.builder(address("a")).type(ServerType.MONGOS)
                .wireVersions(6, 21).build();
        SelectionCandidates candidates = candidates(TopologyType.SHARDED, null, unmeasured,
                server("b", ServerType.MONGOS, 40), server("c", ServerType.MONGOS, 50),
                server("d", ServerType.MONGOS, 60));
        assertThat(candidates.writable()).extracting(ServerDescription::address).containsExactly(address("a"),
                address("b"), address("c"));
    }

    @Test
    void candidatesAreComputedOncePerDescription() {
        SelectionCandidates candidates = candidates(TopologyType.REPLICA_SET_WITH_PRIMARY, null,
                server("a", ServerType.RS_PRIMARY, 1), server("b", ServerType.RS_SECONDARY, 1),
                server("c", ServerType.RS_SECONDARY, 2));
        ReadPreference tagged = ReadPreference.secondary().withTagSets(TagSet.empty());
        assertThat(candidates.writable()).isSameAs(candidates.writable());
        assertThat(candidates.readable(ReadPreference.primary())).isSameAs(candidates.writable());
        assertThat(candidates.readable(tagged))
                .isSameAs(candidates.readable(ReadPreference.secondary().withTagSets(TagSet.empty())));
    }

    @Test
    void moreReadPreferencesThanAreRememberedStillWork() {
        SelectionCandidates candidates = candidates(TopologyType.REPLICA_SET_WITH_PRIMARY, null,
                server("a", ServerType.RS_PRIMARY, 1), server("b", ServerType.RS_SECONDARY, 1));
        for (int i = 0; i < 100; i++) {
            ReadPreference preference = ReadPreference.secondaryPreferred().withTagSets(TagSet.of("n", "" + i));
            assertThat(candidates.readable(preference)).extracting(ServerDescription::address)
                    .containsExactly(address("a"));
        }
    }

    @Test
    void theLatencyWindowIncludesItsFarEdgeAndNothingBeyond() {
        SelectionCandidates candidates = candidates(TopologyType.SHARDED, null, server("a", ServerType.MONGOS, 5),
                server("b", ServerType.MONGOS, 20), server("c", ServerType.MONGOS, 21));
        assertThat(candidates.writable()).extracting(ServerDescription::address)
                .containsExactly(address("a"), address("b"));
    }

    @Test
    void aFilterNarrowsWhatFitsBeforeTheLatencyWindow() {
        ServerFilter withoutNearest = servers -> servers.stream()
                .filter(server -> !server.address().equals(address("a"))).toList();
        SelectionCandidates candidates = candidates(TopologyType.SHARDED, withoutNearest,
                server("a", ServerType.MONGOS, 5), server("b", ServerType.MONGOS, 100),
                server("c", ServerType.MONGOS, 110), server("d", ServerType.MONGOS, 200));
        assertThat(candidates.writable()).extracting(ServerDescription::address)
                .containsExactly(address("b"), address("c"));
        assertThat(candidates.readable(ReadPreference.nearest())).extracting(ServerDescription::address)
                .containsExactly(address("b"), address("c"));
    }

    @Test
    void aFilterIsNotAskedAboutNothing() {
        ServerFilter failing = servers -> {
            throw new AssertionError("asked");
        };
        assertThat(candidates(TopologyType.UNKNOWN, failing).writable()).isEmpty();
    }

    @Test
    void theSmallestMaxStalenessThatWorksDependsOnTheHeartbeat() {
        TopologyDescription topology = TopologyDescription.of(TopologyType.REPLICA_SET_NO_PRIMARY, null, List.of());
        checkSmallest(topology, 10, 90);
        checkSmallest(topology, 80, 90);
        checkSmallest(topology, 81, 91);
    }

    private static void checkSmallest(TopologyDescription topology, int heartbeatSeconds, int smallestSeconds) {
        SelectionCandidates candidates = SelectionCandidates.of(topology,
                new SelectionSettings(0, Duration.ofSeconds(heartbeatSeconds).toNanos(), null));
        ReadPreference smallest = ReadPreference.nearest().withMaxStaleness(Duration.ofSeconds(smallestSeconds));
        ReadPreference tooSmall = ReadPreference.nearest().withMaxStaleness(Duration.ofSeconds(smallestSeconds - 1));
        assertThat(candidates.readable(smallest)).isEmpty();
        assertThatThrownBy(() -> candidates.readable(tooSmall)).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining("at least " + smallestSeconds * 1000 + " ms");
    }

    @Test
    void aSecondaryThatDoesNotTellItsLastWriteIsNotFresh() {
        SelectionCandidates candidates = candidates(TopologyType.REPLICA_SET_WITH_PRIMARY, null,
                server("a", ServerType.RS_PRIMARY, 1), server("b", ServerType.RS_SECONDARY, 1));
        ReadPreference preference = ReadPreference.nearest().withMaxStaleness(Duration.ofSeconds(90));
        assertThat(candidates.readable(preference)).extracting(ServerDescription::address)
                .containsExactly(address("a"));
    }

    @Test
    void tagsMatchByNameAndValueAndMayBeFewerThanTheMembers() {
        TagSet tags = TagSet.of("dc", "ny").and("rack", "1");
        assertThat(tags.matches(Map.of("dc", "ny", "rack", "1", "disk", "ssd"))).isTrue();
        assertThat(tags.matches(Map.of("dc", "ny"))).isFalse();
        assertThat(tags.matches(Map.of("dc", "ny", "rack", "2"))).isFalse();
        assertThat(TagSet.empty().matches(Map.of())).isTrue();
    }

    @Test
    void ofTwoRandomServersTheLessBusyIsChosen() {
        List<Integer> servers = List.of(7, 3);
        for (int i = 0; i < 100; i++) {
            assertThat(ServerChoice.leastBusyOfTwo(servers, Integer::intValue, RANDOM)).isEqualTo(3);
        }
        assertThat(ServerChoice.leastBusyOfTwo(List.<Integer>of(), Integer::intValue, RANDOM)).isNull();
    }

    @Test
    void theBusiestOfManyIsNeverChosenAndEveryOtherSometimesIs() {
        List<Integer> servers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            servers.add(i);
        }
        int[] picks = new int[10];
        for (int i = 0; i < 10_000; i++) {
            Integer picked = ServerChoice.leastBusyOfTwo(servers, Integer::intValue, RANDOM);
            picks[picked == null ? 9 : picked]++;
        }
        assertThat(picks[9]).isZero();
        for (int i = 0; i < 9; i++) {
            assertThat(picks[i]).isPositive();
        }
    }

    private static ServerAddress choose(SelectionCandidates candidates, ServerSelector selector,
            ServerAddress... deprioritized) {
        ServerDescription chosen = ServerChoice.choose(candidates, selector, List.of(deprioritized), server -> 0,
                RANDOM);
        return chosen == null ? null : chosen.address();
    }

    private static SelectionCandidates routers(String... hosts) {
        ServerDescription[] servers = new ServerDescription[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            servers[i] = server(hosts[i], ServerType.MONGOS, 1);
        }
        return candidates(TopologyType.SHARDED, null, servers);
    }

    private static SelectionCandidates candidates(TopologyType type, ServerFilter filter,
            ServerDescription... servers) {
        return SelectionCandidates.of(TopologyDescription.of(type, null, List.of(servers)),
                new SelectionSettings(Duration.ofMillis(15).toNanos(), Duration.ofSeconds(10).toNanos(), filter));
    }

    private static ServerDescription server(String host, ServerType type, int roundTripMillis) {
        return ServerDescription.builder(address(host)).type(type)
                .roundTripNanos(Duration.ofMillis(roundTripMillis).toNanos()).build();
    }

    private static ServerAddress address(String host) {
        return new ServerAddress(host, 27017);
    }
}
