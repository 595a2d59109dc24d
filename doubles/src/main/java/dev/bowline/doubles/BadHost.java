package dev.bowline.doubles;

import dev.bowline.egress.environment.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A host that accepts connections and then misbehaves. */
public final class BadHost implements AutoCloseable {
    public interface Behaviour {
        void serve(Socket socket) throws IOException;
    }

    /** Accepts and never answers. */
    public static final Behaviour SILENT = socket -> {
        while (socket.getInputStream().read() >= 0) {
            // Reads and says nothing.
        }
    };
    /** Reads something, then breaks the connection. */
    public static final Behaviour RESETTING = socket -> {
        socket.getInputStream().read();
        socket.setSoLinger(true, 0);
        socket.close();
    };
    /** Answers something that is not the protocol. */
    public static final Behaviour GARBAGE = socket -> {
        socket.getInputStream().read();
        socket.getOutputStream()
                .write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        SILENT.serve(socket);
    };

    private final ServerSocket listener;
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();

    public BadHost(Behaviour behaviour) {
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = listener.accept();
                    sockets.add(socket);
                    Thread.ofVirtual().start(() -> {
                        try {
                            behaviour.serve(socket);
                        } catch (IOException e) {
                            // The client went away.
                        }
                    });
                }
            } catch (IOException e) {
                // Closed.
            }
        });
    }

    public ServerAddress address() {
        return new ServerAddress("127.0.0.1", listener.getLocalPort());
    }

    /** A port without a listener. */
    public static ServerAddress refusing() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new ServerAddress("127.0.0.1", socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
