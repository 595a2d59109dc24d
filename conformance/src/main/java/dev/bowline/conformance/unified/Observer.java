package dev.bowline.conformance.unified;

import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.match.EventMatcher;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.conformance.match.ObservedEvent;
import dev.bowline.conformance.match.ObservedLog;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import dev.bowline.egress.event.LogMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Collects what one client entity lets be seen. */
final class Observer implements CommandListener, ConnectionPoolListener, TopologyListener {
    private static final Set<String> SENSITIVE = Set.of("authenticate", "saslStart", "saslContinue", "getnonce",
            "createUser", "updateUser", "copydbgetnonce", "copydbsaslstart", "copydb");
    static final Set<String> GREETINGS = Set.of("hello", "isMaster", "ismaster");

    private final ObserverSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final CaseTime time;
    // All below are guarded by the lock.
    private final List<ObservedEvent> events = new ArrayList<>();
    private final List<ObservedLog> logs = new ArrayList<>();
    private final List<BooleanSupplier> expected = new ArrayList<>();
    private final Set<Integer> ignoredRequests = new HashSet<>();
    /** Connections that are ready, by server; only those servers that have a pool which is ready. */
    private final Map<ServerAddress, Integer> ready = new HashMap<>();
    private @Nullable TopologyDescription topology;
    private int checkedOut;
    private boolean listening = true;
    private @Nullable ServerAddress failPointServer;

    Observer(ObserverSettings settings, CaseTime time) {
        this.settings = settings;
        this.time = time;
    }

    /** Names something that the test expects to have been seen in the end. */
    void expect(BooleanSupplier seen) {
        locked(() -> expected.add(seen));
    }

    /**
     * Records nothing more once all that is expected was seen, or the limit has passed. Pools deliver events one after
     * the other, on whichever thread is delivering: the last ones of an operation may come after it has ended.
     */
    void stop(Duration limit) {
        await(() -> expected.stream().allMatch(BooleanSupplier::getAsBoolean), limit);
        locked(() -> listening = false);
    }

    List<ObservedEvent> events(String kind) {
        lock.lock();
        try {
            return events.stream().filter(event -> event.kind().equals(kind)).toList();
        } finally {
            lock.unlock();
        }
    }

    List<ObservedLog> logs() {
        lock.lock();
        try {
            return List.copyOf(logs);
        } finally {
            lock.unlock();
        }
    }

    /** Where the client last set a fail point. */
    ServerAddress failPointServer() {
        lock.lock();
        try {
            if (failPointServer == null) {
                throw new MismatchException("The client has set no fail point");
            }
            return failPointServer;
        } finally {
            lock.unlock();
        }
    }

    int checkedOut() {
        lock.lock();
        try {
            return checkedOut;
        } finally {
            lock.unlock();
        }
    }

    long count(EventMatcher matcher, BsonDocument expected) {
        lock.lock();
        try {
            return events.stream().filter(event -> matcher.matches(expected, event)).count();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until every server is known and the pools of those that have one have this many connections, and forgets
     * what was seen until then: the format wants no event of the populating.
     */
    void awaitPools(int connections, Duration limit) {
        if (!await(() -> hasPools(connections), limit)) {
            throw new MismatchException("awaitMinPoolSizeMS: no " + connections + " connections in each pool "
                    + "within " + limit.toMillis() + " ms, but " + text(ready));
        }
        locked(() -> {
            events.clear();
            logs.clear();
        });
    }

    private boolean hasPools(int connections) {
        return topology != null && topology.servers().stream().allMatch(server -> !server.type().isUnknown()
                && (!server.type().isDataBearing() || ready.getOrDefault(server.address(), -1) >= connections));
    }

    /** Waits until an event has been seen often enough, counting those of the past. */
    void await(EventMatcher matcher, BsonDocument expected, int times, Duration limit) {
        if (!await(() -> count(matcher, expected) >= times, limit)) {
            throw new MismatchException("waitForEvent: expected " + times + " of " + expected.toJson() + " within "
                    + limit.toSeconds() + " s, were " + count(matcher, expected) + "; all events: " + text(events));
        }
    }

    private String text(Object seen) {
        lock.lock();
        try {
            return seen.toString();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until what was seen fulfills a condition; false if the limit passes before. */
    boolean await(BooleanSupplier condition, Duration limit) {
        return time.await(() -> {
            lock.lock();
            try {
                return condition.getAsBoolean();
            } finally {
                lock.unlock();
            }
        }, limit.toMillis());
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.commandName().equals("configureFailPoint")) {
            locked(() -> failPointServer = event.address());
        }
        boolean redacted = GREETINGS.contains(event.commandName()) && event.command().isEmpty();
        boolean ignored = event.commandName().equals("configureFailPoint")
                || settings.ignoredCommands().contains(event.commandName())
                || (!settings.observeSensitiveCommands() && (redacted || SENSITIVE.contains(event.commandName())));
        if (ignored) {
            locked(() -> ignoredRequests.add(event.requestId()));
        } else {
            record(EventFields.of(event));
        }
        settings.store("CommandStartedEvent", EventFields.of(event));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        if (!isIgnored(event.requestId())) {
            record(EventFields.of(event));
        }
        settings.store("CommandSucceededEvent", EventFields.of(event));
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        if (!isIgnored(event.requestId())) {
            record(EventFields.of(event));
        }
        settings.store("CommandFailedEvent", EventFields.of(event));
    }

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        ObservedEvent observed = EventFields.of(event);
        locked(() -> {
            // Before it is counted: who waits for the count forgets the events that led to it.
            record(observed);
            if (event instanceof ConnectionCheckedOutEvent) {
                checkedOut++;
            } else if (event instanceof ConnectionCheckedInEvent) {
                checkedOut--;
            } else if (event instanceof ConnectionPoolReadyEvent) {
                ready.putIfAbsent(event.address(), 0);
            } else if (event instanceof ConnectionReadyEvent) {
                ready.merge(event.address(), 1, Integer::sum);
            }
        });
        settings.store(Character.toUpperCase(observed.name().charAt(0)) + observed.name().substring(1), observed);
    }

    @Override
    public void topologyOpening(TopologyOpeningEvent event) {
        record(new ObservedEvent("topologyOpeningEvent", new BsonDocument()));
    }

    @Override
    public void topologyClosed(TopologyClosedEvent event) {
        record(new ObservedEvent("topologyClosedEvent", new BsonDocument()));
    }

    @Override
    public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
        locked(() -> topology = event.newDescription());
        record(EventFields.of(event));
        settings.store("TopologyDescriptionChangedEvent", EventFields.of(event));
    }

    @Override
    public void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
        record(EventFields.of(event));
        settings.store("ServerDescriptionChangedEvent", EventFields.of(event));
    }

    @Override
    public void serverHeartbeatStarted(ServerHeartbeatStartedEvent event) {
        record(EventFields.heartbeat("serverHeartbeatStartedEvent", event.address(), event.awaited()));
    }

    @Override
    public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
        record(EventFields.heartbeat("serverHeartbeatSucceededEvent", event.address(), event.awaited()));
    }

    @Override
    public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
        record(EventFields.heartbeat("serverHeartbeatFailedEvent", event.address(), event.awaited()));
    }

    @Override
    public boolean observesLog() {
        return !settings.logLevels().isEmpty();
    }

    @Override
    public void commandLogged(LogMessage message) {
        logged(message);
    }

    /** Takes a structured log message of the client. */
    void logged(LogMessage message) {
        ObservedLog observed = LogFields.of(message);
        if (settings.wants(observed)) {
            locked(() -> {
                if (listening) {
                    logs.add(observed);
                }
            });
        }
    }

    private boolean isIgnored(int requestId) {
        lock.lock();
        try {
            return ignoredRequests.remove(requestId);
        } finally {
            lock.unlock();
        }
    }

    private void record(ObservedEvent event) {
        if (settings.observedEvents().contains(event.name())) {
            locked(() -> {
                if (listening) {
                    events.add(event);
                }
            });
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
        time.changed();
    }
}
