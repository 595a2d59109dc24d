package dev.bowline.egress.pool;

import dev.bowline.error.MongoConfigurationException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options of a pool (section "Connection Pool Options"), checked. Every pool of a client has the same.
 *
 * @param maxPoolSize how many connections there may be, in use, available and pending together; 0 means no limit
 * @param minPoolSize how many connections the background keeps while the pool is ready
 * @param maxIdleTimeMillis how long a connection may be available before it is closed; 0 means no limit
 * @param maxConnecting how many connections may be established at the same time
 * @param waitQueueTimeoutMillis how long a caller without a deadline of its own may wait for a connection; 0 means no
 *     limit
 * @param loadBalanced whether the pool keeps generations and counts per service behind a load balancer
 * @param maintenanceIntervalMillis how long the background rests between runs; negative means it never runs, which
 *     only tests want
 * @param maintenanceDelayMillis how long after the pool was made the background runs for the first time
 * @param maxLifeTimeMillis how long after it was made a connection is closed once it is available; 0 means no limit
 */
public record PoolSettings(int maxPoolSize, int minPoolSize, long maxIdleTimeMillis, int maxConnecting,
        long waitQueueTimeoutMillis, boolean loadBalanced, long maintenanceIntervalMillis, long maintenanceDelayMillis,
        long maxLifeTimeMillis) {
    public static final int DEFAULT_MAX_POOL_SIZE = 100;
    public static final int DEFAULT_MAX_CONNECTING = 2;
    public static final long DEFAULT_MAINTENANCE_INTERVAL_MILLIS = 10_000;

    private static final PoolSettings DEFAULTS = new PoolSettings(DEFAULT_MAX_POOL_SIZE, 0, 0, DEFAULT_MAX_CONNECTING,
            0, false, DEFAULT_MAINTENANCE_INTERVAL_MILLIS, 0, 0);

    public PoolSettings {
        require(maxPoolSize >= 0, "maxPoolSize", maxPoolSize, "at least 0, where 0 means no limit");
        require(minPoolSize >= 0, "minPoolSize", minPoolSize, "at least 0");
        require(maxPoolSize == 0 || minPoolSize <= maxPoolSize, "minPoolSize", minPoolSize,
                "at most maxPoolSize, which is " + maxPoolSize);
        require(maxIdleTimeMillis >= 0, "maxIdleTimeMS", maxIdleTimeMillis, "at least 0, where 0 means no limit");
        require(maxConnecting > 0, "maxConnecting", maxConnecting, "at least 1");
        require(waitQueueTimeoutMillis >= 0, "waitQueueTimeoutMS", waitQueueTimeoutMillis,
                "at least 0, where 0 means no limit");
        require(maintenanceDelayMillis >= 0, "maintenanceDelay", maintenanceDelayMillis, "at least 0");
        require(maxLifeTimeMillis >= 0, "maxLifeTime", maxLifeTimeMillis, "at least 0, where 0 means no limit");
    }

    public static PoolSettings defaults() {
        return DEFAULTS;
    }

    public PoolSettings withMaxPoolSize(int value) {
        return new PoolSettings(value, minPoolSize, maxIdleTimeMillis, maxConnecting, waitQueueTimeoutMillis,
                loadBalanced, maintenanceIntervalMillis,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withMinPoolSize(int value) {
        return new PoolSettings(maxPoolSize, value, maxIdleTimeMillis, maxConnecting, waitQueueTimeoutMillis,
                loadBalanced, maintenanceIntervalMillis,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withMaxIdleTimeMillis(long value) {
        return new PoolSettings(maxPoolSize, minPoolSize, value, maxConnecting, waitQueueTimeoutMillis, loadBalanced,
                maintenanceIntervalMillis,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withMaxConnecting(int value) {
        return new PoolSettings(maxPoolSize, minPoolSize, maxIdleTimeMillis, value, waitQueueTimeoutMillis,
                loadBalanced, maintenanceIntervalMillis,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withWaitQueueTimeoutMillis(long value) {
        return new PoolSettings(maxPoolSize, minPoolSize, maxIdleTimeMillis, maxConnecting, value, loadBalanced,
                maintenanceIntervalMillis,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withLoadBalanced(boolean value) {
        return new PoolSettings(maxPoolSize, minPoolSize, maxIdleTimeMillis, maxConnecting, waitQueueTimeoutMillis,
                value, maintenanceIntervalMillis,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withMaintenanceIntervalMillis(long value) {
        return new PoolSettings(maxPoolSize, minPoolSize, maxIdleTimeMillis, maxConnecting, waitQueueTimeoutMillis,
                loadBalanced, value,
                maintenanceDelayMillis, maxLifeTimeMillis);
    }

    public PoolSettings withMaintenanceDelayMillis(long value) {
        return new PoolSettings(maxPoolSize, minPoolSize, maxIdleTimeMillis, maxConnecting, waitQueueTimeoutMillis,
                loadBalanced, maintenanceIntervalMillis, value, maxLifeTimeMillis);
    }

    public PoolSettings withMaxLifeTimeMillis(long value) {
        return new PoolSettings(maxPoolSize, minPoolSize, maxIdleTimeMillis, maxConnecting, waitQueueTimeoutMillis,
                loadBalanced, maintenanceIntervalMillis, maintenanceDelayMillis, value);
    }

    /** The options that differ from their defaults, by their names in a connection string. */
    public Map<String, Object> nonDefaultOptions() {
        Map<String, Object> options = new LinkedHashMap<>();
        if (maxIdleTimeMillis != DEFAULTS.maxIdleTimeMillis) {
            options.put("maxIdleTimeMS", maxIdleTimeMillis);
        }
        if (minPoolSize != DEFAULTS.minPoolSize) {
            options.put("minPoolSize", minPoolSize);
        }
        if (maxPoolSize != DEFAULTS.maxPoolSize) {
            options.put("maxPoolSize", maxPoolSize);
        }
        if (maxConnecting != DEFAULTS.maxConnecting) {
            options.put("maxConnecting", maxConnecting);
        }
        if (waitQueueTimeoutMillis != DEFAULTS.waitQueueTimeoutMillis) {
            options.put("waitQueueTimeoutMS", waitQueueTimeoutMillis);
        }
        return Collections.unmodifiableMap(options);
    }

    private static void require(boolean holds, String option, long value, String range) {
        if (!holds) {
            throw new MongoConfigurationException(option + " is " + value + ", but must be " + range);
        }
    }
}
