package dev.bowline.model;

import org.bson.BsonString;
import org.bson.BsonValue;

/** How {@link Accumulators#percentile} and {@link Accumulators#median} find their result. */
public record QuantileMethod(BsonValue toBsonValue) {
    public static final QuantileMethod APPROXIMATE = new QuantileMethod(new BsonString("approximate"));

    public static QuantileMethod approximate() {
        return APPROXIMATE;
    }

    /** One that has no name here. */
    public static QuantileMethod of(BsonValue method) {
        return new QuantileMethod(method);
    }
}
