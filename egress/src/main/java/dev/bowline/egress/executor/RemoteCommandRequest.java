package dev.bowline.egress.executor;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/**
 * One half of a remote command: what to send, where, and for how long to wait.
 *
 * @param targets the host, or the candidates of which the first that can be reached is used; a further one is tried only
 *     while nothing has been sent
 * @param metadata fields that are added to the command, such as {@code $readPreference}
 * @param timeout how long the whole may take, from the moment it is scheduled; empty for no limit
 * @param enforceLocalTimeout whether the timeout ends the exchange here; if not it is only the server's business
 * @param operationKey a name for the operation, by which it can be found at the server; empty for none
 * @param fireAndForget whether to ask the server for no reply
 * @param id distinguishes requests in logs
 */
public record RemoteCommandRequest(List<ServerAddress> targets, String database, BsonDocument command,
        BsonDocument metadata, Optional<Duration> timeout, boolean enforceLocalTimeout, Optional<UUID> operationKey,
        boolean fireAndForget, TlsMode tlsMode, long id) {
    private static final AtomicLong IDS = new AtomicLong();
    private static final int PRINTED_COMMAND_CHARACTERS = 500;

    public RemoteCommandRequest {
        targets = List.copyOf(targets);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("A remote command needs a target host");
        }
        if (database.isEmpty()) {
            throw new IllegalArgumentException("A remote command needs a database");
        }
        if (command.isEmpty()) {
            throw new IllegalArgumentException("A remote command needs a command: the document is empty");
        }
        if (timeout.isPresent() && (timeout.get().isNegative() || timeout.get().isZero())) {
            throw new IllegalArgumentException(
                    "The timeout of a remote command must be positive, and absent for no limit: " + timeout.get());
        }
    }

    /** A request to one host, without a timeout. */
    public static RemoteCommandRequest to(ServerAddress target, String database, BsonDocument command) {
        return toAnyOf(List.of(target), database, command);
    }

    /** A request to the first of these hosts that can be reached, without a timeout. */
    public static RemoteCommandRequest toAnyOf(List<ServerAddress> targets, String database, BsonDocument command) {
        return new RemoteCommandRequest(targets, database, command, new BsonDocument(), Optional.empty(), true,
                Optional.empty(), false, TlsMode.GLOBAL, IDS.incrementAndGet());
    }

    public RemoteCommandRequest withTimeout(Duration newTimeout) {
        return new RemoteCommandRequest(targets, database, command, metadata, Optional.of(newTimeout),
                enforceLocalTimeout, operationKey, fireAndForget, tlsMode, id);
    }

    public RemoteCommandRequest withEnforceLocalTimeout(boolean enforce) {
        return new RemoteCommandRequest(targets, database, command, metadata, timeout, enforce, operationKey,
                fireAndForget, tlsMode, id);
    }

    public RemoteCommandRequest withMetadata(BsonDocument newMetadata) {
        return new RemoteCommandRequest(targets, database, command, newMetadata, timeout, enforceLocalTimeout,
                operationKey, fireAndForget, tlsMode, id);
    }

    public RemoteCommandRequest withOperationKey(UUID key) {
        return new RemoteCommandRequest(targets, database, command, metadata, timeout, enforceLocalTimeout,
                Optional.of(key), fireAndForget, tlsMode, id);
    }

    public RemoteCommandRequest withFireAndForget(boolean newFireAndForget) {
        return new RemoteCommandRequest(targets, database, command, metadata, timeout, enforceLocalTimeout,
                operationKey, newFireAndForget, tlsMode, id);
    }

    public RemoteCommandRequest withTlsMode(TlsMode mode) {
        return new RemoteCommandRequest(targets, database, command, metadata, timeout, enforceLocalTimeout,
                operationKey, fireAndForget, mode, id);
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
        timeout.ifPresent(limit -> text.append(" timeout:").append(limit.toMillis()).append("ms"));
        operationKey.ifPresent(key -> text.append(" operationKey:").append(key));
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
