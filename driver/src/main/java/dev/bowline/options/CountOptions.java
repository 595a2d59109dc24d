package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of {@code countDocuments}. */
public final class CountOptions extends CommandOptions<CountOptions> {
    private int skip;
    private int limit;

    /** The rules by which strings are compared. */
    public CountOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** The index to use, by its keys. */
    public CountOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public CountOptions hint(String hint) {
        return put("hint", hint);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public CountOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** How many documents to pass over before counting. */
    public CountOptions skip(int skip) {
        this.skip = Arguments.requireNotNegative("skip", skip);
        return this;
    }

    /** Where to stop counting; 0 means nowhere. */
    public CountOptions limit(int limit) {
        this.limit = Arguments.requireNotNegative("limit", limit);
        return this;
    }

    /** Returns how many documents the server passes over before it counts, or 0 if not set. */
    public int skip() {
        return skip;
    }

    /** Returns the count at which the server stops, or 0 if not set. 0 means no limit. */
    public int limit() {
        return limit;
    }
}
