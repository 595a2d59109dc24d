package dev.bowline.driver.operation;

import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.LogMessage.Component;
import dev.bowline.egress.event.LogMessage.Level;
import dev.bowline.egress.event.OperationRetriedEvent;
import dev.bowline.egress.event.RetryReason;
import dev.bowline.egress.event.StructuredLogger;
import dev.bowline.egress.recording.RecordedRetry;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports every attempt to run a command to listeners and the log. Nothing is made unless {@link #isActive}. Command
 * logging and monitoring.
 */
final class CommandMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(CommandMonitor.class);
    private static final StructuredLogger COMMANDS = new StructuredLogger(Component.COMMAND);
    private static final Set<String> SENSITIVE = Set.of("authenticate", "saslstart", "saslcontinue", "getnonce",
            "createuser", "updateuser", "copydbgetnonce", "copydbsaslstart", "copydb");
    private static final Set<String> HELLO = Set.of("hello", "ismaster");

    /** A command that was reported as started. */
    record Started(String command, String database, int requestId, long operationId, ConnectionDescription connection,
            long startNanos, boolean redacted) {}

    private final List<CommandListener> listeners;
    private final List<CommandListener> logListeners;
    private final String client;
    private final int maxDocumentLength;

    /**
     * A monitor of all commands of a client.
     *
     * @param maxDocumentLength how many characters of a document are logged
     * @param client names the client in flight recordings
     */
    CommandMonitor(List<CommandListener> listeners, int maxDocumentLength, String client) {
        this.client = client;
        this.listeners = List.copyOf(listeners);
        this.logListeners = listeners.stream().filter(CommandListener::observesLog).toList();
        this.maxDocumentLength = maxDocumentLength;
    }

    String client() {
        return client;
    }

    boolean isActive() {
        return !listeners.isEmpty() || COMMANDS.isDebugEnabled();
    }

    Started started(Operation<?> operation, RequestWriter request, Attempt attempt, long nowNanos) {
        ConnectionDescription connection = attempt.connection();
        BsonDocument command = CommandDocuments.of(request);
        String name = operation.commandName();
        boolean redacted = isSensitive(name, command);
        Started started = new Started(name, operation.database, request.requestId(), attempt.call().operationId(),
                connection, nowNanos, redacted);
        BsonDocument shown = redacted ? new BsonDocument() : command;
        if (logs()) {
            Map<String, Object> data = data(started);
            String text = LogMessage.shown(shown, maxDocumentLength);
            data.put("command", text);
            log("Command started", sentence(started, "started") + " Command: " + text, data);
        }
        deliver(listener -> listener.commandStarted(new CommandStartedEvent(name, started.database, started.requestId,
                started.operationId, connection.address(), connection.connectionId(), connection.serverConnectionId(),
                connection.serviceId(), shown)));
        return started;
    }

    void succeeded(@Nullable Started started, long nowNanos, BsonDocument reply) {
        if (started == null) {
            return;
        }
        Duration duration = Duration.ofNanos(nowNanos - started.startNanos);
        BsonDocument shown = started.redacted ? new BsonDocument() : reply;
        if (logs()) {
            Map<String, Object> data = data(started);
            String text = LogMessage.shown(shown, maxDocumentLength);
            data.put("durationMS", millis(duration));
            data.put("reply", text);
            log("Command succeeded", sentence(started, "succeeded in " + millis(duration) + " ms") + " Reply: " + text,
                    data);
        }
        ConnectionDescription connection = started.connection;
        deliver(listener -> listener.commandSucceeded(new CommandSucceededEvent(started.command, started.database,
                started.requestId, started.operationId, connection.address(), connection.connectionId(),
                connection.serverConnectionId(), connection.serviceId(), duration, shown)));
    }

    void failed(@Nullable Started started, long nowNanos, RuntimeException failure) {
        if (started == null) {
            return;
        }
        Duration duration = Duration.ofNanos(nowNanos - started.startNanos);
        RuntimeException shown = started.redacted ? CommandDocuments.redacted(failure) : failure;
        if (logs()) {
            Map<String, Object> data = data(started);
            data.put("durationMS", millis(duration));
            data.put("failure", shown.toString());
            log("Command failed", sentence(started, "failed in " + millis(duration) + " ms") + " Error: " + shown,
                    data);
        }
        ConnectionDescription connection = started.connection;
        deliver(listener -> listener.commandFailed(new CommandFailedEvent(started.command, started.database,
                started.requestId, started.operationId, connection.address(), connection.connectionId(),
                connection.serverConnectionId(), connection.serviceId(), duration, shown)));
    }

    /**
     * An attempt failed, and there will be another.
     *
     * @param reason null if the deployment is not to blame
     */
    void retried(Operation<?> operation, Call call, MongoException error, @Nullable RetryReason reason, int failures) {
        ServerAddress address = error.serverAddress();
        RecordedRetry.record(client, operation.commandName(), String.valueOf(address),
                (reason == null ? RetryReason.OTHER : reason).id(), failures, error.toString());
        if (!listeners.isEmpty() && address != null) {
            OperationRetriedEvent event = new OperationRetriedEvent(operation.commandName(), operation.database,
                    call.operationId(), address, reason == null ? RetryReason.OTHER : reason, failures, error);
            deliver(listener -> listener.operationRetried(event));
        }
    }

    static boolean isSensitive(String name, BsonDocument command) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SENSITIVE.contains(lower) || (HELLO.contains(lower) && command.containsKey("speculativeAuthenticate"));
    }

    private void deliver(Consumer<CommandListener> event) {
        for (CommandListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("A command listener failed", e);
            }
        }
    }

    private boolean logs() {
        return !logListeners.isEmpty() || COMMANDS.isDebugEnabled();
    }

    private void log(String message, String text, Map<String, Object> data) {
        LogMessage made = new LogMessage(Component.COMMAND, Level.DEBUG, message, text, data);
        for (CommandListener listener : logListeners) {
            try {
                listener.commandLogged(made);
            } catch (RuntimeException e) {
                LOG.warn("A command listener failed", e);
            }
        }
        if (COMMANDS.isDebugEnabled()) {
            COMMANDS.log(made);
        }
    }

    private static Map<String, Object> data(Started started) {
        ConnectionDescription connection = started.connection;
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("commandName", started.command);
        data.put("databaseName", started.database);
        data.put("requestId", started.requestId);
        data.put("operationId", started.operationId);
        data.put("driverConnectionId", connection.connectionId());
        if (connection.serverConnectionId() != null) {
            data.put("serverConnectionId", connection.serverConnectionId());
        }
        data.put("serverHost", connection.address().host());
        if (!connection.address().isUnixSocket()) {
            data.put("serverPort", connection.address().port());
        }
        if (connection.serviceId() != null) {
            data.put("serviceId", connection.serviceId().toHexString());
        }
        return data;
    }

    private static String sentence(Started started, String verb) {
        ConnectionDescription connection = started.connection;
        return "Command \"" + started.command + "\" " + verb + " on database \"" + started.database
                + "\" using a connection with driver-generated ID " + connection.connectionId()
                + (connection.serverConnectionId() == null
                        ? ""
                        : " and server-generated ID " + connection.serverConnectionId())
                + " to " + connection.address()
                + (connection.serviceId() == null ? "" : " with service ID " + connection.serviceId())
                + ". The request ID is " + started.requestId + " and the operation ID is " + started.operationId + ".";
    }

    private static long millis(Duration duration) {
        return duration.toMillis();
    }
}
