package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a pool has decided under its lock and still has to be done: wake, interrupt, publish, close, establish. The
 * state has changed already when the caller gets this; it runs it once it holds no lock any more. Running twice is as
 * running once; not running loses events and sockets.
 *
 * <p>Waiters and connections are linked to one another, so that to wake, close or establish one more needs no memory.
 * A step that fails is logged and the others are still done: the thread that runs this has a connection to return or a
 * check-out to finish.
 */
public final class Effects implements Runnable {
    private record Interrupt(Establishment establishment, @Nullable Connection connection, boolean closing,
            @Nullable RuntimeException cause) {}

    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);
    /** Made in advance: it is for moments without memory. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    private static final RuntimeException NO_THREAD = new IllegalStateException(
            "No thread could be started to close the connection, so it was aborted");

    private final HostPool pool;
    private @Nullable Waiter firstWake;
    private @Nullable Waiter lastWake;
    private @Nullable Waiter nudged;
    private @Nullable ArrayDeque<Interrupt> interrupts;
    private @Nullable PoolEntry firstStep;
    private @Nullable PoolEntry lastStep;
    private boolean maintain;
    private @Nullable ConnectionPoolClearedEvent cleared;

    Effects(HostPool pool) {
        this.pool = pool;
    }

    /** Wakes a waiter that has been settled, and so has left the queue. */
    void wake(Waiter waiter) {
        if (lastWake == null) {
            firstWake = waiter;
        } else {
            lastWake.next = waiter;
        }
        lastWake = waiter;
    }

    /** Wakes a waiter that is still in the queue, so that it serves itself. */
    void nudge(@Nullable Waiter waiter) {
        nudged = waiter;
    }

    /** Ends what a connection is doing, be it used or being established. */
    void interrupt(PoolEntry connection, boolean closing, @Nullable RuntimeException cause) {
        if (interrupts == null) {
            interrupts = new ArrayDeque<>();
        }
        interrupts.add(new Interrupt(connection.establishment, connection.connection, closing, cause));
    }

    /** Closes the socket of a connection that was removed from the pool. */
    void close(PoolEntry connection) {
        addStep(connection);
    }

    /** Starts a thread that establishes a pending connection. */
    void establish(PoolEntry connection) {
        addStep(connection);
    }

    /** Starts a thread that tries an idle connection. */
    void refresh(PoolEntry connection) {
        addStep(connection);
    }

    /** A connection has one step ahead of it at a time: the next is only decided when a thread has taken this one. */
    private void addStep(PoolEntry connection) {
        if (lastStep == null) {
            firstStep = connection;
        } else {
            lastStep.nextStep = connection;
        }
        lastStep = connection;
    }

    /** Asks for a background run as soon as possible. */
    void maintain() {
        maintain = true;
    }

    /** Takes back that wish: a thread that has just failed to connect does not try again at once. */
    void doNotMaintain() {
        maintain = false;
    }

    void cleared(ConnectionPoolClearedEvent event) {
        cleared = event;
    }

    /** How the pool was cleared; null if it was not, or if it was paused already without connections or waiters. */
    public @Nullable ConnectionPoolClearedEvent cleared() {
        return cleared;
    }

    /** Does what is left, then calls listeners on this thread. */
    @Override
    public void run() {
        act();
        pool.deliverEvents();
    }

    /** Calls listeners on another thread: for threads that must not wait for them. To be used after {@link #act}. */
    public void deliverElsewhere() {
        pool.deliverEventsElsewhere();
    }

    /** Does what is left without calling listeners. Nothing of it waits. */
    public void act() {
        boolean more = true;
        while (more) {
            try {
                more = actOnce();
            } catch (RuntimeException | Error thrown) {
                report(thrown);
            }
        }
    }

    /** Takes one thing that is left, and does it. A step that fails may leave others. False if nothing was left. */
    private boolean actOnce() {
        Waiter waiter = firstWake != null ? pollWake() : nudged;
        if (waiter != null) {
            if (waiter == nudged) {
                nudged = null;
            }
            pool.environment().unpark(waiter.thread);
            return true;
        }
        Interrupt interrupt = interrupts == null ? null : interrupts.poll();
        if (interrupt != null) {
            interruptNow(interrupt);
            return true;
        }
        PoolEntry connection = pollStep();
        if (connection != null) {
            step(connection);
            return true;
        }
        if (maintain) {
            maintain = false;
            pool.scheduleMaintenance();
        }
        return false;
    }

    private @Nullable Waiter pollWake() {
        Waiter first = firstWake;
        if (first != null) {
            firstWake = first.next;
            first.next = null;
            if (firstWake == null) {
                lastWake = null;
            }
        }
        return first;
    }

    private @Nullable PoolEntry pollStep() {
        PoolEntry first = firstStep;
        if (first != null) {
            firstStep = first.nextStep;
            first.nextStep = null;
            if (firstStep == null) {
                lastStep = null;
            }
        }
        return first;
    }

    /** What there is to do follows from the connection's state, which only the thread that is started here changes. */
    private void step(PoolEntry connection) {
        try {
            switch (connection.state) {
                case PENDING -> pool.startConnecting("bowline-connect-" + pool.address(),
                        () -> pool.establish(connection));
                case REFRESHING -> pool.startConnecting("bowline-refresh-" + pool.address(),
                        () -> pool.refresh(connection));
                // Closing may block, on TLS or a full send buffer: never on the caller's path.
                case CLOSED -> pool.environment().start("bowline-close-" + pool.address(),
                        connection.connection()::close);
                case AVAILABLE, IN_USE -> throw new IllegalStateException("Nothing is to be done for " + connection);
            }
        } catch (RuntimeException | Error noThread) {
            if (connection.state == PoolEntry.State.CLOSED) {
                connection.connection().abort(NO_THREAD);
            } else {
                pool.abandon(connection, noThread, this);
            }
            report(noThread);
        }
    }

    private void interruptNow(Interrupt interrupt) {
        RuntimeException reason = interrupt.closing()
                ? new MongoPoolClosedException("Connection pool for " + pool.address() + " was closed")
                : new MongoPoolClearedException(
                        "Connection to " + pool.address() + " interrupted due to server monitor timeout",
                        interrupt.cause());
        Connection connection = interrupt.connection();
        if (connection == null) {
            interrupt.establishment().abort(reason);
        } else {
            connection.abort(reason);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void report(Throwable thrown) {
        try {
            LOG.error("The pool for {} could not do all that it had decided", pool.address(), thrown);
        } catch (Throwable unheard) {
            // Without memory there is no log either.
        }
    }
}
