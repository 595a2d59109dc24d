package dev.bowline.driver.session;

import dev.bowline.egress.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The idle server sessions, last in first out, so that the few in use stay fresh and the rest expire.
 *
 * <p>A lock-free stack. Each return makes a new node, so that a compare-and-set of the head cannot confuse two states
 * of the stack.
 */
public final class ServerSessionPool {
    /** A session is not used if the server would forget it within a minute: the command might arrive too late. */
    private static final long MARGIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Returned sessions are swept for stale ones below them about this often. */
    private static final long SWEEP_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** The lifetime of a session if the server has not named one. */
    public static final int DEFAULT_TIMEOUT_MINUTES = 30;
    /** Sessions of a load balanced deployment never expire, as far as the driver can tell. */
    public static final int NEVER_EXPIRES = Integer.MAX_VALUE;

    private record Node(ServerSession session, @Nullable Node next) {}

    private final Environment environment;
    private final AtomicReference<@Nullable Node> head = new AtomicReference<>();
    private volatile long lastSweepNanos;
    private volatile boolean closed;

    public ServerSessionPool(Environment environment) {
        this.environment = environment;
        this.lastSweepNanos = environment.nanoTime();
    }

    /** The most recently returned session that is fresh enough, or a new one. */
    public ServerSession acquire(int timeoutMinutes) {
        Node top = head.get();
        if (top != null) {
            long now = environment.nanoTime();
            while (top != null) {
                // One below may have been used later, if the one above was kept for long after its last use.
                if (head.compareAndSet(top, top.next) && !isStale(top.session, now, timeoutMinutes)) {
                    return top.session;
                }
                top = head.get();
            }
        }
        return new ServerSession(environment.newUuid(), environment.nanoTime());
    }

    /** Takes a session back, unless it is dirty or about to expire. */
    public void release(ServerSession session, int timeoutMinutes) {
        long now = environment.nanoTime();
        if (now - lastSweepNanos > SWEEP_NANOS) {
            sweep(now, timeoutMinutes);
        }
        if (closed || session.isDirty() || isStale(session, now, timeoutMinutes)) {
            return;
        }
        Node top;
        do {
            top = head.get();
        } while (!head.compareAndSet(top, new Node(session, top)));
    }

    /** Empties the pool and returns the ids, for {@code endSessions}. Sessions returned later are dropped. */
    public List<BsonDocument> close() {
        closed = true;
        List<BsonDocument> ids = new ArrayList<>();
        for (Node node = head.getAndSet(null); node != null; node = node.next) {
            ids.add(node.session.lsidDocument());
        }
        return ids;
    }

    /** How many sessions lie in the pool. Walks the stack. */
    public int size() {
        int size = 0;
        for (Node node = head.get(); node != null; node = node.next) {
            size++;
        }
        return size;
    }

    private void sweep(long now, int timeoutMinutes) {
        lastSweepNanos = now;
        Node top = head.get();
        List<ServerSession> fresh = new ArrayList<>();
        for (Node node = top; node != null; node = node.next) {
            if (!isStale(node.session, now, timeoutMinutes)) {
                fresh.add(node.session);
            }
        }
        Node rebuilt = null;
        for (int i = fresh.size() - 1; i >= 0; i--) {
            rebuilt = new Node(fresh.get(i), rebuilt);
        }
        // A failure means that another thread was quicker; there will be another sweep.
        head.compareAndSet(top, rebuilt);
    }

    private static boolean isStale(ServerSession session, long now, int timeoutMinutes) {
        return timeoutMinutes != NEVER_EXPIRES
                && now - session.lastUseNanos() > TimeUnit.MINUTES.toNanos(timeoutMinutes) - MARGIN_NANOS;
    }
}
