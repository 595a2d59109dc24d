package dev.bowline.benchmarks.canned;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;

/** The canned server. As a program it prints the port it listens at, and ends when its standard input does. */
public final class CannedServer implements AutoCloseable, Runnable {
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final CannedReplies replies;
    private final int port;

    public CannedServer() throws IOException {
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        replies = new CannedReplies(port, "canned");
    }

    public static void main(String[] arguments) throws IOException {
        CannedServer server = new CannedServer();
        Thread.ofPlatform().daemon().name("canned-server").start(server);
        System.out.println(server.port());
        while (System.in.read() >= 0) {
            // The parent keeps the pipe open for as long as it wants the server.
        }
    }

    public int port() {
        return port;
    }

    /** The connection string of this server. */
    public String connectionString() {
        return "mongodb://127.0.0.1:" + port + "/?replicaSet=canned";
    }

    @Override
    public void run() {
        try {
            while (selector.isOpen()) {
                selector.select(100);
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext();) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    serve(key);
                }
                for (SelectionKey key : selector.keys()) {
                    if (key.attachment() instanceof CannedConnection connection) {
                        connection.stream();
                    }
                }
            }
        } catch (IOException | ClosedSelectorException e) {
            // Closed.
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel accepted = listener.accept();
            if (accepted != null) {
                accepted.configureBlocking(false);
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                accepted.register(selector, SelectionKey.OP_READ, new CannedConnection(accepted, replies));
            }
            return;
        }
        CannedConnection connection = (CannedConnection) key.attachment();
        try {
            if (key.isReadable() && !connection.read()) {
                key.cancel();
                key.channel().close();
            } else {
                boolean unsent = connection.flush();
                key.interestOps(unsent ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            key.cancel();
            key.channel().close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
