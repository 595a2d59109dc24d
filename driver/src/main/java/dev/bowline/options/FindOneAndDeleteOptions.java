package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of {@code findOneAndDelete}. */
public final class FindOneAndDeleteOptions extends CommandOptions<FindOneAndDeleteOptions> {
    /** The order. */
    public FindOneAndDeleteOptions sort(Bson sort) {
        return put("sort", sort);
    }

    /** The fields to return. */
    public FindOneAndDeleteOptions projection(Bson projection) {
        return put("fields", projection);
    }

    /** The rules by which strings are compared. */
    public FindOneAndDeleteOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** The index to use, by its keys. */
    public FindOneAndDeleteOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public FindOneAndDeleteOptions hint(String hint) {
        return put("hint", hint);
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public FindOneAndDeleteOptions let(Bson let) {
        return put("let", let);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public FindOneAndDeleteOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
