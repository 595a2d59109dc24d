package dev.bowline.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMedianLiesBetweenTheQuartilesOfTheValuesWhateverTheirOrder() {
        Spread spread = Spread.of(List.of(5.0, 1.0, 4.0, 2.0, 3.0));
        assertThat(spread).isEqualTo(new Spread(3, 2, 4, 5));
    }

    @Test
    void anEvenNumberOfValuesIsSplitBetweenTheTwoInTheMiddle() {
        Spread spread = Spread.of(List.of(1.0, 2.0, 3.0, 4.0));
        assertThat(spread.median()).isEqualTo(2.5);
        assertThat(spread.low()).isEqualTo(1.75);
        assertThat(spread.high()).isEqualTo(3.25);
    }

    @Test
    void valuesThatAreNotNumbersOrNotFiniteAreLeftOut() {
        assertThat(Spread.of(List.of(Double.NaN, Double.POSITIVE_INFINITY, 7.0))).isEqualTo(new Spread(7, 7, 7, 1));
        assertThat(Spread.of(List.of(Double.NaN)).isKnown()).isFalse();
        assertThat(Spread.of(List.of())).isEqualTo(Spread.NONE);
    }

    @Test
    void aRatioIsNoiseOnlyIfOneLiesBetweenItsQuartiles() {
        assertThat(new Spread(0.98, 0.9, 1.1, 100).isNoise()).isTrue();
        assertThat(new Spread(0.9, 0.8, 0.99, 100).isNoise()).isFalse();
        assertThat(new Spread(1.2, 1.01, 1.3, 100).isNoise()).isFalse();
        assertThat(Spread.NONE.isNoise()).isFalse();
    }

    @Test
    void theInverseOfASpreadSwapsItsQuartiles() {
        assertThat(new Spread(0.5, 0.25, 1, 9).inverse()).isEqualTo(new Spread(2, 1, 4, 9));
        assertThat(Spread.NONE.inverse().isKnown()).isFalse();
    }

    @Test
    void aPercentileIsAValueThatOccurred() {
        long[] hundred = new long[100];
        for (int i = 0; i < 100; i++) {
            hundred[i] = i + 1;
        }
        assertThat(Spread.percentile(hundred, 0.5)).isEqualTo(50);
        assertThat(Spread.percentile(hundred, 0.99)).isEqualTo(99);
        assertThat(Spread.percentile(hundred, 0.999)).isEqualTo(100);
        assertThat(Spread.percentile(new long[]{3}, 0.99)).isEqualTo(3);
        assertThat(Spread.percentile(new long[0], 0.5)).isZero();
    }
}
