package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a filter says of the values at one path. */
sealed interface Condition {
    boolean at(FieldPath path, Document document, Matching matching);

    /** Of one value, as {@code $elemMatch} asks it of each element. */
    boolean of(@Nullable Object value, Matching matching);

    /** The test holds for some value at the path; for an array, also for one of its elements if it looks into them. */
    record Some(Test test, boolean intoArrays) implements Condition {
        @Override
        public boolean at(FieldPath path, Document document, Matching matching) {
            return path.any(document, test, intoArrays, matching);
        }

        @Override
        public boolean of(@Nullable Object value, Matching matching) {
            return test.holds(value, matching);
        }
    }

    /** It is not so that all of these hold. */
    record NotAll(List<Condition> conditions) implements Condition {
        @Override
        public boolean at(FieldPath path, Document document, Matching matching) {
            for (Condition condition : conditions) {
                if (!condition.at(path, document, matching)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean of(@Nullable Object value, Matching matching) {
            for (Condition condition : conditions) {
                if (!condition.of(value, matching)) {
                    return true;
                }
            }
            return false;
        }
    }
}
