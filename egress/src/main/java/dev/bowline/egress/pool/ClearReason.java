package dev.bowline.egress.pool;

import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Why, and how far, a pool is cleared.
 *
 * @param cause the error that current and later callers get, if there is one
 * @param interruptInUse whether connections in use, and those being established, are interrupted
 * @param serviceId the service whose connections become stale: required by a load-balanced pool, refused by others
 */
public record ClearReason(@Nullable RuntimeException cause, boolean interruptInUse, @Nullable ObjectId serviceId) {
    public static ClearReason of(@Nullable RuntimeException cause) {
        return new ClearReason(cause, false, null);
    }

    /** For a monitor's network timeout: in-use connections would not notice for long. */
    public static ClearReason interrupting(@Nullable RuntimeException cause) {
        return new ClearReason(cause, true, null);
    }

    public static ClearReason ofService(@Nullable RuntimeException cause, ObjectId serviceId) {
        return new ClearReason(cause, false, serviceId);
    }
}
