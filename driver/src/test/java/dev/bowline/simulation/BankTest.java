package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Retries, transactions and causal reads through every fault the simulator knows, in virtual time. */
class BankTest {
    @Test
    void nothingIsLostDoubledTornOrReadTooEarly() {
        run(30);
    }

    @Test
    @Tag("soak")
    void norInThousandsOfRuns() {
        run(Integer.getInteger("bowline.seeds", 3000));
    }

    private static void run(int seeds) {
        Long only = Long.getLong("bowline.seed");
        long first = only == null ? 1 : only;
        Duration virtual = Duration.ZERO;
        TreeMap<String, Integer> deeds = new TreeMap<>();
        for (long seed = first; seed < first + (only == null ? seeds : 1); seed++) {
            SimulatedBank.Outcome outcome = SimulatedBank.play(seed, 4, 40);
            outcome.deeds().forEach((deed, count) -> deeds.merge(deed, count, Integer::sum));
            virtual = virtual.plus(outcome.virtualTime());
        }
        System.out.println("In " + virtual + ": " + deeds);
        assertThat(deeds.keySet()).contains("update", "findAndModify", "bulk", "transfer", "audit", "causal read");
    }
}
