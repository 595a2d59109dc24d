package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A pool could not give a connection.
 *
 * @param duration how long the asker waited
 * @param error what went wrong, if the reason is {@link Reason#CONNECTION_ERROR}
 * @param operationId links it with the command events of the operation; 0 without one
 */
public record ConnectionCheckOutFailedEvent(ServerAddress address, Reason reason, Duration duration,
        @Nullable Throwable error, long operationId)
        implements
            ConnectionPoolEvent {
    /** Why no connection could be had. */
    public enum Reason {
        /** The pool was closed before it could give a connection. */
        POOL_CLOSED("poolClosed", "Connection pool was closed"),
        /** No connection became available before the wait ended. */
        TIMEOUT("timeout", "Wait queue timeout elapsed without a connection becoming available"),
        /** The pool could not establish a connection. */
        CONNECTION_ERROR("connectionError", "An error occurred while trying to establish a new connection");

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
