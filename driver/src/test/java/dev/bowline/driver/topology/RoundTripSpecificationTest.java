package dev.bowline.driver.topology;

import static dev.bowline.driver.SpecificationData.onlyFields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.SpecificationData;
import dev.bowline.driver.SpecificationData.Case;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The suite of average round trip times. */
class RoundTripSpecificationTest {
    @TestFactory
    List<DynamicNode> roundTrips() {
        return SpecificationData.suite("server-selection/rtt",
                file -> List.of(new Case("is averaged", () -> run(file))));
    }

    private static void run(BsonDocument test) {
        onlyFields(test, Set.of("avg_rtt_ms", "new_rtt_ms", "new_avg_rtt"));
        RoundTripTimes times = new RoundTripTimes();
        if (!test.isString("avg_rtt_ms")) {
            times.add(nanos(test, "avg_rtt_ms"));
        }
        times.add(nanos(test, "new_rtt_ms"));
        assertThat(times.summary().averageNanos()).isEqualTo(nanos(test, "new_avg_rtt"));
    }

    private static long nanos(BsonDocument test, String field) {
        return Math.round(test.getNumber(field).doubleValue() * 1e6);
    }
}
