package dev.bowline.simulator.time;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a simulated connection. What its peer writes waits in {@link #inbound} until it has had time to arrive.
 */
final class SimulatedStream implements ByteStream {
    /** What fits into the buffers between two hosts; a writer blocks beyond it. */
    private static final int WINDOW_BYTES = 4 << 20;

    /** Bytes under way, or the end of the stream if data is null; a reset if broken. */
    private static final class Segment {
        final byte @Nullable [] data;
        final boolean broken;
        final long arrival;
        int offset;

        Segment(byte @Nullable [] data, boolean broken, long arrival) {
            this.data = data;
            this.broken = broken;
            this.arrival = arrival;
        }
    }

    private final Simulation simulation;
    private final SimulatedNetwork network;
    private final long id;
    private final String localHost;
    private final String remoteHost;
    private final ArrayDeque<Segment> inbound = new ArrayDeque<>();
    private @Nullable SimulatedStream peer;
    private long inboundBytes;
    private long lastArrival;
    private Deadline deadline = Deadline.NEVER;
    private @Nullable Thread user;
    private @Nullable Throwable abortReason;
    private boolean closed;
    private boolean broken;

    SimulatedStream(Simulation simulation, SimulatedNetwork network, long id, String localHost, String remoteHost) {
        this.simulation = simulation;
        this.network = network;
        this.id = id;
        this.localHost = localHost;
        this.remoteHost = remoteHost;
    }

    void connect(SimulatedStream other) {
        peer = other;
        other.peer = this;
    }

    long id() {
        return id;
    }

    String localHost() {
        return localHost;
    }

    String remoteHost() {
        return remoteHost;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        while (true) {
            checkUse();
            Segment next = inbound.peek();
            boolean cut = network.isCut(localHost, remoteHost);
            if (next != null && !cut && next.arrival <= simulation.nanoTime()) {
                return deliver(next, buffer);
            }
            Deadline arrival = next == null || cut ? Deadline.NEVER : new Deadline(next.arrival);
            simulation.park(deadline.earlier(arrival));
        }
    }

    @Override
    public void write(ByteBuffer buffer) throws IOException {
        SimulatedStream other = peer();
        while (true) {
            checkUse();
            if (broken) {
                throw new SocketException("Broken pipe");
            }
            if (other.inboundBytes < WINDOW_BYTES) {
                break;
            }
            simulation.park(deadline);
        }
        byte[] data = new byte[buffer.remaining()];
        buffer.get(data);
        if (!other.isOpen() && !network.isCut(localHost, remoteHost)) {
            // No reader is left: the far end's system answers with a reset, which the next call finds out.
            broken = true;
            inbound.add(new Segment(null, true, simulation.nanoTime() + network.latencyNanos()));
            return;
        }
        other.inboundBytes += data.length;
        transmit(data, false);
    }

    @Override
    public void arm(Deadline newDeadline) {
        deadline = newDeadline;
    }

    @Override
    public boolean disarm() {
        deadline = Deadline.NEVER;
        return abortReason == null;
    }

    @Override
    public void abort(Throwable reason) {
        if (abortReason == null && !closed) {
            abortReason = reason;
            finish();
        }
    }

    @Override
    public @Nullable Throwable abortReason() {
        return abortReason;
    }

    @Override
    public boolean isClosedByPeer() {
        Segment next = inbound.peek();
        return next != null && !network.isCut(localHost, remoteHost) && next.arrival <= simulation.nanoTime();
    }

    @Override
    public boolean isOpen() {
        return !closed && abortReason == null;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (abortReason == null) {
                finish();
            }
        }
    }

    /** Both ends learn that the connection is gone; the far one when the news has had time to arrive. */
    void reset() {
        broken = true;
        transmit(null, true);
        inbound.clear();
        inbound.add(new Segment(null, true, simulation.nanoTime()));
        network.closed(this);
        wake();
    }

    void wake() {
        if (user != null) {
            simulation.unpark(user);
        }
    }

    private void finish() {
        if (!broken && peer != null) {
            transmit(null, false);
        }
        network.closed(this);
        wake();
    }

    private void transmit(byte @Nullable [] data, boolean asReset) {
        SimulatedStream other = peer();
        lastArrival = Math.max(lastArrival, simulation.nanoTime() + network.latencyNanos());
        other.inbound.add(new Segment(data, asReset, lastArrival));
        if (other.user != null && !network.isCut(localHost, remoteHost)) {
            simulation.unparkAt(other.user, lastArrival);
        }
    }

    private int deliver(Segment segment, ByteBuffer buffer) throws IOException {
        byte[] data = segment.data;
        if (data == null) {
            if (segment.broken) {
                broken = true;
                throw new SocketException("Connection reset");
            }
            return -1;
        }
        int length = Math.min(buffer.remaining(), data.length - segment.offset);
        buffer.put(data, segment.offset, length);
        simulation.history().delivered(simulation.nanoTime(), id, data, segment.offset, length);
        segment.offset += length;
        if (segment.offset == data.length) {
            inbound.remove();
        }
        boolean wasFull = inboundBytes >= WINDOW_BYTES;
        inboundBytes -= length;
        if (wasFull) {
            peer().wake();
        }
        return length;
    }

    /**
     * To be called by the thread that uses the stream before each wait: throws if the stream or the thread was ended.
     */
    void checkUse() throws IOException {
        user = Thread.currentThread();
        if (abortReason != null) {
            throw new IOException("The stream to " + remoteHost + " was aborted", abortReason);
        }
        if (closed) {
            throw new AsynchronousCloseException();
        }
        if (deadline.isExpired(simulation.environment())) {
            SocketTimeoutException timeout = new SocketTimeoutException("No answer from " + remoteHost + " in time");
            abort(timeout);
            throw new IOException("The stream to " + remoteHost + " was aborted", timeout);
        }
        if (Thread.currentThread().isInterrupted()) {
            close();
            throw new ClosedByInterruptException();
        }
    }

    private SimulatedStream peer() {
        SimulatedStream other = peer;
        if (other == null) {
            throw new IllegalStateException("Not connected");
        }
        return other;
    }
}
