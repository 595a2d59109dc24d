package dev.bowline.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.Contest.ServerKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final Contest contest = new Contest("task", "Operations", "what it is", Work.FIND_BY_ID, 10, 8, false,
            ServerKind.CANNED, List.of(), List.of("bowline", "official"));

    private static Slice slice(long cpuNanos, long bytes, double serverShare) {
        return new Slice(10, 1, 2, 1_000_000, cpuNanos, bytes, 10, 10, 5000, 9000, 9500, 10_000, 3,
                (long) (serverShare * 1_000_000));
    }

    @Test
    void aRatioIsTheMedianOfNeighboursAndNotTheRatioOfMedians() {
        Comparison comparison = new Comparison(contest, false);
        // The machine slows down fourfold in the middle of the run; each pair sees the same machine.
        for (long factor : new long[]{1, 1, 4, 4, 4}) {
            comparison.add("bowline", slice(10_000 * factor, 0, 0.1));
        }
        for (long factor : new long[]{1, 1, 4, 4, 4}) {
            comparison.add("official", slice(40_000 * factor, 0, 0.1));
        }
        assertThat(comparison.ratio("bowline", "official", Measure.CPU_MICROS).median()).isEqualTo(0.25);
        assertThat(comparison.ratio("bowline", "official", Measure.CPU_MICROS).count()).isEqualTo(5);
    }

    @Test
    void aRatioToWhatAllocatesNextToNothingIsNotKnown() {
        Comparison comparison = new Comparison(contest, false);
        comparison.add("bowline", slice(1, 10_000, 0.1));
        comparison.add("official", slice(1, 500, 0.1));
        comparison.add("socket", slice(1, 5000, 0.1));
        assertThat(comparison.ratio("bowline", "official", Measure.BYTES).isKnown()).isFalse();
        assertThat(comparison.ratio("bowline", "socket", Measure.BYTES).isKnown()).isFalse();
        assertThat(comparison.ratio("official", "bowline", Measure.BYTES).median()).isEqualTo(0.05);
    }

    @Test
    void throughputIsVoidWhereTheServerWorksAllTheTime() {
        Comparison comparison = new Comparison(contest, false);
        comparison.add("bowline", slice(1, 1, 0.95));
        comparison.add("official", slice(1, 1, 0.5));
        List<Entry> entries = comparison.entries();
        assertThat(entries).extracting(Entry::contestant).containsExactly("bowline", "official");
        assertThat(entries).extracting(Entry::saturated).containsExactly(true, false);
    }

    @Test
    void throughputIsVoidWhereAClientWaitsForARealServer() {
        Comparison comparison = new Comparison(contest, true);
        // A slice takes a millisecond.
        comparison.add("bowline", slice(400_000, 1, 0));
        comparison.add("official", slice(600_000, 1, 0));
        assertThat(comparison.entries()).extracting(Entry::saturated).containsExactly(true, false);
    }

    @Test
    void theWarmShareIsZeroForAContestantThatStillGetsFaster() {
        Comparison comparison = new Comparison(contest, false);
        WarmUp steady = new WarmUp();
        WarmUp faster = new WarmUp();
        for (int i = 0; i < 15; i++) {
            steady.add(slice(10_000, 1, 0));
            faster.add(slice(10_000 - 300 * i, 1, 0));
        }
        comparison.warmed("bowline", steady);
        comparison.warmed("official", faster);
        for (int i = 0; i < 45; i++) {
            comparison.add("bowline", slice(10_000, 1, 0));
            comparison.add("official", slice(10_000, 1, 0));
        }
        assertThat(comparison.entries()).extracting(entry -> entry.figure(Measure.WARM_SHARE).median())
                .containsExactly(0.75, 0.0);
    }

    @Test
    void aContestantIsWarmOnceTwoGroupsOfSlicesWereNoFasterThanTheOneBefore() {
        WarmUp warmUp = new WarmUp();
        for (int i = 0; i < 5; i++) {
            warmUp.add(slice(20_000, 1, 0));
        }
        // With the 13th, three of the five oldest slices are fast ones.
        for (int i = 0; i < 12; i++) {
            warmUp.add(slice(i == 3 ? 50_000 : 10_000, 1, 0));
            assertThat(warmUp.isSteady()).isFalse();
        }
        warmUp.add(slice(10_000, 1, 0));
        assertThat(warmUp.isSteady()).isTrue();
    }

    @Test
    void failedAndLateOperationsAreSummedOverAllTurns() {
        Comparison comparison = new Comparison(contest, false);
        comparison.add("bowline", slice(1, 1, 0.1));
        comparison.add("bowline", slice(1, 1, 0.1));
        Entry entry = comparison.entries().get(0);
        assertThat(entry.figure(Measure.FAILED).median()).isEqualTo(2);
        assertThat(entry.figure(Measure.LATE).median()).isEqualTo(4);
        assertThat(entry.rounds()).isEqualTo(2);
    }

    @Test
    void aSliceSurvivesTheWayFromTheWorkerToItsParent() {
        Slice slice = slice(123, 456, 0.5);
        assertThat(Slice.ofLine(slice.toLine())).isEqualTo(slice);
    }

    @Test
    void theTotalOfATraceIsFoundWithAndWithoutErrors() {
        assertThat(SystemCalls.total(List.of("% time     seconds  usecs/call     calls    errors syscall",
                "100.00    0.000010           0        42           total"))).isEqualTo(42);
        assertThat(SystemCalls.total(List.of("100.00    0.000010           0      1042         7 total")))
                .isEqualTo(1042);
        assertThat(SystemCalls.total(List.of("nothing"))).isNaN();
    }

    @Test
    void optionsAreAddedToAnyConnectionString() {
        assertThat(SideBySide.uri("mongodb://h:1", List.of("a=b"))).isEqualTo("mongodb://h:1/?a=b");
        assertThat(SideBySide.uri("mongodb://h:1/db", List.of("a=b"))).isEqualTo("mongodb://h:1/db?a=b");
        assertThat(SideBySide.uri("mongodb://h:1/?x=y", List.of("a=b", "c=d"))).isEqualTo("mongodb://h:1/?x=y&a=b&c=d");
        assertThat(SideBySide.uri("mongodb://h:1/?", List.of("a=b"))).isEqualTo("mongodb://h:1/?a=b");
        assertThat(SideBySide.uri("mongodb://h:1", List.of())).isEqualTo("mongodb://h:1");
    }
}
