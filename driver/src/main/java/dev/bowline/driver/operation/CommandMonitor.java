package dev.bowline.driver.operation;

import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.LogMessage.Component;
import dev.bowline.egress.event.LogMessage.Level;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import dev.bowline.egress.wire.RequestWriter;
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
 * Tells listeners and the log of every attempt to run a command. Nothing is made unless {@link #isActive}. Command
 * logging and monitoring.
 */
final class CommandMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(CommandMonitor.class);
    private static final StructuredLogger COMMANDS = new StructuredLogger(Component.COMMAND);
    private static final Set<String> SENSITIVE = Set.of("authenticate", "saslstart", "saslcontinue", "getnonce",
            "createuser", "updateuser", "copydbgetnonce", "copydbsaslstart", "copydb");
    private static final Set<String> HELLO = Set.of("hello", "ismaster");

    /** One attempt that somebody is told of. */
    record Attempt(String command, String database, int requestId, long operationId, ConnectionDescription connection,
            long startNanos, boolean redacted) {}

    private final List<CommandListener> listeners;
    private final List<CommandListener> logListeners;
    private final int maxDocumentLength;

    /** @param maxDocumentLength how many characters of a document are logged */
    CommandMonitor(List<CommandListener> listeners, int maxDocumentLength) {
        this.listeners = List.copyOf(listeners);
        this.logListeners = listeners.stream().filter(CommandListener::observesLog).toList();
        this.maxDocumentLength = maxDocumentLength;
    }

    boolean isActive() {
        return !listeners.isEmpty() || COMMANDS.isDebugEnabled();
    }

    Attempt started(Operation<?> operation, RequestWriter request, Execution execution) {
        ConnectionDescription connection = execution.connection();
        BsonDocument command = CommandDocuments.of(request);
        String name = operation.commandName();
        boolean redacted = isSensitive(name, command);
        Attempt attempt = new Attempt(name, operation.database, request.requestId(), execution.operationId, connection,
                execution.executor.environment().nanoTime(), redacted);
        BsonDocument shown = redacted ? new BsonDocument() : command;
        if (logs()) {
            Map<String, Object> data = data(attempt);
            String text = LogMessage.shown(shown, maxDocumentLength);
            data.put("command", text);
            log("Command started", sentence(attempt, "started") + " Command: " + text, data);
        }
        deliver(listener -> listener.commandStarted(new CommandStartedEvent(name, attempt.database, attempt.requestId,
                attempt.operationId, connection.address(), connection.connectionId(), connection.serverConnectionId(),
                connection.serviceId(), shown)));
        return attempt;
    }

    void succeeded(@Nullable Attempt attempt, long nowNanos, BsonDocument reply) {
        if (attempt == null) {
            return;
        }
        Duration duration = Duration.ofNanos(nowNanos - attempt.startNanos);
        BsonDocument shown = attempt.redacted ? new BsonDocument() : reply;
        if (logs()) {
            Map<String, Object> data = data(attempt);
            String text = LogMessage.shown(shown, maxDocumentLength);
            data.put("durationMS", millis(duration));
            data.put("reply", text);
            log("Command succeeded", sentence(attempt, "succeeded in " + millis(duration) + " ms") + " Reply: " + text,
                    data);
        }
        ConnectionDescription connection = attempt.connection;
        deliver(listener -> listener.commandSucceeded(new CommandSucceededEvent(attempt.command, attempt.database,
                attempt.requestId, attempt.operationId, connection.address(), connection.connectionId(),
                connection.serverConnectionId(), connection.serviceId(), duration, shown)));
    }

    void failed(@Nullable Attempt attempt, long nowNanos, RuntimeException failure) {
        if (attempt == null) {
            return;
        }
        Duration duration = Duration.ofNanos(nowNanos - attempt.startNanos);
        RuntimeException shown = attempt.redacted ? CommandDocuments.redacted(failure) : failure;
        if (logs()) {
            Map<String, Object> data = data(attempt);
            data.put("durationMS", millis(duration));
            data.put("failure", shown.toString());
            log("Command failed", sentence(attempt, "failed in " + millis(duration) + " ms") + " Error: " + shown,
                    data);
        }
        ConnectionDescription connection = attempt.connection;
        deliver(listener -> listener.commandFailed(new CommandFailedEvent(attempt.command, attempt.database,
                attempt.requestId, attempt.operationId, connection.address(), connection.connectionId(),
                connection.serverConnectionId(), connection.serviceId(), duration, shown)));
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

    private static Map<String, Object> data(Attempt attempt) {
        ConnectionDescription connection = attempt.connection;
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("commandName", attempt.command);
        data.put("databaseName", attempt.database);
        data.put("requestId", attempt.requestId);
        data.put("operationId", attempt.operationId);
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

    private static String sentence(Attempt attempt, String verb) {
        ConnectionDescription connection = attempt.connection;
        return "Command \"" + attempt.command + "\" " + verb + " on database \"" + attempt.database
                + "\" using a connection with driver-generated ID " + connection.connectionId()
                + (connection.serverConnectionId() == null
                        ? ""
                        : " and server-generated ID " + connection.serverConnectionId())
                + " to " + connection.address()
                + (connection.serviceId() == null ? "" : " with service ID " + connection.serviceId())
                + ". The request ID is " + attempt.requestId + " and the operation ID is " + attempt.operationId + ".";
    }

    private static long millis(Duration duration) {
        return duration.toMillis();
    }
}
