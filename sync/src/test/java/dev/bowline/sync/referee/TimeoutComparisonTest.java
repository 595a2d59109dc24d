package dev.bowline.sync.referee;

import static dev.bowline.sync.referee.OfficialComparisonTest.things;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ConnectionString;
import com.mongodb.CursorType;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.bowline.simulator.Deployment;
import dev.bowline.sync.BowlineMongoClients;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Where {@code timeoutMS} ends an operation, both clients raise the same error, whatever the operation waited for. */
@Timeout(120)
class TimeoutComparisonTest {
    private static final long LIMIT_MILLIS = 150;
    /** Most of the time is spent waiting, and the more of them run at once, the later they are all served. */
    private static final int AT_ONCE = 12;

    /** Of the thread that takes a connection away. */
    private static final ThreadLocal<CountDownLatch> PINGED = new ThreadLocal<>();
    private static final CommandListener LISTENER = new CommandListener() {
        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (PINGED.get() != null) {
                PINGED.get().countDown();
            }
        }
    };

    private interface Body {
        /** Prepares everything, and returns the call whose error is compared. */
        Callable<?> prepare(MongoClient client, Deployment deployment) throws Exception;
    }

    /**
     * One comparison.
     *
     * @param exact whether the cause is always the same; the others may run out of time on the way to the server, too
     */
    private record Case(String name, boolean exact, UnaryOperator<MongoClientSettings.Builder> configured, Body body) {
        static Case silent(String name, String command, Body body) {
            return new Case(name + " is not answered", false, settings -> settings, (client, deployment) -> {
                Callable<?> call = body.prepare(client, deployment);
                fail(deployment, command, "blockConnection: true, blockTimeMS: 60000");
                return call;
            });
        }

        static Case ended(String name, String command, Body body) {
            return failing(name + " is ended by the server", true, command, "errorCode: 50", body);
        }

        static Case failing(String name, boolean exact, String command, String how, Body body) {
            return new Case(name, exact, settings -> settings, (client, deployment) -> {
                Callable<?> call = body.prepare(client, deployment);
                fail(deployment, command, how);
                return call;
            });
        }
    }

    private static void fail(Deployment deployment, String command, String how) {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['" + command
                + "'], " + how + "}}");
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        operations(cases);
        servers(cases);
        waits(cases);
        transactions(cases);
        cursors(cases);
        return cases;
    }

    private static void operations(List<Case> cases) {
        cases.add(Case.silent("a read", "find", (client, deployment) -> () -> limited(client).find().first()));
        cases.add(Case.silent("a write", "insert", (client, deployment) -> () -> limited(client).insertOne(doc("_id",
                1))));
        cases.add(Case.silent("a write that is not repeated", "update", (client, deployment) -> () -> limited(client)
                .updateMany(doc("x", 1), doc("$set", doc("x", 1)))));
        cases.add(Case.silent("a bulk write", "insert", (client, deployment) -> () -> limited(client).bulkWrite(List.of(
                new InsertOneModel<>(doc("_id", 1))))));
        cases.add(Case.silent("an update that finds", "findAndModify", (client, deployment) -> () -> limited(client)
                .findOneAndUpdate(doc("x", 1), doc("$set", doc("x", 1)))));
        cases.add(Case.silent("a command", "ping", (client, deployment) -> () -> client.getDatabase("test").withTimeout(
                LIMIT_MILLIS, TimeUnit.MILLISECONDS).runCommand(doc("ping", 1))));
        cases.add(Case.silent("an index", "createIndexes", (client, deployment) -> () -> limited(client).createIndex(
                doc("x", 1))));
        cases.add(Case.silent("a list of names", "listCollections", (client, deployment) -> () -> client.getDatabase(
                "test").withTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS).listCollectionNames().first()));
        cases.add(Case.silent("a file", "insert", (client, deployment) -> () -> GridFSBuckets.create(client.getDatabase(
                "test").withTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS)).uploadFromStream("a",
                        new ByteArrayInputStream(new byte[10]))));
        Case bulk = Case.silent("a bulk write of the client", "bulkWrite", (client, deployment) -> () -> client
                .bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(new MongoNamespace("test.things"), doc("_id",
                        1)))));
        // There it does not know of the timeout of a view.
        cases.add(new Case(bulk.name(), false, settings -> settings.timeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS), bulk
                .body()));
    }

    private static void servers(List<Case> cases) {
        String late = "writeConcernError: {code: 50, errmsg: 'late'}";
        cases.add(Case.ended("a read", "find", (client, deployment) -> () -> unhurried(client).find().first()));
        cases.add(Case.ended("a write", "insert", (client, deployment) -> () -> unhurried(client).insertOne(doc("_id",
                1))));
        cases.add(Case.failing("the concern of a write is ended by the server", true, "insert", late, (client,
                deployment) -> () -> unhurried(client).insertOne(doc("_id", 1))));
        cases.add(Case.failing("the concern of a bulk write is ended by the server", true, "insert", late, (client,
                deployment) -> () -> unhurried(client).bulkWrite(List.of(new InsertOneModel<>(doc("_id", 1))))));
        cases.add(Case.failing("a read is refused until the time is over", false, "find", "errorCode: 6", (client,
                deployment) -> () -> limited(client).find().first()));
        cases.add(Case.failing("a write is refused until the time is over", false, "insert",
                "errorCode: 6, errorLabels: ['RetryableWriteError']", (client, deployment) -> () -> limited(client)
                        .insertOne(doc("_id", 1))));
        cases.add(Case.failing("the connection of a read breaks until the time is over", false, "find",
                "closeConnection: true", (client, deployment) -> () -> limited(client).find().first()));
    }

    private static void waits(List<Case> cases) {
        UnaryOperator<MongoClientSettings.Builder> nowhere = settings -> settings.applyToClusterSettings(
                cluster -> cluster.hosts(List.of(new ServerAddress("localhost", 1))));
        cases.add(new Case("a read finds no server", true, nowhere, (client, deployment) -> () -> limited(client).find()
                .first()));
        cases.add(new Case("a write finds no server", true, nowhere, (client, deployment) -> () -> limited(client)
                .insertOne(doc("_id", 1))));
        cases.add(new Case("a read finds no server before the limit of the selection", true, settings -> nowhere.apply(
                settings).applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(50, TimeUnit.MILLISECONDS)),
                (client, deployment) -> () -> unhurried(client).find().first()));
        cases.add(connections("a read finds no connection", collection -> collection.find().first()));
        cases.add(connections("a write finds no connection", collection -> collection.insertOne(doc("_id", 1))));
    }

    /** Another thread has the only connection. */
    private static Case connections(String name, Function<MongoCollection<Document>, ?> call) {
        return new Case(name, false, settings -> settings.applyToConnectionPoolSettings(pool -> pool.maxSize(1)),
                (client, deployment) -> {
                    client.getDatabase("test").runCommand(doc("ping", 1));
                    fail(deployment, "ping", "blockConnection: true, blockTimeMS: 60000");
                    CountDownLatch taken = new CountDownLatch(1);
                    Thread.ofVirtual().start(() -> {
                        try {
                            PINGED.set(taken);
                            client.getDatabase("test").runCommand(doc("ping", 1));
                        } catch (RuntimeException e) {
                            // The client was closed.
                        }
                    });
                    taken.await();
                    return () -> call.apply(limited(client));
                });
    }

    private static void transactions(List<Case> cases) {
        TransactionOptions limit = TransactionOptions.builder().timeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS).build();
        TransactionOptions hour = TransactionOptions.builder().timeout(1L, TimeUnit.HOURS).build();
        cases.add(Case.silent("a write in a transaction", "insert", (client, deployment) -> {
            ClientSession session = begun(client, limit);
            return () -> things(client).insertOne(session, doc("_id", 2));
        }));
        cases.add(Case.silent("a read in a transaction", "find", (client, deployment) -> {
            ClientSession session = begun(client, limit);
            return () -> things(client).find(session).first();
        }));
        cases.add(Case.ended("a write in a transaction", "insert", (client, deployment) -> {
            ClientSession session = begun(client, hour);
            return () -> things(client).insertOne(session, doc("_id", 2));
        }));
        cases.add(Case.ended("a read in a transaction", "find", (client, deployment) -> {
            ClientSession session = begun(client, hour);
            return () -> things(client).find(session).first();
        }));
        cases.add(Case.ended("a list of documents in a transaction", "find", (client, deployment) -> {
            ClientSession session = begun(client, hour);
            return () -> things(client).find(session).into(new ArrayList<>());
        }));
        cases.add(Case.ended("several inserts in a transaction", "insert", (client, deployment) -> {
            ClientSession session = begun(client, hour);
            return () -> things(client).insertMany(session, List.of(doc("_id", 2), doc("_id", 3)));
        }));
        cases.add(Case.silent("a commit", "commitTransaction", (client, deployment) -> {
            ClientSession session = begun(client, limit);
            return () -> committed(session);
        }));
        cases.add(Case.ended("a commit", "commitTransaction", (client, deployment) -> {
            ClientSession session = begun(client, hour);
            return () -> committed(session);
        }));
        cases.add(Case.failing("the concern of a commit is ended by the server", true, "commitTransaction",
                "writeConcernError: {code: 50, errmsg: 'late'}", (client, deployment) -> {
                    ClientSession session = begun(client, hour);
                    return () -> committed(session);
                }));
        cases.add(Case.silent("the body of a transaction", "insert", (client, deployment) -> () -> whole(client)));
        cases.add(Case.failing("a transaction is refused until the time is over", false, "insert",
                "errorCode: 112, errorLabels: ['TransientTransactionError']", (client, deployment) -> () -> whole(
                        client)));
        cases.add(new Case("an operation of a transaction has another timeout", true, settings -> settings, (client,
                deployment) -> {
            ClientSession session = begun(client, TransactionOptions.builder().build());
            return () -> unhurried(client).insertOne(session, doc("_id", 2));
        }));
    }

    private static ClientSession begun(MongoClient client, TransactionOptions options) {
        ClientSession session = client.startSession();
        session.startTransaction(options);
        things(client).insertOne(session, doc("_id", 1));
        return session;
    }

    private static Object committed(ClientSession session) {
        session.commitTransaction();
        return true;
    }

    private static Object whole(MongoClient client) {
        ClientSession session = client.startSession(ClientSessionOptions.builder().defaultTimeout(LIMIT_MILLIS,
                TimeUnit.MILLISECONDS).build());
        return session.withTransaction(() -> things(client).insertOne(session, doc("_id", 1)));
    }

    private static void cursors(List<Case> cases) {
        for (TimeoutMode mode : TimeoutMode.values()) {
            cases.add(Case.silent("a batch of a cursor with " + mode, "getMore", (client, deployment) -> second(client,
                    limited(client).find().timeoutMode(mode))));
        }
        cases.add(Case.ended("a batch", "getMore", (client, deployment) -> second(client, unhurried(client).find())));
        for (CursorType type : List.of(CursorType.Tailable, CursorType.TailableAwait)) {
            cases.add(Case.silent("a batch of a cursor that is " + type, "getMore", (client, deployment) -> {
                client.getDatabase("test").createCollection("things", new CreateCollectionOptions().capped(true)
                        .sizeInBytes(10_000));
                return second(client, limited(client).find().cursorType(type));
            }));
        }
        cases.add(Case.silent("the start of a change stream", "aggregate", (client, deployment) -> () -> limited(client)
                .watch().cursor()));
        cases.add(Case.silent("a change stream", "getMore", (client, deployment) -> limited(client).watch()
                .cursor()::tryNext));
        cases.add(new Case("a change stream sees nothing", false, settings -> settings, (client,
                deployment) -> limited(client).watch().cursor()::next));
        cases.add(Case.silent("a change stream that has already timed out", "aggregate", (client, deployment) -> {
            MongoCursor<?> cursor = limited(client).watch().cursor();
            fail(deployment, "getMore", "blockConnection: true, blockTimeMS: 60000");
            assertThat(catchOf(cursor::tryNext)).isNotNull();
            return cursor::tryNext;
        }));
    }

    private static Throwable catchOf(Callable<?> call) {
        try {
            call.call();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    /** What fetches the second batch. */
    private static Callable<?> second(MongoClient client, FindIterable<Document> find) {
        things(client).insertMany(List.of(new Document(), new Document(), new Document()));
        MongoCursor<Document> cursor = find.batchSize(1).cursor();
        cursor.next();
        return cursor::next;
    }

    private static Document doc(String name, Object value) {
        return new Document(name, value);
    }

    private static MongoCollection<Document> limited(MongoClient client) {
        return things(client).withTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** With a limit that is not reached. */
    private static MongoCollection<Document> unhurried(MongoClient client) {
        return things(client).withTimeout(1, TimeUnit.HOURS);
    }

    @TestFactory
    Stream<DynamicTest> bothClientsRaiseTheSameError() {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<DynamicTest> tests = new ArrayList<>();
            for (Case each : cases()) {
                CompletableFuture<Throwable> theirs = CompletableFuture.supplyAsync(() -> error(each,
                        MongoClients::create), threads);
                CompletableFuture<Throwable> ours = CompletableFuture.supplyAsync(() -> error(each,
                        BowlineMongoClients::create), threads);
                tests.add(dynamicTest(each.name(), () -> compare(each, ours.get(), theirs.get())));
            }
            return tests.stream();
        }
    }

    private static void compare(Case each, Throwable ours, Throwable theirs) {
        assertThat(kind(ours)).isEqualTo(kind(theirs));
        if (each.exact()) {
            assertThat(chain(ours)).isEqualTo(chain(theirs));
        }
        if (ours instanceof MongoOperationTimeoutException) {
            assertThat(Arrays.stream(ours.getSuppressed()).map(Throwable::getClass).map(Class::getName)).anyMatch(
                    name -> name.startsWith("dev.bowline.error."));
        }
    }

    /** On a busy machine the preparations may run out of time; then they are made again. */
    private static Throwable error(Case each, Function<MongoClientSettings, MongoClient> factory) {
        while (true) {
            try (Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).start()) {
                deployment.awaitPrimary();
                MongoClientSettings settings = each.configured().apply(MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(deployment.connectionString())))
                        .addCommandListener(LISTENER).build();
                try (MongoClient client = factory.apply(settings)) {
                    Callable<?> call = each.body().prepare(client, deployment);
                    Throwable error = catchOf(call);
                    return error != null ? error : new AssertionError("There was no error");
                }
            } catch (MongoException e) {
                // Once more.
            } catch (Exception e) {
                return e;
            }
        }
    }

    /** The code follows from whether there is a cause. */
    private static String kind(Throwable error) {
        String kind = error.getClass().getName();
        return error instanceof MongoException mongo
                ? kind + " " + new TreeSet<>(mongo.getErrorLabels()) + (mongo.getCode() == (error.getCause() == null
                        ? -3
                        : -4) ? "" : " code " + mongo.getCode())
                : kind + " " + error.getMessage();
    }

    private static String chain(Throwable error) {
        return kind(error) + (error.getCause() == null ? "" : " because " + chain(error.getCause()));
    }
}
