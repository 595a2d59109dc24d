package dev.bowline.simulator.network;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The server's end of a TCP connection. Servers wait for requests as long as it takes, so deadlines are not kept. */
public final class AcceptedStream implements ByteStream {
    private final SocketChannel channel;
    private final @Nullable SSLSocket tls;
    private final AtomicReference<@Nullable Throwable> reason = new AtomicReference<>();

    AcceptedStream(SocketChannel channel, @Nullable SSLSocket tls) {
        this.channel = channel;
        this.tls = tls;
    }

    /** The subject of the client's certificate, or null. */
    public @Nullable String clientSubject() {
        if (tls == null) {
            return null;
        }
        try {
            Certificate[] chain = tls.getSession().getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate x509
                    ? x509.getSubjectX500Principal().getName()
                    : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        if (tls == null) {
            return channel.read(buffer);
        }
        int count = tls.getInputStream().read(buffer.array(), buffer.arrayOffset() + buffer.position(),
                buffer.remaining());
        if (count > 0) {
            buffer.position(buffer.position() + count);
        }
        return count;
    }

    @Override
    public void write(ByteBuffer buffer) throws IOException {
        if (tls == null) {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } else {
            tls.getOutputStream().write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            buffer.position(buffer.limit());
        }
    }

    @Override
    public void arm(Deadline deadline) {}

    @Override
    public boolean disarm() {
        return isOpen();
    }

    @Override
    public void abort(Throwable why) {
        reason.compareAndSet(null, why);
        close();
    }

    @Override
    public @Nullable Throwable abortReason() {
        return reason.get();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        try {
            // The channel, never the TLS socket, whose close may wait for a blocked writer.
            channel.close();
        } catch (IOException e) {
            // It is closed as far as we are concerned.
        }
    }
}
