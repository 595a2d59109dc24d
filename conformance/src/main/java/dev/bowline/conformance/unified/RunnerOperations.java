package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.SessionState;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.format.UnifiedSchema;
import dev.bowline.conformance.match.EventMatcher;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.conformance.match.ObservedEvent;
import dev.bowline.conformance.match.ValueMatcher;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.jspecify.annotations.Nullable;

/** The operations on the test runner itself. */
final class RunnerOperations {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 10;
    private static final Map<String, Set<String>> ARGUMENTS = Map.ofEntries(
            Map.entry("failPoint", Set.of("client", "failPoint", "session")),
            Map.entry("targetedFailPoint", Set.of("session", "failPoint")),
            Map.entry("createEntities", Set.of("entities")),
            Map.entry("loop", Set.of("operations", "storeErrorsAsEntity", "storeFailuresAsEntity",
                    "storeSuccessesAsEntity", "storeIterationsAsEntity")),
            Map.entry("runOnThread", Set.of("thread", "operation")), Map.entry("waitForThread", Set.of("thread")),
            Map.entry("wait", Set.of("ms")), Map.entry("waitForEvent", Set.of("client", "event", "count")),
            Map.entry("assertEventCount", Set.of("client", "event", "count")),
            Map.entry("recordTopologyDescription", Set.of("client", "id")),
            Map.entry("assertTopologyType", Set.of("topologyDescription", "topologyType")),
            Map.entry("waitForPrimaryChange", Set.of("client", "priorTopologyDescription", "timeoutMS")),
            Map.entry("assertSessionTransactionState", Set.of("session", "state")),
            Map.entry("assertSessionPinned", Set.of("session")), Map.entry("assertSessionUnpinned", Set.of("session")),
            Map.entry("assertSessionDirty", Set.of("session")), Map.entry("assertSessionNotDirty", Set.of("session")),
            Map.entry("assertSameLsidOnLastTwoCommands", Set.of("client")),
            Map.entry("assertDifferentLsidOnLastTwoCommands", Set.of("client")),
            Map.entry("assertNumberConnectionsCheckedOut", Set.of("client", "connections")),
            Map.entry("assertCollectionExists", Set.of("databaseName", "collectionName")),
            Map.entry("assertCollectionNotExists", Set.of("databaseName", "collectionName")),
            Map.entry("assertIndexExists", Set.of("databaseName", "collectionName", "indexName")),
            Map.entry("assertIndexNotExists", Set.of("databaseName", "collectionName", "indexName")));

    private final Entities entities;
    private final EntityFactory factory;
    private final OperationRunner runner;
    private final Target target;
    private final FailPointList failPoints;
    private final Skips skips;
    private final EventMatcher events;

    RunnerOperations(Entities entities, EntityFactory factory, OperationRunner runner, Target target,
            FailPointList failPoints, Skips skips) {
        this.entities = entities;
        this.factory = factory;
        this.runner = runner;
        this.target = target;
        this.failPoints = failPoints;
        this.skips = skips;
        this.events = new EventMatcher(new ValueMatcher(entities));
    }

    void run(Operation operation) {
        BsonDocument args = operation.arguments();
        check(operation);
        try {
            perform(operation, args);
        } catch (BsonInvalidOperationException e) {
            throw new MismatchException(operation.name() + ": the arguments " + args.toJson() + " cannot be used: "
                    + e.getMessage(), e);
        }
    }

    /** An argument that is not known may be an assertion that would not be made. */
    private static void check(Operation operation) {
        Set<String> known = ARGUMENTS.get(operation.name());
        if (known == null) {
            throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported by the test runner");
        }
        for (String name : operation.arguments().keySet()) {
            if (!known.contains(name)) {
                throw new MismatchException(operation.name() + ": the argument \"" + name + "\" is not supported");
            }
        }
    }

    private void perform(Operation operation, BsonDocument args) {
        switch (operation.name()) {
            case "failPoint" -> failPoint(args);
            case "targetedFailPoint" -> targetedFailPoint(args);
            case "createEntities" -> Options.documents(args.getArray("entities")).forEach(factory::create);
            case "loop" -> new Loop(entities, runner, target.time()).run(args);
            case "runOnThread" -> {
                Operation step = Operation.of(args.getDocument("operation"));
                entities.get(args.getString("thread").getValue(), ThreadEntity.class).run(() -> runner.run(step));
            }
            case "waitForThread" -> entities.get(args.getString("thread").getValue(), ThreadEntity.class).await();
            case "wait" -> target.time().sleep(args.getNumber("ms").longValue());
            case "waitForEvent" -> observer(args).await(events, event(args), args.getNumber("count").intValue(),
                    PATIENCE);
            case "assertEventCount" -> assertEventCount(args);
            case "recordTopologyDescription" -> entities.add(args.getString("id").getValue(),
                    client(args).client().topology());
            case "assertTopologyType" -> equal(args.getString("topologyType").getValue(), entities
                    .get(args.getString("topologyDescription").getValue(), TopologyDescription.class).type().toString(),
                    operation);
            case "waitForPrimaryChange" -> waitForPrimaryChange(args);
            default -> assertThat(operation, args);
        }
    }

    private void assertThat(Operation operation, BsonDocument args) {
        switch (operation.name()) {
            case "assertSessionTransactionState" ->
                equal(args.getString("state").getValue(), state(args).transaction(), operation);
            case "assertSessionPinned" -> equal(true, state(args).pinned(), operation);
            case "assertSessionUnpinned" -> equal(false, state(args).pinned(), operation);
            case "assertSessionDirty" -> equal(true, state(args).dirty(), operation);
            case "assertSessionNotDirty" -> equal(false, state(args).dirty(), operation);
            case "assertSameLsidOnLastTwoCommands" -> equal(true, sameLsid(args), operation);
            case "assertDifferentLsidOnLastTwoCommands" -> equal(false, sameLsid(args), operation);
            case "assertNumberConnectionsCheckedOut" -> assertCheckedOut(args, operation);
            case "assertCollectionExists" -> equal(true, collectionExists(args), operation);
            case "assertCollectionNotExists" -> equal(false, collectionExists(args), operation);
            case "assertIndexExists" -> equal(true, indexExists(args), operation);
            case "assertIndexNotExists" -> equal(false, indexExists(args), operation);
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported by the test runner");
        }
    }

    private void failPoint(BsonDocument args) {
        ClientEntity client = client(args);
        BsonDocument failPoint = args.getDocument("failPoint");
        configure(client.client(), failPoint);
        failPoints.setAt(client.observer().failPointServer(), failPoint);
    }

    private void configure(MongoClient client, BsonDocument failPoint) {
        try {
            client.database("admin").runCommand(failPoint, BsonDocument.class, options -> {});
        } catch (MongoCommandException e) {
            if (Target.FORBIDDEN.contains(e.code())) {
                throw new SkippedException(skips.reason("test-commands"), String.valueOf(e.getMessage()));
            }
            throw new MismatchException("The fail point " + failPoint.toJson() + " could not be set: "
                    + e.getMessage(), e);
        }
    }

    private void targetedFailPoint(BsonDocument args) {
        ServerAddress pinned = state(args).pinnedServer();
        if (pinned == null) {
            throw new MismatchException("targetedFailPoint: the session is not pinned to a router");
        }
        BsonDocument failPoint = args.getDocument("failPoint");
        configure(target.directTo(pinned), failPoint);
        failPoints.setAt(pinned, failPoint);
    }

    /** The last event of an operation may still be under way on another thread. */
    private void assertEventCount(BsonDocument args) {
        Observer observer = observer(args);
        BsonDocument event = event(args);
        long expected = args.getNumber("count").longValue();
        observer.await(() -> observer.count(events, event) >= expected, UnifiedTest.DELIVERY);
        long count = observer.count(events, event);
        if (count != expected) {
            throw new MismatchException(
                    "assertEventCount: expected " + expected + " of " + event.toJson() + ", were " + count);
        }
    }

    /** What is checked out is counted by events, and the last one may still be under way on another thread. */
    private void assertCheckedOut(BsonDocument args, Operation operation) {
        Observer observer = observer(args);
        int expected = args.getNumber("connections").intValue();
        observer.await(() -> observer.checkedOut() == expected, UnifiedTest.DELIVERY);
        equal(expected, observer.checkedOut(), operation);
    }

    private static BsonDocument event(BsonDocument args) {
        BsonDocument event = args.getDocument("event");
        UnifiedSchema.checkEvent(event);
        return event;
    }

    /** The format has no event for this; the description is looked at until its primary is another. */
    private void waitForPrimaryChange(BsonDocument args) {
        ServerAddress before = primary(entities.get(args.getString("priorTopologyDescription").getValue(),
                TopologyDescription.class));
        long limit = args.getNumber("timeoutMS", new BsonInt32((int) PATIENCE.toMillis())).longValue();
        long end = target.time().nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit);
        while (true) {
            ServerAddress now = primary(client(args).client().topology());
            if (now != null && !now.equals(before)) {
                return;
            }
            if (target.time().nanoTime() - end > 0) {
                throw new MismatchException("waitForPrimaryChange: the primary is still " + now + " after " + limit
                        + " ms");
            }
            target.time().sleep(POLL_MILLIS);
        }
    }

    private static @Nullable ServerAddress primary(TopologyDescription topology) {
        ServerDescription primary = topology.primary();
        return primary == null ? null : primary.address();
    }

    private boolean sameLsid(BsonDocument args) {
        List<ObservedEvent> started = observer(args).events("command").stream()
                .filter(event -> event.name().equals("commandStartedEvent")).toList();
        if (started.size() < 2) {
            throw new MismatchException("Only " + started.size() + " commands were seen");
        }
        BsonDocument last = started.get(started.size() - 1).fields().getDocument("command");
        BsonDocument previous = started.get(started.size() - 2).fields().getDocument("command");
        if (!last.containsKey("lsid") || !previous.containsKey("lsid")) {
            throw new MismatchException("One of the last two commands has no lsid: " + previous + ", " + last);
        }
        return last.getDocument("lsid").equals(previous.getDocument("lsid"));
    }

    private boolean collectionExists(BsonDocument args) {
        return target.client().database(args.getString("databaseName").getValue()).listCollectionNames().toList()
                .contains(args.getString("collectionName").getValue());
    }

    private boolean indexExists(BsonDocument args) {
        if (!collectionExists(args)) {
            return false;
        }
        return target.client().database(args.getString("databaseName").getValue())
                .collection(args.getString("collectionName").getValue()).indexes().listNames(options -> {}).toList()
                .contains(args.getString("indexName").getValue());
    }

    private ClientEntity client(BsonDocument args) {
        return entities.get(args.getString("client").getValue(), ClientEntity.class);
    }

    private Observer observer(BsonDocument args) {
        return client(args).observer();
    }

    private SessionState state(BsonDocument args) {
        ClientSession session = entities.get(args.getString("session").getValue(), SessionEntity.class).session();
        return session.state();
    }

    private static void equal(Object expected, Object actual, Operation operation) {
        if (!Objects.equals(expected, actual)) {
            throw new MismatchException(operation.name() + ": expected " + expected + ", was " + actual);
        }
    }
}
