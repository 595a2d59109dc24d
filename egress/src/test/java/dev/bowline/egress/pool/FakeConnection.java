package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A connection without a socket: it remembers what happened to it. */
final class FakeConnection implements Connection {
    private final ConnectionDescription description;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Semaphore gate = new Semaphore(1);
    private final AtomicInteger commands = new AtomicInteger();
    private volatile Deadline lastDeadline = Deadline.NEVER;
    private volatile @Nullable RuntimeException commandFailure;
    private volatile boolean open = true;
    private volatile boolean closed;
    private volatile @Nullable RuntimeException abortReason;

    FakeConnection(long id, ServerAddress address, @Nullable ObjectId serviceId) {
        this.description = new ConnectionDescription(address, id, null, serviceId, 6, 25, 16 << 20, 48_000_000, 100_000,
                30, null, new BsonDocument(), 0);
    }

    /** What a network error does to a real one. */
    void breakDown() {
        open = false;
        ended.countDown();
    }

    /** Blocks as a read on a silent host does, until aborted or closed. */
    void readForever() throws InterruptedException {
        ended.await();
        RuntimeException reason = abortReason;
        if (reason != null) {
            throw reason;
        }
    }

    boolean isClosed() {
        return closed;
    }

    @Nullable
    RuntimeException abortReason() {
        return abortReason;
    }

    @Override
    public ConnectionDescription description() {
        return description;
    }

    @Override
    public RequestWriter request(int flags) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reply exchange(RequestWriter request, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void send(RequestWriter request, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reply receive(Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasMoreToCome() {
        return false;
    }

    @Override
    public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
        lastDeadline = deadline;
        commands.incrementAndGet();
        gate.acquireUninterruptibly();
        gate.release();
        RuntimeException failure = commandFailure;
        if (failure != null) {
            throw failure;
        }
        return new BsonDocument();
    }

    void holdCommands() {
        gate.acquireUninterruptibly();
    }

    void releaseCommands() {
        gate.release();
    }

    void failCommands(RuntimeException failure) {
        commandFailure = failure;
    }

    int commands() {
        return commands.get();
    }

    Deadline lastDeadline() {
        return lastDeadline;
    }

    @Override
    public void abort(RuntimeException reason) {
        if (abortReason == null) {
            abortReason = reason;
        }
        breakDown();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public @Nullable Throwable failure() {
        return open ? null : new IllegalStateException("broken down");
    }

    @Override
    public long idleSinceNanos() {
        return 0;
    }

    @Override
    public void close() {
        closed = true;
        breakDown();
    }
}
