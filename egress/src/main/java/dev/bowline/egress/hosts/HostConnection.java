package dev.bowline.egress.hosts;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.PooledConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection on loan from a {@link HostPools}. Its user says how it went before giving it back by
 * {@link #close}: {@link #succeeded}, {@link #failed} or merely {@link #used}. The last word counts, but a failure
 * stays one. One thread uses it at a time.
 */
public final class HostConnection implements AutoCloseable {
    private enum Verdict {
        NONE, USED, SUCCESS, FAILURE
    }

    private final HostPools pool;
    private final SpecificPool host;
    private final PooledConnection pooled;
    private final boolean leased;
    private Verdict verdict = Verdict.NONE;
    private boolean closed;
    private @Nullable RuntimeException failure;
    private @Nullable ConnectionTimer timer;

    HostConnection(HostPools pool, SpecificPool host, PooledConnection pooled, boolean leased) {
        this.pool = pool;
        this.host = host;
        this.pooled = pooled;
        this.leased = leased;
    }

    /** The connection itself. Use it only until {@link #close}. */
    public Connection connection() {
        return pooled.connection();
    }

    /** The host to which the connection leads. */
    public ServerAddress host() {
        return host.address();
    }

    /** The generation of the host's pool in which the connection was made; when that moves on, it is dropped. */
    public long generation() {
        return pooled.generation();
    }

    /** Whether the connection is on lease. The statistics of the host then count it as leased, not as active. */
    public boolean isLeased() {
        return leased;
    }

    /** The exchange went well: the connection and its host are healthy. */
    public void succeeded() {
        if (verdict != Verdict.FAILURE) {
            verdict = Verdict.SUCCESS;
        }
    }

    /** The connection was used, and is no worse for it; nothing is said of the host. */
    public void used() {
        if (verdict == Verdict.NONE) {
            verdict = Verdict.USED;
        }
    }

    /** The connection is not to be used again, for this reason. */
    public void failed(RuntimeException reason) {
        verdict = Verdict.FAILURE;
        failure = reason;
        pooled.failed(reason);
        pooled.connection().abort(reason);
    }

    /**
     * Runs a task on a thread of its own after this delay, unless canceled, set anew, or the connection is returned.
     */
    public void setTimer(Duration delay, Runnable task) {
        if (timer == null) {
            timer = new ConnectionTimer(pool.environment(), "bowline-timer-" + host.address());
        }
        timer.set(delay, task);
    }

    /** Takes the timer back. A task that has begun goes on. */
    public void cancelTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }

    /**
     * Gives the connection back.
     *
     * @throws IllegalStateException if nothing was said of how it went, in which case it is dropped, or if it was given
     *     back before
     */
    @Override
    public void close() {
        if (closed) {
            throw new IllegalStateException("The " + pooled + " was given back before");
        }
        closed = true;
        cancelTimer();
        @Nullable
        IllegalStateException silent = null;
        if (verdict == Verdict.NONE) {
            silent = new IllegalStateException("The " + pooled
                    + " was given back without saying how it went, so it is dropped: call succeeded, failed or used");
            failed(silent);
        }
        pool.giveBack(host, pooled, leased, verdict == Verdict.SUCCESS, failure);
        if (silent != null) {
            throw silent;
        }
    }
}
