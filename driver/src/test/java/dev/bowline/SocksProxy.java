package dev.bowline;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A small SOCKS5 proxy, which notes what it is asked for and knows names that no name server does. */
final class SocksProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final String credentials;
    /** Where names lead to. */
    private final Map<String, String> names;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    final List<String> asked = new CopyOnWriteArrayList<>();

    /** @param credentials user and password with a colon between them, or null to let every client through */
    SocksProxy(String credentials, Map<String, String> names) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.credentials = credentials;
        this.names = names;
        Thread.ofVirtual().name("socks-proxy").start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                sockets.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            in.readByte();
            byte[] methods = in.readNBytes(in.readByte());
            int wanted = credentials == null ? 0 : 2;
            boolean offered = false;
            for (byte method : methods) {
                offered |= method == wanted;
            }
            out.write(new byte[]{5, (byte) (offered ? wanted : 0xff)});
            if (!offered || (wanted == 2 && !authenticate(in, out))) {
                return;
            }
            in.readNBytes(3);
            String host = switch (in.readByte()) {
                case 1 -> InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
                case 4 -> InetAddress.getByAddress(in.readNBytes(16)).getHostAddress();
                default -> new String(in.readNBytes(in.readUnsignedByte()), UTF_8);
            };
            String target = host + ":" + in.readUnsignedShort();
            asked.add(target);
            String[] actual = names.getOrDefault(target, target).split(":");
            try (Socket server = new Socket(actual[0], Integer.parseInt(actual[1]))) {
                sockets.add(server);
                out.write(new byte[]{5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                Thread back = Thread.ofVirtual().start(() -> relay(server, client));
                relay(client, server);
                back.join();
            }
        } catch (IOException | InterruptedException e) {
            // The connection has ended, one way or another.
        }
    }

    private boolean authenticate(DataInputStream in, OutputStream out) throws IOException {
        in.readByte();
        String given = new String(in.readNBytes(in.readUnsignedByte()), UTF_8) + ":"
                + new String(in.readNBytes(in.readUnsignedByte()), UTF_8);
        out.write(new byte[]{1, (byte) (given.equals(credentials) ? 0 : 1)});
        return given.equals(credentials);
    }

    private static void relay(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One end has gone.
        } finally {
            try {
                from.close();
                to.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
