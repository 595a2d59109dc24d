package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pools under random steps in virtual time, where who waits how long is known to the nanosecond. */
class PoolInVirtualTimeTest {
    @Test
    void theSameSeedGivesTheSameHistory() {
        long first = Long.getLong("bowline.seed", 1);
        for (long seed = first; seed < first + 10; seed++) {
            SimulatedPoolRun.Outcome once = SimulatedPoolRun.play(seed, 8, 50);
            assertThat(SimulatedPoolRun.play(seed, 8, 50)).as("seed %d", seed).isEqualTo(once);
        }
    }

    @Test
    void timeoutsClearsAndClosesEndWaitsAtTheirMomentInTheOrderOfArrival() {
        TreeMap<String, Integer> endings = new TreeMap<>();
        long first = Long.getLong("bowline.seed", 1000);
        for (long seed = first; seed < first + 60; seed++) {
            SimulatedPoolRun.play(seed, 12, 60).endings().forEach((how, often) -> endings.merge(how, often,
                    Integer::sum));
        }
        System.out.println("Check-outs in virtual time: " + endings);
        assertThat(endings.keySet()).as("every way to end").containsExactlyInAnyOrder("served", "timeout", "cleared",
                "closed", "interrupted", "failed");
    }

    @Test
    void ofTenThousandCallersOnTenConnectionsEachIsServedInItsTurnOrTimesOutAtItsMoment() {
        SimulatedPoolRun.Outcome rush = SimulatedPoolRun.rush(Long.getLong("bowline.seed", 5), 10, 10_000);
        System.out.println("Ten thousand callers: " + rush.endings());
        assertThat(rush.endings().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(10_000);
        assertThat(rush.endings().keySet()).containsExactlyInAnyOrder("served", "timeout");
        // Those without a timeout, at least, have been served.
        assertThat(rush.endings().get("served")).isGreaterThan(2_000);
    }

    @Test
    @Tag("soak")
    void theyHoldForThousandsOfSeeds() {
        long first = Long.getLong("bowline.seed", 10_000);
        for (long seed = first; seed < first + 500L * Integer.getInteger("bowline.soak-rounds", 10); seed++) {
            SimulatedPoolRun.play(seed, 12, 60);
        }
    }
}
