package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.bulk.WriteModel;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.conformance.unified.SessionLedger;
import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The prose tests of driver sessions. Those on forks, several users and OP_QUERY have no subject here. */
class SessionProseTest extends ProseCase {
    private static final Document SET = new Document("$set", new Document("a", 1));

    /** Prose test 1. */
    @Test
    void aSnapshotSessionCannotBeCausallyConsistent() {
        MongoClient client = connect(start(Deployment.replicaSet(1)).connectionString(), "");
        assertThatThrownBy(() -> client.startSession(options -> options.snapshot(true).causalConsistency(true)))
                .isInstanceOfAny(MongoClientException.class, IllegalArgumentException.class);
    }

    /** Prose test 2. */
    @Test
    void serverSessionsAreReusedLastInFirstOut() {
        MongoClient client = connect(start(Deployment.replicaSet(1)).connectionString(), "");
        things(client).insertOne(new Document());
        ClientSession a = client.startSession();
        ClientSession b = client.startSession();
        // Only a session that was used is worth keeping.
        things(client).with(a).find().first();
        things(client).with(b).find().first();
        a.close();
        b.close();
        try (ClientSession first = client.startSession(); ClientSession second = client.startSession()) {
            assertThat(first.id()).isEqualTo(b.id());
            assertThat(second.id()).isEqualTo(a.id());
        }
    }

    /** Prose test 3. */
    @Test
    void everyCommandCarriesTheClusterTimeOfTheReplyBefore() {
        MongoClient client = connect(start(Deployment.replicaSet(1)).connectionString(),
                "heartbeatFrequencyMS=1000000");
        MongoCollection<Document> things = things(client);
        List<Runnable> operations = List.of(() -> client.database("admin").runCommand(new Document("ping", 1)),
                () -> things.aggregate(List.of()).toList(), () -> things.find().toList(),
                () -> things.insertOne(new Document()));
        for (Runnable operation : operations) {
            witness.clear();
            operation.run();
            BsonDocument reply = witness.all(CommandSucceededEvent.class).get(0).reply();
            operation.run();
            assertThat(witness.all(CommandStartedEvent.class).get(1).command().getDocument("$clusterTime"))
                    .isEqualTo(reply.getDocument("$clusterTime"));
        }
    }

    /** Prose tests 4, 5 and 6. */
    @Test
    void aSessionIsUsedByItsOwnClientUntilItEnds() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = connect(set.connectionString(), "");
        MongoClient other = connect(set.connectionString(), "");
        ClientSession session = client.startSession();
        things(client).with(session).insertOne(new Document());
        things(client).insertOne(new Document());
        List<CommandStartedEvent> inserts = witness.started("insert");
        assertThat(inserts.get(0).command().getDocument("lsid")).isEqualTo(session.id());
        assertThat(inserts.get(1).command().containsKey("lsid")).isTrue();
        assertThat(inserts.get(1).command().getDocument("lsid")).isNotEqualTo(session.id());
        assertThatThrownBy(() -> things(other).with(session).insertOne(new Document()))
                .isInstanceOf(MongoClientException.class).hasMessageContaining("another client");
        session.close();
        assertThatThrownBy(() -> things(client).with(session).insertOne(new Document()))
                .isInstanceOf(MongoClientException.class).hasMessageContaining("ended");
        assertThat(witness.started("insert")).hasSize(2);
    }

    /** Prose tests 4, 5 and 6 again, for all that can be done in a session. */
    @Test
    void whateverCanBeDoneInASessionIsUsedByItsOwnClientUntilItEnds() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = connect(set.connectionString(), "");
        MongoClient other = connect(set.connectionString(), "");
        for (Map.Entry<String, BiConsumer<MongoClient, ClientSession>> operation : inASession().entrySet()) {
            BiConsumer<MongoClient, ClientSession> body = operation.getValue();
            ClientSession session = client.startSession();
            witness.clear();
            body.accept(client, session);
            assertThat(witness.all(CommandStartedEvent.class)).as(operation.getKey()).isNotEmpty()
                    .allSatisfy(event -> assertThat(event.command().getDocument("lsid")).isEqualTo(session.id()));
            witness.clear();
            assertThatThrownBy(() -> body.accept(other, session)).as(operation.getKey())
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("another client");
            session.close();
            assertThatThrownBy(() -> body.accept(client, session)).as(operation.getKey())
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("ended");
            assertThat(witness.all(CommandStartedEvent.class)).as(operation.getKey()).isEmpty();
        }
    }

    private static Map<String, BiConsumer<MongoClient, ClientSession>> inASession() {
        Document all = new Document();
        Map<String, BiConsumer<MongoClient, ClientSession>> operations = new LinkedHashMap<>();
        onCollection(operations, "insertOne", things -> things.insertOne(new Document("a", 0)));
        onCollection(operations, "insertMany", things -> things.insertMany(List.of(new Document("a", 0))));
        onCollection(operations, "bulkWrite",
                things -> things.bulkWrite(List.of(WriteModel.updateOne(all, SET))));
        onCollection(operations, "updateOne", things -> things.updateOne(all, SET));
        onCollection(operations, "updateMany", things -> things.updateMany(all, SET));
        onCollection(operations, "replaceOne", things -> things.replaceOne(all, new Document("a", 1)));
        onCollection(operations, "find", things -> things.find().toList());
        onCollection(operations, "aggregate", things -> things.aggregate(List.of()).toList());
        onCollection(operations, "distinct", things -> things.distinct("a", all, Integer.class));
        onCollection(operations, "countDocuments", things -> things.countDocuments());
        onCollection(operations, "estimatedDocumentCount", things -> things.estimatedDocumentCount());
        onCollection(operations, "findOneAndUpdate", things -> things.findOneAndUpdate(all, SET));
        onCollection(operations, "findOneAndReplace", things -> things.findOneAndReplace(all, new Document("a", 1)));
        onCollection(operations, "createIndex", things -> things.createIndex(new Document("a", 1)));
        onCollection(operations, "listIndexes", things -> things.indexes().listNames(options -> {}).toList());
        onCollection(operations, "dropIndexes", things -> things.dropIndexes());
        onCollection(operations, "findOneAndDelete", things -> things.findOneAndDelete(all));
        onCollection(operations, "deleteOne", things -> things.deleteOne(all));
        onCollection(operations, "deleteMany", things -> things.deleteMany(all));
        onCollection(operations, "drop", things -> things.drop());
        operations.put("runCommand", (client, session) -> client.database("prose").with(session)
                .runCommand(new Document("ping", 1)));
        operations.put("listCollections", (client, session) -> client.database("prose").with(session)
                .listCollectionNames().toList());
        operations.put("listDatabases", (client, session) -> client.with(session).listDatabaseNames());
        operations.put("dropDatabase", (client, session) -> client.database("prose").with(session).drop());
        return operations;
    }

    private static void onCollection(Map<String, BiConsumer<MongoClient, ClientSession>> operations, String name,
            Consumer<MongoCollection<Document>> body) {
        operations.put(name, (client, session) -> body.accept(things(client).with(session)));
    }

    /**
     * Prose test 10. Every prose test ends with this check, and every unified one; here all that can be done is done,
     * well and badly, and then the check itself is put to the test.
     */
    @Test
    void noSessionIsLeftCheckedOutWhateverWasDone() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = connect(set.connectionString(), "");
        for (BiConsumer<MongoClient, ClientSession> body : inASession().values()) {
            try (ClientSession session = client.startSession()) {
                body.accept(client, session);
            }
        }
        MongoCollection<Document> things = things(client);
        things.insertMany(List.of(new Document(), new Document(), new Document()));
        for (String failure : List.of("errorCode: 2", "closeConnection: true")) {
            set.failPoint(
                    "{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['insert', 'find', "
                            + "'getMore', 'commitTransaction'], " + failure + "}}");
            assertThatThrownBy(() -> things.insertOne(new Document())).isInstanceOf(MongoException.class);
            assertThatThrownBy(() -> things.find().toList()).isInstanceOf(MongoException.class);
            set.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
            try (MongoCursor<Document> cursor = things.find(new Document(), o -> o.batchSize(1)).cursor();
                    ClientSession session = client.startSession()) {
                session.startTransaction();
                things.with(session).insertOne(new Document());
                set.failPoint("{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['getMore', "
                        + "'commitTransaction'], " + failure + "}}");
                cursor.next();
                assertThatThrownBy(cursor::next).isInstanceOf(MongoException.class);
                assertThatThrownBy(session::commitTransaction).isInstanceOf(MongoException.class);
                set.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
            }
        }
        try (var stream = things.watch(List.of(), o -> o.maxAwaitTime(Duration.ofMillis(10))).cursor()) {
            assertThat(stream.tryNext()).isNull();
        }
    }

    @Test
    void aSessionThatIsLeftCheckedOutIsNoticed() {
        Deployment set = start(Deployment.replicaSet(1));
        SessionLedger ledger = new SessionLedger();
        MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(set.connectionString()).addCommandListener(ledger).build());
        things(client).insertMany(List.of(new Document(), new Document(), new Document()));
        MongoCursor<Document> forgotten = things(client).find(new Document(), o -> o.batchSize(1)).cursor();
        ClientSession alsoForgotten = client.startSession();
        things(client).with(alsoForgotten).find().first();
        assertThat(ledger.close(client)).hasSize(2).contains(alsoForgotten.id());
        assertThat(forgotten.id()).isNotZero();
    }

    /** Prose test 11. */
    @Test
    void findAndGetMoreShareASessionOnEveryTopologyWithEveryReadPreference() {
        for (Deployment deployment : List.of(start(Deployment.standalone()), start(Deployment.replicaSet(2)),
                start(Deployment.sharded(1)), start(Deployment.loadBalanced()))) {
            MongoClient client = connect(deployment.connectionString(), "");
            things(client).with(WriteConcern.MAJORITY)
                    .insertMany(List.of(new Document(), new Document(), new Document()));
            for (ReadPreference preference : List.of(ReadPreference.primary(), ReadPreference.primaryPreferred(),
                    ReadPreference.secondary(), ReadPreference.secondaryPreferred(), ReadPreference.nearest())) {
                witness.clear();
                assertThat(
                        things(client).with(preference).find(new Document(), options -> options.batchSize(2)).toList())
                        .hasSize(3);
                assertThat(lsid("getMore")).isNotEmpty().isEqualTo(lsid("find"));
            }
        }
    }

    /** Prose tests 8, 9 and 11. */
    @Test
    void aCursorKeepsItsSessionExactlyAsLongAsTheServerHasMore() {
        MongoClient client = connect(start(Deployment.replicaSet(1)).connectionString(), "");
        MongoCollection<Document> things = things(client);
        for (int i = 0; i < 5; i++) {
            things.insertOne(new Document("_id", i));
        }
        witness.clear();
        try (MongoCursor<Document> all = things.find().cursor()) {
            all.next();
            things.countDocuments();
            assertThat(lsid("aggregate")).isEqualTo(lsid("find"));
        }
        witness.clear();
        try (MongoCursor<Document> some = things.find(new Document(), options -> options.batchSize(3)).cursor()) {
            some.next();
            things.countDocuments();
            assertThat(lsid("aggregate")).isNotEqualTo(lsid("find"));
            for (int i = 0; i < 3; i++) {
                some.next();
            }
            assertThat(lsid("getMore")).isEqualTo(lsid("find"));
            things.estimatedDocumentCount();
            assertThat(lsid("count")).isEqualTo(lsid("find"));
        }
    }

    /** Prose test 14. */
    @Test
    void implicitSessionsAreTakenOnlyOnceThereIsAConnection() throws Exception {
        MongoClient client = connect(start(Deployment.replicaSet(1)).connectionString(), "maxPoolSize=1");
        MongoCollection<Document> things = things(client);
        Document all = new Document();
        List<Callable<Object>> operations = Arrays.asList(() -> things.insertOne(new Document()),
                () -> things.deleteOne(all),
                () -> things.updateOne(all, SET), () -> things.bulkWrite(List.of(WriteModel.updateOne(all, SET))),
                () -> things.findOneAndDelete(all), () -> things.findOneAndUpdate(all, SET),
                () -> things.findOneAndReplace(all, new Document("a", 1)), () -> things.find().toList());
        long fewest = Long.MAX_VALUE;
        try (ExecutorService threads = Executors.newFixedThreadPool(operations.size())) {
            for (int round = 0; round < 5; round++) {
                witness.clear();
                for (Future<?> done : threads.invokeAll(operations)) {
                    done.get();
                }
                long sessions = witness.all(CommandStartedEvent.class).stream()
                        .map(event -> event.command().getDocument("lsid")).distinct().count();
                assertThat(sessions).isLessThan(operations.size());
                fewest = Math.min(fewest, sessions);
            }
        }
        assertThat(fewest).isEqualTo(1);
    }

    /** Prose tests 18 and 19. */
    @Test
    void withoutSessionsAtTheServerImplicitOnesAreLeftOutAndExplicitOnesRefused() {
        MongoClient client = connect(
                start(Deployment.builder().standalone().withoutSessions().start()).connectionString(), "");
        things(client).find().first();
        things(client).insertOne(new Document());
        assertThat(witness.all(CommandStartedEvent.class)).hasSize(2)
                .noneMatch(event -> event.command().containsKey("lsid"));
        try (ClientSession session = client.startSession()) {
            assertThatThrownBy(() -> things(client).with(session).find().first())
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("not supported");
            assertThatThrownBy(() -> things(client).with(session).insertOne(new Document()))
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("not supported");
        }
    }

    private BsonDocument lsid(String command) {
        List<CommandStartedEvent> started = witness.started(command);
        return started.get(started.size() - 1).command().getDocument("lsid");
    }
}
