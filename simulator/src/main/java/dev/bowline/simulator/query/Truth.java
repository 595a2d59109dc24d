package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import org.jspecify.annotations.Nullable;

/** What the server takes for true. */
public final class Truth {
    private Truth() {}

    public static boolean of(@Nullable Object value) {
        if (value instanceof Boolean b) {
            return b;
        }
        if (value != null && Types.isNumber(value)) {
            return Numbers.dbl(value) != 0;
        }
        return !Missing.orNull(value);
    }
}
