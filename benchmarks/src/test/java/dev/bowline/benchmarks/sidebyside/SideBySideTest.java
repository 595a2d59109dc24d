package dev.bowline.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole machinery with rounds so short that their figures mean nothing. */
class SideBySideTest {
    private static Contest contest(String title) {
        return Contests.list().stream().filter(contest -> contest.title().equals(title)).findFirst().orElseThrow();
    }

    @Test
    void contestantsInProcessesOfTheirOwnTakeTurnsAndAreCompared() {
        try (Servers servers = new Servers(null)) {
            List<Entry> entries = new SideBySide(servers, Length.TINY, null)
                    .run(contest("insert-one").by("socket", "bowline", "official", "bowline-async"));
            assertThat(entries).extracting(Entry::contestant).containsExactly("socket", "bowline", "official",
                    "bowline-async");
            assertThat(entries).allSatisfy(entry -> {
                assertThat(entry.rounds()).isEqualTo(2);
                assertThat(entry.figure(Measure.FAILED).median()).isZero();
                assertThat(entry.figure(Measure.PER_SECOND).median()).isPositive();
            });
            assertThat(entries.get(1).ratio("official", Measure.BYTES).median()).isLessThan(1);
        }
    }

    @Test
    void everyWayToSeeAnOperationDoesTheWork() {
        try (Servers servers = new Servers(null)) {
            String uri = servers.start(Contest.ServerKind.CANNED, true).uri();
            for (String name : SeenContestant.NAMES) {
                try (Contestant contestant = Contestant.named(name, uri, Work.INSERT_ONE, false)) {
                    Operation.once(contestant.operation(Work.INSERT_ONE, 0));
                }
            }
        }
    }

    @Test
    void bothDriversDoTheWorkOfAService() {
        try (Servers servers = new Servers(null)) {
            for (Work work : List.of(Work.MIX_SCANS, Work.REQUEST_IN_TRANSACTION)) {
                for (String name : List.of("bowline", "official")) {
                    String uri = servers.start(Contest.ServerKind.CANNED, true).uri();
                    try (Contestant contestant = Contestant.named(name, uri, work, false)) {
                        Operation operation = contestant.operation(work, 0);
                        for (int i = 0; i < 20; i++) {
                            Operation.once(operation);
                        }
                    }
                }
            }
        }
    }

    @Test
    void titlesOfContestsAreUnique() {
        assertThat(Contests.list()).extracting(Contest::title).doesNotHaveDuplicates();
    }
}
