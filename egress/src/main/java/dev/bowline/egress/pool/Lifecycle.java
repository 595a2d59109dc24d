package dev.bowline.egress.pool;

import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;

/**
 * What an owner does to a pool (sections "Marking a Connection Pool as Ready", "Clearing a Connection Pool", "Closing a
 * Connection Pool"). Each method changes the state under the pool's lock and returns what is left to do; {@link HostPool}
 * documents them.
 */
final class Lifecycle {
    private final HostPool pool;
    private final PoolCore core;

    Lifecycle(HostPool pool, PoolCore core) {
        this.pool = pool;
        this.core = core;
    }

    Effects ready() {
        return pool.decide((effects, now, observed) -> {
            if (core.state instanceof PoolState.Paused) {
                core.state = new PoolState.Ready();
                if (observed) {
                    core.publish(new ConnectionPoolReadyEvent(pool.address()));
                }
                effects.maintain();
            }
        });
    }

    Effects clear(ClearReason reason) {
        if (pool.settings().loadBalanced() != (reason.serviceId() != null)) {
            throw new IllegalArgumentException(pool.settings().loadBalanced()
                    ? "A load-balanced pool is cleared by service, and none was given"
                    : "A pool that is not load-balanced is cleared as a whole, not by service");
        }
        return pool.decide((effects, now, observed) -> {
            if (core.isClosed()) {
                return;
            }
            boolean wasPaused = core.state instanceof PoolState.Paused;
            core.generations().advance(reason.serviceId());
            if (observed && !wasPaused) {
                core.publish(new ConnectionPoolClearedEvent(pool.address(), reason.serviceId(), reason.interruptInUse(),
                        reason.cause()));
            }
            if (!pool.settings().loadBalanced()) {
                pause(reason, now, observed, effects);
            }
            if (reason.interruptInUse()) {
                core.interrupt(reason.serviceId(), now, reason.cause(), effects);
            }
            effects.maintain();
        });
    }

    Effects reset(long upToGeneration, RuntimeException cause) {
        return pool.decide((effects, now, observed) -> {
            if (core.isClosed() || core.generations().current() > upToGeneration) {
                return;
            }
            core.generations().advance(null);
            if (observed) {
                core.publish(new ConnectionPoolClearedEvent(pool.address(), null, false, cause));
            }
            evict(new PoolState.Paused(cause, true), now, observed, effects);
            effects.maintain();
        });
    }

    Effects limit(int connections, int maxConnections, int maxPending) {
        return pool.decide((effects, now, observed) -> {
            if (core.isClosed()) {
                return;
            }
            if (core.limit(connections, maxConnections, maxPending)) {
                core.serve(now, effects, observed);
            }
            core.fillUp(effects);
        });
    }

    private void pause(ClearReason reason, long now, boolean observed, Effects effects) {
        if (core.state instanceof PoolState.Paused(RuntimeException cause, boolean cleared) && cleared
                && cause != null && reason.cause() == null) {
            return;
        }
        PoolState.Paused paused = new PoolState.Paused(reason.cause(), true);
        core.state = paused;
        evict(paused, now, observed, effects);
    }

    private void evict(PoolState.Paused reason, long now, boolean observed, Effects effects) {
        RuntimeException error = observed && !core.queue.isEmpty() ? PoolErrors.cleared(pool.address(), reason) : null;
        core.evictAll(reason, ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR, error, now, observed, effects);
    }

    Effects close() {
        return pool.decide((effects, now, observed) -> {
            if (core.isClosed()) {
                return;
            }
            core.state = new PoolState.Closed();
            core.closeAvailable(ConnectionClosedEvent.Reason.POOL_CLOSED, effects);
            if (observed) {
                core.publish(new ConnectionPoolClosedEvent(pool.address()));
            }
            core.evictAll(core.state, ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED, null, now, observed, effects);
            core.interruptPendingForClose(effects);
        });
    }
}
