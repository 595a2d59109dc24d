package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.pool.PoolEntry.State;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The state of one pool: its connections, its wait queue, its generations. Plain state and decisions: every method is
 * called under the pool's lock, takes the time as an argument, and adds actions to {@link Effects}, which run after the
 * lock was released.
 *
 * <p>Check-in, closing a connection and making one available allocate no memory. Other steps allocate before they
 * change anything, so an {@link OutOfMemoryError} leaves the state as it was.
 *
 * <p>Invariants between two calls: no caller waits while a connection is available or another may be created; the
 * limits hold; available, pending and in-use connections add up to the total.
 */
final class PoolCore {
    private final HostPool pool;
    private final ServerAddress address;
    private final PoolSettings settings;
    private final PoolEvents events;
    private final boolean callersConnect;
    private final Expiry expiry;

    private PoolState state = new PoolState.Paused(null, false);
    private final WaitQueue queue = new WaitQueue();
    private final Roster all = new Roster();
    /** Most recently used last: that one is taken first, so that the others may become idle. */
    private final ArrayList<PoolEntry> available = new ArrayList<>(1);
    private final Generations generations = new Generations();
    private int pending;
    /** How many of the pending connections maintenance creates. */
    private int populating;
    private int refreshing;
    private long lastId;
    private int minSize;
    private int maxSize;
    private int maxConnecting;
    private boolean limitsChanged;
    /** Whether a waiting caller was not served because memory ran out. Written under the lock. */
    private volatile boolean owesService;

    /**
     * @param callersConnect whether the pool creates connections for waiting callers, so that maintenance
     *     leaves them all slots but one; false for an executor
     */
    PoolCore(HostPool pool, PoolSettings settings, RefreshPolicy refresh, boolean callersConnect, PoolEvents events) {
        this.pool = pool;
        this.address = pool.address();
        this.settings = settings;
        this.events = events;
        this.callersConnect = callersConnect;
        this.expiry = Expiry.of(settings, refresh);
        this.minSize = settings.minPoolSize();
        this.maxSize = settings.maxPoolSize() == 0 ? Integer.MAX_VALUE : settings.maxPoolSize();
        this.maxConnecting = settings.maxConnecting();
    }

    /** Changes the limits; only an executor's controller does. Returns false if they stay the same. */
    boolean limit(int minimum, int maximum, int connecting) {
        boolean changes = minimum != minSize || maximum != maxSize || connecting != maxConnecting;
        minSize = minimum;
        maxSize = maximum;
        maxConnecting = connecting;
        limitsChanged |= changes;
        return changes;
    }

    PoolState state() {
        return state;
    }

    /** All connections that are not closed, for inspection. */
    Roster connections() {
        return all;
    }

    boolean isReady() {
        return state instanceof PoolState.Ready;
    }

    boolean hasAvailable() {
        return !available.isEmpty();
    }

    boolean isClosed() {
        return state instanceof PoolState.Closed;
    }

    // ---- check-out and check-in

    /** The fast path of check-out: takes the most recently used connection. Null if the slow path must decide. */
    @Nullable
    PooledConnection takeFirst(Thread holder, long now) {
        PoolEntry candidate = available.isEmpty() ? null : available.getLast();
        if (candidate == null || !isReady() || expiry.perishedReason(candidate, now) != null
                || expiry.isDue(candidate, now)) {
            return null;
        }
        return takeLast(candidate, holder);
    }

    private PooledConnection takeLast(PoolEntry last, Thread holder) {
        PooledConnection given = last.give(holder);
        available.removeLast();
        last.state = State.IN_USE;
        return given;
    }

    /**
     * Adds a caller to the wait queue if no connection is available, none can be created and the pool is ready. Null
     * otherwise.
     */
    @Nullable
    Waiter waitIfBusy(long now) {
        if (!available.isEmpty() || !isReady() || (all.size() < maxSize && pending < maxConnecting)) {
            return null;
        }
        Waiter waiter = new Waiter(now, 0);
        queue.addLast(waiter);
        return waiter;
    }

    /**
     * Adds a caller to the wait queue or, if it would be first and the limits allow, establishes a connection for it.
     */
    Waiter await(long now, long operationId, boolean observed, Effects effects) {
        Waiter waiter = new Waiter(now, operationId);
        PoolEntry created = queue.isEmpty() ? create(now, observed) : null;
        if (created == null) {
            queue.addLast(waiter);
            if (owesService) {
                serve(now, effects, observed);
            }
        } else {
            establishFor(waiter, created, effects);
        }
        return waiter;
    }

    private static void establishFor(Waiter waiter, PoolEntry created, Effects effects) {
        created.asker = waiter;
        waiter.asked = created;
        effects.establish(created);
    }

    /** Removes a caller that gives up. A connection that is being established for it goes to the next caller. */
    void giveUp(Waiter waiter) {
        waiter.left = true;
        if (waiter.asked != null) {
            waiter.asked.asker = null;
            waiter.asked = null;
        } else {
            queue.remove(waiter);
        }
    }

    /** Takes an available connection, and closes perished ones that it finds first. Null if there is none. */
    @Nullable
    PooledConnection take(Thread holder, long now, Effects effects) {
        while (!available.isEmpty()) {
            PoolEntry candidate = available.getLast();
            ConnectionClosedEvent.Reason perished = expiry.perishedReason(candidate, now);
            if (perished != null) {
                close(candidate, perished, effects);
            } else if (expiry.isDue(candidate, now)) {
                available.removeLast();
                refresh(candidate, effects);
            } else {
                return takeLast(candidate, holder);
            }
        }
        return null;
    }

    /** Creates a pending connection; null if the limits do not allow it. */
    private @Nullable PoolEntry create(long now, boolean observed) {
        if (all.size() >= maxSize || pending >= maxConnecting) {
            return null;
        }
        PoolEntry created = new PoolEntry(pool, lastId + 1, generations.ofPool());
        created.createdNanos = now;
        available.ensureCapacity(all.size() + 1);
        all.add(created);
        generations.enter(created);
        lastId++;
        pending++;
        if (observed) {
            events.created(created.id);
        }
        return created;
    }

    /** Whether a connection that is checked in can be used again. */
    boolean isReusable(PoolEntry connection) {
        return isReady() && connection.generation == connection.source.value && isFit(connection);
    }

    void makeAvailable(PoolEntry connection, long now) {
        connection.state = State.AVAILABLE;
        connection.pin = null;
        connection.idleSinceNanos = now;
        available.addLast(connection);
    }

    /**
     * Serves waiting callers, the longest waiting first, as far as connections, limits and memory allow. If memory runs
     * out, the first waiter is woken to try again on its own thread, and to fail there.
     */
    void serve(long now, Effects effects, boolean observed) {
        try {
            boolean served = true;
            while (served && isReady()) {
                served = serveFirst(now, effects, observed);
            }
            owesService = false;
        } catch (VirtualMachineError e) {
            owesService = true;
            effects.nudge(queue.peekFirst());
        }
    }

    /** Whether there was a waiter and it got a connection, or one is being established for it. */
    private boolean serveFirst(long now, Effects effects, boolean observed) {
        Waiter first = queue.peekFirst();
        if (first == null) {
            return false;
        }
        PooledConnection taken = take(first.thread, now, effects);
        if (taken != null) {
            queue.pollFirst();
            grant(first, taken, now, observed);
            effects.wake(first);
            return true;
        }
        PoolEntry created = create(now, observed);
        if (created != null) {
            queue.pollFirst();
            establishFor(first, created, effects);
        }
        return created != null;
    }

    /** Whether a waiting caller was not served because memory ran out. */
    boolean owesService() {
        return owesService;
    }

    /** The first caller that was not served because memory ran out; null if there is none. */
    @Nullable
    Waiter owed() {
        return owesService ? queue.peekFirst() : null;
    }

    /**
     * Hands a reusable connection that is checked in to the longest waiting caller. Returns the caller to wake; null if
     * there is none.
     */
    @Nullable
    Waiter handOver(PoolEntry connection, long now, boolean observed) {
        Waiter first = queue.peekFirst();
        PooledConnection given = null;
        if (first != null) {
            try {
                given = connection.give(first.thread);
            } catch (VirtualMachineError e) {
                owesService = true;
            }
        }
        if (first == null || given == null) {
            makeAvailable(connection, now);
        } else {
            queue.pollFirst();
            connection.pin = null;
            grant(first, given, now, observed);
        }
        return first;
    }

    /** Completes a waiter. The event is added now, not when its thread wakes, so events are in the order of service. */
    private void grant(Waiter waiter, PooledConnection given, long now, boolean observed) {
        if (observed) {
            given.operationId = waiter.operationId;
            events.checkedOut(given, waiter.startedNanos, now);
        }
        waiter.asked = null;
        waiter.settle(given);
    }

    private void evictAll(PoolState reason, ConnectionCheckOutFailedEvent.Reason eventReason, @Nullable Throwable error,
            long now, boolean observed, Effects effects) {
        Waiter waiter;
        while ((waiter = queue.pollFirst()) != null) {
            if (observed) {
                events.checkOutFailed(eventReason, waiter.startedNanos, now, error, waiter.operationId);
            }
            waiter.settle(reason);
            effects.wake(waiter);
        }
    }

    // ---- for the owner

    /** Section "Marking a Connection Pool as Ready". */
    void ready(boolean observed, Effects effects) {
        if (state instanceof PoolState.Paused) {
            state = new PoolState.Ready();
            if (observed) {
                events.add(new ConnectionPoolReadyEvent(address));
            }
            effects.maintain();
        }
    }

    /** Section "Clearing a Connection Pool". */
    void clear(ClearReason reason, long now, boolean observed, Effects effects) {
        if (isClosed()) {
            return;
        }
        boolean wasPaused = state instanceof PoolState.Paused;
        generations.advance(reason.serviceId());
        ConnectionPoolClearedEvent cleared = clearedEvent(reason);
        if (!wasPaused || cleared.interrupted() > 0 || cleared.waiting() > 0) {
            effects.cleared(cleared);
        }
        if (observed && !wasPaused) {
            events.add(cleared);
        }
        if (!settings.loadBalanced()) {
            pause(reason, now, observed, effects);
        }
        if (reason.interruptInUse()) {
            interrupt(reason.serviceId(), now, reason.cause(), effects);
        }
        effects.maintain();
    }

    private ConnectionPoolClearedEvent clearedEvent(ClearReason reason) {
        int connections = 0;
        int interrupted = 0;
        for (int i = 0; i < all.size(); i++) {
            PoolEntry connection = all.get(i);
            if (isOf(reason.serviceId(), connection)) {
                connections++;
                interrupted += reason.interruptInUse() && isInterruptible(connection) ? 1 : 0;
            }
        }
        return new ConnectionPoolClearedEvent(address, reason.serviceId(), reason.interruptInUse(), reason.cause(),
                connections, interrupted, settings.loadBalanced() ? 0 : queue.size());
    }

    private void pause(ClearReason reason, long now, boolean observed, Effects effects) {
        if (state instanceof PoolState.Paused(RuntimeException cause, boolean cleared) && cleared && cause != null
                && reason.cause() == null) {
            return;
        }
        PoolState.Paused paused = new PoolState.Paused(reason.cause(), true);
        state = paused;
        evict(paused, now, observed, effects);
    }

    private void evict(PoolState.Paused reason, long now, boolean observed, Effects effects) {
        RuntimeException error = observed && !queue.isEmpty() ? PoolErrors.cleared(address, reason) : null;
        evictAll(reason, ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR, error, now, observed, effects);
    }

    /**
     * Makes all connections stale and evicts all waiting callers, without pausing, unless the pool has moved on from
     * that generation.
     */
    void reset(long upToGeneration, RuntimeException cause, long now, boolean observed, Effects effects) {
        if (isClosed() || generations.current() > upToGeneration) {
            return;
        }
        generations.advance(null);
        if (observed) {
            events.add(clearedEvent(ClearReason.of(cause)));
        }
        evict(new PoolState.Paused(cause, true), now, observed, effects);
        effects.maintain();
    }

    /** Section "Closing a Connection Pool". */
    void close(long now, boolean observed, Effects effects) {
        if (isClosed()) {
            return;
        }
        state = new PoolState.Closed();
        closeAvailable(ConnectionClosedEvent.Reason.POOL_CLOSED, effects);
        if (observed) {
            events.add(new ConnectionPoolClosedEvent(address));
        }
        evictAll(state, ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED, null, now, observed, effects);
        interruptPendingForClose(effects);
    }

    // ---- establishing and closing

    /**
     * A pending connection has been established: it goes to the caller it was made for, or to the next, unless the pool
     * was closed meanwhile or an interrupting clear has reached it. Its own caller gets it even after a clear that did
     * not interrupt: that caller had left the wait queue, and the connection is newer than the failure.
     */
    void established(PoolEntry connection, Connection made, long now, boolean observed, Effects effects) {
        Waiter asker = connection.asker;
        boolean refused = isClosed() || connection.interrupted;
        // Allocate first: after an error the connection is still pending, and its thread ends it.
        PooledConnection given = asker != null && !refused ? connection.give(asker.thread) : null;
        RuntimeException refusal = asker == null || !refused
                ? null
                : isClosed() ? PoolErrors.closed(address) : PoolErrors.interrupted(address);
        if (settings.loadBalanced()) {
            joinService(connection, made.description().serviceId());
        }
        connection.connection = made;
        noLongerPending(connection);
        connection.state = State.IN_USE;
        connection.asker = null;
        ConnectionClosedEvent.Reason reason = given != null ? null : closeOnCheckIn(connection);
        if (reason != null) {
            close(connection, reason, effects);
            if (asker != null && refusal != null) {
                fail(asker, refusal, now, observed, effects);
            }
        } else {
            if (observed) {
                events.ready(connection, now);
            }
            if (asker == null || given == null) {
                makeAvailable(connection, now);
            } else {
                grant(asker, given, now, observed);
                effects.wake(asker);
            }
            // Maintenance may have stopped early because this connection was pending.
            fillUp(effects);
        }
        serve(now, effects, observed);
    }

    /** A pending connection could not be established, or an idle one not be refreshed. Its caller gets the error. */
    void notEstablished(PoolEntry connection, Throwable error, long now, boolean observed, Effects effects) {
        connection.failure = error;
        Waiter asker = connection.asker;
        connection.asker = null;
        close(connection, isClosed()
                ? ConnectionClosedEvent.Reason.POOL_CLOSED
                : connection.interrupted ? ConnectionClosedEvent.Reason.STALE : ConnectionClosedEvent.Reason.ERROR,
                effects);
        if (connection.generation == connection.source.value) {
            // Otherwise the failure is older than the last clear, and the pool may be filled up immediately.
            effects.doNotMaintain();
        }
        if (asker != null) {
            fail(asker, error, now, observed, effects);
        }
        serve(now, effects, observed);
    }

    private void fail(Waiter asker, Throwable error, long now, boolean observed, Effects effects) {
        if (observed) {
            events.checkOutFailed(PoolErrors.reason(error), asker.startedNanos, now, error, asker.operationId);
        }
        asker.asked = null;
        asker.settle(error);
        effects.wake(asker);
    }

    private void noLongerPending(PoolEntry connection) {
        pending--;
        if (connection.background) {
            populating--;
        }
    }

    /** Moves a connection whose handshake has named its service under that service's generation. */
    void joinService(PoolEntry connection, @Nullable ObjectId serviceId) {
        if (serviceId != null) {
            generations.join(connection, serviceId);
        }
    }

    /** Removes a connection in any state. Its socket is closed by the effects. */
    void close(PoolEntry connection, ConnectionClosedEvent.Reason reason, Effects effects) {
        switch (connection.state) {
            case PENDING -> noLongerPending(connection);
            case AVAILABLE -> available.remove(available.lastIndexOf(connection));
            case IN_USE -> {
            }
            case REFRESHING -> refreshing--;
            case CLOSED -> throw new IllegalStateException(connection + " is closed already");
        }
        connection.state = State.CLOSED;
        all.remove(connection);
        generations.leave(connection);
        if (events.observed()) {
            events.closed(connection, reason);
        }
        if (connection.connection != null) {
            effects.close(connection);
        }
        fillUp(effects);
    }

    /** Asks for maintenance if there are fewer connections than the minimum. */
    void fillUp(Effects effects) {
        if (isReady() && all.size() < minSize) {
            effects.maintain();
        }
    }

    /** Why a connection that is checked in must be closed; null if it stays open. */
    ConnectionClosedEvent.@Nullable Reason closeOnCheckIn(PoolEntry connection) {
        if (isClosed()) {
            return ConnectionClosedEvent.Reason.POOL_CLOSED;
        }
        if (connection.interrupted) {
            return ConnectionClosedEvent.Reason.STALE;
        }
        // The error that broke it has often cleared the pool as well, but it is the reason for the close.
        if (!connection.connection().isOpen()) {
            return ConnectionClosedEvent.Reason.ERROR;
        }
        if (connection.generation != connection.source.value) {
            return ConnectionClosedEvent.Reason.STALE;
        }
        return isFit(connection) ? null : ConnectionClosedEvent.Reason.ERROR;
    }

    /**
     * Whether the next request would get its own reply: the connection is open, and no earlier reply is outstanding.
     */
    private static boolean isFit(PoolEntry connection) {
        return connection.connection().isOpen() && !connection.connection().hasMoreToCome();
    }

    // ---- refreshing

    /** Refreshes a connection that is no longer among the available ones. */
    private void refresh(PoolEntry connection, Effects effects) {
        connection.state = State.REFRESHING;
        refreshing++;
        effects.refresh(connection);
    }

    /** Treats a connection that answered like one that is checked in. */
    void refreshed(PoolEntry connection) {
        refreshing--;
        connection.state = State.IN_USE;
    }

    /** Refreshes connections that were idle for too long, and closes those in excess of the minimum instead. */
    void refreshIdle(long now, Effects effects) {
        if (expiry.refreshNanos() == 0) {
            return;
        }
        for (PoolEntry candidate : available.toArray(new PoolEntry[0])) {
            if (!expiry.isDue(candidate, now)) {
                return;
            }
            if (all.size() > minSize) {
                close(candidate, ConnectionClosedEvent.Reason.IDLE, effects);
            } else {
                available.remove(candidate);
                refresh(candidate, effects);
            }
        }
    }

    // ---- clearing

    Generations generations() {
        return generations;
    }

    /**
     * Interrupts all connections in use or pending. This happens in the same step as the clear, so all of them belong
     * to the cleared generation or an older one.
     */
    private void interrupt(@Nullable ObjectId serviceId, long now, @Nullable RuntimeException cause, Effects effects) {
        for (int i = 0; i < all.size(); i++) {
            PoolEntry connection = all.get(i);
            if (isOf(serviceId, connection) && isInterruptible(connection)) {
                effects.interrupt(connection, false, cause);
                connection.interrupted = true;
                connection.interruptedNanos = now;
            }
        }
    }

    private static boolean isOf(@Nullable ObjectId serviceId, PoolEntry connection) {
        return serviceId == null || serviceId.equals(connection.source.serviceId);
    }

    private static boolean isInterruptible(PoolEntry connection) {
        return (connection.state == State.IN_USE || connection.state == State.PENDING) && !connection.interrupted;
    }

    private void interruptPendingForClose(Effects effects) {
        for (int i = 0; i < all.size(); i++) {
            PoolEntry connection = all.get(i);
            if (connection.state == State.PENDING) {
                effects.interrupt(connection, true, null);
            }
        }
    }

    private void closeAvailable(ConnectionClosedEvent.Reason reason, Effects effects) {
        while (!available.isEmpty()) {
            close(available.getFirst(), reason, effects);
        }
    }

    // ---- maintenance

    void removePerished(long now, Effects effects) {
        // From the one that has been available longest; over a copy, since closing changes the list.
        for (PoolEntry candidate : available.toArray(new PoolEntry[0])) {
            ConnectionClosedEvent.Reason perished = expiry.perishedReason(candidate, now);
            if (perished != null) {
                close(candidate, perished, effects);
            }
        }
    }

    /** Closes interrupted connections after the grace time. Returns when the next one is due, or 0. */
    long removeInterrupted(long now, long graceNanos, Effects effects) {
        long next = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            PoolEntry connection = all.get(i);
            if (!connection.interrupted || connection.state != State.IN_USE) {
                continue;
            }
            long due = connection.interruptedNanos + graceNanos;
            if (now - due >= 0) {
                close(connection, ConnectionClosedEvent.Reason.STALE, effects);
            } else if (next == 0 || due - next < 0) {
                next = due;
            }
        }
        return next;
    }

    /**
     * Creates connections up to the minimum. If callers need connections established too, it creates one at a time to
     * leave them the other slots; the run after its establishment creates the next.
     */
    void populate(long now, boolean observed, Effects effects) {
        while (isReady() && all.size() < minSize && (populating == 0 || !callersConnect)) {
            PoolEntry created = create(now, observed);
            if (created == null) {
                return;
            }
            created.background = true;
            populating++;
            effects.establish(created);
        }
    }

    /** When the connection that has been available longest becomes idle or due for a refresh, or 0. */
    long firstIdleNanos() {
        return available.isEmpty() ? 0 : expiry.nextNanos(available.getFirst());
    }

    int minSize() {
        return minSize;
    }

    int maxSize() {
        return maxSize;
    }

    int maxConnecting() {
        return maxConnecting;
    }

    /** Whether limits may have been lowered below the current number of connections. */
    boolean limitsChanged() {
        return limitsChanged;
    }

    // ---- events

    PoolEvents events() {
        return events;
    }

    /** Returns the error for a caller whose wait timed out. */
    RuntimeException timedOut(long startedNanos, long now) {
        return PoolErrors.timedOut(statistics(), settings, pinned(PooledConnection.Pin.CURSOR),
                pinned(PooledConnection.Pin.TRANSACTION), TimeUnit.NANOSECONDS.toMillis(now - startedNanos));
    }

    PoolStatistics statistics() {
        return new PoolStatistics(address, state, generations.current(), all.size(), available.size(), pending,
                all.size() - available.size() - pending - refreshing, refreshing, queue.size(), lastId);
    }

    /** The connection with this id, if it is checked out. */
    @Nullable
    PooledConnection inUse(long id) {
        for (int i = 0; i < all.size(); i++) {
            PoolEntry connection = all.get(i);
            if (connection.id == id && connection.state == State.IN_USE) {
                return connection.lastGiven();
            }
        }
        return null;
    }

    /** How many connections in use are pinned for this. */
    int pinned(PooledConnection.Pin reason) {
        int count = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).pin == reason) {
                count++;
            }
        }
        return count;
    }
}
