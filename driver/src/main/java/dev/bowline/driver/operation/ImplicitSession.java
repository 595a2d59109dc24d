package dev.bowline.driver.operation;

import dev.bowline.driver.session.ServerSession;
import org.jspecify.annotations.Nullable;

/**
 * The server session of an operation that was given no explicit session: taken from the pool once the operation has a
 * connection, shared by all of its commands, and released when it is closed, unless a cursor has taken it over.
 */
final class ImplicitSession implements AutoCloseable {
    private final OperationExecutor executor;
    private @Nullable ServerSession session;

    ImplicitSession(OperationExecutor executor) {
        this(executor, null);
    }

    /** @param session the session that an earlier command of the operation used, or null */
    ImplicitSession(OperationExecutor executor, @Nullable ServerSession session) {
        this.executor = executor;
        this.session = session;
    }

    /** The session, or null if none has been taken. */
    @Nullable
    ServerSession current() {
        return session;
    }

    void acquire() {
        if (session == null) {
            session = executor.sessions().acquire(executor.sessionTimeoutMinutes());
        }
    }

    /** Hands the session over to the caller, or null if there is none. */
    @Nullable
    ServerSession detach() {
        ServerSession detached = session;
        session = null;
        return detached;
    }

    @Override
    public void close() {
        ServerSession taken = detach();
        if (taken != null) {
            executor.sessions().release(taken, executor.sessionTimeoutMinutes());
        }
    }
}
