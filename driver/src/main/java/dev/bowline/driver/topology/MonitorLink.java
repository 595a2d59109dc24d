package dev.bowline.driver.topology;

import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.error.MongoClientException;
import org.jspecify.annotations.Nullable;

/**
 * The way from one monitor to its server: no connection, one that is being established, or an open one. The monitor's
 * thread connects, asks and closes; any thread may abort what that thread does.
 */
final class MonitorLink {
    /** What the monitor's thread used at one moment. */
    record InUse(@Nullable Establishment opening, @Nullable MonitorConnection open) {
        void abort(RuntimeException reason) {
            if (opening != null) {
                opening.abort(reason);
            }
            if (open != null) {
                open.abort(reason);
            }
        }
    }

    private final ServerAddress address;
    private final MonitorConnection.Factory connector;

    /** Guards the fields below. The monitor may hold it while it calls a method of this class. */
    private final StateLock lock;
    private @Nullable Establishment opening;
    private @Nullable MonitorConnection open;
    private boolean stopped;

    /** @param lock the monitor's, so that no thread ever waits for one lock while it holds another */
    MonitorLink(ServerAddress address, MonitorConnection.Factory connector, StateLock lock) {
        this.address = address;
        this.connector = connector;
        this.lock = lock;
    }

    /** The open connection, or null if there is none. */
    @Nullable
    MonitorConnection connection() {
        return inUse().open();
    }

    InUse inUse() {
        lock.lock();
        try {
            return new InUse(opening, open);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Connects where no connection is open. Each step, name, connection, TLS and hello, has the connect timeout to
     * itself, as for an operation's connection, within the deadline.
     */
    MonitorConnection connect(long connectionId, Deadline deadline) {
        Establishment establishment = new Establishment();
        lock.lock();
        try {
            if (stopped) {
                throw stoppedException();
            }
            opening = establishment;
        } finally {
            lock.unlock();
        }
        MonitorConnection made = null;
        try {
            made = connector.connect(connectionId, address, deadline, establishment);
            return made;
        } finally {
            lock.lock();
            try {
                opening = null;
                open = made;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Closes the connection, if one is open. */
    void close() {
        MonitorConnection old;
        lock.lock();
        try {
            old = open;
            open = null;
        } finally {
            lock.unlock();
        }
        if (old != null) {
            old.close();
        }
    }

    /** Aborts what is in use, and refuses to connect from now on. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
        } finally {
            lock.unlock();
        }
        inUse().abort(stoppedException());
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    private MongoClientException stoppedException() {
        return new MongoClientException("The monitor of " + address + " was stopped");
    }
}
