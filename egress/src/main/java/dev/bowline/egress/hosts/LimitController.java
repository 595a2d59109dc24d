package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.PoolSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;

/**
 * As many connections as there is use for, within limits, which are asked anew for each decision so that they may
 * change at run time. Hosts can be grouped, such as the members of a replica set.
 */
public final class LimitController implements PoolController {
    private static final int DEFAULT_MIN = 1;

    private final IntSupplier minConnections;
    private final IntSupplier maxConnections;
    private final IntSupplier maxPending;
    private final CopyOnWriteArrayList<List<ServerAddress>> groups = new CopyOnWriteArrayList<>();

    /** The last decision for any host, which is most often the next one too. */
    private volatile ConnectionTargets lastDecided = new ConnectionTargets(0, 1, 1);

    /** Fixed limits. */
    public LimitController(int minConnections, int maxConnections, int maxPending) {
        this(() -> minConnections, () -> maxConnections, () -> maxPending);
        if (minConnections < 0 || maxConnections < Math.max(1, minConnections) || maxPending < 1) {
            throw new IllegalArgumentException("Between " + minConnections + " and " + maxConnections
                    + " connections with at most " + maxPending + " pending is impossible");
        }
    }

    /** Limits that may change at run time. If they contradict each other, the maximum holds. */
    public LimitController(IntSupplier minConnections, IntSupplier maxConnections, IntSupplier maxPending) {
        this.minConnections = minConnections;
        this.maxConnections = maxConnections;
        this.maxPending = maxPending;
    }

    /** At least 1 connection to each host in use, at most 100, and at most 2 being set up at once. */
    public static LimitController defaults() {
        return new LimitController(DEFAULT_MIN, PoolSettings.DEFAULT_MAX_POOL_SIZE,
                PoolSettings.DEFAULT_MAX_CONNECTING);
    }

    /**
     * Keeps these hosts together: the first request for one adds them all, and none of them expires before all have.
     * Replaces any group that shares a host.
     */
    public void keepTogether(List<ServerAddress> hosts) {
        List<ServerAddress> group = List.copyOf(hosts);
        groups.removeIf(other -> other.stream().anyMatch(group::contains));
        groups.add(group);
    }

    @Override
    public ConnectionTargets hostChanged(HostState state) {
        int wanted = state.requests() + state.active() + state.leased();
        int most = Math.max(1, maxConnections.getAsInt());
        int target = state.health() == HostHealth.HEALTHY ? Math.max(wanted, minConnections.getAsInt()) : wanted;
        int pending = Math.max(1, maxPending.getAsInt());
        ConnectionTargets last = lastDecided;
        if (last.connections() != Math.min(target, most) || last.maxConnections() != most
                || last.maxPending() != pending) {
            last = new ConnectionTargets(Math.min(target, most), most, pending);
            lastDecided = last;
        }
        return last;
    }

    @Override
    public List<ServerAddress> group(ServerAddress host) {
        for (List<ServerAddress> group : groups) {
            if (group.contains(host)) {
                return group;
            }
        }
        return List.of(host);
    }
}
