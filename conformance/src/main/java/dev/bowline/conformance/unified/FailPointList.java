package dev.bowline.conformance.unified;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** The fail points that a test has set, to be taken back after it. */
final class FailPointList {
    private final Deque<Runnable> undo = new ArrayDeque<>();

    /** Sets a fail point by running its command, and notes how to take it back in the same way. */
    void set(BsonDocument failPoint, Consumer<BsonDocument> runner) {
        runner.accept(failPoint);
        BsonDocument off = new BsonDocument("configureFailPoint", failPoint.getString("configureFailPoint"))
                .append("mode", new BsonString("off"));
        undo.push(() -> runner.accept(off));
    }

    /** Takes all of them back; returns the first failure to do so, or null. */
    @Nullable
    RuntimeException clear() {
        RuntimeException first = null;
        while (!undo.isEmpty()) {
            try {
                undo.pop().run();
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }
}
