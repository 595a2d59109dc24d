package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.HostPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A member of a live topology: its pool, its monitor, and how busy it is. */
public final class Server {
    private final Topology topology;
    private final ServerAddress address;
    private final PoolControl pool;
    private final @Nullable ServerMonitor monitor;
    private final AtomicInteger operationCount = new AtomicInteger();

    /** @param monitor null for a load balancer, and in tests that bring their own replies */
    Server(Topology topology, ServerAddress address, PoolControl pool, @Nullable ServerMonitor monitor) {
        this.topology = topology;
        this.address = address;
        this.pool = pool;
        this.monitor = monitor;
    }

    public ServerAddress address() {
        return address;
    }

    /** Where the connections are. */
    public HostPool pool() {
        return pool.hostPool();
    }

    /** What is known of the server now; unknown if it is no longer a member. */
    public ServerDescription description() {
        ServerDescription current = topology.description().server(address);
        return current == null ? ServerDescription.unknown(address) : current;
    }

    /** Operations in flight, which selection balances. */
    public int operationCount() {
        return operationCount.get();
    }

    public void operationStarted() {
        operationCount.incrementAndGet();
    }

    public void operationEnded() {
        operationCount.decrementAndGet();
    }

    /** Reports an error of an operation to the topology; see {@link Topology#handleError}. */
    public void handleError(ApplicationError error) {
        topology.handleError(this, error);
    }

    PoolControl poolControl() {
        return pool;
    }

    void startMonitor(boolean rested) {
        if (monitor != null) {
            monitor.start(rested);
        }
    }

    void requestCheck() {
        if (monitor != null) {
            monitor.requestCheck();
        }
    }

    /** Asks a former primary whether it still answers; see {@link FrozenPrimaryProbe}. */
    void probe(long timeoutNanos) {
        if (monitor != null) {
            monitor.probe(timeoutNanos);
        }
    }

    void cancelCheck() {
        if (monitor != null) {
            monitor.cancelCheck();
        }
    }

    @Nullable
    ServerMonitor monitor() {
        return monitor;
    }

    @Override
    public String toString() {
        return "Server[" + description() + ", " + operationCount + " operations in flight]";
    }
}
