package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection left its pool. Its socket may be closed a little later.
 *
 * @param serverConnectionId the server's own number for this connection, if it was established and reports one
 * @param error what went wrong, if the reason is {@link Reason#ERROR} and it is known
 */
public record ConnectionClosedEvent(ServerAddress address, long connectionId, @Nullable Long serverConnectionId,
        Reason reason, @Nullable Throwable error)
        implements
            ConnectionPoolEvent {
    /** Why a connection was closed. */
    public enum Reason {
        /** The pool was cleared after the connection was made. */
        STALE("stale", "Connection became stale because the pool was cleared"),
        /** The connection was unused for longer than {@code maxIdleTimeMS}. */
        IDLE("idle", "Connection has been available but unused for longer than the configured max idle time"),
        /** The connection failed while it was established or used. */
        ERROR("error", "An error occurred while using the connection"),
        /** The pool was closed. */
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
