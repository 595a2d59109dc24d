package dev.bowline.benchmarks.sidebyside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** The floor: a blocking socket that exchanges messages prepared in advance and does not look at the replies. */
final class SocketContestant implements Contestant {
    private final InetSocketAddress address;
    private final ThreadLocal<Exchange> exchanges;
    private final ConcurrentLinkedQueue<SocketChannel> open = new ConcurrentLinkedQueue<>();

    private final class Exchange {
        private final SocketChannel channel;
        private final ByteBuffer input = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);

        Exchange() {
            try {
                channel = SocketChannel.open(address);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                open.add(channel);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void run(ByteBuffer message) {
            try {
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
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @SuppressWarnings("ThreadLocalUsage")
    SocketContestant(String uri) {
        URI parsed = URI.create(uri);
        address = new InetSocketAddress(parsed.getHost(), parsed.getPort());
        exchanges = ThreadLocal.withInitial(Exchange::new);
    }

    @Override
    public Runnable operation(Task task) {
        List<ByteBuffer> messages = messages(task);
        return () -> {
            Exchange exchange = exchanges.get();
            for (ByteBuffer message : messages) {
                exchange.run(message);
            }
        };
    }

    private static List<ByteBuffer> messages(Task task) {
        return switch (task) {
            case FIND_BY_ID -> List.of(message(command("find", "things").append("filter",
                    new BsonDocument("_id", new BsonInt32(1))).append("limit", new BsonInt32(1))
                    .append("singleBatch", org.bson.BsonBoolean.TRUE), List.of()));
            case INSERT_ONE -> List.of(message(command("insert", "things"), List.of(Documents.small(1))));
            case INSERT_LARGE -> List.of(message(command("insert", "things"), List.of(Documents.large())));
            case RUN_COMMAND -> List.of(message(command("ping", new BsonInt32(1)), List.of()));
            case CURSOR -> List.of(message(command("find", "large"), List.of()),
                    message(command("getMore", "large"), List.of()));
            case INSERT_MANY, BULK_WRITE -> List.of(message(command("insert", "things"), Documents.many()));
        };
    }

    private static BsonDocument command(String name, String collection) {
        return command(name, new BsonString(collection));
    }

    private static BsonDocument command(String name, BsonValue value) {
        return new BsonDocument(name, value).append("$db", new BsonString("bench")).append("lsid",
                new BsonDocument("id", new BsonBinary(new byte[16])));
    }

    private static ByteBuffer message(BsonDocument body, List<Document> sequence) {
        BasicOutputBuffer output = new BasicOutputBuffer();
        output.writeInt32(0);
        output.writeInt32(1);
        output.writeInt32(0);
        output.writeInt32(2013);
        output.writeInt32(0);
        output.writeByte(0);
        new BsonDocumentCodec().encode(new BsonBinaryWriter(output), body, EncoderContext.builder().build());
        if (!sequence.isEmpty()) {
            output.writeByte(1);
            int start = output.getPosition();
            output.writeInt32(0);
            output.writeCString("documents");
            for (Document document : sequence) {
                new DocumentCodec().encode(new BsonBinaryWriter(output), document, EncoderContext.builder().build());
            }
            output.writeInt32(start, output.getPosition() - start);
        }
        output.writeInt32(0, output.getPosition());
        byte[] bytes = output.toByteArray();
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    @Override
    public void close() {
        List<IOException> failures = new ArrayList<>();
        for (SocketChannel channel : open) {
            try {
                channel.close();
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw new UncheckedIOException(failures.get(0));
        }
    }
}
