package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection left its pool. Its socket may be closed a little later.
 *
 * @param error what went wrong, if the reason is {@link Reason#ERROR} and it is known
 */
public record ConnectionClosedEvent(ServerAddress address, long connectionId, Reason reason, @Nullable Throwable error)
        implements
            ConnectionPoolEvent {
    /** Why a connection was closed. */
    public enum Reason {
        STALE("stale", "Connection became stale because the pool was cleared"),
        IDLE("idle", "Connection has been available but unused for longer than the configured max idle time"),
        ERROR("error", "An error occurred while using the connection"),
        POOL_CLOSED("poolClosed", "Connection pool was closed");

        private final String id;
        private final String text;

        Reason(String id, String text) {
            this.id = id;
            this.text = text;
        }

        /** The name that the specification gives this reason. */
        public String id() {
            return id;
        }

        /** The sentence that the specification prescribes for log messages. */
        public String text() {
            return text;
        }
    }
}
