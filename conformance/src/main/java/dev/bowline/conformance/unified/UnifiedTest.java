package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.format.CollectionData;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.format.TestCase;
import dev.bowline.conformance.format.TestFile;
import dev.bowline.conformance.match.EventMatcher;
import dev.bowline.conformance.match.LogMatcher;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.conformance.match.SpanMatcher;
import dev.bowline.conformance.match.ValueMatcher;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoSocketException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One run of one test: set up, operations, expectations, clean up. */
final class UnifiedTest {
    /** How long the delivery of an event may take on a busy machine. */
    static final Duration DELIVERY = Duration.ofSeconds(1);

    private static final Set<String> TRANSACTIONS = Set.of("startTransaction", "withTransaction");
    private static final int PREPARE_ATTEMPTS = 5;
    /** What a server says while it is, or has just stopped being, the primary or the client has yet to notice. */
    private static final Set<Integer> FAILOVER_CODES = Set.of(91, 189, 10058, 10107, 11600, 11602, 13435, 13436);

    private final TestFile file;
    private final TestCase test;
    private final Target target;
    private final Skips skips;
    private final boolean later;
    private final Entities entities = new Entities();
    private final FailPointList failPoints;
    private final OperationRunner operations = new OperationRunner(entities);

    /** @param later whether its clients have the later policy about connections that cannot be established */
    UnifiedTest(TestFile file, TestCase test, Target target, Skips skips, boolean later) {
        this.file = file;
        this.test = test;
        this.target = target;
        this.skips = skips;
        this.later = later;
        this.failPoints = new FailPointList(target);
    }

    /** Runs the test; cleans up whether it passes or not. */
    void run() {
        if (setsFailPoints() && !target.hasTestCommands()) {
            throw new SkippedException(skips.reason("test-commands"), "");
        }
        boolean passed = false;
        try {
            runOperations();
            stopObserving();
            MongoException left = failPoints.clear();
            if (left != null) {
                throw new MismatchException("A fail point could not be taken back: " + left.getMessage(), left);
            }
            checkEvents();
            checkLogs();
            checkSpans();
            checkOutcome();
            passed = true;
        } finally {
            cleanUp(passed);
        }
    }

    private void runOperations() {
        BsonDocument clusterTime = prepareData();
        EntityFactory factory = new EntityFactory(entities, target, skips, clusterTime, setsFailPoints(),
                failsHellosOfARouter(), later);
        file.createEntities().forEach(factory::create);
        operations.onTestRunner(
                new RunnerOperations(entities, factory, operations, target, failPoints, skips)::run);
        for (Operation operation : test.operations()) {
            noteNamespaces(operation.arguments());
            operations.run(operation);
        }
        entities.newestFirst(ThreadEntity.class).forEach(ThreadEntity::await);
    }

    /** A write to several collections names databases that no entity stands for. */
    private void noteNamespaces(BsonValue within) {
        if (within instanceof BsonDocument document) {
            document.forEach((key, value) -> {
                if (key.equals("namespace") && value instanceof BsonString namespace) {
                    target.uses(namespace.getValue().substring(0, Math.max(0, namespace.getValue().indexOf('.'))));
                }
                noteNamespaces(value);
            });
        } else if (within instanceof BsonArray array) {
            array.forEach(this::noteNamespaces);
        }
    }

    private boolean setsFailPoints() {
        return runs(Set.of("failPoint", "targetedFailPoint"));
    }

    /**
     * Whether the test lets the router of a transaction fail hellos, so that it stays Unknown after the next error. A
     * monitor that listens sends a second hello right after its first. On a busy machine that one may meet the fail
     * point, and the operation that should have met it waits until the fail point is used up.
     */
    private boolean failsHellosOfARouter() {
        return test.operations().stream().filter(step -> step.name().equals("targetedFailPoint"))
                .map(step -> step.arguments().getDocument("failPoint").getDocument("data", new BsonDocument()))
                .anyMatch(data -> Documents.strings(data, "failCommands").stream()
                        .anyMatch(Observer.GREETINGS::contains));
    }

    /**
     * Whether the test has an operation of one of these names, as a step of its own or within a callback, a loop or a
     * thread.
     */
    private boolean runs(Set<String> names) {
        return test.operations().stream()
                .anyMatch(step -> names.contains(step.name()) || mentions(step.arguments(), names));
    }

    private static boolean mentions(BsonValue within, Set<String> names) {
        if (within instanceof BsonDocument document) {
            return (document.containsKey("object") && document.get("name") instanceof BsonString name
                    && names.contains(name.getValue()))
                    || document.values().stream().anyMatch(value -> mentions(value, names));
        }
        return within instanceof BsonArray array && array.stream().anyMatch(value -> mentions(value, names));
    }

    /**
     * Makes the collections what the file wants. A test before may have made a server step down or close its
     * connections, and commands such as {@code create} are not retried by a client, so the whole is begun again after
     * such an error: it leads to the same state however often it runs, and is not what the test is about.
     */
    private @Nullable BsonDocument prepareData() {
        for (int attempt = 1;; attempt++) {
            try {
                return prepareOnce();
            } catch (MongoException e) {
                if (attempt == PREPARE_ATTEMPTS || !isFailover(e)) {
                    throw new MismatchException("The data of the test could not be prepared: " + e.getMessage(), e);
                }
            }
        }
    }

    private static boolean isFailover(MongoException error) {
        return error instanceof MongoSocketException || error instanceof MongoPoolClearedException
                || FAILOVER_CODES.contains(error.code());
    }

    private @Nullable BsonDocument prepareOnce() {
        if (file.initialData().isEmpty()) {
            forgetOthers();
            return null;
        }
        try (ClientSession session = target.client().startSession()) {
            for (CollectionData data : file.initialData()) {
                target.uses(data.databaseName());
                prepare(target.client().database(data.databaseName()).with(WriteConcern.MAJORITY).with(session), data);
                if (runs(Set.of("distinct"))) {
                    target.prepareDistinct(data.databaseName(), data.collectionName());
                }
            }
            return session.clusterTime().orElse(null);
        }
    }

    /**
     * A file without data of its own may count on collections that are not there. What other files have left in a
     * simulated deployment is dropped; one that the user gave is not touched beyond what the format says.
     */
    private void forgetOthers() {
        if (!target.isSimulated()) {
            return;
        }
        Map<String, String> databases = new HashMap<>();
        for (BsonDocument entity : file.createEntities()) {
            if (entity.containsKey("database")) {
                BsonDocument database = entity.getDocument("database");
                databases.put(database.getString("id").getValue(), database.getString("databaseName").getValue());
            } else if (entity.containsKey("collection")) {
                BsonDocument collection = entity.getDocument("collection");
                String database = databases.get(collection.getString("database").getValue());
                if (database != null) {
                    target.client().database(database)
                            .collection(collection.getString("collectionName").getValue()).drop();
                }
            }
        }
    }

    private static void prepare(MongoDatabase database, CollectionData data) {
        database.collection(data.collectionName()).drop();
        BsonDocument options = data.createOptions();
        if (options != null || data.documents().isEmpty()) {
            BsonDocument create = new BsonDocument("create", new BsonString(data.collectionName()));
            if (options != null) {
                create.putAll(options);
            }
            create.append("writeConcern", new BsonDocument("w", new BsonString("majority")));
            database.runCommand(create, BsonDocument.class, o -> {});
        }
        if (!data.documents().isEmpty()) {
            database.collection(data.collectionName(), BsonDocument.class)
                    .insertMany(data.documents().stream().map(BsonDocument::clone).toList());
        }
    }

    private void stopObserving() {
        LogMatcher logs = new LogMatcher(new ValueMatcher(entities));
        for (TestCase.ExpectedEvents expected : test.expectEvents()) {
            Observer observer = observer(expected.client());
            observer.expect(() -> observer.events(expected.eventType()).size() >= expected.events().size());
        }
        for (TestCase.ExpectedLogMessages expected : test.expectLogMessages()) {
            Observer observer = observer(expected.client());
            observer.expect(() -> logs.relevant(expected, observer.logs()).size() >= expected.messages().size());
        }
        entities.newestFirst(ClientEntity.class).forEach(client -> client.observer().stop(DELIVERY));
    }

    private Observer observer(String client) {
        return entities.get(client, ClientEntity.class).observer();
    }

    private void checkEvents() {
        EventMatcher matcher = new EventMatcher(new ValueMatcher(entities));
        for (TestCase.ExpectedEvents expected : test.expectEvents()) {
            matcher.match(expected.events(), observer(expected.client()).events(expected.eventType()),
                    expected.ignoreExtraEvents(),
                    "expectEvents of " + expected.client() + " (" + expected.eventType() + ")");
        }
    }

    private void checkLogs() {
        LogMatcher matcher = new LogMatcher(new ValueMatcher(entities));
        for (TestCase.ExpectedLogMessages expected : test.expectLogMessages()) {
            matcher.match(expected, observer(expected.client()).logs(), "expectLogMessages of " + expected.client());
        }
    }

    private void checkSpans() {
        SpanMatcher matcher = new SpanMatcher(new ValueMatcher(entities));
        for (TestCase.ExpectedSpans expected : test.expectTracingMessages()) {
            SpanRecorder recorder = entities.get(expected.client(), ClientEntity.class).spans();
            if (recorder == null) {
                throw new MismatchException("The client " + expected.client() + " does not observe tracing messages");
            }
            matcher.match(expected.spans(), recorder.spans(), expected.ignoreExtraSpans(),
                    "expectTracingMessages of " + expected.client());
        }
    }

    private void checkOutcome() {
        for (CollectionData expected : test.outcome()) {
            MongoCollection<BsonDocument> collection = target.client().database(expected.databaseName())
                    .collection(expected.collectionName(), BsonDocument.class).with(ReadPreference.primary())
                    .with(ReadConcern.LOCAL);
            List<BsonDocument> actual = collection
                    .find(new BsonDocument(), options -> options.sort(new BsonDocument("_id", new BsonInt32(1))))
                    .toList();
            ValueMatcher.matchExactly(new BsonArray(expected.documents()), new BsonArray(actual),
                    "outcome of " + expected.databaseName() + "." + expected.collectionName());
        }
    }

    private void cleanUp(boolean passed) {
        failPoints.clear();
        boolean transactions = runs(TRANSACTIONS);
        entities.newestFirst(ThreadEntity.class).forEach(ThreadEntity::close);
        entities.newestFirst(CursorEntity.class).forEach(CursorEntity::close);
        for (SessionEntity session : entities.newestFirst(SessionEntity.class)) {
            quietly(session::close);
        }
        List<BsonDocument> sessions = entities.newestFirst(ClientEntity.class).stream()
                .flatMap(client -> client.close().stream()).toList();
        if (!passed || transactions) {
            target.killAllSessions();
        }
        if (passed && !sessions.isEmpty()) {
            throw new MismatchException("Sessions were still checked out at the end: " + sessions);
        }
    }

    /** Ending a session sends an abort that may meet whatever the test set up to fail. */
    private static void quietly(Runnable end) {
        try {
            end.run();
        } catch (MongoException e) {
            return;
        }
    }

    /** @throws SkippedException if the data or no deployment wants this test to run */
    static void checkSkipReason(TestCase test, Skips skips) {
        String reason = test.skipReason();
        if (reason != null) {
            throw new SkippedException(skips.reason("data"), reason);
        }
    }
}
