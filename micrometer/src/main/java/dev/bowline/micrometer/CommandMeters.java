package dev.bowline.micrometer;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.OperationRetriedEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Times commands and counts retries. */
final class CommandMeters implements CommandListener {
    private static final String NO_COLLECTION = "unknown";

    private record Key(String command, String database, String collection, ServerAddress address, String status) {}

    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();
    /** The collections of the commands under way, by request. */
    private final Map<Integer, String> collections = new ConcurrentHashMap<>();

    CommandMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        collections.put(event.requestId(), collection(event.commandName(), event.command()));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        ended(event.requestId(), event.commandName(), event.databaseName(), event.address(), "SUCCESS",
                event.duration());
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        ended(event.requestId(), event.commandName(), event.databaseName(), event.address(), "FAILED",
                event.duration());
    }

    @Override
    public void operationRetried(OperationRetriedEvent event) {
        registry.counter("mongodb.driver.operations.retried", tags.and("command", event.commandName(), "reason",
                event.reason().id(), "server.address", event.address().toString())).increment();
    }

    private void ended(int requestId, String command, String database, ServerAddress address, String status,
            Duration duration) {
        String collection = collections.remove(requestId);
        timers.computeIfAbsent(
                new Key(command, database, collection == null ? NO_COLLECTION : collection, address, status),
                this::timer).record(duration);
    }

    private Timer timer(Key key) {
        return Timer.builder("mongodb.driver.commands").description("Timer of mongodb commands")
                .tags(tags.and("command", key.command, "database", key.database, "collection", key.collection,
                        "server.address", key.address.toString(), "status", key.status))
                .register(registry);
    }

    /** Most commands name their collection first; {@code getMore} has a field for it. */
    private static String collection(String name, BsonDocument command) {
        BsonValue value = command.get(name.equals("getMore") ? "collection" : name);
        return value != null && value.isString() ? value.asString().getValue() : NO_COLLECTION;
    }
}
