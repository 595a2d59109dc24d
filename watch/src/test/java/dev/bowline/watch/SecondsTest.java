package dev.bowline.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Figures by the second. */
class SecondsTest {
    private final Seconds seconds = new Seconds();

    private List<Seconds.Second> from(long first, long last) {
        List<Seconds.Second> found = new ArrayList<>();
        seconds.forEach(first, last, found::add);
        return found;
    }

    @Test
    void percentilesAreRightToWithinAFifth() {
        for (int millis = 1; millis <= 1000; millis++) {
            seconds.ended(7, TimeUnit.MILLISECONDS.toNanos(millis), millis % 100 == 0);
        }
        seconds.retried(7);
        Seconds.Second second = from(0, 10).getFirst();
        assertThat(second.ended()).isEqualTo(1000);
        assertThat(second.failed()).isEqualTo(10);
        assertThat(second.retries()).isEqualTo(1);
        assertThat(second.percentileMillis(0.5)).isCloseTo(500, within(100.0));
        assertThat(second.percentileMillis(0.99)).isCloseTo(990, within(200.0));
        assertThat(second.worstMillis()).isEqualTo(1000);
    }

    @Test
    void anOperationThatTookAnHourIsInTheLastClass() {
        seconds.ended(7, TimeUnit.HOURS.toNanos(1), false);
        seconds.ended(8, 0, false);
        assertThat(from(7, 7).getFirst().worstMillis()).isEqualTo(3_600_000);
        assertThat(from(7, 7).getFirst().percentileMillis(0.5)).isPositive();
        assertThat(from(8, 8).getFirst().percentileMillis(0.5)).isZero();
    }

    @Test
    void anOldSecondIsOverwrittenAndLateComersToItAreDropped() {
        seconds.ended(1, 1000, false);
        seconds.ended(1 + Seconds.KEPT, 1000, false);
        seconds.ended(1, 1000, false);
        assertThat(from(0, 1)).isEmpty();
        assertThat(from(2, 1 + Seconds.KEPT)).singleElement()
                .satisfies(second -> assertThat(second.ended()).isEqualTo(1));
    }
}
