package dev.bowline.driver.operation;

import dev.bowline.driver.session.ServerSession;
import org.jspecify.annotations.Nullable;

/** One implicit session for all commands of an operation, taken when the first has a connection. Closing gives it back. */
final class SharedSession implements AutoCloseable {
    private final OperationExecutor executor;
    @Nullable
    ServerSession session;

    SharedSession(OperationExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void close() {
        ServerSession taken = session;
        session = null;
        if (taken != null) {
            executor.sessions().release(taken, executor.sessionTimeoutMinutes());
        }
    }
}
