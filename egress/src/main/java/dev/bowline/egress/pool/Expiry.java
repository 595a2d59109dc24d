package dev.bowline.egress.pool;

import dev.bowline.egress.event.ConnectionClosedEvent;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long connections of a pool may stay idle, how old they may become, and after which idle time they must be
 * refreshed. A duration of 0 means no limit.
 */
record Expiry(long maxIdleNanos, long maxLifeNanos, long refreshNanos) {
    static Expiry of(PoolSettings settings, RefreshPolicy refresh) {
        return new Expiry(TimeUnit.MILLISECONDS.toNanos(settings.maxIdleTimeMillis()),
                TimeUnit.MILLISECONDS.toNanos(settings.maxLifeTimeMillis()), refresh.requirementNanos());
    }

    /** Why an available connection must not be used any more; null if it may be used. */
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
            // The specification has no maximum life time, and so no reason for it.
            return ConnectionClosedEvent.Reason.IDLE;
        }
        return null;
    }

    /** Whether an available connection must be refreshed before it is used. */
    boolean isDue(PoolEntry connection, long now) {
        return refreshNanos > 0 && now - connection.idleSinceNanos >= refreshNanos;
    }

    /** When an available connection becomes idle or due for a refresh; 0 if never. */
    long nextNanos(PoolEntry connection) {
        if (maxIdleNanos == 0 && refreshNanos == 0) {
            return 0;
        }
        long untilIdle = maxIdleNanos == 0 ? Long.MAX_VALUE : maxIdleNanos + 1;
        long untilDue = refreshNanos == 0 ? Long.MAX_VALUE : refreshNanos;
        return connection.idleSinceNanos + Math.min(untilIdle, untilDue);
    }
}
