package dev.bowline.egress.stream;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * TLS over another stream, whose deadlines and aborts are its own.
 *
 * <p>An engine and not an {@code SSLSocket}: it needs nothing but bytes, so it works in every environment, and closing
 * the stream underneath ends it at once, which closing an {@code SSLSocket} with a blocked writer does not. No
 * close_notify is sent when closing, for the sake of the same promptness; the protocol's own lengths show the server
 * that no message was cut off.
 */
final class TlsByteStream implements ByteStream {
    /** Records gathered into one write: with their overhead more than the 128 KB that should go in one system call. */
    private static final int MAX_GATHERED_RECORDS = 9;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteStream raw;
    private final SSLEngine engine;

    /** Received and not yet decrypted, ready to be read from. */
    private ByteBuffer encryptedIn;
    /** Decrypted and not yet asked for, ready to be read from. */
    private ByteBuffer plainIn;
    /** Encrypted and not yet sent, ready to be written to. */
    private ByteBuffer encryptedOut;

    /** The first byte that the peer sent, or -1. */
    private int firstByte = -1;

    private TlsByteStream(ByteStream raw, SSLEngine engine) {
        this.raw = raw;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        encryptedIn = ByteBuffer.allocate(packet).flip();
        encryptedOut = ByteBuffer.allocate(packet);
        plainIn = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
    }

    /** Shakes hands. The caller has armed a deadline. */
    static TlsByteStream negotiate(ByteStream raw, SSLEngine engine) throws IOException {
        TlsByteStream stream = new TlsByteStream(raw, engine);
        engine.beginHandshake();
        try {
            while (stream.handshakeStep()) {
                // Each step sends, receives or computes something.
            }
        } catch (SocketException e) {
            throw hungUp(e);
        } catch (SocketTimeoutException e) {
            throw stream.firstByte < 0 ? new UnansweredTlsException(e) : e;
        } catch (SSLException e) {
            if (stream.answeredInTheClear()) {
                SSLException clear = new SSLHandshakeException("The peer answered in the clear: it does not use TLS");
                clear.initCause(e);
                throw clear;
            }
            throw e;
        }
        return stream;
    }

    /** Whether the first byte that came is none of those with which a record of TLS begins. */
    private boolean answeredInTheClear() {
        return firstByte >= 0 && (firstByte < 20 || firstByte > 24);
    }

    /** What a server does that does not expect TLS, which a plain "connection reset" would not suggest. */
    private static SSLException hungUp(@Nullable SocketException cause) {
        SSLException hungUp = new SSLHandshakeException(
                "The peer closed the connection during the TLS negotiation; perhaps it does not use TLS");
        hungUp.initCause(cause);
        return hungUp;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        while (true) {
            if (plainIn.hasRemaining()) {
                return transfer(plainIn, buffer);
            }
            // Decrypting straight into the caller's buffer saves a copy, where it is sure to have room for a record.
            boolean direct = buffer.remaining() >= engine.getSession().getApplicationBufferSize();
            int before = buffer.position();
            SSLEngineResult result = unwrap(direct ? buffer : null);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                return -1;
            }
            if (direct && buffer.position() > before) {
                return buffer.position() - before;
            }
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && !fill()) {
                return -1;
            }
            settle(result);
        }
    }

    @Override
    public void write(ByteBuffer buffer) throws IOException {
        int packet = engine.getSession().getPacketBufferSize();
        int records = Math.min(MAX_GATHERED_RECORDS, 1 + buffer.remaining() / (packet / 2));
        if (encryptedOut.capacity() < packet * records) {
            encryptedOut = ByteBuffer.allocate(packet * records);
        }
        while (buffer.hasRemaining()) {
            SSLEngineResult result = wrap(buffer);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                throw new EOFException("The peer has ended the TLS session");
            }
            if (encryptedOut.remaining() < packet) {
                flush();
            }
        }
        flush();
        if (encryptedOut.capacity() > packet * 2) {
            encryptedOut = ByteBuffer.allocate(packet);
        }
    }

    @Override
    public void arm(Deadline deadline) {
        raw.arm(deadline);
    }

    @Override
    public boolean disarm() {
        return raw.disarm();
    }

    @Override
    public void abort(Throwable reason) {
        raw.abort(reason);
    }

    @Override
    public @Nullable Throwable abortReason() {
        return raw.abortReason();
    }

    /** The stream below reports whether bytes are left to decrypt, or come at the wrong time. */
    @Override
    public boolean isClosedByPeer() {
        return raw.isClosedByPeer();
    }

    @Override
    public boolean isOpen() {
        return raw.isOpen();
    }

    @Override
    public void close() {
        raw.close();
    }

    @Override
    public String toString() {
        return "TlsByteStream[" + raw + ", " + engine.getSession().getProtocol() + "]";
    }

    /** One step of the negotiation; false when it is complete. */
    private boolean handshakeStep() throws IOException {
        SSLEngineResult result;
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                runTasks();
                return true;
            }
            case NEED_WRAP -> {
                result = wrap(NOTHING);
                flush();
            }
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                result = unwrap(null);
                if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW && !fill()) {
                    throw hungUp(null);
                }
            }
            default -> {
                return false;
            }
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new SSLException("The peer ended the TLS negotiation");
        }
        return result.getHandshakeStatus() != SSLEngineResult.HandshakeStatus.FINISHED;
    }

    /** What a record received in passing asks of us: a key update is answered, a session ticket is noted. */
    private void settle(SSLEngineResult result) throws IOException {
        switch (result.getHandshakeStatus()) {
            case NEED_TASK -> runTasks();
            case NEED_WRAP -> {
                wrap(NOTHING);
                flush();
            }
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN, FINISHED, NOT_HANDSHAKING -> {
                // The next round of the caller's loop does it.
            }
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Decrypts one record into the target, or into {@link #plainIn} if there is none. */
    private SSLEngineResult unwrap(@Nullable ByteBuffer target) throws IOException {
        if (target != null) {
            return engine.unwrap(encryptedIn, target);
        }
        plainIn.compact();
        SSLEngineResult result = engine.unwrap(encryptedIn, plainIn);
        plainIn.flip();
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            int needed = engine.getSession().getApplicationBufferSize() + plainIn.remaining();
            plainIn = ByteBuffer.allocate(needed).put(plainIn).flip();
        }
        return result;
    }

    private SSLEngineResult wrap(ByteBuffer source) throws IOException {
        SSLEngineResult result = engine.wrap(source, encryptedOut);
        while (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            flush();
            if (encryptedOut.capacity() < engine.getSession().getPacketBufferSize()) {
                encryptedOut = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            }
            result = engine.wrap(source, encryptedOut);
        }
        return result;
    }

    private void flush() throws IOException {
        encryptedOut.flip();
        if (encryptedOut.hasRemaining()) {
            raw.write(encryptedOut);
        }
        encryptedOut.clear();
    }

    /** Receives more; false at the end of the stream. */
    private boolean fill() throws IOException {
        if (encryptedIn.capacity() < engine.getSession().getPacketBufferSize()) {
            encryptedIn = ByteBuffer.allocate(engine.getSession().getPacketBufferSize()).put(encryptedIn).flip();
        }
        encryptedIn.compact();
        int read = raw.read(encryptedIn);
        encryptedIn.flip();
        if (firstByte < 0 && read > 0) {
            firstByte = encryptedIn.get(encryptedIn.limit() - read) & 0xFF;
        }
        return read >= 0;
    }

    private static int transfer(ByteBuffer from, ByteBuffer to) {
        int count = Math.min(from.remaining(), to.remaining());
        to.put(to.position(), from, from.position(), count);
        to.position(to.position() + count);
        from.position(from.position() + count);
        return count;
    }
}
