package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;

/** Makes connections that are ready for use. A pool and a monitor each have one. */
@FunctionalInterface
public interface Connector {
    /**
     * Connects, handshakes and authenticates, on the calling thread.
     *
     * @param establishment lets other threads end this early
     * @throws dev.bowline.error.MongoSocketException with the phase, if the network fails or the deadline passes
     * @throws dev.bowline.error.MongoSecurityException if authentication fails
     * @throws dev.bowline.error.MongoInterruptedException if the calling thread is interrupted
     * @throws RuntimeException the establishment's own reason, if it was aborted
     */
    Connection connect(long connectionId, ServerAddress address, Deadline deadline, Establishment establishment);

    /** The same, without a way to end it early. */
    default Connection connect(long connectionId, ServerAddress address, Deadline deadline) {
        return connect(connectionId, address, deadline, new Establishment());
    }
}
