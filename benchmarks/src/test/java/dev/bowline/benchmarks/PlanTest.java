package dev.bowline.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.benchmarks.scenario.Scenario;
import dev.bowline.benchmarks.sidebyside.Contest;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void aTitleChoosesThatTaskAloneAndTheWordThatSeveralBeginWithAllOfThem() {
        assertThat(Plan.of(List.of("find-by-id"), false).contests()).extracting(Contest::title)
                .containsExactly("find-by-id");
        assertThat(Plan.of(List.of("bson"), false).contests()).hasSize(8);
        assertThat(Plan.of(List.of("failover"), false).scenarios()).extracting(Scenario::title)
                .containsExactly("failover-kill", "failover-step-down", "failover-freeze",
                        "failover-crowd");
    }

    @Test
    void aQuickRunHasOnlyTheMainTasksAndTheContestantsThatTheBudgetNames() {
        Plan quick = Plan.of(List.of(), true);
        assertThat(quick.contests()).extracting(Contest::title).containsExactly("find-by-id", "insert-one",
                "cursor-10k", "bulk-10k", "callers-64");
        assertThat(quick.contests().get(0).contestants()).containsExactly("socket", "bowline", "official");
        assertThat(quick.scenarios()).isEmpty();
        assertThat(Plan.of(List.of(), false).contests().size()).isGreaterThan(40);
    }

    @Test
    void anUnknownTaskIsRefusedWithTheNamesOfThoseThereAre() {
        assertThatThrownBy(() -> Plan.of(List.of("no-such-task"), true)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such-task").hasMessageContaining("failover-freeze");
    }
}
