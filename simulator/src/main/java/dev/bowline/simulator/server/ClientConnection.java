package dev.bowline.simulator.server;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.simulator.bson.ByteSink;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentDecoder;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.MalformedBsonException;
import dev.bowline.simulator.network.AcceptedStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's connection: a thread that reads a request, executes it and writes its reply, until either side ends. */
final class ClientConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.simulator");
    private static final int MAX_MESSAGE = 48_000_000;
    private static final int HEADER = 16;
    /** The letters of "GET ", read as the length of a message. */
    private static final int HTTP_GET = 0x20544547;
    private static final String HTTP_ANSWER = "HTTP/1.0 200 OK\r\nConnection: close\r\nContent-Type: text/plain\r\n"
            + "Content-Length: 85\r\n\r\nIt looks like you are trying to access MongoDB over HTTP on the native driver"
            + " port.\r\n";

    private final Server server;
    private final int id;
    private final ByteStream stream;
    private final ByteSink out = new ByteSink(1 << 12);
    private byte[] in = new byte[1 << 13];
    private int inStart;
    private int inEnd;
    private int nextRequestId;
    private boolean introduced;
    private volatile @Nullable Thread thread;

    // Used by this connection's thread only.
    @Nullable
    String appName;
    @Nullable
    Document clientMetadata;
    @Nullable
    Compression negotiated;
    boolean loadBalanced;
    boolean saidHello;
    /** Whether the client knows the newer words, "hello" and "primary". */
    boolean knowsHello;
    int router = -1;
    final Map<String, String> users = new LinkedHashMap<>();
    @Nullable
    Scram scram;
    ExternalAuth.@Nullable Conversation external;

    ClientConnection(Server server, int id, ByteStream stream) {
        this.server = server;
        this.id = id;
        this.stream = stream;
    }

    int id() {
        return id;
    }

    @Nullable
    String clientSubject() {
        return stream instanceof AcceptedStream accepted ? accepted.clientSubject() : null;
    }

    /** Ends the connection from any thread. */
    void abort(String why) {
        stream.abort(new IOException(why));
        Thread current = thread;
        if (current != null) {
            server.environment().unpark(current);
        }
    }

    boolean isOpen() {
        return stream.isOpen();
    }

    /** How a member that is no primary says so. Some clients look at the words and know only the older ones. */
    String notPrimary() {
        return knowsHello ? "not primary" : "not master";
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (stream.isOpen() && readFrame()) {
                int length = DocumentDecoder.intAt(in, inStart);
                handle(inStart, inStart + length);
                inStart += length;
            }
        } catch (IOException | Message.UnreadableMessageException e) {
            LOG.debug("Connection {} ends", id, e);
        } finally {
            stream.close();
            server.ended(this);
        }
    }

    private boolean readFrame() throws IOException {
        while (true) {
            int available = inEnd - inStart;
            if (available >= HEADER) {
                int length = DocumentDecoder.intAt(in, inStart);
                if (!introduced) {
                    introduce(length);
                }
                if (length < HEADER || length > MAX_MESSAGE) {
                    throw new IOException("Message length " + length);
                }
                if (available >= length) {
                    return true;
                }
                room(length);
            } else {
                room(HEADER);
            }
            ByteBuffer buffer = ByteBuffer.wrap(in, inEnd, in.length - inEnd);
            int count = stream.read(buffer);
            if (count < 0) {
                return false;
            }
            inEnd += count;
        }
    }

    /**
     * Looks at the first bytes of a connection. A TLS handshake would pass for a long message, and its sender would
     * wait for an answer as long as the server waits for the rest.
     */
    private void introduce(int length) throws IOException {
        introduced = true;
        if (length == HTTP_GET) {
            stream.write(ByteBuffer.wrap(HTTP_ANSWER.getBytes(StandardCharsets.US_ASCII)));
            throw new IOException("Not a client but a browser");
        }
        int responseTo = DocumentDecoder.intAt(in, inStart + 8);
        if (responseTo != 0 && responseTo != -1) {
            throw new IOException("SSL handshake received but server is started without SSL support");
        }
    }

    private void room(int length) {
        if (inStart == inEnd) {
            inStart = 0;
            inEnd = 0;
        }
        if (in.length - inStart < Math.max(length, 1 << 10)) {
            byte[] target = in.length < length ? new byte[Math.max(length, in.length * 2)] : in;
            System.arraycopy(in, inStart, target, 0, inEnd - inStart);
            in = target;
            inEnd -= inStart;
            inStart = 0;
        }
    }

    private void handle(int start, int end) throws IOException {
        server.awaitThaw(this);
        Faults faults = server.faults();
        if (faults.requestDelayNanos > 0) {
            server.sleep(faults.requestDelayNanos, this);
        }
        if (faults.dropRequests) {
            return;
        }
        int requestId = DocumentDecoder.intAt(in, start + 4);
        int opCode = DocumentDecoder.intAt(in, start + 12);
        Compression compression = null;
        byte[] bytes = in;
        int from = start + HEADER;
        int to = end;
        if (opCode == Message.OP_COMPRESSED) {
            if (to - from < 9) {
                throw new IOException("OP_COMPRESSED is too short");
            }
            opCode = DocumentDecoder.intAt(in, from);
            int size = DocumentDecoder.intAt(in, from + 4);
            compression = Compression.byId(in[from + 8]);
            if (compression == null || size < 0 || size > MAX_MESSAGE) {
                throw new IOException("Unknown compressor or size");
            }
            bytes = compression.decompress(in, from + 9, to - from - 9, size);
            from = 0;
            to = size;
        }
        Message message;
        try {
            message = Message.decode(requestId, opCode, bytes, from, to);
        } catch (MalformedBsonException e) {
            Document reply = new Document("ok", 0.0).append("errmsg", String.valueOf(e.getMessage()))
                    .append("code", ErrorCodes.INVALID_BSON).append("codeName", "InvalidBSON");
            send(reply, requestId, opCode == Message.OP_QUERY, false, null);
            return;
        } catch (ServerError e) {
            send(new Document("ok", 0.0).append("errmsg", e.text()).append("code", e.code())
                    .append("codeName", ErrorCodes.name(e.code())), requestId, opCode == Message.OP_QUERY, false, null);
            return;
        }
        execute(message, compression);
    }

    private void execute(Message message, @Nullable Compression compression) throws IOException {
        int responseTo = message.requestId();
        Document body = message.body();
        while (true) {
            BsonDocument recorded = server.recording() ? BsonDocuments.fromEngine(body) : null;
            if (recorded != null) {
                server.arrived(this, recorded);
            }
            Document reply;
            try {
                reply = server.commands().execute(this, message, body);
            } catch (CloseConnectionException e) {
                abort("closed by a fail point");
                return;
            }
            Document next = message.exhaustAllowed() && reply != null ? HelloCommand.nextOfExhaust(body, reply) : null;
            if (recorded != null && reply != null) {
                server.record(this, message, recorded, reply);
            }
            if (reply == null || message.moreToCome()) {
                return;
            }
            int sent = send(reply, responseTo, message.query(), next != null, compression);
            if (next == null || !stream.isOpen()) {
                return;
            }
            responseTo = sent;
            body = next;
        }
    }

    private int send(Document reply, int responseTo, boolean asReply, boolean moreToCome,
            @Nullable Compression compression)
            throws IOException {
        int requestId = ++nextRequestId;
        out.reset();
        out.writeInt(0);
        out.writeInt(requestId);
        out.writeInt(responseTo);
        out.writeInt(asReply ? Message.OP_REPLY : Message.OP_MSG);
        if (asReply) {
            out.writeInt(8);
            out.writeLong(0);
            out.writeInt(0);
            out.writeInt(1);
        } else {
            out.writeInt(moreToCome ? 2 : 0);
            out.writeByte(0);
        }
        DocumentEncoder.encode(reply, out);
        out.setInt(0, out.size());
        byte[] bytes = out.array();
        int size = out.size();
        if (compression != null && compression != Compression.NOOP) {
            byte[] packed = compression.compress(bytes, HEADER, size - HEADER);
            ByteSink wrapped = new ByteSink(packed.length + 25);
            wrapped.writeInt(packed.length + 25);
            wrapped.writeInt(requestId);
            wrapped.writeInt(responseTo);
            wrapped.writeInt(Message.OP_COMPRESSED);
            wrapped.writeInt(asReply ? Message.OP_REPLY : Message.OP_MSG);
            wrapped.writeInt(size - HEADER);
            wrapped.writeByte(compression.id());
            wrapped.writeBytes(packed);
            bytes = wrapped.array();
            size = wrapped.size();
        }
        write(bytes, size);
        return requestId;
    }

    private void write(byte[] bytes, int size) throws IOException {
        server.awaitThaw(this);
        Faults faults = server.faults();
        if (faults.replyDelayNanos > 0) {
            server.sleep(faults.replyDelayNanos, this);
        }
        if (faults.dropReplies) {
            return;
        }
        if (faults.corruptReplies.get() > 0 && faults.corruptReplies.getAndDecrement() > 0) {
            bytes = Arrays.copyOf(bytes, size);
            // An unknown opcode.
            bytes[13] ^= 0x55;
        }
        long allowed = faults.closeAfterBytes.get();
        if (allowed >= 0) {
            if (allowed < size) {
                stream.write(ByteBuffer.wrap(bytes, 0, (int) allowed));
                faults.closeAfterBytes.set(-1);
                abort("closed after so many bytes");
                return;
            }
            faults.closeAfterBytes.addAndGet(-size);
        }
        stream.write(ByteBuffer.wrap(bytes, 0, size));
    }

    /** A fail point wants the connection closed without a reply. */
    static final class CloseConnectionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CloseConnectionException() {
            super("close", null, false, false);
        }
    }
}
