package dev.bowline.simulator.time;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.network.Network;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Accepts connections at one simulated host and port. */
public final class SimulatedListener implements Network.Listener, AutoCloseable {
    private final Simulation simulation;
    private final Runnable onClose;
    private final ArrayDeque<SimulatedStream> pending = new ArrayDeque<>();
    private @Nullable Thread acceptor;
    private boolean closed;

    SimulatedListener(Simulation simulation, Runnable onClose) {
        this.simulation = simulation;
        this.onClose = onClose;
    }

    /** Waits for the next connection. Throws once the listener is closed. */
    @Override
    public ByteStream accept() throws IOException {
        acceptor = Thread.currentThread();
        while (true) {
            if (closed) {
                throw new ClosedChannelException();
            }
            SimulatedStream next = pending.poll();
            if (next != null) {
                return next;
            }
            simulation.park(Deadline.NEVER);
        }
    }

    /** Refuses connections from now on. Accepted ones stay; those not yet accepted are reset. */
    @Override
    public void close() {
        onClose.run();
        closeQuietly();
    }

    void offer(SimulatedStream stream) {
        pending.add(stream);
        wake();
    }

    void closeQuietly() {
        closed = true;
        pending.forEach(SimulatedStream::reset);
        pending.clear();
        wake();
    }

    private void wake() {
        if (acceptor != null) {
            simulation.unpark(acceptor);
        }
    }
}
