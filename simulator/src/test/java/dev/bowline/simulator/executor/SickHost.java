package dev.bowline.simulator.executor;

import dev.bowline.egress.environment.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A host that accepts connections over TCP and then does something other than speak the protocol. */
final class SickHost implements AutoCloseable {
    enum Illness {
        /** Never answers. */
        SILENT,
        /** Breaks the connection as soon as something arrives. */
        RESETTING,
        /** Answers in another language. */
        GARBAGE
    }

    private final Illness illness;
    private final ServerSocket listener;
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();

    SickHost(Illness illness) {
        this.illness = illness;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    ServerAddress address() {
        return new ServerAddress("127.0.0.1", listener.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            int first = socket.getInputStream().read();
            switch (illness) {
                case RESETTING -> {
                    socket.setSoLinger(true, 0);
                    return;
                }
                case GARBAGE -> {
                    byte[] reply = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
                    socket.getOutputStream().write(reply);
                }
                case SILENT -> {
                }
            }
            while (first >= 0) {
                first = socket.getInputStream().read();
            }
        } catch (IOException e) {
            // The client went away.
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
