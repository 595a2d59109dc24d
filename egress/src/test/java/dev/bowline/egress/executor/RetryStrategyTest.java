package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryStrategyTest {
    private static final ServerAddress HOST = new ServerAddress("db.example", 27017);
    private static final RemoteCommandResponse UNREACHABLE = RemoteCommandResponse.failed(HOST,
            new Status(StatusCode.HOST_UNREACHABLE, "refused", null), Duration.ZERO);

    /** Draws the least, or the greatest, number that it may. */
    private static RandomGenerator drawing(boolean greatest) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError("A number without a bound was drawn");
            }

            @Override
            public long nextLong(long bound) {
                return greatest ? bound - 1 : 0;
            }
        };
    }

    @Test
    void pausesAreDrawnUpToABoundThatDoubles() {
        RetryStrategy strategy = RetryStrategy.exponential(5, Duration.ofMillis(10), Duration.ofMillis(30));
        RandomGenerator greatest = drawing(true);
        assertThat(strategy.pauseAfter(1, UNREACHABLE, greatest)).contains(Duration.ofMillis(10));
        assertThat(strategy.pauseAfter(2, UNREACHABLE, greatest)).contains(Duration.ofMillis(20));
        assertThat(strategy.pauseAfter(3, UNREACHABLE, greatest)).contains(Duration.ofMillis(30));
        assertThat(strategy.pauseAfter(4, UNREACHABLE, greatest)).contains(Duration.ofMillis(30));
        assertThat(strategy.pauseAfter(5, UNREACHABLE, greatest)).as("the last attempt").isEmpty();
        assertThat(strategy.pauseAfter(4, UNREACHABLE, drawing(false))).contains(Duration.ZERO);
    }

    @Test
    void aBoundThatCannotBeDoubledAnyMoreIsTheLimit() {
        Duration vanishesWhenDoubledThirtyTimes = Duration.ofNanos(1L << 34);
        RetryStrategy strategy = RetryStrategy.exponential(100, vanishesWhenDoubledThirtyTimes, Duration.ofDays(1000));
        assertThat(strategy.pauseAfter(99, UNREACHABLE, drawing(true))).contains(Duration.ofDays(1000));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {ok: 0, code: 91} | true
            {ok: 0, code: 10107} | true
            {ok: 0, code: 11000} | false
            {ok: 0, errorLabels: ['RetryableError']} | true
            {ok: 0, errorLabels: ['AnotherLabel']} | false
            {ok: 0, code: 'text', errorLabels: 1} | false
            {ok: 1, code: 91} | false
            """)
    void onlyARefusalThatMayPassIsTransient(String reply, boolean expected) {
        RemoteCommandResponse response = RemoteCommandResponse.answered(HOST, BsonDocument.parse(reply), Duration.ZERO);
        assertThat(RetryStrategy.isTransient(response)).isEqualTo(expected);
    }

    @Test
    void wrongLimitsAreRefused() {
        Duration one = Duration.ofMillis(1);
        assertThatThrownBy(() -> RetryStrategy.exponential(0, one, one)).hasMessageContaining("maxAttempts");
        assertThatThrownBy(() -> RetryStrategy.exponential(1, Duration.ZERO, one)).hasMessageContaining("Pauses");
        assertThatThrownBy(() -> RetryStrategy.exponential(1, one, Duration.ZERO)).hasMessageContaining("Pauses");
        assertThat(RetryStrategy.exponential(1, one, one).pauseAfter(1, UNREACHABLE, drawing(true))).isEmpty();
    }
}
