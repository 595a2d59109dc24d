package dev.bowline.egress.pool;

import dev.bowline.doubles.ConnectionDouble;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A connection without a socket: it remembers what happened to it. */
final class FakeConnection extends ConnectionDouble {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Semaphore gate = new Semaphore(1);
    private final AtomicInteger commands = new AtomicInteger();
    private volatile Deadline lastDeadline = Deadline.NEVER;
    private volatile @Nullable Throwable commandFailure;
    private volatile @Nullable RuntimeException abortReason;

    FakeConnection(long id, ServerAddress address, @Nullable ObjectId serviceId) {
        super(id, address, serviceId);
    }

    @Override
    public void breakDown() {
        super.breakDown();
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

    @Nullable
    RuntimeException abortReason() {
        return abortReason;
    }

    @Override
    public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
        lastDeadline = deadline;
        commands.incrementAndGet();
        gate.acquireUninterruptibly();
        gate.release();
        Throwable failure = commandFailure;
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
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

    void failCommands(Error failure) {
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
    public @Nullable Throwable failure() {
        return isOpen() ? null : new IllegalStateException("broken down");
    }
}
