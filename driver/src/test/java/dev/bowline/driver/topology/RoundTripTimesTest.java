package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundTripTimesTest {
    @Test
    void theMinimumIsOfTheLastTenAndNeedsTwo() {
        RoundTripTimes times = new RoundTripTimes();
        assertThat(times.summary()).isEqualTo(new RoundTripTimes.Summary(null, null));
        times.add(1);
        assertThat(times.summary().minNanos()).isNull();
        times.add(5);
        assertThat(times.summary().minNanos()).isEqualTo(1);
        for (int i = 0; i < 8; i++) {
            times.add(6);
        }
        assertThat(times.summary().minNanos()).isEqualTo(1);
        times.add(7);
        assertThat(times.summary().minNanos()).isEqualTo(5);
        times.reset();
        assertThat(times.summary()).isEqualTo(new RoundTripTimes.Summary(null, null));
        times.add(9);
        assertThat(times.summary().averageNanos()).isEqualTo(9);
    }

    @Test
    void aNewSampleWeighsAFifth() {
        RoundTripTimes times = new RoundTripTimes();
        times.add(100);
        times.add(200);
        assertThat(times.summary().averageNanos()).isEqualTo(120);
        times.add(20);
        assertThat(times.summary().averageNanos()).isEqualTo(100);
    }
}
