package dev.bowline.driver.description;

import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * How fresh a server's word about itself is. Counters compare within one process; between processes nothing can be
 * said.
 *
 * @param processId changes each time the server starts
 * @param counter grows each time the server's state changes
 */
public record TopologyVersion(ObjectId processId, long counter) {
    /**
     * The version in a hello reply or an error, or null if there is none or it is not well-formed. (A malformed one in
     * a hello fails the check.)
     */
    public static @Nullable TopologyVersion from(BsonDocument reply) {
        return fromValue(reply.get("topologyVersion"));
    }

    /** The version in the value of a field {@code topologyVersion}, or null if there is none or it is malformed. */
    public static @Nullable TopologyVersion fromValue(@Nullable BsonValue value) {
        if (value == null || !value.isDocument()) {
            return null;
        }
        BsonValue processId = value.asDocument().get("processId");
        BsonValue counter = value.asDocument().get("counter");
        if (processId == null || !processId.isObjectId() || counter == null || !counter.isNumber()
                || counter.isDouble() || counter.isDecimal128() || counter.asNumber().longValue() < 0) {
            return null;
        }
        return new TopologyVersion(processId.asObjectId().getValue(), counter.asNumber().longValue());
    }

    /**
     * Compares what the client knows with what it hears. A negative answer means that what it hears is newer, or must
     * be assumed to be, because one of the two is missing or the server has been restarted.
     */
    public static int compare(@Nullable TopologyVersion current, @Nullable TopologyVersion heard) {
        if (current == null || heard == null || !current.processId.equals(heard.processId)) {
            return -1;
        }
        return Long.compare(current.counter, heard.counter);
    }

    /** Whether the same process said this after the other, beyond doubt. */
    public boolean isCertainlyLaterThan(@Nullable TopologyVersion other) {
        return other != null && processId.equals(other.processId) && counter > other.counter;
    }

    /** The form in which a client sends it back with an awaitable hello. */
    public BsonDocument toDocument() {
        return new BsonDocument("processId", new BsonObjectId(processId)).append("counter", new BsonInt64(counter));
    }
}
