package dev.bowline.model;

import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * How {@link Accumulators#percentile} and {@link Accumulators#median} find their result.
 *
 * @param toBsonValue the value that the builders render as {@code method}
 */
public record QuantileMethod(BsonValue toBsonValue) {
    /** Approximates the percentile by the t-digest algorithm; renders {@code "approximate"}. */
    public static final QuantileMethod APPROXIMATE = new QuantileMethod(new BsonString("approximate"));

    /** Returns {@link #APPROXIMATE}, the only method that every server with percentiles has. */
    public static QuantileMethod approximate() {
        return APPROXIMATE;
    }

    /** One that has no name here. */
    public static QuantileMethod of(BsonValue method) {
        return new QuantileMethod(method);
    }
}
