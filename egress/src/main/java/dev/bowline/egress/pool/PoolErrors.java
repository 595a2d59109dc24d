package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoWaitQueueTimeoutException;

/** The errors of the section "Connection Pool Errors", with the prescribed sentence first. */
final class PoolErrors {
    private PoolErrors() {}

    /** Why a pool in this state gives nothing. */
    static RuntimeException refusal(ServerAddress address, PoolState state) {
        return switch (state) {
            case PoolState.Closed closed -> closed(address);
            case PoolState.Paused paused -> cleared(address, paused);
            case PoolState.Ready ready -> throw new IllegalStateException("A ready pool does not refuse");
        };
    }

    /** How the event that a check-out failed names this error. */
    static ConnectionCheckOutFailedEvent.Reason reason(Throwable error) {
        return switch (error) {
            case MongoPoolClosedException closed -> ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED;
            case MongoWaitQueueTimeoutException timeout -> ConnectionCheckOutFailedEvent.Reason.TIMEOUT;
            default -> ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR;
        };
    }

    static MongoPoolClosedException closed(ServerAddress address) {
        MongoPoolClosedException error = new MongoPoolClosedException(
                "Attempted to check out a Connection from closed connection pool");
        error.at(address);
        return error;
    }

    static MongoPoolClearedException cleared(ServerAddress address, PoolState.Paused paused) {
        String message;
        if (!paused.cleared()) {
            message = "Connection pool for " + address + " is paused: its server has not been found available yet";
        } else {
            message = "Connection pool for " + address + " was cleared because another operation failed with: "
                    + (paused.cause() == null ? "an error that was not given" : paused.cause().toString());
        }
        MongoPoolClearedException error = new MongoPoolClearedException(message, paused.cause());
        error.at(address);
        return error;
    }

    static MongoPoolClearedException interrupted(ServerAddress address) {
        MongoPoolClearedException error = new MongoPoolClearedException(
                "Connection to " + address + " interrupted due to server monitor timeout");
        error.at(address);
        return error;
    }

    static MongoWaitQueueTimeoutException timedOut(PoolStatistics statistics, PoolSettings settings, int cursors,
            int transactions, long waitedMillis) {
        MongoWaitQueueTimeoutException error = new MongoWaitQueueTimeoutException(
                (settings.loadBalanced()
                        ? "Timeout waiting for connection from the connection pool. "
                        : "Timed out while checking out a Connection from connection pool; ")
                        + "maxPoolSize: " + settings.maxPoolSize()
                        + ", connections in use by cursors: " + cursors + ", connections in use by transactions: "
                        + transactions + ", connections in use by other operations: "
                        + (statistics.inUse() - cursors - transactions) + ", pending: " + statistics.pending()
                        + ", still waiting: " + statistics.waiting() + ", waited " + waitedMillis + " ms for "
                        + statistics.address());
        error.at(statistics.address());
        return error;
    }

    static MongoInterruptedException interruptedWhileWaiting(ServerAddress address) {
        MongoInterruptedException error = new MongoInterruptedException(
                "Interrupted while waiting for a connection to " + address);
        error.at(address);
        return error;
    }
}
