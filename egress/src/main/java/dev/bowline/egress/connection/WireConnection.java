package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.UnreadInTimeException;
import dev.bowline.egress.wire.Compressor;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.MessageReader;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.egress.wire.WireBuffer;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/**
 * A connection over a stream of bytes. The path of an exchange allocates nothing: the request is in this connection's
 * buffer, goes out in one write, and the reply is read into the other buffer in one read.
 */
final class WireConnection implements Connection {
    /**
     * More than any hello or step of an authentication takes. Until the connection is established the peer is
     * unknown, and is not given the memory that a reply to an operation may take.
     */
    static final int MAX_GREETING_BYTES = 1024 * 1024;
    private static final EncoderContext ENCODER_CONTEXT = EncoderContext.builder().build();

    private final Environment environment;
    private final ServerAddress address;
    private final long connectionId;
    private final ByteStream stream;
    private final RequestWriter writer = new RequestWriter(new WireBuffer());
    private final MessageReader reader = MessageReader.forReplies();
    private final boolean encrypted;
    private final long socketTimeoutMillis;
    private final int maxReplyBytes;

    private @Nullable Compressor compressor;
    private @Nullable ConnectionDescription description;
    /** Where the establishment is; null once it is over and failures are those of single exchanges. */
    private @Nullable FailurePhase establishing = FailurePhase.HANDSHAKING;
    private @Nullable Consumer<Deadline> reauthentication;
    /** Whether any byte of the current request may have reached the server. */
    private boolean sent;
    private long sentNanos;

    /** What the next reply must answer, if {@link #replyPending}. */
    private int expectedResponseTo;
    private boolean replyPending;
    /** Whether the current request allows replies that announce another. */
    private boolean exhaustAllowed;
    /** What the stream is armed with. */
    private Deadline armed = Deadline.NEVER;
    private volatile @Nullable Throwable failure;

    WireConnection(Environment environment, ServerAddress address, long connectionId, ByteStream stream,
            boolean encrypted, long socketTimeoutMillis, int maxReplyBytes) {
        this.environment = environment;
        this.address = address;
        this.connectionId = connectionId;
        this.stream = stream;
        this.encrypted = encrypted;
        this.socketTimeoutMillis = socketTimeoutMillis;
        this.maxReplyBytes = maxReplyBytes;
        reader.maxMessageBytes(Math.min(maxReplyBytes, MAX_GREETING_BYTES));
    }

    @Override
    public ConnectionDescription description() {
        ConnectionDescription known = description;
        if (known == null) {
            throw new IllegalStateException("The connection has not been established");
        }
        return known;
    }

    @Override
    public RequestWriter request(int flags) {
        sent = false;
        return writer.beginOpMsg(environment.nextRequestId(), flags);
    }

    /** A legacy query for the very first message. */
    RequestWriter legacyRequest(String database) {
        return writer.beginOpQuery(environment.nextRequestId(), OpCode.SECONDARY_OK, database + ".$cmd", 0, -1);
    }

    @Override
    public Reply exchange(RequestWriter request, Deadline deadline) {
        write(request, deadline);
        if (!deadline.isNever()) {
            sentNanos = environment.nanoTime();
        }
        return read(request.requestId());
    }

    @Override
    public void send(RequestWriter request, Deadline deadline) {
        write(request, deadline);
        release(FailurePhase.SENDING);
        if (!request.moreToCome()) {
            replyPending = true;
            expectedResponseTo = request.requestId();
        }
    }

    @Override
    public Reply receive(Deadline deadline) {
        if (!replyPending) {
            if (reader.hasBufferedBytes()) {
                throw broken(new MongoProtocolException("The server sent bytes that answer no request"));
            }
            throw new IllegalStateException("No reply is to come");
        }
        arm(deadline);
        return read(expectedResponseTo);
    }

    @Override
    public boolean mayHaveSent() {
        return sent;
    }

    @Override
    public long sentNanos() {
        return sentNanos;
    }

    @Override
    public boolean hasMoreToCome() {
        return replyPending || reader.hasBufferedBytes();
    }

    @Override
    public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
        BsonDocument complete = new BsonDocument(command.size() + 1);
        complete.putAll(command);
        complete.put("$db", new BsonString(database));
        BsonDocument reply = document(exchange(write(request(), complete), deadline));
        if (!isOk(reply)) {
            throw new MongoCommandException(reply, address);
        }
        return reply;
    }

    /** Sends the first hello as a legacy query. */
    BsonDocument legacyCommand(String database, BsonDocument command, Deadline deadline) {
        BsonDocument reply = document(exchange(write(legacyRequest(database), command), deadline));
        if (!isOk(reply)) {
            throw new MongoCommandException(reply, address);
        }
        return reply;
    }

    /** The reply's body. One that is malformed within a good frame ends the connection like any other bad input. */
    private BsonDocument document(Reply reply) {
        try {
            return reply.toDocument();
        } catch (MongoProtocolException e) {
            throw broken(e);
        }
    }

    private MongoException broken(MongoException error) {
        failure = error;
        stream.close();
        error.at(address);
        return error;
    }

    @Override
    public void abort(RuntimeException reason) {
        stream.abort(reason);
    }

    @Override
    public boolean isClosedByPeer() {
        return stream.isClosedByPeer();
    }

    @Override
    public boolean isOpen() {
        return stream.isOpen();
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void rest() {
        writer.release();
        reader.release();
    }

    @Override
    public void close() {
        stream.close();
    }

    @Override
    public String toString() {
        return "Connection[" + connectionId + " to " + address + (isOpen() ? "]" : ", closed]");
    }

    /** @param again proves who the client is once more, before this deadline */
    void reauthentication(Consumer<Deadline> again) {
        reauthentication = again;
    }

    @Override
    public boolean reauthenticate(Deadline deadline) {
        Consumer<Deadline> again = reauthentication;
        if (again == null) {
            return false;
        }
        again.accept(deadline);
        return true;
    }

    void authenticating() {
        establishing = FailurePhase.AUTHENTICATING;
    }

    /** @param negotiated what the server may compress replies with; requests are compressed with the first */
    void established(ConnectionDescription newDescription, List<Compressor> negotiated) {
        description = newDescription;
        compressor = negotiated.isEmpty() ? null : negotiated.getFirst();
        establishing = null;
        writer.forgetKeys();
        reader.forgetKeys();
        negotiated.forEach(reader::accept);
        reader.maxMessageBytes(Math.min(maxReplyBytes, newDescription.maxMessageSizeBytes()));
    }

    /** For computations between exchanges: throws as an exchange does if the time is up or the connection was ended. */
    void requireInTime(Deadline deadline) {
        if (!stream.isOpen()) {
            throw failed(new ClosedChannelException(), FailurePhase.RECEIVING, true);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw failed(new InterruptedIOException(), FailurePhase.RECEIVING, true);
        }
        if (deadline.isExpired(environment)) {
            throw failed(new SocketTimeoutException("The deadline passed"), FailurePhase.RECEIVING, true);
        }
    }

    private void write(RequestWriter request, Deadline deadline) {
        if (replyPending) {
            throw new IllegalStateException("The last command has replies to come");
        }
        exhaustAllowed = request.exhaustAllowed();
        request.finish(compressor);
        ByteBuffer message = request.message();
        arm(deadline);
        try {
            stream.write(message);
            sent = true;
        } catch (IOException e) {
            sent = message.position() > 0;
            sentNanos = environment.nanoTime();
            throw failed(e, FailurePhase.SENDING, sent);
        } catch (Throwable e) {
            sent = true;
            failure = e;
            stream.close();
            throw e;
        }
    }

    private Reply read(int responseTo) {
        Reply reply;
        try {
            reply = reader.read(stream, responseTo);
            if (reply.moreToCome() && !exhaustAllowed) {
                throw new MongoProtocolException("The reply announces another (moreToCome), which the request did not "
                        + "allow");
            }
        } catch (EOFException e) {
            boolean atOnce = establishing == FailurePhase.HANDSHAKING && !encrypted && !reader.hasBufferedBytes();
            throw failed(atOnce ? new EOFException(e.getMessage() + "; perhaps it needs TLS (tls=true)") : e,
                    FailurePhase.RECEIVING, true);
        } catch (IOException e) {
            throw failed(e, FailurePhase.RECEIVING, true);
        } catch (MongoException e) {
            throw broken(e);
        } catch (Throwable e) {
            failure = e;
            stream.close();
            throw e;
        }
        release(FailurePhase.RECEIVING);
        replyPending = reply.moreToCome();
        expectedResponseTo = reply.requestId();
        return reply;
    }

    /** The socket timeout is for operations; what it takes to establish a connection has the connect timeout. */
    private void arm(Deadline deadline) {
        armed = socketTimeoutMillis == 0 || establishing != null
                ? deadline
                : deadline.earlier(Deadline.afterMillisOrNever(environment, socketTimeoutMillis));
        stream.arm(armed);
    }

    /**
     * Takes the deadline away. If it struck at the last moment the stream is lost, and with it the exchange. A deadline
     * that has passed counts as struck even if the watchdog was late: whether an exchange was in time must not depend
     * on which of two threads the machine let run first.
     */
    private void release(FailurePhase phase) {
        long now = environment.nanoTime();
        boolean inTime = stream.disarm() && (armed.isNever() || armed.nanos() - now >= 0);
        if (!inTime) {
            throw failed(tooLate(phase), phase, true);
        }
    }

    /**
     * A reply was read after all. The watchdog saw whether it came in time; if the watchdog did not run, that is
     * unknown.
     */
    private SocketTimeoutException tooLate(FailurePhase phase) {
        Throwable reason = stream.abortReason();
        boolean there = phase == FailurePhase.RECEIVING && (reason == null || reason instanceof UnreadInTimeException);
        return there
                ? new UnreadInTimeException("The deadline passed before the reply, which had come, was read")
                : new SocketTimeoutException("The deadline passed");
    }

    private RuntimeException failed(IOException thrown, FailurePhase phase, boolean bytesSent) {
        Throwable reason = stream.abortReason();
        stream.close();
        FailurePhase where = establishing != null ? establishing : phase;
        RuntimeException translated = SocketFailures.translate(thrown, reason, address, where, bytesSent);
        failure = translated;
        return translated;
    }

    private static RequestWriter write(RequestWriter request, BsonDocument command) {
        FastCodecs.bsonDocument().encode(request.body(), command, ENCODER_CONTEXT);
        return request;
    }

    private static boolean isOk(BsonDocument reply) {
        return Handshake.isTrue(reply.get("ok"));
    }
}
