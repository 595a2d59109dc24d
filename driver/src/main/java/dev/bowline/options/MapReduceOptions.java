package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import org.bson.BsonJavaScript;
import org.bson.conversions.Bson;

/** Options of {@code mapReduce}. */
public final class MapReduceOptions extends CommandOptions<MapReduceOptions> {
    /** Which documents are mapped; all unless set. */
    public MapReduceOptions filter(Bson filter) {
        return put("query", filter);
    }

    /** The order in which documents are mapped. */
    public MapReduceOptions sort(Bson sort) {
        return put("sort", sort);
    }

    /** How many documents are mapped at most; 0 for all. */
    public MapReduceOptions limit(int limit) {
        return put("limit", Arguments.requireNotNegative("limit", limit));
    }

    /** JavaScript that finishes each reduced value. */
    public MapReduceOptions finalizeFunction(String function) {
        return put("finalize", new BsonJavaScript(function));
    }

    /** Variables that the functions can see. */
    public MapReduceOptions scope(Bson scope) {
        return put("scope", scope);
    }

    /** Whether values stay JavaScript objects between mapping and reducing. */
    public MapReduceOptions jsMode(boolean jsMode) {
        return put("jsMode", jsMode);
    }

    /** Whether the reply holds timings. */
    public MapReduceOptions verbose(boolean verbose) {
        return put("verbose", verbose);
    }

    /** Whether to skip the validation rules of the collection written to. */
    public MapReduceOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** The rules by which strings are compared. */
    public MapReduceOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** How long the server may take. Not used where there is a timeout. */
    public MapReduceOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
