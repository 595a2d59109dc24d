package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.RequestContext;
import com.mongodb.client.SynchronousContextProvider;
import com.mongodb.event.CommandListener;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command events for official listeners, on the thread that runs the command. */
final class CommandEvents implements dev.bowline.egress.event.CommandListener {
    private final List<CommandListener> listeners;
    private final @Nullable SynchronousContextProvider contexts;
    private final Connections connections;
    private final Errors errors;
    /** The context of the operation that this thread runs: all its commands and attempts share it. */
    @SuppressWarnings("ThreadLocalUsage") // operations are numbered by each client for itself
    private final ThreadLocal<@Nullable Running> running = new ThreadLocal<>();

    private record Running(long operationId, RequestContext context) {}

    CommandEvents(MongoClientSettings settings, Connections connections, Errors errors) {
        this.listeners = settings.getCommandListeners();
        this.contexts = (SynchronousContextProvider) settings.getContextProvider();
        this.connections = connections;
        this.errors = errors;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        com.mongodb.event.CommandStartedEvent official = new com.mongodb.event.CommandStartedEvent(
                context(event.operationId()), event.operationId(), event.requestId(),
                connections.describe(event.address(), event.connectionId(), event.serverConnectionId(),
                        event.serviceId()),
                event.databaseName(), event.commandName(), event.command());
        Delivery.call(listeners, listener -> listener.commandStarted(official));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        com.mongodb.event.CommandSucceededEvent official = new com.mongodb.event.CommandSucceededEvent(
                context(event.operationId()), event.operationId(), event.requestId(),
                connections.describe(event.address(), event.connectionId(), event.serverConnectionId(),
                        event.serviceId()),
                event.databaseName(), event.commandName(), event.reply(), event.duration().toNanos());
        Delivery.call(listeners, listener -> listener.commandSucceeded(official));
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        com.mongodb.event.CommandFailedEvent official = new com.mongodb.event.CommandFailedEvent(
                context(event.operationId()), event.operationId(), event.requestId(),
                connections.describe(event.address(), event.connectionId(), event.serverConnectionId(),
                        event.serviceId()),
                event.databaseName(), event.commandName(), event.duration().toNanos(),
                errors.officialOf(event.failure()));
        Delivery.call(listeners, listener -> listener.commandFailed(official));
    }

    private @Nullable RequestContext context(long operationId) {
        if (contexts == null) {
            return null;
        }
        Running current = running.get();
        if (current == null || current.operationId() != operationId) {
            current = new Running(operationId, contexts.getContext());
            running.set(current);
        }
        return current.context();
    }
}
