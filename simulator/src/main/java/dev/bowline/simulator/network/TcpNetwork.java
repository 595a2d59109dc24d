package dev.bowline.simulator.network;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.ServerAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Real sockets on the loopback interface, with TLS if a context is given. */
public final class TcpNetwork implements Network {
    private final @Nullable SSLContext tls;
    private final boolean requireClientCertificate;
    private final ReentrantLock lock = new ReentrantLock();
    /** Doors opened to learn a free port and not yet listened at. Guarded by the lock. */
    private final Map<Integer, ServerSocketChannel> reserved = new HashMap<>();

    public TcpNetwork(@Nullable SSLContext tls, boolean requireClientCertificate) {
        this.tls = tls;
        this.requireClientCertificate = requireClientCertificate;
    }

    @Override
    public ServerAddress newAddress() throws IOException {
        ServerSocketChannel channel = bind(0);
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        lock.lock();
        try {
            reserved.put(port, channel);
        } finally {
            lock.unlock();
        }
        return new ServerAddress("127.0.0.1", port);
    }

    @Override
    public Listener listen(ServerAddress address) throws IOException {
        ServerSocketChannel channel;
        lock.lock();
        try {
            channel = reserved.remove(address.port());
        } finally {
            lock.unlock();
        }
        return new TcpListener(channel != null ? channel : bindAgain(address.port()));
    }

    private static ServerSocketChannel bindAgain(int port) throws IOException {
        // While the server was down its port may have served, for a moment, as the local end of somebody's connection.
        for (int attempt = 0;; attempt++) {
            try {
                return bind(port);
            } catch (BindException e) {
                if (attempt == 100) {
                    throw e;
                }
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private static ServerSocketChannel bind(int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port), 512);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private final class TcpListener implements Listener {
        private final ServerSocketChannel channel;
        private volatile boolean accepting;

        TcpListener(ServerSocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public ByteStream accept() throws IOException {
            SocketChannel accepted;
            accepting = true;
            try {
                accepted = channel.accept();
            } finally {
                accepting = false;
            }
            accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (tls == null) {
                return new AcceptedStream(accepted, null);
            }
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(accepted.socket(), null, false);
            socket.setUseClientMode(false);
            if (requireClientCertificate) {
                socket.setNeedClientAuth(true);
            } else {
                socket.setWantClientAuth(true);
            }
            return new AcceptedStream(accepted, socket);
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // The port is given up either way.
            }
            // The system lets go of the port once the thread inside accept has noticed.
            for (int i = 0; accepting && i < 20_000; i++) {
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
