package dev.bowline.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {
    @Test
    void aFailureHoldsTheLineThatReplaysIt() {
        List<Long> played = new ArrayList<>();
        assertThatThrownBy(() -> playing(played)).isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Seed 7 failed; replay with: mvn test -Dtest=SeedsTest#playing"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dbowline.seed=7\n")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(played).containsExactly(5L, 6L, 7L);
        System.setProperty(Seeds.PROPERTY, "6");
        try {
            played.clear();
            playing(played);
            assertThat(played).containsExactly(6L);
        } finally {
            System.clearProperty(Seeds.PROPERTY);
        }
    }

    private static void playing(List<Long> played) {
        Seeds.play(5, 10, seed -> {
            played.add(seed);
            if (seed == 7) {
                throw new IllegalStateException("seven");
            }
        });
    }
}
