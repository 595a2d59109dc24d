package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pool has decided under its lock and still has to be done: wake, interrupt, publish, close, establish. The
 * state has changed already when the caller gets this; it runs it once it holds no lock any more. Running twice is as
 * running once; not running loses events and sockets.
 */
public final class Effects implements Runnable {
    private record Interrupt(Establishment establishment, @Nullable Connection connection, boolean closing,
            @Nullable RuntimeException cause) {}

    private final HostPool pool;
    private final List<Waiter> wakes = new ArrayList<>(0);
    private final List<Interrupt> interrupts = new ArrayList<>(0);
    private final List<Connection> closes = new ArrayList<>(0);
    private final List<PoolEntry> establishments = new ArrayList<>(0);
    private final List<PoolEntry> refreshes = new ArrayList<>(0);
    private boolean maintain;
    private @Nullable ConnectionPoolClearedEvent cleared;

    Effects(HostPool pool) {
        this.pool = pool;
    }

    void wake(Waiter waiter) {
        wakes.add(waiter);
    }

    /** Ends what a connection is doing, be it used or being established. */
    void interrupt(PoolEntry connection, boolean closing, @Nullable RuntimeException cause) {
        interrupts.add(new Interrupt(connection.establishment, connection.connection, closing, cause));
    }

    void close(Connection connection) {
        closes.add(connection);
    }

    /** Starts a thread that establishes a pending connection. */
    void establish(PoolEntry connection) {
        establishments.add(connection);
    }

    void refresh(PoolEntry connection) {
        refreshes.add(connection);
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
        Environment environment = pool.environment();
        for (Waiter waiter : take(wakes)) {
            environment.unpark(waiter.thread);
        }
        for (Interrupt interrupt : take(interrupts)) {
            interruptNow(interrupt);
        }
        for (Connection connection : take(closes)) {
            // Closing may block, on TLS or a full send buffer: never on the caller's path.
            environment.start("bowline-close-" + pool.address(), connection::close);
        }
        for (PoolEntry connection : take(establishments)) {
            try {
                pool.startConnecting("bowline-connect-" + pool.address(), () -> pool.establish(connection));
            } catch (RuntimeException | Error noThread) {
                pool.notEstablished(connection, noThread);
            }
        }
        for (PoolEntry connection : take(refreshes)) {
            pool.startConnecting("bowline-refresh-" + pool.address(), () -> pool.refresh(connection));
        }
        if (maintain) {
            maintain = false;
            pool.scheduleMaintenance();
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

    private static <T> List<T> take(List<T> list) {
        if (list.isEmpty()) {
            return List.of();
        }
        List<T> copy = List.copyOf(list);
        list.clear();
        return copy;
    }
}
