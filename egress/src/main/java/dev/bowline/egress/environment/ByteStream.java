package dev.bowline.egress.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A blocking stream of bytes to one peer. One thread uses it at a time; {@link #abort} and {@link #close} may come from
 * any thread at any time and end a blocked read or write at once.
 *
 * <p>Deadlines are armed around a group of calls: after {@link #arm} any read or write that is still blocked when the
 * deadline passes ends, the stream is aborted with a {@link java.net.SocketTimeoutException}, and stays unusable.
 */
public interface ByteStream extends AutoCloseable {
    /** Reads at least one byte into the buffer, which must have room. Returns the number read, or -1 at the end. */
    int read(ByteBuffer buffer) throws IOException;

    /** Writes all that remains in the buffer. */
    void write(ByteBuffer buffer) throws IOException;

    /** Sets the deadline for the reads and writes that follow, until {@link #disarm}. */
    void arm(Deadline deadline);

    /**
     * Takes the deadline away.
     *
     * @return false if it has already struck, in which case the stream is (about to be) aborted and must not be reused
     */
    boolean disarm();

    /**
     * Ends this stream for the given reason. The first reason wins; a read or write that fails afterwards throws an
     * {@link IOException} whose cause is that reason.
     */
    void abort(Throwable reason);

    /** Why this stream was aborted, or null. */
    @Nullable
    Throwable abortReason();

    /**
     * Whether nothing more can be read because the peer has closed the stream, as far as is known without waiting. Only
     * for the thread that uses the stream, while no answer is to come. False where that is unknown.
     */
    default boolean isClosedByPeer() {
        return false;
    }

    /** True until the stream is closed or aborted. Says nothing of the peer. */
    boolean isOpen();

    @Override
    void close();

    /**
     * Asks for buffers of these sizes, before the stream is connected; 0 leaves one as it is. Ignored where there are
     * none.
     */
    default void sizeBuffers(int receiveBytes, int sendBytes) {}
}
