package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import dev.bowline.SessionState;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.EventMatcher;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.conformance.match.ObservedEvent;
import dev.bowline.conformance.match.ValueMatcher;
import dev.bowline.driver.topology.ServerDescription;
import dev.bowline.driver.topology.TopologyDescription;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** The operations on the test runner itself. */
final class RunnerOperations {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 10;

    private final Entities entities;
    private final EntityFactory factory;
    private final OperationRunner runner;
    private final Target target;
    private final FailPointList failPoints;
    private final EventMatcher events;

    RunnerOperations(Entities entities, EntityFactory factory, OperationRunner runner, Target target,
            FailPointList failPoints) {
        this.entities = entities;
        this.factory = factory;
        this.runner = runner;
        this.target = target;
        this.failPoints = failPoints;
        this.events = new EventMatcher(new ValueMatcher(entities));
    }

    void run(Operation operation) {
        BsonDocument args = operation.arguments();
        switch (operation.name()) {
            case "failPoint" -> failPoint(args);
            case "targetedFailPoint" -> targetedFailPoint(args);
            case "createEntities" -> Options.documents(args.getArray("entities")).forEach(factory::create);
            case "loop" -> new Loop(entities, runner).run(args);
            case "runOnThread" -> {
                Operation step = Operation.of(args.getDocument("operation"));
                entities.get(args.getString("thread").getValue(), ThreadEntity.class).run(() -> runner.run(step));
            }
            case "waitForThread" -> entities.get(args.getString("thread").getValue(), ThreadEntity.class).await();
            case "wait" -> sleep(args.getNumber("ms").longValue());
            case "waitForEvent" -> observer(args).await(events, args.getDocument("event"),
                    args.getNumber("count").intValue(), PATIENCE);
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
            case "assertNumberConnectionsCheckedOut" -> equal(args.getNumber("connections").intValue(),
                    client(args).observer().checkedOut(), operation);
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
        client.client().database("admin").runCommand(failPoint, BsonDocument.class, options -> {});
        failPoints.setAt(client.observer().failPointServer(), failPoint);
    }

    private void targetedFailPoint(BsonDocument args) {
        ServerAddress pinned = state(args).pinnedServer();
        if (pinned == null) {
            throw new MismatchException("targetedFailPoint: the session is not pinned to a router");
        }
        BsonDocument failPoint = args.getDocument("failPoint");
        target.directTo(pinned).database("admin").runCommand(failPoint, BsonDocument.class, options -> {});
        failPoints.setAt(pinned, failPoint);
    }

    private void assertEventCount(BsonDocument args) {
        long count = observer(args).count(events, args.getDocument("event"));
        if (count != args.getNumber("count").longValue()) {
            throw new MismatchException("assertEventCount: expected " + args.getNumber("count").longValue() + " of "
                    + args.getDocument("event").toJson() + ", were " + count);
        }
    }

    /** The format has no event for this; the description is looked at until its primary is another. */
    private void waitForPrimaryChange(BsonDocument args) {
        ServerAddress before = primary(entities.get(args.getString("priorTopologyDescription").getValue(),
                TopologyDescription.class));
        long limit = args.getNumber("timeoutMS", new BsonInt32((int) PATIENCE.toMillis())).longValue();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit);
        while (true) {
            ServerAddress now = primary(client(args).client().topology());
            if (now != null && !now.equals(before)) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new MismatchException("waitForPrimaryChange: the primary is still " + now + " after " + limit
                        + " ms");
            }
            sleep(POLL_MILLIS);
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

    /** The format's own operation: a test asks for this pause. */
    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MismatchException("The test was interrupted", e);
        }
    }
}
