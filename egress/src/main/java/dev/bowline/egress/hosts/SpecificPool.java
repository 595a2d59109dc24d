package dev.bowline.egress.hosts;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolStatistics;
import dev.bowline.egress.pool.PooledConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The queue and the counts of one host of {@link HostPools}. */
final class SpecificPool {
    /**
     * A connection that was in use this recently is not checked: that costs a system call, on a busy host for each
     * command.
     */
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final HostPools owner;
    private final ServerAddress address;
    private final HostPool pool;
    /** The host with this address that was removed last, whose farewell comes before this one's introduction. */
    final @Nullable SpecificPool predecessor;

    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicBoolean introduced = new AtomicBoolean();
    private final AtomicBoolean dismissed = new AtomicBoolean();
    private final AtomicBoolean shrink = new AtomicBoolean();
    /** What the controller decided last. Only for the thread that updates. */
    ConnectionTargets decided = new ConnectionTargets(0, 1, 1);
    /** The controller's last decision; null before the first. Only for the thread that updates. */
    @Nullable
    ConnectionTargets applied;

    /** Guards every field below, and the links of the requests in the queue. */
    private final StateLock lock = new StateLock();
    private @Nullable ConnectionRequest first;
    private @Nullable ConnectionRequest last;
    /**
     * Whether the queue is not empty; read without the lock by a thread that serves, which looks again after each
     * change of its own.
     */
    private volatile boolean waiting;
    private int requests;
    private int active;
    private int leased;
    private boolean failed;
    private boolean gone;
    private long lastRequestNanos;
    private long refused;
    private final long[] waits = new long[WaitHistogram.BUCKETS];

    SpecificPool(HostPools owner, ServerAddress address, HostPool pool, @Nullable SpecificPool predecessor, long now) {
        this.owner = owner;
        this.address = address;
        this.pool = pool;
        this.predecessor = predecessor;
        this.lastRequestNanos = now;
    }

    ServerAddress address() {
        return address;
    }

    HostPool pool() {
        return pool;
    }

    /** True the first time. */
    boolean introduce() {
        return introduced.compareAndSet(false, true);
    }

    /** True the first time. */
    boolean dismiss() {
        return dismissed.compareAndSet(false, true);
    }

    boolean isDismissed() {
        return dismissed.get();
    }

    /**
     * Has the pools decide anew, so that one thread at a time does, and the last one to do so sees every change that
     * was made before any call: a thread that finds another at work leaves it another round.
     */
    void whenChanged() {
        if (changes.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = changes.get();
            try {
                owner.decide(this);
            } catch (RuntimeException | Error thrown) {
                // Changes that came meanwhile are left to the next call; none may find the door shut for good.
                changes.set(0);
                throw thrown;
            }
        } while (changes.addAndGet(-seen) != 0);
    }

    void shrink() {
        shrink.set(true);
    }

    boolean takeShrink() {
        return shrink.get() && shrink.getAndSet(false);
    }

    // ---- the queue

    /**
     * Queues a request, unless it was withdrawn. Returns false if the host was removed, so that the caller must look
     * it up anew.
     */
    boolean enqueue(ConnectionRequest request, long now) {
        lock.lock();
        try {
            if (gone) {
                return false;
            }
            request.host = this;
            if (request.isWithdrawn()) {
                return true;
            }
            request.startedNanos = now;
            request.queued();
            request.previous = last;
            if (last == null) {
                first = request;
            } else {
                last.next = request;
            }
            last = request;
            requests++;
            waiting = true;
            lastRequestNanos = now;
            return true;
        } finally {
            lock.unlock();
        }
    }

    boolean withdraw(ConnectionRequest request) {
        lock.lock();
        try {
            if (!request.isQueued()) {
                return false;
            }
            unlink(request);
        } finally {
            lock.unlock();
        }
        owner.update(this);
        return true;
    }

    /** Gives connections that are available to those who have waited longest. */
    void serve() {
        while (waiting) {
            long now = owner.environment().nanoTime();
            PooledConnection available = usable(now);
            if (available == null) {
                return;
            }
            ConnectionRequest served;
            HostConnection granted = null;
            lock.lock();
            try {
                served = first;
                if (served != null) {
                    granted = new HostConnection(owner, this, available, served.lease);
                    unlink(served);
                    waits[WaitHistogram.bucket(now - served.startedNanos)]++;
                    if (served.lease) {
                        leased++;
                    } else {
                        active++;
                    }
                }
            } finally {
                lock.unlock();
                if (granted == null) {
                    // The request was withdrawn meanwhile, or an error came first. Back with the connection.
                    available.close();
                }
            }
            if (served != null && granted != null) {
                served.granted(granted);
            }
        }
    }

    /** An available connection whose peer has not closed it while it was idle. */
    private @Nullable PooledConnection usable(long now) {
        PooledConnection candidate;
        while ((candidate = pool.tryCheckOut(now)) != null) {
            boolean usable = false;
            try {
                Connection connection = candidate.connection();
                if (now - candidate.idleSinceNanos() < FRESH_NANOS || !connection.isClosedByPeer()) {
                    usable = true;
                    return candidate;
                }
                RuntimeException reason = new IllegalStateException("The peer closed the connection while it was idle");
                candidate.failed(reason);
                connection.abort(reason);
            } finally {
                if (!usable) {
                    candidate.close();
                }
            }
        }
        return null;
    }

    /** Refuses every request that waits. */
    void refuseAll(RuntimeException reason) {
        List<ConnectionRequest> all = new ArrayList<>();
        lock.lock();
        try {
            for (ConnectionRequest request = first; request != null; request = first) {
                unlink(request);
                refused++;
                all.add(request);
            }
        } finally {
            lock.unlock();
        }
        for (ConnectionRequest request : all) {
            pool.publishFailedCheckOut(request.startedNanos, reason);
            request.refused(reason);
        }
    }

    private void unlink(ConnectionRequest request) {
        ConnectionRequest before = request.previous;
        ConnectionRequest after = request.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        request.previous = null;
        request.next = null;
        request.settled();
        requests--;
        waiting = first != null;
    }

    // ---- the counts

    void returned(boolean lease, boolean healthy) {
        lock.lock();
        try {
            if (lease) {
                leased--;
            } else {
                active--;
            }
            if (healthy) {
                failed = false;
            }
        } finally {
            lock.unlock();
        }
    }

    void failed() {
        lock.lock();
        try {
            failed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Makes the host one that accepts nothing more, if it is not in use; false if it is. */
    boolean leave(long now, long hostTimeoutNanos) {
        lock.lock();
        try {
            gone = gone || isExpired(now, hostTimeoutNanos);
            return gone;
        } finally {
            lock.unlock();
        }
    }

    /** Makes the host one that accepts nothing more. */
    void leave() {
        lock.lock();
        try {
            gone = true;
        } finally {
            lock.unlock();
        }
    }

    boolean hasExpired(long now, long hostTimeoutNanos) {
        lock.lock();
        try {
            return isExpired(now, hostTimeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    private boolean isExpired(long now, long hostTimeoutNanos) {
        return requests == 0 && active == 0 && leased == 0 && now - lastRequestNanos >= hostTimeoutNanos;
    }

    HostState state(PoolStatistics counts, long now, long hostTimeoutNanos) {
        lock.lock();
        try {
            return new HostState(address, requests, counts.pending() + counts.refreshing(), counts.available(), active,
                    leased, health(now, hostTimeoutNanos));
        } finally {
            lock.unlock();
        }
    }

    HostStatistics statistics(long now, long hostTimeoutNanos) {
        PoolStatistics counts = pool.statistics();
        lock.lock();
        try {
            return new HostStatistics(address, requests, counts.pending(), counts.refreshing(), counts.available(),
                    active, leased, counts.created(), refused, health(now, hostTimeoutNanos),
                    WaitHistogram.of(waits));
        } finally {
            lock.unlock();
        }
    }

    private HostHealth health(long now, long hostTimeoutNanos) {
        if (isExpired(now, hostTimeoutNanos)) {
            return HostHealth.EXPIRED;
        }
        return failed ? HostHealth.FAILED : HostHealth.HEALTHY;
    }
}
