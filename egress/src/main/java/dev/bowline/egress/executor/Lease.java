package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.hosts.ConnectionRequest;
import dev.bowline.egress.hosts.HostConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request for a connection on lease, as a future. Completing the future from outside, such as by canceling it, ends
 * the wait.
 */
final class Lease extends ConnectionRequest {
    private final PooledNetworkInterface network;
    private final ServerAddress host;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Timers.Timer timer = new Timers.Timer() {
        @Override
        void ring() {
            end(Status.of(network.pool(TlsMode.GLOBAL).timedOut(host, network.environment().nanoTime() - startNanos)));
        }
    };
    private final BreakableFuture<LeasedStream> future = new BreakableFuture<>() {
        @Override
        void breakOff() {
            end(Status.CANCELED);
        }
    };
    private volatile Consumer<Lease> onEnd = lease -> {};

    Lease(PooledNetworkInterface network, ServerAddress host) {
        super(true);
        this.network = network;
        this.host = host;
        this.startNanos = network.environment().nanoTime();
    }

    /** @param settled called when the future has been completed; must not block */
    CompletableFuture<LeasedStream> start(Deadline deadline, Consumer<Lease> settled) {
        onEnd = settled;
        if (!network.leasing(this)) {
            end(Status.SHUTDOWN);
            return future;
        }
        long limit = startNanos + network.connectionWaitNanos();
        try {
            network.pool(TlsMode.GLOBAL).request(host, this);
            if (!ended.get()) {
                network.timers().set(timer, deadline.earlier(new Deadline(limit)).nanos());
            }
        } catch (RuntimeException | Error e) {
            end(RemoteExchange.status(e));
        }
        if (ended.get()) {
            network.timers().cancel(timer);
        }
        return future;
    }

    @Override
    protected void granted(HostConnection connection) {
        if (!ended.compareAndSet(false, true)) {
            connection.used();
            connection.close();
            return;
        }
        leave();
        PooledStream stream = new PooledStream(network.environment(), connection, network::givenBack);
        if (network.leased(stream)) {
            complete(stream, null);
        } else {
            stream.close();
            complete(null, Status.SHUTDOWN);
        }
    }

    @Override
    protected void refused(RuntimeException reason) {
        end(RemoteExchange.status(reason));
    }

    /** Ends the wait with this status, unless it has ended. */
    void end(Status status) {
        if (ended.compareAndSet(false, true)) {
            withdraw();
            leave();
            complete(null, status);
        }
    }

    private void leave() {
        network.leasingEnded(this);
        network.timers().cancel(timer);
    }

    /** Completes the future on a thread that its stages cannot stop. */
    private void complete(@Nullable PooledStream stream, @Nullable Status failure) {
        network.execute(() -> {
            boolean taken = stream != null
                    ? future.succeed(stream)
                    : future.fail(new RemoteCommandException(failure == null ? Status.OK : failure));
            if (!taken && stream != null) {
                stream.close();
            }
            onEnd.accept(this);
        });
    }
}
