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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The canned server: one thread for all members and all their clients. */
public final class CannedServer implements AutoCloseable, Runnable {
    /** Replica sets have no more members than this; more servers are routers. */
    private static final int LARGEST_SET = 50;
    private static final long STREAM_CHECK_NANOS = 100_000_000L;

    private final Selector selector;
    private final List<ServerSocketChannel> listeners = new ArrayList<>();
    private final String connectionString;
    private long nextStreamCheck = System.nanoTime();

    public CannedServer(int members) throws IOException {
        selector = Selector.open();
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            ServerSocketChannel listener = ServerSocketChannel.open();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
            listener.configureBlocking(false);
            listeners.add(listener);
            addresses.add("127.0.0.1:" + ((InetSocketAddress) listener.getLocalAddress()).getPort());
        }
        CannedReplies.Shared shared = CannedReplies.Shared.prepare();
        boolean routers = members > LARGEST_SET;
        CannedReplies router = CannedReplies.router(shared);
        for (int i = 0; i < members; i++) {
            listeners.get(i).register(selector, SelectionKey.OP_ACCEPT,
                    routers ? router : CannedReplies.member(shared, addresses, i));
        }
        connectionString = "mongodb://" + String.join(",", addresses) + "/?"
                + (routers ? "" : "replicaSet=canned");
    }

    /**
     * Arguments: members, and {@code tls} or {@code plain}. Prints the connection string, and ends when its input does.
     */
    public static void main(String[] arguments) throws IOException {
        int members = Integer.parseInt(arguments[0]);
        if (arguments[1].equals("tls")) {
            TlsCannedServer server = new TlsCannedServer();
            Thread.ofPlatform().daemon().name("canned-server").start(server);
            System.out.println(server.connectionString());
        } else {
            CannedServer server = new CannedServer(members);
            Thread.ofPlatform().daemon().name("canned-server").start(server);
            System.out.println(server.connectionString());
        }
        while (System.in.read() >= 0) {
            // The parent keeps the pipe open for as long as it wants the server.
        }
    }

    /** The connection string of this server. */
    public String connectionString() {
        return connectionString;
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
                stream();
            }
        } catch (IOException | ClosedSelectorException e) {
            // Closed.
        }
    }

    /**
     * Now and then only: with thousands of clients looking at each of them after every select would be the main work.
     */
    private void stream() throws IOException {
        if (System.nanoTime() - nextStreamCheck < 0) {
            return;
        }
        nextStreamCheck = System.nanoTime() + STREAM_CHECK_NANOS;
        for (SelectionKey key : selector.keys()) {
            if (key.isValid() && key.attachment() instanceof CannedConnection connection) {
                try {
                    connection.stream();
                } catch (IOException e) {
                    key.cancel();
                    key.channel().close();
                }
            }
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel accepted = ((ServerSocketChannel) key.channel()).accept();
            if (accepted != null) {
                accepted.configureBlocking(false);
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                accepted.register(selector, SelectionKey.OP_READ,
                        new CannedConnection(accepted, (CannedReplies) key.attachment()));
            }
            return;
        }
        CannedConnection connection = (CannedConnection) key.attachment();
        try {
            if (key.isReadable() && !connection.read()) {
                key.cancel();
                key.channel().close();
            } else {
                int interest = connection.flush() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
                if (key.interestOps() != interest) {
                    key.interestOps(interest);
                }
            }
        } catch (IOException e) {
            key.cancel();
            key.channel().close();
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
