package dev.bowline.egress.environment;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A TCP or Unix domain socket, blocking.
 *
 * <p>It is a channel and not a {@code Socket} because only a channel ends the read of an interrupted platform thread.
 * No timeout is ever set on it: that, like use by a virtual thread, would make the descriptor non-blocking for good and
 * turn every later read of a platform thread into read, poll, read.
 */
final class SocketByteStream implements ByteStream {
    /**
     * The most that one system call moves. The channel copies through a direct buffer of that size which it keeps per
     * thread, so this bounds memory, and is more than the 128 KB that must go in one call.
     */
    private static final int MAX_TRANSFER_BYTES = 256 * 1024;

    /**
     * A deadline strikes within some ten milliseconds. A process that notices it this much later was stopped or
     * starved.
     */
    private static final long STARVED_NANOS = MILLISECONDS.toNanos(100);

    private final SocketAddress address;
    private final SocketChannel channel;
    private final Watchdog watchdog;
    private final Watch watch;
    private final ByteBuffer probe = ByteBuffer.allocate(1);
    private final AtomicReference<@Nullable Throwable> abortReason = new AtomicReference<>();

    private SocketByteStream(SocketAddress address, SocketChannel channel, Watchdog watchdog) {
        this.address = address;
        this.channel = channel;
        this.watchdog = watchdog;
        this.watch = new Watch(watchdog, this::deadlinePassed);
    }

    static SocketByteStream open(SocketAddress address, Watchdog watchdog, Deadline deadline,
            Consumer<ByteStream> beforeConnecting) throws IOException {
        boolean unix = address instanceof UnixDomainSocketAddress;
        SocketChannel channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        SocketByteStream stream = new SocketByteStream(address, channel, watchdog);
        watchdog.register(stream.watch);
        boolean connected = false;
        try {
            if (!unix) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            }
            beforeConnecting.accept(stream);
            stream.watch.arm(deadline);
            channel.connect(address);
            if (!stream.watch.disarm()) {
                throw new IOException("Connected too late");
            }
            connected = true;
            return stream;
        } catch (IOException e) {
            throw stream.explained(e);
        } catch (UncheckedIOException e) {
            // The channel was closed before its buffers were sized.
            throw stream.explained(new IOException(e.getMessage(), e));
        } finally {
            if (!connected) {
                stream.close();
            }
        }
    }

    @Override
    public void sizeBuffers(int receiveBytes, int sendBytes) {
        try {
            if (receiveBytes > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBytes);
            }
            if (sendBytes > 0) {
                channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The socket's buffers cannot be sized", e);
        }
    }

    <T> T option(SocketOption<T> option) throws IOException {
        return channel.getOption(option);
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        int limit = buffer.limit();
        if (buffer.remaining() > MAX_TRANSFER_BYTES) {
            buffer.limit(buffer.position() + MAX_TRANSFER_BYTES);
        }
        try {
            int read = channel.read(buffer);
            if (read < 0 && abortReason.get() != null) {
                throw new EOFException("Closed while reading");
            }
            return read;
        } catch (IOException e) {
            throw explained(e);
        } finally {
            buffer.limit(limit);
        }
    }

    @Override
    public void write(ByteBuffer buffer) throws IOException {
        int limit = buffer.limit();
        try {
            while (buffer.position() < limit) {
                buffer.limit(Math.min(limit, buffer.position() + MAX_TRANSFER_BYTES));
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw explained(e);
        } finally {
            buffer.limit(limit);
        }
    }

    @Override
    public void arm(Deadline deadline) {
        watch.arm(deadline);
    }

    @Override
    public boolean disarm() {
        return watch.disarm();
    }

    @Override
    public void abort(Throwable reason) {
        abortReason.compareAndSet(null, reason);
        close();
    }

    @Override
    public @Nullable Throwable abortReason() {
        return abortReason.get();
    }

    /**
     * Reads without waiting. Between two requests there is nothing to be read, so a byte is as bad a sign as the end of
     * the stream. A socket that a virtual thread has used is non-blocking anyway, so this is a single system call.
     */
    @Override
    public boolean isClosedByPeer() {
        try {
            channel.configureBlocking(false);
            try {
                return channel.read(probe.clear()) != 0;
            } finally {
                channel.configureBlocking(true);
            }
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        watchdog.unregister(watch);
        try {
            channel.close();
        } catch (IOException ignored) {
            // The descriptor is gone either way, and no caller is left to get an error.
        }
    }

    @Override
    public String toString() {
        return "SocketByteStream[" + address + (isOpen() ? "]" : ", closed]");
    }

    /**
     * @param lateNanos how late this is noticed: if much, the whole process could not run, and the peer may have had no
     *     time
     */
    private void deadlinePassed(long lateNanos) {
        boolean unread = hasUnread();
        abort(unread || lateNanos > STARVED_NANOS
                ? new UnreadInTimeException("The deadline passed before an answer of " + address
                        + " was read, but this process could not run: bytes had come, or " + NANOSECONDS.toMillis(
                                lateNanos)
                        + " ms went by before the deadline was noticed", unread)
                : new SocketTimeoutException("The deadline passed before " + address + " had answered"));
    }

    /** Whether unread bytes have arrived. Asks the descriptor; does not wait for a reader. */
    private boolean hasUnread() {
        try {
            return channel.isConnected() && channel.socket().getInputStream().available() > 0;
        } catch (IOException | UnsupportedOperationException e) {
            // Closed meanwhile, or a Unix domain socket, which cannot be asked.
            return false;
        }
    }

    /**
     * The failure as our users should see it. What the channel throws when it is closed under a reader is one of
     * several exceptions, or the end of the stream; why it was closed, we know ourselves.
     */
    private IOException explained(IOException failure) {
        Throwable reason = abortReason.get();
        if (reason == null && failure instanceof ClosedByInterruptException) {
            abort(failure);
            reason = abortReason.get();
        }
        if (reason == null) {
            return failure;
        }
        if (reason instanceof SocketTimeoutException) {
            SocketTimeoutException timeout = new SocketTimeoutException(reason.getMessage());
            timeout.initCause(reason);
            return timeout;
        }
        if (reason instanceof ClosedByInterruptException) {
            InterruptedIOException interrupted = new InterruptedIOException("Interrupted while talking to " + address);
            interrupted.initCause(reason);
            return interrupted;
        }
        return new IOException("Aborted: " + reason.getMessage(), reason);
    }
}
