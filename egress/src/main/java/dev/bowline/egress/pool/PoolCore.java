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
 * The books of one pool: which connections there are, who waits, what counts as stale. Plain state and decisions; every
 * method is called under the pool's lock, gets the time as an argument, and leaves what is to be done in
 * {@link Effects}.
 *
 * <p>Taking a connection back, closing one and making one available need no memory. Where another step does, what may
 * fail comes first: an {@link OutOfMemoryError} leaves the books as they were.
 *
 * <p>Between two calls holds: no caller waits while a connection is available or another may be made; the limits are
 * kept; available, pending and in-use connections add up to the total.
 */
final class PoolCore {
    private final HostPool pool;
    private final ServerAddress address;
    private final PoolSettings settings;
    private final PoolEvents events;
    private final boolean callersConnect;
    private final long maxIdleNanos;
    private final long maxLifeNanos;
    private final long refreshNanos;

    private PoolState state = new PoolState.Paused(null, false);
    private final WaitQueue queue = new WaitQueue();
    private final Roster all = new Roster();
    /** Most recently used last: that one is taken first, so that the others may become idle. */
    private final ArrayList<PoolEntry> available = new ArrayList<>(1);
    private final Generations generations = new Generations();
    private int pending;
    /** How many of the pending connections the background makes. */
    private int populating;
    private int refreshing;
    private long lastId;
    private int minSize;
    private int maxSize;
    private int maxConnecting;
    private boolean limitsChanged;
    /** Whether a caller waits that could be served, had there been memory for it. Written under the lock. */
    private volatile boolean owesService;

    /**
     * @param callersConnect whether callers have connections made for them, to which the background leaves all slots
     *     but one; an executor's do not
     */
    PoolCore(HostPool pool, PoolSettings settings, RefreshPolicy refresh, boolean callersConnect, PoolEvents events) {
        this.pool = pool;
        this.address = pool.address();
        this.settings = settings;
        this.events = events;
        this.callersConnect = callersConnect;
        this.refreshNanos = refresh.requirementNanos();
        this.maxIdleNanos = TimeUnit.MILLISECONDS.toNanos(settings.maxIdleTimeMillis());
        this.maxLifeNanos = TimeUnit.MILLISECONDS.toNanos(settings.maxLifeTimeMillis());
        this.minSize = settings.minPoolSize();
        this.maxSize = settings.maxPoolSize() == 0 ? Integer.MAX_VALUE : settings.maxPoolSize();
        this.maxConnecting = settings.maxConnecting();
    }

    /** Changes the limits, as only an executor's controller does. False if they are what they were. */
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

    /** All connections that are not closed, to be looked at. */
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

    // ---- taking and giving back

    /** The path of almost every check-out: the connection used last, if it is good. Null says nothing. */
    @Nullable
    PooledConnection takeFirst(Thread holder, long now) {
        PoolEntry candidate = available.isEmpty() ? null : available.getLast();
        if (candidate == null || !isReady() || perishedReason(candidate, now) != null || isDue(candidate, now)) {
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
     * Puts a caller into the wait queue if there is nothing to take, nothing to make and nothing to say. Null if there
     * is.
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
     * Puts a caller that found nothing into the wait queue, or, if it would be first and the limits allow, has a
     * connection established for it.
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

    /** A caller gives up. What is being established for it goes on, for the next. */
    void giveUp(Waiter waiter) {
        waiter.left = true;
        if (waiter.asked != null) {
            waiter.asked.asker = null;
            waiter.asked = null;
        } else {
            queue.remove(waiter);
        }
    }

    /** A good available connection; perished ones that are met on the way are closed. */
    @Nullable
    PooledConnection take(Thread holder, long now, Effects effects) {
        while (!available.isEmpty()) {
            PoolEntry candidate = available.getLast();
            ConnectionClosedEvent.Reason perished = perishedReason(candidate, now);
            if (perished != null) {
                close(candidate, perished, effects);
            } else if (isDue(candidate, now)) {
                available.removeLast();
                refresh(candidate, effects);
            } else {
                return takeLast(candidate, holder);
            }
        }
        return null;
    }

    /** A new pending connection, if the limits allow. */
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

    /** Whether a connection that comes back can be given to the next. */
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
     * Serves those who wait, longest first, as far as connections, limits and memory go. The first waiter that could
     * not be served for the lack of memory is woken to try by itself, and to fail by itself.
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

    /** Whether there was a waiter, and it has been given a connection or has one established for it. */
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

    /** Whether a caller waits that could be served, had there been memory for it. */
    boolean owesService() {
        return owesService;
    }

    /** The first of the callers that could be served, had there been memory for it; null if there is none. */
    @Nullable
    Waiter owed() {
        return owesService ? queue.peekFirst() : null;
    }

    /**
     * Gives a connection that comes back, and can be used again, to the longest waiting caller. Returns the caller to
     * wake; null if there is none.
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

    /** Settles a waiter. The event comes now, not when its thread wakes: so events are in the order of service. */
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

    // ---- what the owner does

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
     * Makes all connections stale and evicts all who wait, without pausing, unless the pool has moved on from that
     * generation.
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
     * has been closed meanwhile or an interrupting clear has reached it. A clear that did not interrupt is no reason
     * against its own caller: that one had left the wait queue, and the connection is newer than the trouble.
     */
    void established(PoolEntry connection, Connection made, long now, boolean observed, Effects effects) {
        Waiter asker = connection.asker;
        boolean refused = isClosed() || connection.interrupted;
        // First what may need memory: an error leaves the connection pending, and its thread then ends it.
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
            // A run may have left it at that because this connection was pending.
            fillUp(effects);
        }
        serve(now, effects, observed);
    }

    /** A pending connection could not be established, or an idle one not be tried. Its caller fails with it. */
    void notEstablished(PoolEntry connection, Throwable error, long now, boolean observed, Effects effects) {
        connection.failure = error;
        Waiter asker = connection.asker;
        connection.asker = null;
        close(connection, isClosed()
                ? ConnectionClosedEvent.Reason.POOL_CLOSED
                : connection.interrupted ? ConnectionClosedEvent.Reason.STALE : ConnectionClosedEvent.Reason.ERROR,
                effects);
        if (connection.generation == connection.source.value) {
            // Otherwise the failure is older than the last clear, and says nothing against filling up at once.
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

    /** Takes a connection out of the books, whatever its state. Its socket is closed later. */
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

    /** Asks for a background run if there are fewer connections than there should be. */
    void fillUp(Effects effects) {
        if (isReady() && all.size() < minSize) {
            effects.maintain();
        }
    }

    /** Why an available connection must not be used any more, or null. */
    ConnectionClosedEvent.@Nullable Reason perishedReason(PoolEntry connection, long now) {
        if (connection.generation != connection.source.value) {
            return ConnectionClosedEvent.Reason.STALE;
        }
        if (!connection.connection().isOpen()) {
            return ConnectionClosedEvent.Reason.ERROR;
        }
        if (maxIdleNanos > 0 && now - connection.idleSinceNanos > maxIdleNanos) {
            return ConnectionClosedEvent.Reason.IDLE;
        }
        if (maxLifeNanos > 0 && now - connection.createdNanos > maxLifeNanos) {
            // The specification knows no maximum life time, and so has no reason of its own for it.
            return ConnectionClosedEvent.Reason.IDLE;
        }
        return null;
    }

    /** Why a connection that comes back is closed, or null if it stays. */
    ConnectionClosedEvent.@Nullable Reason closeOnCheckIn(PoolEntry connection) {
        if (isClosed()) {
            return ConnectionClosedEvent.Reason.POOL_CLOSED;
        }
        if (connection.interrupted) {
            return ConnectionClosedEvent.Reason.STALE;
        }
        // The error that broke it has often made the pool stale as well; it is what the connection was closed for.
        if (!connection.connection().isOpen()) {
            return ConnectionClosedEvent.Reason.ERROR;
        }
        if (connection.generation != connection.source.value) {
            return ConnectionClosedEvent.Reason.STALE;
        }
        return isFit(connection) ? null : ConnectionClosedEvent.Reason.ERROR;
    }

    /**
     * Whether the next request would be answered by its own reply: the connection works, and no other reply is to come.
     */
    private static boolean isFit(PoolEntry connection) {
        return connection.connection().isOpen() && !connection.connection().hasMoreToCome();
    }

    // ---- refreshing

    private boolean isDue(PoolEntry connection, long now) {
        return refreshNanos > 0 && now - connection.idleSinceNanos >= refreshNanos;
    }

    /** Sends a connection that is no longer among the available ones to be tried. */
    private void refresh(PoolEntry connection, Effects effects) {
        connection.state = State.REFRESHING;
        refreshing++;
        effects.refresh(connection);
    }

    /** A connection answered: it is as good as one that comes back. */
    void refreshed(PoolEntry connection) {
        refreshing--;
        connection.state = State.IN_USE;
    }

    /** Refreshes what has been idle for too long; what is more than there should be is closed instead. */
    void refreshIdle(long now, Effects effects) {
        if (refreshNanos == 0) {
            return;
        }
        for (PoolEntry candidate : available.toArray(new PoolEntry[0])) {
            if (!isDue(candidate, now)) {
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
     * Interrupts what an interrupting clear is about: all that is in use or pending. This is decided in the same step
     * as the clear, so whatever there is belongs to the generation of that moment or an older one.
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

    // ---- the background run

    void removePerished(long now, Effects effects) {
        // From the one that has been available longest; a copy of the few that go, since closing changes the books.
        for (PoolEntry candidate : available.toArray(new PoolEntry[0])) {
            ConnectionClosedEvent.Reason perished = perishedReason(candidate, now);
            if (perished != null) {
                close(candidate, perished, effects);
            }
        }
    }

    /** Closes interrupted connections that have not been checked in for a while. Returns when to look again, or 0. */
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
     * Has connections made for the background if there are fewer than there should be. Where callers have connections
     * made too, it is one at a time, so that they find the other slots free; the run that follows its establishment
     * makes the next.
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
        PoolEntry oldest = available.isEmpty() ? null : available.getFirst();
        if (oldest == null || (maxIdleNanos == 0 && refreshNanos == 0)) {
            return 0;
        }
        long untilIdle = maxIdleNanos == 0 ? Long.MAX_VALUE : maxIdleNanos + 1;
        long untilDue = refreshNanos == 0 ? Long.MAX_VALUE : refreshNanos;
        return oldest.idleSinceNanos + Math.min(untilIdle, untilDue);
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

    /** Whether limits may have been lowered below what there was. */
    boolean limitsChanged() {
        return limitsChanged;
    }

    // ---- events

    PoolEvents events() {
        return events;
    }

    /** The error of a caller whose wait timed out. */
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
