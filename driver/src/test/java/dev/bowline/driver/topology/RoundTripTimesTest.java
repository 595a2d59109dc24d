package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RoundTripTimesTest {
    @TestFactory
    Stream<DynamicTest> averages() {
        return SpecificationData.suite("server-selection", "rtt").stream()
                .map(data -> dynamicTest(data.name(), () -> run(data.document())));
    }

    private static void run(BsonDocument test) {
        assertThat(test.keySet()).containsExactlyInAnyOrder("avg_rtt_ms", "new_rtt_ms", "new_avg_rtt");
        RoundTripTimes times = new RoundTripTimes();
        if (test.get("avg_rtt_ms").isNumber()) {
            times.add(nanos(test.getNumber("avg_rtt_ms").doubleValue()));
        } else {
            assertThat(test.getString("avg_rtt_ms").getValue()).isEqualTo("NULL");
        }
        times.add(nanos(test.getNumber("new_rtt_ms").doubleValue()));
        assertThat(times.summary().averageNanos() / 1e6).isCloseTo(test.getNumber("new_avg_rtt").doubleValue(),
                within(1e-3));
    }

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

    private static long nanos(double millis) {
        return Math.round(millis * 1e6);
    }
}
