package dev.bowline.driver.operation;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cursor that fetches batch after batch from the server on which it was opened. It releases its session and its
 * pinned connection as soon as the server says that there is no more, and kills itself there if closed before.
 */
public final class BatchCursor<T> implements MongoCursor<T> {
    private static final Logger LOG = LoggerFactory.getLogger(BatchCursor.class);
    private static final int CURSOR_NOT_FOUND = 43;

    private final CursorSettings<T> settings;
    private final OperationExecutor executor;
    private final OperationScope scope;
    private final Server server;
    private final String namespace;
    /** For a timeout that bounds the whole life of the cursor. */
    private final Deadline lifetime;
    private long id;
    private List<T> batch;
    private int position;
    private int returned;
    private boolean closed;
    private @Nullable ServerSession implicitSession;
    /** Whether the implicit session is released with the cursor; if not, the operation around it does that. */
    private final boolean ownsSession;
    private @Nullable PinnedConnection pin;
    private @Nullable BsonDocument postBatchResumeToken;
    private final long operationTime;
    private final int maxWireVersion;
    /** The number of the transaction in which it was opened; 0 if in none. */
    private final long transactionNumber;
    /** Set while the server holds the cursor. */
    private CursorLeaks.@Nullable Opened opened;

    BatchCursor(CursorSettings<T> settings, Attempt attempt, CursorReply reply, List<T> firstBatch,
            @Nullable ServerSession implicitSession, boolean ownsSession, @Nullable PinnedConnection pin) {
        this.settings = settings;
        this.executor = attempt.call().executor();
        this.scope = attempt.scope();
        this.server = attempt.server();
        this.lifetime = attempt.call().deadline();
        this.namespace = reply.namespace();
        this.id = reply.id();
        this.batch = firstBatch;
        this.implicitSession = implicitSession;
        this.ownsSession = ownsSession;
        this.pin = pin;
        this.postBatchResumeToken = reply.postBatchResumeToken();
        this.operationTime = reply.operationTime();
        this.maxWireVersion = attempt.maxWireVersion();
        this.transactionNumber = transactionNumber(attempt.call().session());
        if (id != 0) {
            opened = executor.cursorLeaks().opened(this, namespace, server.address());
        }
        if (id != 0 && isLimitReached()) {
            // Not now: the connection that brought the reply is still held, and may be the only one.
            attempt.afterwards(this::closeIfLimitReached);
        }
    }

    @Override
    public boolean hasNext() {
        requireOpen();
        Deadline deadline = iterationDeadline();
        while (position == batch.size()) {
            if (id == 0) {
                return false;
            }
            fetch(deadline);
        }
        return true;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The cursor has no more documents");
        }
        return take();
    }

    @Override
    public @Nullable T tryNext() {
        requireOpen();
        return tryNext(iterationDeadline());
    }

    /** The same within a time that the caller keeps. */
    @Nullable
    T tryNext(Deadline deadline) {
        requireOpen();
        if (position == batch.size() && id != 0) {
            fetch(deadline);
        }
        return position == batch.size() ? null : take();
    }

    @Override
    public int available() {
        return batch.size() - position;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public ServerAddress serverAddress() {
        return server.address();
    }

    /** The token after the last batch, if this is the cursor of a change stream. */
    public @Nullable BsonDocument postBatchResumeToken() {
        return postBatchResumeToken;
    }

    /** When the server ran the first command by its own clock, or null if it did not say. */
    @Nullable
    BsonTimestamp operationTime() {
        return operationTime == 0 ? null : new BsonTimestamp(operationTime);
    }

    int maxWireVersion() {
        return maxWireVersion;
    }

    /**
     * Closes the cursor and hands its implicit session over, if it has one.
     *
     * @param kills whether to send killCursors, which is pointless if the server cannot be reached
     */
    @Nullable
    ServerSession abandon(boolean kills) {
        closed = true;
        batch = List.of();
        position = 0;
        try {
            if (kills) {
                killCursors(scope);
            }
            id = 0;
            ServerSession session = implicitSession;
            implicitSession = null;
            return session;
        } finally {
            release();
        }
    }

    @Override
    public void close() {
        close(scope);
    }

    @Override
    public void close(Duration timeout) {
        close(scope.withTimeoutMillis(Arguments.requireTimeout(timeout).toMillis()));
    }

    private void close(OperationScope within) {
        if (closed) {
            return;
        }
        closed = true;
        batch = List.of();
        position = 0;
        kill(within);
    }

    private T take() {
        T document = batch.get(position++);
        returned++;
        closeIfLimitReached();
        return document;
    }

    /** Servers end a cursor at its limit by themselves; those that do not get killCursors. */
    private void closeIfLimitReached() {
        if (id != 0 && isLimitReached()) {
            kill(scope);
        }
    }

    private boolean isLimitReached() {
        return settings.limit() > 0 && returned + available() >= settings.limit();
    }

    private void requireOpen() {
        if (closed) {
            throw new MongoClientException("The cursor is closed");
        }
    }

    private Deadline iterationDeadline() {
        return scope.hasTimeout() && settings.perIteration() ? executor.deadline(scope) : lifetime;
    }

    private void fetch(Deadline deadline) {
        executor.requireOpen();
        if (scope.session() != null) {
            // Another operation may use its server session by now.
            scope.session().requireNotEnded();
        }
        Integer size = settings.batchSize();
        if (settings.limit() > 0 && size != null && size > 0) {
            size = Math.min(size, settings.limit() - returned);
        }
        GetMore.Batch<T> next;
        try {
            next = fetch(size, deadline);
        } catch (MongoException e) {
            if (!Timeouts.isTimeout(e) || !settings.perIteration()) {
                failed(e);
            }
            throw e;
        }
        id = next.id();
        batch = next.documents();
        position = 0;
        if (next.postBatchResumeToken() != null) {
            postBatchResumeToken = next.postBatchResumeToken();
        }
        if (id == 0) {
            release();
        } else {
            closeIfLimitReached();
        }
    }

    private GetMore.Batch<T> fetch(@Nullable Integer size, Deadline deadline) {
        return executor.executeFollowUp(
                new GetMore<>(Namespace.parse(namespace), namespace, id, size, settings), scope, deadline, server,
                implicitSession, pin);
    }

    /**
     * After a failed fetch: a cursor that the server may still hold is killed when this one is closed. A pinned
     * connection that broke goes back then too.
     */
    private void failed(MongoException error) {
        if (error.code() == CURSOR_NOT_FOUND) {
            id = 0;
            release();
        }
    }

    private void kill(OperationScope within) {
        try {
            killCursors(within);
        } finally {
            release();
        }
    }

    private void killCursors(OperationScope within) {
        if (pin != null && !pin.connection().connection().isOpen()) {
            // No other connection reaches the server that has the cursor.
            id = 0;
        }
        if (id != 0) {
            KillCursors kill = new KillCursors(Namespace.parse(namespace), id,
                    transactionNumber != 0 && transactionNumber == transactionNumber(scope.session()));
            id = 0;
            try {
                executor.executeFollowUp(kill, within, executor.deadline(within), server, implicitSession, pin);
            } catch (RuntimeException e) {
                // There is nothing left to do: the server ends idle cursors by itself.
                LOG.debug("A cursor of {} on {} could not be killed", namespace, server.address(), e);
            }
        }
    }

    private static long transactionNumber(@Nullable Session session) {
        return session != null && session.inTransaction() ? session.serverSession().transactionNumber() : 0;
    }

    private void release() {
        if (opened != null) {
            opened.closed();
            opened = null;
        }
        PinnedConnection connection = pin;
        pin = null;
        ServerSession session = implicitSession;
        implicitSession = null;
        try {
            if (connection != null) {
                connection.release();
            }
        } finally {
            if (session != null && ownsSession) {
                executor.sessions().release(session, executor.sessionTimeoutMinutes());
            }
        }
    }
}
