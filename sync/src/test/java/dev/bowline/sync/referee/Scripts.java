package dev.bowline.sync.referee;

import static dev.bowline.sync.referee.OfficialComparisonTest.things;
import static dev.bowline.sync.referee.Sweeps.quietly;

import com.mongodb.ClientSessionOptions;
import com.mongodb.CursorType;
import com.mongodb.MongoDriverInformation;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.session.ServerSession;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.UuidRepresentation;

/** Calls whose meaning depends on what was called before. */
@SuppressWarnings("ReturnValueIgnored") // What is called is compared, not its result.
final class Scripts {
    private Scripts() {}

    static List<Script> all() {
        List<Script> scripts = new ArrayList<>();
        sessions(scripts);
        errors(scripts);
        reads(scripts);
        writes(scripts);
        changeStreams(scripts);
        settings(scripts);
        return scripts;
    }

    private static void sessions(List<Script> scripts) {
        scripts.add(Script.of("a transaction that commits", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession()) {
                session.hasActiveTransaction();
                session.startTransaction();
                session.hasActiveTransaction();
                session.getTransactionOptions();
                things.insertOne(session, new Document("_id", 50));
                things.find(session, new Document("_id", 50)).first();
                things.bulkWrite(session, List.of(new InsertOneModel<>(new Document("_id", 51))));
                session.commitTransaction();
                session.commitTransaction();
                things.countDocuments();
                quietly(session::abortTransaction);
            }
        }));
        scripts.add(Script.of("a transaction that aborts", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession()) {
                quietly(session::commitTransaction);
                quietly(session::abortTransaction);
                session.startTransaction(TransactionOptions.builder().readConcern(ReadConcern.SNAPSHOT).writeConcern(
                        WriteConcern.MAJORITY).build());
                quietly(session::startTransaction);
                things.updateOne(session, new Document("_id", 1), new Document("$set", new Document("x", 7)));
                quietly(() -> things.withReadPreference(ReadPreference.secondary()).find(session).first());
                session.abortTransaction();
                quietly(session::abortTransaction);
                quietly(session::commitTransaction);
                things.find(new Document("_id", 1)).first();
                session.startTransaction();
                session.abortTransaction();
            }
        }));
        scripts.add(Script.of("a transaction that nothing happens in, and one left open", (client, restore,
                deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession()) {
                session.startTransaction();
                session.commitTransaction();
                session.startTransaction();
                things.insertOne(session, new Document("_id", 50));
            }
            things.countDocuments();
        }));
        scripts.add(Script.of("withTransaction", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> {
                    things.insertOne(session, new Document("_id", 50));
                    return "result";
                });
                session.withTransaction(() -> "nothing", TransactionOptions.builder().writeConcern(WriteConcern.W1)
                        .build());
                quietly(() -> session.withTransaction(() -> {
                    things.insertOne(session, new Document("_id", 60));
                    throw new IllegalArgumentException("the body's own");
                }));
                int[] runs = {0};
                session.withTransaction(() -> {
                    things.insertOne(session, new Document("_id", 70));
                    if (runs[0]++ == 0) {
                        MongoException error = new MongoException("again");
                        error.addLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
                        throw error;
                    }
                    return "second run";
                });
                quietly(() -> session.withTransaction(() -> things.insertOne(session, new Document("_id", 1))));
            }
        }));
        scripts.add(Script.of("what a session reports", (client, restore, deployment) -> {
            try (ClientSession session = client.startSession(ClientSessionOptions.builder().causallyConsistent(true)
                    .build())) {
                session.isCausallyConsistent();
                session.getOperationTime();
                session.getClusterTime();
                session.getSnapshotTimestamp();
                session.getPinnedServerAddress();
                session.getTransactionContext();
                session.getRecoveryToken();
                session.getOptions();
                session.getOriginator();
                quietly(session::getTransactionOptions);
                things(client).find(session).first();
                session.getOperationTime();
                session.getClusterTime();
                session.advanceOperationTime(new BsonTimestamp(1, 1));
                session.advanceOperationTime(null);
                session.advanceClusterTime(null);
                session.advanceClusterTime(new BsonDocument("clusterTime", new BsonTimestamp(1, 1)));
                session.setSnapshotTimestamp(null);
                ServerSession server = session.getServerSession();
                server.getIdentifier();
                server.getTransactionNumber();
                server.advanceTransactionNumber();
                server.isMarkedDirty();
                server.markDirty();
                server.isMarkedDirty();
                server.isClosed();
                things(client).find(session).first();
            }
            ClientSession closed = client.startSession();
            closed.close();
            closed.close();
            quietly(() -> things(client).find(closed).first());
            quietly(() -> things(client).insertOne(closed, new Document()));
            quietly(closed::startTransaction);
        }));
        scripts.add(Script.of("a snapshot session", (client, restore, deployment) -> {
            try (ClientSession session = client.startSession(ClientSessionOptions.builder().snapshot(true).build())) {
                session.isCausallyConsistent();
                things(client).find(session, new Document("_id", 1)).first();
                session.getSnapshotTimestamp();
                things(client).distinct(session, "x", Integer.class).into(new ArrayList<>());
                quietly(session::startTransaction);
                quietly(() -> session.withTransaction(() -> "x"));
            }
        }));
    }

    private static void errors(List<Script> scripts) {
        scripts.add(Script.of("errors of writes", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            quietly(() -> things.insertOne(new Document("_id", 1)));
            quietly(() -> things.insertMany(List.of(new Document("_id", 80), new Document("_id", 1))));
            quietly(() -> things.insertMany(List.of(new Document("_id", 82), new Document("_id", 1), new Document("_id",
                    83)), new InsertManyOptions().ordered(false)));
            quietly(() -> things.bulkWrite(List.of(new InsertOneModel<>(new Document("_id", 84)), new InsertOneModel<>(
                    new Document("_id", 1))), new BulkWriteOptions().ordered(false)));
            quietly(() -> things.updateOne(new Document("_id", 1), new Document("x", 1)));
            quietly(() -> things.updateOne(new Document("_id", 1), new Document()));
            quietly(() -> things.updateOne(new Document("_id", 1), List.of()));
            quietly(() -> things.replaceOne(new Document("_id", 1), new Document("$set", new Document())));
            quietly(() -> things.updateOne(new Document("_id", 1), new Document("$set", new Document("_id", 2))));
            quietly(() -> things.findOneAndUpdate(new Document("_id", 1), new Document("$nonsense", 1)));
            quietly(() -> things.insertMany(List.of()));
            quietly(() -> things.bulkWrite(List.of()));
            quietly(() -> things.insertOne(null));
            quietly(() -> things.find((org.bson.conversions.Bson) null));
            quietly(() -> things.deleteOne(null));
            quietly(() -> client.getDatabase("").getName());
            quietly(() -> client.getDatabase("a b"));
            quietly(() -> client.getDatabase("test").getCollection(""));
        }));
        scripts.add(Script.of("errors of reads", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            quietly(() -> things.find(new Document("$nonsense", 1)).first());
            quietly(() -> things.find(new Document("x", new Document("$nonsense", 1))).into(new ArrayList<>()));
            quietly(() -> things.aggregate(List.of(new Document("$nonsense", 1))).first());
            quietly(() -> client.getDatabase("test").runCommand(new Document("nonsense", 1)));
            quietly(() -> things.createIndex(new Document("x", "nonsense")));
            quietly(() -> things.dropIndex("no such index"));
            quietly(() -> client.getDatabase("test").createCollection("things"));
            things.getNamespace();
            client.getDatabase("test").getCollection("missing").drop();
            client.getDatabase("test").getCollection("missing").dropIndexes();
            client.getDatabase("test").getCollection("missing").listIndexes().into(new ArrayList<>());
            client.getDatabase("test").getCollection("missing").estimatedDocumentCount();
            quietly(() -> client.getDatabase("test").getCollection("missing")
                    .renameCollection(new com.mongodb.MongoNamespace(
                            "test", "x")));
        }));
        List<String> every = List.of("find", "aggregate", "count", "distinct", "insert", "update", "delete",
                "findAndModify", "listIndexes", "createIndexes");
        for (int code : new int[]{43, 50, 91, 10107, 13, 100}) {
            // After some codes the server has to be found again, which takes its time.
            List<String> commands = code == 91 || code == 10107 ? List.of("find", "insert") : every;
            scripts.add(Script.watchful("a server that fails with code " + code, (client, restore, deployment) -> {
                MongoCollection<Document> things = things(client);
                for (String command : commands) {
                    deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: ['"
                            + command + "'], errorCode: " + code + "}}");
                    quietly(() -> run(command, things));
                    deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
                }
                if (code != 43) {
                    // Theirs kills a cursor that the server has just said it does not have.
                    deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: ["
                            + "'getMore'], errorCode: " + code + "}}");
                    quietly(() -> things.find().batchSize(2).into(new ArrayList<>()));
                    deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
                }
            }));
        }
        scripts.add(Script.watchful("a connection that breaks", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            for (String command : List.of("find", "insert", "createIndexes")) {
                deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: ['"
                        + command + "'], closeConnection: true}}");
                quietly(() -> run(command, things));
                deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
            }
        }));
        scripts.add(Script.of("write concern errors", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            for (String command : List.of("insert", "update", "delete", "findAndModify", "createIndexes", "drop")) {
                deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['"
                        + command
                        + "'], writeConcernError: {code: 64, codeName: 'WriteConcernFailed', errmsg: 'waiting',"
                        + " errInfo: {a: 1}}}}");
                quietly(() -> run(command, things));
                deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
            }
            deployment
                    .failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'],"
                            + " writeConcernError: {code: 64, errmsg: 'waiting'}}}");
            quietly(() -> things.insertMany(List.of(new Document("_id", 90), new Document("_id", 91))));
        }));
    }

    private static Object run(String command, MongoCollection<Document> things) {
        return switch (command) {
            case "find" -> things.find().first();
            case "aggregate" -> things.aggregate(List.of()).first();
            case "count" -> things.estimatedDocumentCount();
            case "distinct" -> things.distinct("x", Integer.class).first();
            case "insert" -> things.insertOne(new Document("_id", 500));
            case "update" -> things.updateOne(new Document("_id", 1), new Document("$set", new Document("x", 8)));
            case "delete" -> things.deleteOne(new Document("_id", 4));
            case "findAndModify" -> things.findOneAndDelete(new Document("_id", 3));
            case "listIndexes" -> things.listIndexes().first();
            case "createIndexes" -> things.createIndex(new Document("b", 1));
            case "drop" -> {
                things.drop();
                yield null;
            }
            default -> throw new IllegalArgumentException(command);
        };
    }

    private static void reads(List<Script> scripts) {
        scripts.add(Script.of("pipelines that write are read back", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            things.aggregate(List.of(new Document("$match", new Document("_id", 1)), new Document("$out", "made")))
                    .into(
                            new ArrayList<>());
            things.aggregate(List.of(new Document("$match", new Document("_id", 2)), new Document("$out", "made")))
                    .first();
            things.aggregate(List.of(new Document("$out", "made"))).toCollection();
            quietly(() -> things.aggregate(List.of(new Document("$match", new Document()))).toCollection());
            things.aggregate(List.of(new Document("$merge", new Document("into", "merged")))).batchSize(2)
                    .bypassDocumentValidation(true).comment("c").into(new ArrayList<>());
            things.aggregate(List.of(new Document("$merge", "merged"))).toCollection();
        }));
        scripts.add(Script.of("batches and limits", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            for (int batch : new int[]{-3, -1, 0, 1, 2, 3, 4, 5}) {
                for (int limit : new int[]{-3, -1, 0, 1, 2, 3, 4, 5}) {
                    things.find().sort(new Document("_id", 1)).batchSize(batch).limit(limit).into(new ArrayList<>());
                }
            }
            things.find().skip(1).limit(2).first();
            things.find().batchSize(2).first();
            things.aggregate(List.of()).batchSize(2).first();
        }));
        scripts.add(Script.of("a cursor that is closed early", (client, restore, deployment) -> {
            try (MongoCursor<Document> cursor = things(client).find().batchSize(1).cursor()) {
                cursor.next();
                cursor.getServerCursor();
                cursor.available();
            }
        }));
        scripts.add(Script.of("explain within a time", (client, restore, deployment) -> {
            things(client).find().maxTime(9, TimeUnit.SECONDS).comment("c").explain();
            things(client).aggregate(List.of()).maxTime(9, TimeUnit.SECONDS).explain();
        }));
        scripts.add(Script.of("nothing happens before a cursor is asked for", (client, restore, deployment) -> {
            things(client).find(new Document("$nonsense", 1)).sort(new Document("a", 1));
            things(client).aggregate(List.of(new Document("$nonsense", 1)));
            things(client).watch(List.of(new Document("$nonsense", 1)));
        }));
        scripts.add(Script.of("tailable cursors", (client, restore, deployment) -> {
            client.getDatabase("test").createCollection("capped", new com.mongodb.client.model.CreateCollectionOptions()
                    .capped(true).sizeInBytes(4096));
            MongoCollection<Document> capped = client.getDatabase("test").getCollection("capped");
            capped.insertOne(new Document("_id", 1));
            try (MongoCursor<Document> cursor = capped.find().cursorType(CursorType.TailableAwait).maxAwaitTime(5,
                    TimeUnit.MILLISECONDS).cursor()) {
                cursor.next();
                cursor.tryNext();
            }
            try (MongoCursor<Document> cursor = capped.find().cursorType(CursorType.Tailable).cursor()) {
                cursor.tryNext();
                cursor.tryNext();
            }
        }));
    }

    private static void writes(List<Script> scripts) {
        scripts.add(Script.of("raw documents are inserted as they are", (client, restore, deployment) -> {
            MongoCollection<RawBsonDocument> raw = things(client).withDocumentClass(RawBsonDocument.class);
            raw.insertOne(RawBsonDocument.parse("{a: 1}"));
            raw.insertOne(RawBsonDocument.parse("{_id: 50}"));
            raw.insertMany(List.of(RawBsonDocument.parse("{_id: 51}"), RawBsonDocument.parse("{b: 1}")));
            client.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(raw.getNamespace(), RawBsonDocument.parse(
                    "{_id: 52}")), ClientNamespacedWriteModel.insertOne(raw.getNamespace(),
                            RawBsonDocument.parse(
                                    "{c: 1}"))),
                    ClientBulkWriteOptions.clientBulkWriteOptions().verboseResults(true));
        }));
        scripts.add(Script.of("other document classes", (client, restore, deployment) -> {
            MongoCollection<BsonDocument> bson = things(client).withDocumentClass(BsonDocument.class);
            bson.insertOne(new BsonDocument("a", new BsonInt32(1)));
            bson.find(new Document("_id", 1)).first();
            MongoCollection<com.mongodb.BasicDBObject> objects = things(client).withDocumentClass(
                    com.mongodb.BasicDBObject.class);
            objects.insertOne(new com.mongodb.BasicDBObject("a", 1));
            objects.find(new com.mongodb.BasicDBObject("_id", 1)).first();
        }));
        scripts.add(Script.of("unacknowledged writes", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client).withWriteConcern(WriteConcern.UNACKNOWLEDGED);
            things.insertOne(new Document("_id", 50));
            things.updateOne(new Document("_id", 1), new Document("$set", new Document("x", 1)));
            things.deleteOne(new Document("_id", 2));
            things.insertMany(List.of(new Document("_id", 51)));
            quietly(() -> things.deleteOne(new Document("_id", 2)).getDeletedCount());
            try (ClientSession session = client.startSession()) {
                quietly(() -> things.insertOne(session, new Document("_id", 52)));
            }
        }));
        scripts.add(Script.of("upserts and replacements", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            things.updateOne(new Document("_id", 70), new Document("$set", new Document("x", 1)), new UpdateOptions()
                    .upsert(true));
            things.updateOne(new Document("y", 1), new Document("$set", new Document("x", 1)), new UpdateOptions()
                    .upsert(true));
            things.replaceOne(new Document("_id", 71), new Document("x", 1), new ReplaceOptions().upsert(true));
            things.replaceOne(new Document("_id", 1), new Document("x", 1));
            things.updateMany(new Document(), new Document("$inc", new Document("x", 1)));
        }));
        scripts.add(Script.of("concerns and preferences of views", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client).withReadConcern(ReadConcern.MAJORITY).withWriteConcern(
                    WriteConcern.MAJORITY.withWTimeout(5, TimeUnit.SECONDS).withJournal(true)).withReadPreference(
                            ReadPreference.secondaryPreferred());
            things.find().first();
            things.insertOne(new Document("_id", 50));
            things.aggregate(List.of(new Document("$out", "made"))).toCollection();
            things.createIndex(new Document("c", 1));
            things.distinct("x", Integer.class).first();
            things.countDocuments();
            client.withReadConcern(ReadConcern.LOCAL).getDatabase("test").getCollection("things").find().first();
            things.getReadConcern();
            things.getWriteConcern();
            things.getReadPreference();
            client.getDatabase("test").runCommand(new Document("ping", 1), ReadPreference.nearest());
        }));
        scripts.add(Script.of("a limit for whole operations", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client).withTimeout(1, TimeUnit.HOURS);
            things.getTimeout(TimeUnit.MINUTES);
            quietly(() -> things(client).find().timeoutMode(TimeoutMode.ITERATION));
            things.withTimeout(0, TimeUnit.SECONDS).find().first();
            quietly(() -> things.withTimeout(-1, TimeUnit.SECONDS));
            quietly(() -> things.withTimeout(1, TimeUnit.NANOSECONDS));
        }));
    }

    private static void changeStreams(List<Script> scripts) {
        scripts.add(Script.of("a change stream", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            ChangeStreamIterable<Document> watch = things.watch(List.of(new Document("$match", new Document())))
                    .maxAwaitTime(
                            5, TimeUnit.MILLISECONDS);
            BsonDocument token;
            try (MongoChangeStreamCursor<?> cursor = watch.cursor()) {
                cursor.getResumeToken();
                cursor.tryNext();
                cursor.getResumeToken();
                things.insertOne(new Document("_id", 50).append("x", 1));
                things.updateOne(new Document("_id", 50), new Document("$set", new Document("x", 2)));
                things.deleteOne(new Document("_id", 50));
                cursor.next();
                token = cursor.getResumeToken();
                cursor.hasNext();
                cursor.next();
                cursor.next();
            }
            try (MongoChangeStreamCursor<?> cursor = things.watch().resumeAfter(token).batchSize(1).cursor()) {
                cursor.getResumeToken();
                cursor.next();
                cursor.getResumeToken();
            }
            things.watch().startAfter(token).first();
            things.watch().resumeAfter(token).withDocumentClass(Document.class).map(each -> "event").first();
            things.watch().resumeAfter(token).spliterator();
            things.watch().resumeAfter(token).iterator().close();
            stopped(() -> things.watch().resumeAfter(token).forEach(each -> {
                throw new IllegalStateException("enough");
            }));
            stopped(() -> things.watch().resumeAfter(token).into(new Full<>()));
            stopped(() -> things.watch().resumeAfter(token).cursor().forEachRemaining(each -> {
                throw new IllegalStateException("enough");
            }));
        }));
        scripts.add(Script.of("a change stream that is resumed", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (MongoChangeStreamCursor<?> cursor = things.watch().maxAwaitTime(5, TimeUnit.MILLISECONDS).cursor()) {
                things.insertOne(new Document("_id", 50));
                cursor.next();
                deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ["
                        + "'getMore'], errorCode: 262, errorLabels: ['ResumableChangeStreamError']}}");
                things.insertOne(new Document("_id", 51));
                cursor.next();
            }
        }));
    }

    /** A collection that takes nothing. */
    private static final class Full<T> extends ArrayList<T> {
        @Override
        public boolean add(T value) {
            throw new IllegalStateException("enough");
        }
    }

    private static void stopped(Runnable body) {
        quietly(body);
    }

    private static void settings(List<Script> scripts) {
        scripts.add(new Script("uuids as they are configured", settings -> settings.uuidRepresentation(
                UuidRepresentation.STANDARD), (client, restore, deployment) -> {
                    UUID id = new UUID(1, 2);
                    things(client).insertOne(new Document("_id", 50).append("uuid", id));
                    things(client).find(new Document("uuid", id)).first();
                }));
        scripts.add(new Script("uuids without a representation", settings -> settings, (client, restore,
                deployment) -> quietly(() -> things(client).insertOne(new Document("uuid", new UUID(1, 2))))));
        scripts.add(new Script("concerns of the client", settings -> settings.readConcern(ReadConcern.MAJORITY)
                .writeConcern(WriteConcern.W1).readPreference(ReadPreference.primaryPreferred()).retryWrites(false)
                .retryReads(false), (client, restore, deployment) -> {
                    client.getReadConcern();
                    client.getWriteConcern();
                    client.getReadPreference();
                    things(client).find().first();
                    things(client).insertOne(new Document("_id", 50));
                    try (ClientSession session = client.startSession()) {
                        session.startTransaction();
                        session.getTransactionOptions();
                        quietly(() -> things(client).insertOne(session, new Document("_id", 51)));
                    }
                }));
        scripts.add(Script.of("a client that is closed", (client, restore, deployment) -> {
            client.appendMetadata(MongoDriverInformation.builder().driverName("on top").driverVersion("1").build());
            things(client).find().first();
            client.close();
            quietly(() -> things(client).find().first());
            quietly(() -> things(client).insertOne(new Document()));
            client.close();
        }));
        scripts.add(Script.of("a session of another client", (client, restore, deployment) -> {
            try (MongoClient other = com.mongodb.client.MongoClients.create(deployment.connectionString());
                    ClientSession session = other.startSession()) {
                quietly(() -> things(client).find(session).first());
            }
        }));
    }
}
