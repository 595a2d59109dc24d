package dev.bowline.egress.executor;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.RawBytes;
import dev.bowline.egress.wire.WireBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/**
 * One half of a remote command: what to send, where, and for how long to wait. A request is immutable: it keeps the
 * bytes of the documents that it was given, so that they may be changed and used again.
 */
public final class RemoteCommandRequest {
    private static final AtomicLong IDS = new AtomicLong();
    private static final int PRINTED_COMMAND_CHARACTERS = 500;
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();
    private static final RawBsonDocument EMPTY = bytes(new BsonDocument());

    private final List<ServerAddress> targets;
    private final String database;
    private final RawBsonDocument command;
    private final RawBsonDocument metadata;
    private final @Nullable Duration timeout;
    private final boolean enforceLocalTimeout;
    private final @Nullable UUID operationKey;
    private final boolean killOnCancel;
    private final boolean fireAndForget;
    private final TlsMode tlsMode;
    private final long id;
    /** The body of the message, once it has been asked for. */
    private volatile @Nullable RawBsonDocument body;

    private RemoteCommandRequest(Builder from) {
        targets = from.targets;
        database = from.database;
        command = from.command;
        metadata = from.metadata;
        timeout = from.timeout;
        enforceLocalTimeout = from.enforceLocalTimeout;
        operationKey = from.operationKey;
        killOnCancel = from.killOnCancel;
        fireAndForget = from.fireAndForget;
        tlsMode = from.tlsMode;
        id = from.id;
    }

    /** The fields of a request in the making. */
    private static final class Builder {
        List<ServerAddress> targets;
        String database;
        RawBsonDocument command;
        RawBsonDocument metadata = EMPTY;
        @Nullable
        Duration timeout;
        boolean enforceLocalTimeout = true;
        @Nullable
        UUID operationKey;
        boolean killOnCancel;
        boolean fireAndForget;
        TlsMode tlsMode = TlsMode.GLOBAL;
        long id = IDS.incrementAndGet();

        Builder(List<ServerAddress> targets, String database, RawBsonDocument command) {
            this.targets = targets;
            this.database = database;
            this.command = command;
        }

        Builder(RemoteCommandRequest from) {
            this(from.targets, from.database, from.command);
            metadata = from.metadata;
            timeout = from.timeout;
            enforceLocalTimeout = from.enforceLocalTimeout;
            operationKey = from.operationKey;
            killOnCancel = from.killOnCancel;
            fireAndForget = from.fireAndForget;
            tlsMode = from.tlsMode;
            id = from.id;
        }
    }

    /** A request to one host, without a timeout. */
    public static RemoteCommandRequest to(ServerAddress target, String database, BsonDocument command) {
        return toAnyOf(List.of(target), database, command);
    }

    /**
     * A request to the first of these hosts that can be reached, without a timeout. They are asked for a connection
     * in this order; one that has none after a while is not waited for any longer before the next is asked too. The
     * command is sent once: when its bytes have begun to leave, no other host is tried.
     *
     * @throws IllegalArgumentException if there is no target, the database has no name or the command is empty
     */
    public static RemoteCommandRequest toAnyOf(List<ServerAddress> targets, String database, BsonDocument command) {
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("A remote command needs a target host");
        }
        if (database.isEmpty()) {
            throw new IllegalArgumentException("A remote command needs a database");
        }
        if (command.isEmpty()) {
            throw new IllegalArgumentException("A remote command needs a command: the document is empty");
        }
        return new RemoteCommandRequest(new Builder(List.copyOf(targets), database, bytes(command)));
    }

    /**
     * The same request with a limit to how long the whole may take, from the moment it is scheduled.
     *
     * @throws IllegalArgumentException unless the timeout is positive
     */
    public RemoteCommandRequest withTimeout(Duration newTimeout) {
        if (newTimeout.isNegative() || newTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "The timeout of a remote command must be positive, and absent for no limit: " + newTimeout);
        }
        Builder changed = new Builder(this);
        changed.timeout = newTimeout;
        return new RemoteCommandRequest(changed);
    }

    /**
     * The same request with the timeout enforced here, which is the default, or by the server: then the command
     * carries the limit as its {@code maxTimeMS}, unless it has one, and the exchange is waited for.
     */
    public RemoteCommandRequest withEnforceLocalTimeout(boolean enforce) {
        Builder changed = new Builder(this);
        changed.enforceLocalTimeout = enforce;
        return new RemoteCommandRequest(changed);
    }

    /** The same request with fields that are added to the command, such as {@code $readPreference}. */
    public RemoteCommandRequest withMetadata(BsonDocument newMetadata) {
        Builder changed = new Builder(this);
        changed.metadata = bytes(newMetadata);
        return new RemoteCommandRequest(changed);
    }

    /** The same request with a name, sent as {@code clientOperationKey}, by which the server can find the operation. */
    public RemoteCommandRequest withOperationKey(UUID key) {
        Builder changed = new Builder(this);
        changed.operationKey = key;
        return new RemoteCommandRequest(changed);
    }

    /**
     * The same request, and whether its operation is killed at the server if the command is canceled or times out
     * after it was sent. Breaking off the exchange does not by itself end what the server does. The server gets
     * {@code _killOperations} over another connection; nothing waits for its answer.
     *
     * @throws IllegalArgumentException if the request has no operation key
     */
    public RemoteCommandRequest withKillOnCancel(boolean kill) {
        if (kill && operationKey == null) {
            throw new IllegalArgumentException("Only an operation with an operation key can be killed");
        }
        Builder changed = new Builder(this);
        changed.killOnCancel = kill;
        return new RemoteCommandRequest(changed);
    }

    /** The same request, and whether the server is asked for no reply. */
    public RemoteCommandRequest withFireAndForget(boolean newFireAndForget) {
        Builder changed = new Builder(this);
        changed.fireAndForget = newFireAndForget;
        return new RemoteCommandRequest(changed);
    }

    /** The same request over connections with TLS, without, or as the executor is configured. */
    public RemoteCommandRequest withTlsMode(TlsMode mode) {
        Builder changed = new Builder(this);
        changed.tlsMode = mode;
        return new RemoteCommandRequest(changed);
    }

    /** The same request to other hosts, with a number of its own. */
    RemoteCommandRequest withTargets(List<ServerAddress> hosts) {
        Builder changed = new Builder(this);
        changed.targets = List.copyOf(hosts);
        changed.id = IDS.incrementAndGet();
        return new RemoteCommandRequest(changed);
    }

    /** The host, or the candidates; never empty. */
    public List<ServerAddress> targets() {
        return targets;
    }

    /** The database that the command is run on. */
    public String database() {
        return database;
    }

    /** The command. It cannot be changed. */
    public BsonDocument command() {
        return command;
    }

    /** The fields that are added to the command; empty if there are none. It cannot be changed. */
    public BsonDocument metadata() {
        return metadata;
    }

    /** How long the whole may take; empty for no limit. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Whether the timeout ends the exchange here. */
    public boolean enforceLocalTimeout() {
        return enforceLocalTimeout;
    }

    /** The name by which the server can find the operation; empty for none. */
    public Optional<UUID> operationKey() {
        return Optional.ofNullable(operationKey);
    }

    /** Whether the operation is killed at the server if the command is canceled. */
    public boolean killOnCancel() {
        return killOnCancel;
    }

    /** Whether the server is asked for no reply. */
    public boolean fireAndForget() {
        return fireAndForget;
    }

    /** Whether TLS is used. */
    public TlsMode tlsMode() {
        return tlsMode;
    }

    /** Distinguishes requests in logs. */
    public long id() {
        return id;
    }

    /** How long the exchange may take here, in nanoseconds; {@link Long#MAX_VALUE} for no limit. */
    long localTimeoutNanos() {
        Duration limit = timeout;
        if (limit == null || !enforceLocalTimeout || limit.compareTo(Duration.ofDays(36_500)) >= 0) {
            return Long.MAX_VALUE;
        }
        return limit.toNanos();
    }

    /** What is sent: the command with everything that the request adds to it. */
    RawBsonDocument body() {
        RawBsonDocument known = body;
        if (known == null) {
            known = assemble();
            body = known;
        }
        return known;
    }

    private RawBsonDocument assemble() {
        WireBuffer buffer = new WireBuffer(RawBytes.of(command).remaining() + RawBytes.of(metadata).remaining()
                + database.length() + 64);
        BsonBufferWriter writer = new BsonBufferWriter(buffer);
        writer.writeStartDocument();
        writer.appendElements(command);
        writer.appendElements(metadata);
        if (operationKey != null) {
            writer.writeBinaryData("clientOperationKey", new BsonBinary(operationKey));
        }
        if (timeout != null && !enforceLocalTimeout && !command.containsKey("maxTimeMS")) {
            writer.writeInt64("maxTimeMS", Math.max(1, timeout.toMillis()));
        }
        if (!command.containsKey("$db")) {
            writer.writeString("$db", database);
        }
        writer.writeEndDocument();
        return new RawBsonDocument(Arrays.copyOf(buffer.bytes(), buffer.size()));
    }

    private static RawBsonDocument bytes(BsonDocument document) {
        if (document instanceof RawBsonDocument raw) {
            return raw;
        }
        WireBuffer buffer = new WireBuffer(256);
        FastCodecs.bsonDocument().encode(new BsonBufferWriter(buffer), document, CONTEXT);
        return new RawBsonDocument(Arrays.copyOf(buffer.bytes(), buffer.size()));
    }

    /** The name of the command: its first key. */
    public String commandName() {
        return command.getFirstKey();
    }

    /** Whether the command carries credentials, so that its fields must not be shown. */
    public boolean isSensitive() {
        return isSensitive(commandName()) || command.containsKey("speculativeAuthenticate");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("RemoteCommand ").append(id).append(" to ");
        text.append(targets.size() == 1 ? targets.get(0).toString() : targets.toString());
        text.append(" db:").append(database).append(" cmd:");
        text.append(isSensitive() ? "{" + commandName() + ": (not shown)}" : shortened(command.toJson()));
        if (timeout != null) {
            text.append(" timeout:").append(timeout.toMillis()).append("ms");
        }
        if (operationKey != null) {
            text.append(" operationKey:").append(operationKey);
        }
        if (fireAndForget) {
            text.append(" fireAndForget");
        }
        return text.toString();
    }

    static boolean isSensitive(String commandName) {
        return switch (commandName.toLowerCase(Locale.ROOT)) {
            case "authenticate", "saslstart", "saslcontinue", "getnonce", "createuser", "updateuser", "copydbgetnonce",
                    "copydbsaslstart", "copydb" ->
                true;
            default -> false;
        };
    }

    static String shortened(String json) {
        return json.length() <= PRINTED_COMMAND_CHARACTERS
                ? json
                : json.substring(0, PRINTED_COMMAND_CHARACTERS) + "...";
    }
}
