package dev.bowline.benchmarks.sidebyside;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLSocketFactory;

/**
 * The floor: a blocking socket for each caller that exchanges messages prepared in advance and does not look at the
 * replies.
 */
final class SocketContestant implements Contestant {
    private final InetSocketAddress address;
    private final boolean tls;
    private final boolean compressed;
    private final ConcurrentLinkedQueue<AutoCloseable> open = new ConcurrentLinkedQueue<>();

    SocketContestant(String uri) {
        URI parsed = URI.create(uri);
        address = new InetSocketAddress(parsed.getHost(), parsed.getPort());
        tls = uri.contains("tls=true");
        compressed = uri.contains("compressors=zstd");
    }

    @Override
    public Operation operation(Work work, int caller) {
        List<ByteBuffer> messages = SocketMessages.of(work, compressed);
        Exchange exchange = connect();
        return (Operation.Blocking) () -> {
            try {
                for (ByteBuffer message : messages) {
                    exchange.run(message);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private Exchange connect() {
        try {
            if (tls) {
                Socket socket = SSLSocketFactory.getDefault().createSocket(address.getAddress(), address.getPort());
                socket.setTcpNoDelay(true);
                open.add(socket);
                return new TlsExchange(socket.getInputStream(), socket.getOutputStream());
            }
            SocketChannel channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            open.add(channel);
            return new ChannelExchange(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Exchange {
        void run(ByteBuffer message) throws IOException;
    }

    private static final class ChannelExchange implements Exchange {
        private final SocketChannel channel;
        private final ByteBuffer input = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);

        ChannelExchange(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void run(ByteBuffer message) throws IOException {
            for (ByteBuffer output = message.duplicate(); output.hasRemaining();) {
                channel.write(output);
            }
            input.clear();
            int length = 16;
            int read = 0;
            while (read < length) {
                if (input.remaining() == 0) {
                    input.clear();
                }
                int count = channel.read(input);
                if (count < 0) {
                    throw new IOException("The server closed the connection");
                }
                read += count;
                if (length == 16 && read >= 4) {
                    length = input.getInt(0);
                }
            }
        }
    }

    private static final class TlsExchange implements Exchange {
        private final InputStream input;
        private final OutputStream output;
        private final byte[] bytes = new byte[1 << 20];

        TlsExchange(InputStream input, OutputStream output) {
            this.input = input;
            this.output = output;
        }

        @Override
        public void run(ByteBuffer message) throws IOException {
            message.get(0, bytes, 0, message.limit());
            output.write(bytes, 0, message.limit());
            int length = 16;
            for (int read = 0; read < length;) {
                int count = input.read(bytes, read, bytes.length - read);
                if (count < 0) {
                    throw new IOException("The server closed the connection");
                }
                read += count;
                if (length == 16 && read >= 4) {
                    length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
                }
            }
        }
    }

    @Override
    public void close() {
        for (AutoCloseable socket : open) {
            try {
                socket.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
