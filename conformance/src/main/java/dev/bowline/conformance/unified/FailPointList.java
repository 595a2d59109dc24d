package dev.bowline.conformance.unified;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The fail points that a test has set, to be taken back after it: on the server on which each was set, which may no
 * longer be the one that the test's client would choose, and not with the test's client, which may be closed.
 */
final class FailPointList {
    private final Target target;
    private final Deque<FailPoint> set = new ArrayDeque<>();

    private record FailPoint(ServerAddress server, BsonDocument off) {}

    FailPointList(Target target) {
        this.target = target;
    }

    /** Notes a fail point that was set at a server. */
    void setAt(ServerAddress server, BsonDocument failPoint) {
        set.push(new FailPoint(server,
                new BsonDocument("configureFailPoint", failPoint.getString("configureFailPoint")).append("mode",
                        new BsonString("off"))));
    }

    /** Takes all of them back; returns the first failure to do so, or null. */
    @Nullable
    MongoException clear() {
        MongoException first = null;
        while (!set.isEmpty()) {
            FailPoint next = set.pop();
            try {
                target.directTo(next.server).database("admin").runCommand(next.off, BsonDocument.class, options -> {});
            } catch (MongoException e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }
}
