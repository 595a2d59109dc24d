package dev.bowline.driver.topology;

import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A monitor's own connection: unauthenticated, uncompressed, and used for nothing but hello. */
interface MonitorConnection extends AutoCloseable {
    /** Makes such connections. */
    @FunctionalInterface
    interface Factory {
        /**
         * Connects and handshakes; the establishment lets other threads end that early. Each step has the connect
         * timeout to itself, within the deadline.
         */
        MonitorConnection connect(long connectionId, ServerAddress address, Deadline deadline,
                Establishment establishment);
    }

    @Nullable
    Long serverConnectionId();

    /** The reply to the hello of the handshake, which is the first check. */
    BsonDocument handshakeReply();

    /** How long that hello took. */
    long handshakeNanos();

    /**
     * Asks.
     *
     * @param command a hello, or its legacy spelling
     * @param exhaustAllowed whether the server may go on answering without being asked again
     */
    BsonDocument hello(BsonDocument command, boolean exhaustAllowed, Deadline deadline);

    /** Whether the last reply announced another one. */
    boolean moreToCome();

    /** Waits for the announced reply. */
    BsonDocument next(Deadline deadline);

    boolean isOpen();

    /** Ends whatever the connection does; the thread that uses it then throws this. */
    void abort(RuntimeException reason);

    @Override
    void close();
}
