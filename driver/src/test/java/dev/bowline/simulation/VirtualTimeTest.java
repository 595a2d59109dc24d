package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole client and all servers in virtual time, from one seed. */
class VirtualTimeTest {
    private static final int SEEDS = 100;

    @Test
    void theSameSeedGivesTheSameHistoryTwiceAndEveryAcknowledgedWriteIsThereExactlyOnce() {
        Long only = Long.getLong("bowline.seed");
        long first = only == null ? 1000 : only;
        int seeds = only == null ? SEEDS : 1;
        Set<String> histories = new HashSet<>();
        long acknowledged = 0;
        for (long seed = first; seed < first + seeds; seed++) {
            SimulatedRun.Outcome once = SimulatedRun.play(seed, 4, 60, true);
            assertThat(SimulatedRun.play(seed, 4, 60, true)).as(SimulatedRun.replay(seed)).isEqualTo(once);
            histories.add(once.fingerprint());
            acknowledged += once.acknowledged();
        }
        assertThat(histories).as("different seeds, different histories").hasSize(seeds);
        assertThat(acknowledged).isGreaterThan(seeds * 4 * 60 * 9L / 10);
    }

    /**
     * The measure is the processor time of the whole process, the collector included, so that it holds on a machine
     * that does other things too; on an idle core it is the real time.
     */
    @Test
    @Tag("soak")
    void aMillionOperationsOfEightClientsTakeHalfAMinute() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = system.getProcessCpuTime();
        SimulatedRun.Outcome outcome = SimulatedRun.play(7, 8, 125_000, false);
        double seconds = (system.getProcessCpuTime() - start) / 1e9;
        System.out.printf("1,000,000 writes: %.1f s of processor time, %s%n", seconds, outcome);
        assertThat(outcome.acknowledged()).isEqualTo(1_000_000);
        assertThat(seconds).isLessThan(30);
    }
}
