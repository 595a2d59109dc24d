package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of {@code distinct}. */
public final class DistinctOptions extends CommandOptions<DistinctOptions> {
    /** The rules by which strings are compared. */
    public DistinctOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** The index to use, by its keys. */
    public DistinctOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public DistinctOptions hint(String hint) {
        return put("hint", hint);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public DistinctOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
