package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole client and all servers in virtual time, from one seed. */
class VirtualTimeTest {
    @Test
    void theSameSeedGivesTheSameHistory() {
        long first = Long.getLong("bowline.seed", 1);
        for (long seed = first; seed < first + 5; seed++) {
            SimulatedRun.Outcome once = SimulatedRun.play(seed, 3, 200, true);
            assertThat(SimulatedRun.play(seed, 3, 200, true)).as("seed %d", seed).isEqualTo(once);
        }
    }

    @Test
    void everyAcknowledgedWriteIsThereExactlyOnceWhateverTheSeed() {
        long first = Long.getLong("bowline.seed", 1000);
        long acknowledged = 0;
        for (long seed = first; seed < first + 100; seed++) {
            acknowledged += SimulatedRun.play(seed, 4, 60, true).acknowledged();
        }
        assertThat(acknowledged).isGreaterThan(100 * 4 * 60 * 9 / 10);
    }

    @Test
    @Tag("soak")
    void aMillionOperationsOfEightClientsTakeHalfAMinute() {
        long start = System.nanoTime();
        SimulatedRun.Outcome outcome = SimulatedRun.play(7, 8, 125_000, false);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("1,000,000 writes: %.1f s of real time, %s%n", seconds, outcome);
        assertThat(outcome.acknowledged()).isEqualTo(1_000_000);
    }
}
