package dev.bowline.conformance;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/**
 * How much time a file leaves its cases beyond what it makes the server wait. A case with a timeout of 100 ms whose
 * server blocks for 60 ms leaves 40 ms for all else, and on a machine that does other things too that is not much.
 */
final class Patience {
    private static final long SHORT_MILLIS = 100;

    private Patience() {}

    /** Whether some timeout of the file is longer than some wait of its servers, but not by much. */
    static boolean isShort(SpecFile file) {
        List<Long> timeouts = new ArrayList<>();
        List<Long> waits = new ArrayList<>();
        collect(file.contents(), timeouts, waits);
        return timeouts.stream().anyMatch(timeout -> waits.stream()
                .anyMatch(wait -> timeout > wait && timeout - wait < SHORT_MILLIS));
    }

    private static void collect(BsonValue value, List<Long> timeouts, List<Long> waits) {
        if (value instanceof BsonArray array) {
            array.forEach(each -> collect(each, timeouts, waits));
        } else if (value instanceof BsonDocument document) {
            document.forEach((name, field) -> {
                if (field instanceof BsonNumber number && name.equals("timeoutMS")) {
                    timeouts.add(number.longValue());
                } else if (field instanceof BsonNumber number && name.equals("blockTimeMS")) {
                    waits.add(number.longValue());
                } else {
                    collect(field, timeouts, waits);
                }
            });
        }
    }
}
