package dev.bowline.sync.referee;

import static dev.bowline.sync.referee.OfficialComparisonTest.things;
import static dev.bowline.sync.referee.Sweeps.quietly;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.ServerApi;
import com.mongodb.ServerApiVersion;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.gridfs.model.GridFSUploadOptions;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.RenameCollectionOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.TimeSeriesOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.ValidationAction;
import com.mongodb.client.model.ValidationOptions;
import com.mongodb.client.model.changestream.FullDocument;
import dev.bowline.simulator.Deployment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Calls that the suites of the official driver and of frameworks make, and where they expect errors. */
@SuppressWarnings("ReturnValueIgnored") // What is called is compared, not its result.
final class SuiteScripts {
    private SuiteScripts() {}

    static List<Script> all() {
        List<Script> scripts = new ArrayList<>();
        codes(scripts);
        writes(scripts);
        sessions(scripts);
        transactions(scripts);
        administration(scripts);
        files(scripts);
        streams(scripts);
        limits(scripts);
        return scripts;
    }

    private static Document doc(String name, Object value) {
        return new Document(name, value);
    }

    private static void fail(Deployment deployment, int times, String commands, String how) {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: " + times + "}, data: {failCommands: ["
                + commands + "], " + how + "}}");
    }

    private static void off(Deployment deployment) {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
    }

    private static void codes(List<Script> scripts) {
        scripts.add(Script.hasty("suite: a code decides the class of an error", (client, restore, deployment) -> {
            // After those of a state change the server has to be found again, which takes its time.
            for (int code : new int[]{11602, 13435, 189}) {
                fail(deployment, 2, "'find'", "errorCode: " + code);
                quietly(() -> things(client).find().first());
                off(deployment);
            }
            for (int code : new int[]{89, 262, 9001, 6, 7, 112, 251, 133, 8000, 18, 11000, 121, 26, 48, 85, 86, 20}) {
                fail(deployment, 2, "'find'", "errorCode: " + code);
                quietly(() -> things(client).find().first());
                off(deployment);
                fail(deployment, 2, "'insert'", "errorCode: " + code);
                quietly(() -> things(client).insertOne(doc("_id", code)));
                off(deployment);
            }
        }));
        scripts.add(Script.of("suite: errors with labels of the server's", (client, restore, deployment) -> {
            fail(deployment, 1, "'insert'", "errorCode: 112, errorLabels: ['TransientTransactionError', 'Custom']");
            quietly(() -> things(client).insertOne(doc("_id", 90)));
            fail(deployment, 1, "'find'", "errorCode: 96, errorLabels: ['NonResumableChangeStreamError']");
            quietly(() -> things(client).find().first());
            fail(deployment, 2, "'update'", "errorCode: 96, errorLabels: ['RetryableWriteError']");
            quietly(() -> things(client).updateOne(doc("_id", 1), doc("$set", doc("x", 9))));
            off(deployment);
        }));
        scripts.add(Script.hasty("suite: write concern errors of many codes", (client, restore, deployment) -> {
            for (int code : new int[]{79, 100, 64}) {
                fail(deployment, 2, "'insert', 'findAndModify', 'update', 'bulkWrite'", "writeConcernError: {code: "
                        + code + ", errmsg: 'no', errInfo: {b: 1}}");
                quietly(() -> things(client).insertOne(doc("_id", 300 + code)));
                off(deployment);
                fail(deployment, 2, "'findAndModify'", "writeConcernError: {code: " + code + ", errmsg: 'no'}");
                quietly(() -> things(client).findOneAndUpdate(doc("_id", 1), doc("$inc", doc("x", 1))));
                off(deployment);
                fail(deployment, 2, "'update'", "writeConcernError: {code: " + code + ", errmsg: 'no'}");
                quietly(() -> things(client).bulkWrite(List.of(new UpdateOneModel<>(doc("_id", 2), doc("$inc", doc("x",
                        1))))));
                off(deployment);
            }
        }));
    }

    private static void writes(List<Script> scripts) {
        scripts.add(Script.of("suite: duplicates", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            things.createIndex(doc("u", 1), new IndexOptions().unique(true).sparse(true));
            things.insertOne(doc("_id", 50).append("u", 1));
            quietly(() -> things.insertOne(doc("_id", 51).append("u", 1)));
            quietly(() -> things.insertMany(Arrays.asList(doc("_id", 1), doc("_id", 52), doc("_id", 2)),
                    new InsertManyOptions().ordered(false)));
            quietly(() -> things.findOneAndReplace(doc("_id", 77), doc("u", 1), new FindOneAndReplaceOptions().upsert(
                    true)));
            quietly(() -> things.findOneAndUpdate(doc("_id", 1), doc("$set", doc("u", 1))));
            quietly(() -> things.updateOne(doc("_id", 1), doc("$set", doc("u", 1))));
            quietly(() -> things.replaceOne(doc("_id", 78), doc("u", 1), new ReplaceOptions().upsert(true)));
            quietly(() -> things.bulkWrite(List.of(new InsertOneModel<>(doc("_id", 60)),
                    new ReplaceOneModel<>(doc("_id",
                            61), doc("y", 1), new ReplaceOptions().upsert(true)),
                    new DeleteOneModel<>(doc("x", 3)),
                    new UpdateOneModel<>(doc("_id", 1), doc("$set", doc("u", 1)))),
                    new BulkWriteOptions().ordered(true)));
        }));
        scripts.add(Script.of("suite: documents and updates that are no good", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            quietly(() -> things.insertOne(doc("$a", 1)));
            quietly(() -> things.insertOne(doc("a.b", 1)));
            quietly(() -> things.insertOne(doc("_id", List.of(1))));
            quietly(() -> things.replaceOne(doc("_id", 1), doc("$set", doc("x", 1))));
            quietly(() -> things.findOneAndReplace(doc("_id", 1), doc("$set", doc("x", 1))));
            quietly(() -> things.updateOne(doc("_id", 1), doc("x", 1)));
            quietly(() -> things.updateOne(doc("_id", 1), new Document()));
            quietly(() -> things.updateMany(doc("_id", 1), List.of()));
            quietly(() -> things.findOneAndUpdate(doc("_id", 1), doc("x", 1)));
            quietly(() -> things.updateOne(doc("_id", 1), List.of(doc("$set", doc("x", 1)))));
            quietly(() -> things.insertMany(Arrays.asList(doc("_id", 70), null)));
            quietly(() -> things.bulkWrite(Arrays.asList(new InsertOneModel<>(doc("_id", 71)), null)));
            quietly(() -> things.insertOne(doc("_id", 72).append("object", new Object())));
            quietly(() -> things.find(doc("a", new Object())).first());
            quietly(() -> things.bulkWrite(List.of(new ReplaceOneModel<>(doc("_id", 1), doc("$set", 1)))));
            quietly(() -> things.bulkWrite(List.of(new UpdateOneModel<>(doc("_id", 1), doc("x", 1)))));
            quietly(() -> things.insertOne(doc("_id", 73).append("big", "x".repeat(17 * 1024 * 1024))));
        }));
        scripts.add(Script.of("suite: results of writes", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            things.findOneAndUpdate(doc("_id", 1), doc("$inc", doc("x", 1)), new FindOneAndUpdateOptions()
                    .returnDocument(ReturnDocument.AFTER).projection(doc("x", 1)).sort(doc("_id", -1)).maxTime(9,
                            TimeUnit.SECONDS));
            things.findOneAndUpdate(doc("_id", 404), doc("$inc", doc("x", 1)));
            things.findOneAndUpdate(doc("_id", 405), doc("$inc", doc("x", 1)), new FindOneAndUpdateOptions().upsert(
                    true));
            things.findOneAndDelete(doc("_id", 404));
            quietly(() -> things.updateOne(doc("_id", 2), doc("$set", doc("list.$[e]", 1)), new UpdateOptions()
                    .arrayFilters(List.of(doc("e", 3))).bypassDocumentValidation(true).hint(doc("_id", 1)).comment(
                            "why")
                    .let(doc("v", 1))));
            things.deleteMany(doc("x", 3));
            // Ours puts the id of a replacement first, as the server does.
            Document given = doc("a", 1);
            things.insertOne(given);
            things.replaceOne(doc("_id", given.getObjectId("_id")), doc("a", 2));
        }));
    }

    private static void sessions(List<Script> scripts) {
        scripts.add(Script.of("suite: sessions", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession(ClientSessionOptions.builder().causallyConsistent(true)
                    .build())) {
                session.isCausallyConsistent();
                session.getOperationTime();
                things.find(session).first();
                things.insertOne(session, doc("_id", 50));
                things.find(session).first();
                session.advanceOperationTime(new BsonTimestamp(1, 1));
                quietly(() -> session.advanceOperationTime(null));
                quietly(() -> session.advanceClusterTime(null));
                session.advanceClusterTime(BsonDocument.parse("{clusterTime: {$timestamp: {t: 1, i: 1}}}"));
                session.getPinnedServerAddress();
                session.getSnapshotTimestamp();
                quietly(() -> session.setSnapshotTimestamp(null));
                session.getRecoveryToken();
                session.getOriginator();
                session.close();
                session.close();
                quietly(session::getServerSession);
                quietly(() -> session.withTransaction(() -> "never"));
                quietly(session::hasActiveTransaction);
            }
            quietly(() -> client.startSession(ClientSessionOptions.builder().causallyConsistent(true).snapshot(true)
                    .build()));
            try (ClientSession snapshot = client.startSession(ClientSessionOptions.builder().snapshot(true).build())) {
                things.find(snapshot).first();
                things.distinct(snapshot, "x", Integer.class).first();
                things.aggregate(snapshot, List.of()).first();
                quietly(snapshot::startTransaction);
                quietly(() -> things.insertOne(snapshot, doc("_id", 51)));
                quietly(() -> things.countDocuments(snapshot));
            }
        }));
    }

    private static void transactions(List<Script> scripts) {
        scripts.add(Script.hasty("suite: transactions that meet errors", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession()) {
                quietly(() -> session.startTransaction(TransactionOptions.builder().maxCommitTime(5L, TimeUnit.SECONDS)
                        .readPreference(ReadPreference.primary()).build()));
                quietly(() -> things.insertOne(session, doc("_id", 50)));
                fail(deployment, 1, "'insert'", "errorCode: 112, errorLabels: ['TransientTransactionError']");
                quietly(() -> things.insertOne(session, doc("_id", 51)));
                quietly(session::commitTransaction);
                quietly(session::abortTransaction);
                off(deployment);
                quietly(session::startTransaction);
                fail(deployment, 1, "'insert'", "closeConnection: true");
                quietly(() -> things.insertOne(session, doc("_id", 52)));
                quietly(session::abortTransaction);
                off(deployment);
                for (String how : List.of("errorCode: 50", "errorCode: 91", "errorCode: 251, errorLabels: "
                        + "['TransientTransactionError']", "writeConcernError: {code: 64, errmsg: 'wtimeout'}",
                        "writeConcernError: {code: 100, errmsg: 'never'}")) {
                    quietly(session::startTransaction);
                    quietly(() -> things.insertOne(session, doc("_id", new ObjectId())));
                    fail(deployment, 2, "'commitTransaction'", how);
                    quietly(session::commitTransaction);
                    off(deployment);
                    quietly(session::commitTransaction);
                }
                quietly(session::startTransaction);
                quietly(() -> things.insertOne(session, doc("_id", 53)));
                fail(deployment, 2, "'abortTransaction'", "errorCode: 91");
                quietly(session::abortTransaction);
                off(deployment);
                quietly(() -> session.startTransaction(TransactionOptions.builder().writeConcern(
                        WriteConcern.UNACKNOWLEDGED).build()));
            }
        }));
        scripts.add(Script.of("suite: withTransaction", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> things.insertOne(session, doc("_id", 50)), TransactionOptions.builder()
                        .readConcern(ReadConcern.SNAPSHOT).writeConcern(WriteConcern.MAJORITY).build());
                quietly(() -> session.withTransaction(() -> things.insertOne(session, doc("_id", 1))));
                session.withTransaction(() -> {
                    session.abortTransaction();
                    return null;
                });
                session.withTransaction(() -> {
                    things.insertOne(session, doc("_id", 54));
                    session.commitTransaction();
                    return null;
                });
                fail(deployment, 1, "'commitTransaction'",
                        "errorCode: 251, errorLabels: ['TransientTransactionError']");
                session.withTransaction(() -> things.updateOne(session, doc("_id", 1), doc("$inc", doc("x", 1))));
                off(deployment);
                quietly(() -> session.withTransaction(null));
                session.withTransaction(() -> {
                    quietly(() -> things.withWriteConcern(WriteConcern.MAJORITY).insertOne(session, doc("_id", 55)));
                    quietly(() -> things.withReadConcern(ReadConcern.LOCAL).find(session).first());
                    quietly(() -> client.getDatabase("test").runCommand(session, doc("ping", 1), ReadPreference
                            .secondary()));
                    quietly(() -> things.estimatedDocumentCount());
                    quietly(() -> things.countDocuments(session));
                    quietly(() -> things.distinct(session, "x", Integer.class).first());
                    return null;
                });
            }
        }));
    }

    private static void administration(List<Script> scripts) {
        scripts.add(Script.of("suite: collections", (client, restore, deployment) -> {
            MongoDatabase database = client.getDatabase("test");
            quietly(() -> database.createCollection("series", new CreateCollectionOptions().timeSeriesOptions(
                    new TimeSeriesOptions("t").metaField("m")).expireAfter(1, TimeUnit.HOURS)));
            quietly(() -> database.createCollection("valid", new CreateCollectionOptions().validationOptions(
                    new ValidationOptions().validator(doc("a", doc("$exists", true))).validationAction(
                            ValidationAction.ERROR))));
            quietly(() -> database.getCollection("valid").insertOne(doc("b", 1)));
            quietly(() -> database.createView("view", "things", List.of(doc("$match", doc("x", 3)))));
            quietly(() -> database.getCollection("view").find().into(new ArrayList<>()));
            quietly(() -> database.getCollection("view").insertOne(doc("_id", 1)));
            database.listCollectionNames().filter(doc("name", "things")).into(new ArrayList<>());
            database.listCollections().filter(doc("type", "view")).into(new ArrayList<>());
            quietly(() -> database.getCollection("things").renameCollection(new MongoNamespace("test", "valid")));
            quietly(() -> database.getCollection("things").renameCollection(new MongoNamespace("test", "valid"),
                    new RenameCollectionOptions().dropTarget(true)));
            quietly(() -> database.getCollection("valid").drop());
            quietly(() -> database.runCommand(doc("collStats", "things")));
            quietly(() -> database.runCommand(null));
            database.runCommand(doc("ping", 1), BsonDocument.class);
            database.drop();
        }));
        scripts.add(Script.of("suite: indexes", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            quietly(() -> things.createIndex(Indexes.text("t"), new IndexOptions().weights(doc("t", 3)).defaultLanguage(
                    "english").languageOverride("idioma").textVersion(3)));
            quietly(() -> things.createIndex(Indexes.geo2dsphere("g"), new IndexOptions().sphereVersion(3)));
            quietly(() -> things.createIndex(Indexes.geo2d("h"), new IndexOptions().bits(20).min(-1.0).max(1.0)));
            quietly(() -> things.createIndex(Indexes.hashed("i")));
            quietly(() -> things.createIndex(doc("$**", 1), new IndexOptions().wildcardProjection(doc("j", 1))));
            things.createIndexes(List.of(new IndexModel(doc("k", 1), new IndexOptions().name("named").expireAfter(5L,
                    TimeUnit.SECONDS).hidden(true)), new IndexModel(doc("l", -1).append("m", 1), new IndexOptions()
                            .partialFilterExpression(doc("l", doc("$gt", 1))))));
            quietly(() -> things.createIndex(doc("k", 1), new IndexOptions().name("otherwise")));
            quietly(() -> things.createIndex(doc("l", 1), new IndexOptions().name("named")));
            quietly(() -> things.createIndexes(List.of()));
            things.dropIndex(doc("l", -1).append("m", 1));
            quietly(() -> things.dropIndex("_id_"));
            things.dropIndex("named");
            things.listIndexes().into(new ArrayList<>());
            things.dropIndexes();
            quietly(() -> things.find().hint(doc("none", 1)).first());
            quietly(() -> things.find().hintString("none").first());
            quietly(() -> things.find(doc("$text", doc("$search", "a"))).first());
            quietly(() -> things.find(doc("g", doc("$near", List.of(1, 2)))).first());
        }));
        scripts.add(new Script("suite: a declared API", settings -> settings.serverApi(ServerApi.builder().version(
                ServerApiVersion.V1).strict(true).deprecationErrors(true).build()), (client, restore, deployment) -> {
                    things(client).find().batchSize(2).into(new ArrayList<>());
                    things(client).insertOne(doc("_id", 50));
                    quietly(() -> things(client).distinct("x", Integer.class).first());
                    things(client).estimatedDocumentCount();
                    quietly(() -> client.getDatabase("test").runCommand(doc("collStats", "things")));
                }));
    }

    private static void files(List<Script> scripts) {
        scripts.add(Script.of("suite: files", (client, restore, deployment) -> {
            GridFSBucket bucket = GridFSBuckets.create(client.getDatabase("test"), "files");
            ObjectId id = bucket.uploadFromStream("a", new ByteArrayInputStream(new byte[2000]),
                    new GridFSUploadOptions().chunkSizeBytes(512).metadata(doc("m", 1)));
            bucket.downloadToStream(id, new ByteArrayOutputStream());
            bucket.find(doc("filename", "a")).first();
            bucket.rename(id, "b");
            quietly(() -> bucket.downloadToStream("a", new ByteArrayOutputStream()));
            bucket.delete(id);
            quietly(() -> bucket.delete(id));
            bucket.drop();
        }));
    }

    private static void streams(List<Script> scripts) {
        scripts.add(Script.hasty("suite: change streams", (client, restore, deployment) -> {
            MongoCollection<Document> things = things(client);
            try (MongoChangeStreamCursor<?> cursor = things.watch().fullDocument(FullDocument.UPDATE_LOOKUP)
                    .maxAwaitTime(5, TimeUnit.MILLISECONDS).batchSize(2).cursor()) {
                cursor.tryNext();
                things.updateOne(doc("_id", 1), doc("$set", doc("x", 9)));
                cursor.next();
                fail(deployment, 1, "'getMore'", "errorCode: 6, errorLabels: ['ResumableChangeStreamError']");
                things.insertOne(doc("_id", 50));
                cursor.next();
                off(deployment);
            }
            quietly(() -> things.watch(List.of(doc("$project", doc("_id", 0)))).maxAwaitTime(5, TimeUnit.MILLISECONDS)
                    .cursor().tryNext());
            quietly(() -> things.watch().resumeAfter(new BsonDocument("_data", new BsonInt32(1))).cursor());
            try (MongoChangeStreamCursor<?> cursor = things.watch().maxAwaitTime(5, TimeUnit.MILLISECONDS).cursor()) {
                cursor.tryNext();
                things.drop();
                cursor.next();
                quietly(cursor::next);
                quietly(cursor::next);
            }
            try (MongoChangeStreamCursor<?> cursor = client.watch().maxAwaitTime(5, TimeUnit.MILLISECONDS).cursor()) {
                cursor.tryNext();
                client.getDatabase("other").getCollection("c").insertOne(doc("_id", 1));
                cursor.next();
            }
        }));
    }

    private static void limits(List<Script> scripts) {
        scripts.add(new Script("suite: a socket times out", settings -> settings.applyToSocketSettings(socket -> socket
                .readTimeout(400, TimeUnit.MILLISECONDS)).retryReads(false).retryWrites(false), (client, restore,
                        deployment) -> {
                    things(client).find().first();
                    fail(deployment, 1, "'find'", "blockConnection: true, blockTimeMS: 1500");
                    quietly(() -> things(client).find().first());
                    off(deployment);
                }));
        scripts.add(Script.of("suite: a thread that is interrupted", (client, restore, deployment) -> {
            Thread.currentThread().interrupt();
            try {
                quietly(() -> things(client).find().first());
            } finally {
                Thread.interrupted();
            }
            things(client).find().first();
        }));
        scripts.add(new Script("suite: a deployment without a server", settings -> settings.applyToClusterSettings(
                cluster -> cluster.hosts(List.of(new com.mongodb.ServerAddress("localhost", 1)))
                        .serverSelectionTimeout(50, TimeUnit.MILLISECONDS)),
                (client, restore, deployment) -> {
                    quietly(() -> things(client).find().first());
                    quietly(() -> things(client).insertOne(doc("_id", 50)));
                    quietly(() -> client.startSession());
                    quietly(() -> client.listDatabaseNames().first());
                }));
    }
}
