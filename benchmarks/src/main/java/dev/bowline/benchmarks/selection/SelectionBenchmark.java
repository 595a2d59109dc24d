package dev.bowline.benchmarks.selection;

import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.TagSet;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.selection.SelectionCandidates;
import dev.bowline.driver.selection.SelectionSettings;
import dev.bowline.driver.selection.ServerChoice;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The pure functions of selection in a replica set with one primary: what a new description costs, and what an
 * operation costs once the description is there.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectionBenchmark {
    private static final ReadPreference DEMANDING = ReadPreference.nearest().withTagSets(TagSet.of("dc", "1"))
            .withMaxStaleness(Duration.ofMinutes(2));

    @Param({"3", "50", "1000"})
    private int servers;

    private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    private final ServerSelector primary = ServerSelector.readable(ReadPreference.primary());
    private final ServerSelector writable = ServerSelector.writable();
    private final ServerSelector demanding = ServerSelector.readable(DEMANDING);
    private TopologyDescription description = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of());
    private SelectionCandidates candidates = SelectionCandidates.of(description, SelectionSettings.defaults());

    @Setup
    public void describe() {
        List<ServerDescription> members = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            members.add(ServerDescription.builder(new ServerAddress("server-" + i + ".example.com", 27017))
                    .type(i == 0 ? ServerType.RS_PRIMARY : ServerType.RS_SECONDARY).setName("rs")
                    .roundTripNanos(1_000_000L + i * 10_000L).lastUpdateNanos(1_000_000_000L).lastWriteMillis(1000L)
                    .tags(Map.of("dc", String.valueOf(i % 2))).build());
        }
        description = TopologyDescription.of(TopologyType.REPLICA_SET_WITH_PRIMARY, "rs", members);
        candidates = SelectionCandidates.of(description, SelectionSettings.defaults());
    }

    @Benchmark
    public @Nullable ServerDescription primary() {
        return ServerChoice.choose(candidates, primary, List.of(), server -> 0, random);
    }

    @Benchmark
    public @Nullable ServerDescription writable() {
        return ServerChoice.choose(candidates, writable, List.of(), server -> 0, random);
    }

    /** Tags, max staleness and the latency window, remembered after the first time. */
    @Benchmark
    public @Nullable ServerDescription nearestWithTagsAndStaleness() {
        return ServerChoice.choose(candidates, demanding, List.of(), server -> 0, random);
    }

    /** What every new description costs. */
    @Benchmark
    public SelectionCandidates newDescription() {
        return SelectionCandidates.of(description, SelectionSettings.defaults());
    }

    /** What the first operation with a read preference costs after a new description. */
    @Benchmark
    public List<ServerDescription> firstOfAPreference() {
        return SelectionCandidates.of(description, SelectionSettings.defaults()).readable(DEMANDING);
    }
}
