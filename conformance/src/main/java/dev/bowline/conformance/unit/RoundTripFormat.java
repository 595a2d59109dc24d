package dev.bowline.conformance.unit;

import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.driver.topology.RoundTripTimes;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNumber;

/** The moving average of round trips. */
public final class RoundTripFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("avg_rtt_ms", "new_rtt_ms", "new_avg_rtt");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double TOLERANCE_NANOS = 10;

    @Override
    public boolean reads(SpecFile file) {
        return file.has("avg_rtt_ms", "new_rtt_ms");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return List.of(new SpecCase(file.suite(), file.path(), "averages", () -> check(file.contents())));
    }

    private static void check(BsonDocument test) {
        Check.knownKeys(test, KEYS, "the file");
        RoundTripTimes times = new RoundTripTimes();
        // The average before is the string "NULL" where there was none.
        if (test.get("avg_rtt_ms") instanceof BsonNumber before) {
            times.add(Math.round(before.doubleValue() * NANOS_PER_MILLI));
        }
        times.add(Math.round(test.getNumber("new_rtt_ms").doubleValue() * NANOS_PER_MILLI));
        Long average = times.summary().averageNanos();
        double expected = test.getNumber("new_avg_rtt").doubleValue() * NANOS_PER_MILLI;
        if (average == null || Math.abs(average - expected) > TOLERANCE_NANOS) {
            throw new MismatchException("expected an average of " + expected + " ns, was " + average);
        }
    }
}
