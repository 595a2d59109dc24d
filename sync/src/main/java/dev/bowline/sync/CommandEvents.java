package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.RequestContext;
import com.mongodb.client.SynchronousContextProvider;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionDescription;
import com.mongodb.connection.ConnectionId;
import com.mongodb.connection.ServerId;
import com.mongodb.connection.ServerType;
import com.mongodb.event.CommandListener;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Command events for official listeners, on the thread that runs the command. */
final class CommandEvents implements dev.bowline.egress.event.CommandListener {
    private final List<CommandListener> listeners;
    private final @Nullable SynchronousContextProvider contexts;
    private final ClusterId clusterId;
    private final Errors errors;
    /** The context of the operation that this thread runs: all its commands and attempts share it. */
    @SuppressWarnings("ThreadLocalUsage") // operations are numbered by each client for itself
    private final ThreadLocal<@Nullable Running> running = new ThreadLocal<>();

    private record Running(long operationId, RequestContext context) {}

    CommandEvents(MongoClientSettings settings, ClusterId clusterId, Errors errors) {
        this.listeners = settings.getCommandListeners();
        this.contexts = (SynchronousContextProvider) settings.getContextProvider();
        this.clusterId = clusterId;
        this.errors = errors;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        com.mongodb.event.CommandStartedEvent official = new com.mongodb.event.CommandStartedEvent(
                context(event.operationId()), event.operationId(), event.requestId(),
                connection(event.address(), event.connectionId(), event.serverConnectionId(), event.serviceId()),
                event.databaseName(), event.commandName(), event.command());
        Delivery.call(listeners, listener -> listener.commandStarted(official));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        com.mongodb.event.CommandSucceededEvent official = new com.mongodb.event.CommandSucceededEvent(
                context(event.operationId()), event.operationId(), event.requestId(),
                connection(event.address(), event.connectionId(), event.serverConnectionId(), event.serviceId()),
                event.databaseName(), event.commandName(), event.reply(), event.duration().toNanos());
        Delivery.call(listeners, listener -> listener.commandSucceeded(official));
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        com.mongodb.event.CommandFailedEvent official = new com.mongodb.event.CommandFailedEvent(
                context(event.operationId()), event.operationId(), event.requestId(),
                connection(event.address(), event.connectionId(), event.serverConnectionId(), event.serviceId()),
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

    private ConnectionDescription connection(ServerAddress address, long id, @Nullable Long serverValue,
            @Nullable ObjectId serviceId) {
        ConnectionId connectionId = new ConnectionId(new ServerId(clusterId, Addresses.official(address)), id,
                serverValue);
        ConnectionDescription description = new ConnectionDescription(connectionId, 0, ServerType.UNKNOWN,
                ConnectionDescription.getDefaultMaxWriteBatchSize(),
                com.mongodb.connection.ServerDescription.getDefaultMaxDocumentSize(),
                ConnectionDescription.getDefaultMaxMessageSize(), List.of());
        return serviceId == null ? description : description.withServiceId(serviceId);
    }
}
