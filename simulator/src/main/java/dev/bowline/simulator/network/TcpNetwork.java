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

/** Real sockets, on the loopback interface by default, with TLS if a context is given. */
public final class TcpNetwork implements Network {
    private final @Nullable SSLContext tls;
    private final boolean requireClientCertificate;
    private final String bindHost;
    private final String advertisedHost;
    private final ReentrantLock lock = new ReentrantLock();
    /** The next port to use, or 0 if the system chooses. Guarded by the lock. */
    private int nextPort;
    /** Doors opened to learn a free port and not yet listened at. Guarded by the lock. */
    private final Map<Integer, ServerSocketChannel> reserved = new HashMap<>();

    /** Free ports of the loopback interface. */
    public TcpNetwork(@Nullable SSLContext tls, boolean requireClientCertificate) {
        this(tls, requireClientCertificate, "127.0.0.1", "127.0.0.1", 0);
    }

    /**
     * A network on real sockets.
     *
     * @param bindHost the address at which to listen
     * @param advertisedHost the host name in replies to clients
     * @param firstPort the port of the first address, which the others follow, or 0 for free ports
     */
    public TcpNetwork(@Nullable SSLContext tls, boolean requireClientCertificate, String bindHost,
            String advertisedHost, int firstPort) {
        this.tls = tls;
        this.requireClientCertificate = requireClientCertificate;
        this.bindHost = bindHost;
        this.advertisedHost = advertisedHost;
        this.nextPort = firstPort;
    }

    @Override
    public ServerAddress newAddress() throws IOException {
        ServerSocketChannel channel = bind(takePort());
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        lock.lock();
        try {
            reserved.put(port, channel);
        } finally {
            lock.unlock();
        }
        return new ServerAddress(advertisedHost, port);
    }

    private int takePort() {
        lock.lock();
        try {
            return nextPort == 0 ? 0 : nextPort++;
        } finally {
            lock.unlock();
        }
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

    private ServerSocketChannel bindAgain(int port) throws IOException {
        // While the server was down its port may have served, for a moment, as the local end of another connection.
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

    private ServerSocketChannel bind(int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(InetAddress.getByName(bindHost), port), 512);
            return channel;
        } catch (BindException e) {
            channel.close();
            BindException named = new BindException(
                    "Cannot listen on " + bindHost + ":" + port + ": " + e.getMessage());
            named.initCause(e);
            throw named;
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
            // The system releases the port once the thread inside accept has noticed.
            for (int i = 0; accepting && i < 20_000; i++) {
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
