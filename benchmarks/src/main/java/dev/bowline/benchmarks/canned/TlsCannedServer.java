package dev.bowline.benchmarks.canned;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLServerSocketFactory;

/** The same replies over TLS, with a thread for each client: it is only ever measured with one. */
final class TlsCannedServer implements Runnable {
    private final ServerSocket listener;
    private final CannedReplies replies;
    private final String address;

    TlsCannedServer() throws IOException {
        listener = SSLServerSocketFactory.getDefault().createServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        address = "127.0.0.1:" + listener.getLocalPort();
        replies = CannedReplies.member(CannedReplies.Shared.prepare(), List.of(address), 0);
    }

    String connectionString() {
        return "mongodb://" + address + "/?replicaSet=canned";
    }

    @Override
    public void run() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket client) {
        try (client) {
            OutputStream output = client.getOutputStream();
            ReentrantLock sending = new ReentrantLock();
            CannedAnswers answers = new CannedAnswers(replies, (reply, requestId, count) -> {
                ByteBuffer copy = ByteBuffer.wrap(reply.clone()).order(ByteOrder.LITTLE_ENDIAN);
                copy.putInt(CannedMessage.RESPONSE_TO, requestId);
                if (count >= 0) {
                    copy.putInt(CannedMessage.COUNT, count);
                }
                sending.lock();
                try {
                    output.write(copy.array());
                } finally {
                    sending.unlock();
                }
            });
            Thread.ofVirtual().start(() -> heartbeats(client, answers));
            read(new DataInputStream(client.getInputStream()), answers);
        } catch (IOException e) {
            // The client is gone.
        }
    }

    private static void read(DataInputStream input, CannedAnswers answers) throws IOException {
        byte[] bytes = new byte[1 << 20];
        ByteBuffer message = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (true) {
            int read = 0;
            while (read < 4 || read < message.getInt(0)) {
                int count = input.read(bytes, read, bytes.length - read);
                if (count < 0) {
                    return;
                }
                read += count;
            }
            answers.answer(message, 0, message.getInt(0));
        }
    }

    private static void heartbeats(Socket client, CannedAnswers answers) {
        try {
            while (!client.isClosed()) {
                Thread.sleep(1000);
                answers.stream();
            }
        } catch (IOException | InterruptedException e) {
            // The client is gone.
        }
    }
}
