package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.bulk.WriteModel;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.gridfs.GridFsBucket;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies that are BSON but make no sense, to every kind of operation: a value or our exception, and soon. */
@Timeout(120)
class NonsenseRepliesTest {
    private static final Bson ANY = new Document();
    private static final Bson SET = new Document("$set", new Document("a", 1));
    /** These do not look at a cursor, and all others not at a count. */
    private static final Set<String> WITHOUT_CURSOR = Set.of("insertOne", "insertMany", "updateOne", "deleteOne",
            "bulkWrite", "findOneAndUpdate", "estimatedDocumentCount", "listDatabaseNames", "transaction");

    interface Use {
        void of(MongoClient client, MongoCollection<Document> collection);
    }

    private static Map<String, Use> uses() {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("find", (client, c) -> c.find().toList());
        uses.put("find.first", (client, c) -> c.find().first());
        uses.put("aggregate", (client, c) -> c.aggregate(List.of()).toList());
        uses.put("insertOne", (client, c) -> c.insertOne(new Document("_id", 1)));
        uses.put("insertMany", (client, c) -> c.insertMany(List.of(new Document("_id", 1), new Document("_id", 2))));
        uses.put("updateOne", (client, c) -> c.updateOne(ANY, SET));
        uses.put("deleteOne", (client, c) -> c.deleteOne(ANY));
        uses.put("findOneAndUpdate", (client, c) -> c.findOneAndUpdate(ANY, SET));
        uses.put("countDocuments", (client, c) -> c.countDocuments());
        uses.put("estimatedDocumentCount", (client, c) -> c.estimatedDocumentCount());
        uses.put("distinct", (client, c) -> c.distinct("a", Document.class));
        uses.put("listDatabaseNames", (client, c) -> client.listDatabaseNames());
        uses.put("listCollectionNames", (client, c) -> client.database("test").listCollectionNames().toList());
        uses.put("indexes", (client, c) -> c.indexes().listNames(options -> {}).toList());
        uses.put("runCommand", (client, c) -> client.database("test").runCommand(new Document("x", 1)));
        uses.put("bulkWrite", (client, c) -> c.bulkWrite(List.of(WriteModel.insertOne(new Document("_id", 1)),
                WriteModel.updateOne(ANY, SET), WriteModel.deleteMany(ANY))));
        uses.put("client.bulkWrite", (client, c) -> client.bulkWrite(
                List.of(ClientNamespacedWriteModel.insertOne("test.c", new Document("_id", 1)))));
        uses.put("watch", (client, c) -> {
            try (var events = c.watch().cursor()) {
                events.tryNext();
                events.tryNext();
            }
        });
        uses.put("transaction", (client, c) -> {
            try (ClientSession session = client.startSession()) {
                session.startTransaction();
                c.with(session).insertOne(new Document("_id", 1));
                session.commitTransaction();
            }
        });
        uses.put("gridfs", (client, c) -> GridFsBucket.of(client.database("test")).download(new BsonInt32(1),
                OutputStream.nullOutputStream()));
        return uses;
    }

    private static Stream<BsonDocument> nonsense() {
        Stream<String> texts = Stream.of("{}", "{ok: 1}", "{ok: '1'}", "{ok: NaN}", "{ok: {}}", "{ok: 0}",
                "{ok: 0, code: 'x', codeName: 7, errmsg: 5, errorLabels: 'no'}",
                "{ok: 0, errorLabels: [1, {}, null]}", "{ok: 0, code: NaN}", "{ok: 0, code: 1e300, errmsg: null}",
                "{ok: 0, code: {$numberDecimal: '1E6000'}}", "{ok: {$numberDecimal: '1E-6000'}}",
                "{ok: 0, code: 8000, errmsg: '', errorLabels: {}, topologyVersion: 'x', writeErrors: [1]}",
                "{ok: 1, n: NaN}", "{ok: 1, n: -5}", "{ok: 1, n: 1e300}", "{ok: 1, n: 'x'}",
                "{ok: 1, n: {$numberDecimal: '1E6000'}}", "{ok: 1, n: 1, nModified: -1}",
                "{ok: 1, n: 1, nModified: NaN}", "{ok: 1, n: 1, nModified: 'x'}", "{ok: 1, n: 1, writeErrors: 'x'}",
                "{ok: 1, n: 1, writeErrors: [1]}", "{ok: 1, n: 1, writeErrors: [{}]}",
                "{ok: 1, n: 1, writeErrors: [{index: -1, code: 'x', errmsg: 1, errInfo: 'x'}]}",
                "{ok: 1, n: 1, writeErrors: [{index: 2147483647, code: 1, errmsg: ''}]}",
                "{ok: 1, n: 1, writeErrors: [{index: NaN, code: 1}]}", "{ok: 1, n: 1, writeConcernError: 'x'}",
                "{ok: 1, n: 1, writeConcernError: {code: 'x', errmsg: [1], errInfo: 3, errorLabels: 1}}",
                "{ok: 1, n: 1, upserted: [{index: 99, _id: 1}]}", "{ok: 1, n: 1, upserted: [{}]}",
                "{ok: 1, n: 1, upserted: [1]}", "{ok: 1, n: 1, upserted: 'x'}", "{ok: 1, cursor: 'x'}",
                "{ok: 1, cursor: {}}", "{ok: 1, cursor: {id: 'x', ns: 'test.c', firstBatch: []}}",
                "{ok: 1, cursor: {id: NaN, ns: 'test.c', firstBatch: []}}",
                "{ok: 1, cursor: {id: {$numberLong: '-1'}, ns: 'test.c', firstBatch: []}}",
                "{ok: 1, cursor: {id: {$numberLong: '-9223372036854775808'}, ns: 'test.c', firstBatch: [{}]}}",
                "{ok: 1, cursor: {id: {$numberLong: '9223372036854775807'}, ns: 'test.c', firstBatch: [{}]}}",
                "{ok: 1, cursor: {id: 1e300, ns: 'test.c', firstBatch: [{}]}}",
                "{ok: 1, cursor: {id: 0, ns: '', firstBatch: []}}", "{ok: 1, cursor: {id: 0, ns: 'a', firstBatch: []}}",
                "{ok: 1, cursor: {id: 7, ns: '.', firstBatch: []}}", "{ok: 1, cursor: {id: 0, ns: 5, firstBatch: []}}",
                "{ok: 1, cursor: {id: 7, ns: 'other.place', firstBatch: []}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.c', firstBatch: 'x'}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.c', firstBatch: [1, 'x', null]}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.c', firstBatch: {a: 1}}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.c', firstBatch: [{}], postBatchResumeToken: 'x'}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.c', firstBatch: [{}], atClusterTime: 'x'}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.fs.files', firstBatch: [{_id: 1, length: -4, chunkSize: 0}]}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.fs.files', firstBatch: [{_id: 1, length: 4, chunkSize: -2}]}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.fs.files', firstBatch: [{_id: 1, length: 'x', chunkSize: {}}]}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.$cmd.listCollections', firstBatch: [{name: 5}]}}",
                "{ok: 1, cursor: {id: 0, ns: 'test.c', firstBatch: [{_id: 5, n: 'x', operationType: 5, ns: 'x'}]}}",
                "{ok: 1, cursor: {id: 0, ns: 'admin.$cmd.bulkWrite', firstBatch: [{idx: 77, n: 1, ok: 1}]}, "
                        + "nErrors: -1, nInserted: NaN}",
                "{ok: 1, cursor: {id: 0, ns: 'admin.$cmd.bulkWrite', firstBatch: [{idx: 0, ok: 0, code: 'x'}]}, "
                        + "nErrors: 1e300, nInserted: -5, nMatched: 'x'}",
                "{ok: 1, value: 'x'}", "{ok: 1, value: []}", "{ok: 1, values: 'x'}", "{ok: 1, results: [1]}",
                "{ok: 1, databases: 'x'}", "{ok: 1, databases: [1]}", "{ok: 1, databases: [{name: 1}]}",
                "{ok: 1, n: 1, $clusterTime: 'x'}", "{ok: 1, n: 1, $clusterTime: {}}",
                "{ok: 1, n: 1, $clusterTime: {clusterTime: 1}}", "{ok: 1, n: 1, $clusterTime: {clusterTime: 'x'}}",
                "{ok: 1, n: 1, operationTime: 'x'}", "{ok: 1, n: 1, operationTime: 1}",
                "{ok: 1, n: 1, recoveryToken: 'x'}", "{ok: 1, n: 1, recoveryToken: [1]}",
                "{ok: 1, n: 1, errorLabels: ['RetryableWriteError', 'TransientTransactionError']}",
                "{ok: 0, code: 391}", "{ok: 0, code: 43}", "{ok: 0, code: 20, errmsg: 'Transaction numbers'}",
                "{ok: 0, code: 462, errorLabels: ['SystemOverloadedError', 'RetryableError'], retryAfterMS: -1}");
        BsonDocument later = new BsonDocument("clusterTime", new BsonTimestamp(-1L));
        return Stream.concat(texts.map(BsonDocument::parse), Stream.of(
                BsonDocument.parse("{ok: 1, n: 1}").append("recoveryToken",
                        new BsonDocument("x", new BsonBinary(new byte[1_000_000]))),
                BsonDocument.parse("{ok: 1, n: 1}").append("$clusterTime",
                        later.clone().append("signature", new BsonBinary(new byte[1_000_000]))),
                BsonDocument.parse("{ok: 1, n: 1}").append("$clusterTime", later)));
    }

    @Test
    void areAValueOrOurException() throws IOException {
        AtomicReference<BsonDocument> reply = new AtomicReference<>(new BsonDocument());
        BsonDocument gone = BsonDocument.parse("{ok: 0, code: 43, errmsg: 'gone'}");
        try (ReplyingServer server = new ReplyingServer(
                command -> command.getFirstKey().equals("getMore") ? gone : reply.get())) {
            server.becomePrimary();
            try (MongoClient client = MongoClient.connect(server.connectionString() + "&maxAdaptiveRetries=0")) {
                MongoClient limited = client.withTimeout(Duration.ofSeconds(10));
                for (BsonDocument each : nonsense().toList()) {
                    reply.set(each);
                    uses().forEach((name, use) -> {
                        if (each.containsKey(WITHOUT_CURSOR.contains(name) ? "cursor" : "n")) {
                            return;
                        }
                        Throwable thrown = catchThrowable(
                                () -> use.of(limited, limited.database("test").collection("c")));
                        assertThat(thrown).as("%s, answered with %.200s", name, each)
                                .satisfiesAnyOf(none -> assertThat(none).isNull(),
                                        ours -> assertThat(ours).isInstanceOf(MongoException.class));
                    });
                }
            }
        }
    }

    @Test
    void theDeadlineEndsACursorWhoseBatchesAreEmptyForEver() throws IOException {
        BsonDocument empty = BsonDocument.parse("{ok: 1, cursor: {id: 7, ns: 'test.c', firstBatch: []}}");
        try (ReplyingServer server = new ReplyingServer(command -> empty);
                MongoClient client = MongoClient.connect(server.connectionString())) {
            MongoCollection<Document> limited = client.database("test").collection("c")
                    .withTimeout(Duration.ofMillis(200));
            assertThatThrownBy(() -> limited.find().toList()).isInstanceOf(MongoOperationTimeoutException.class);
            assertThatThrownBy(() -> limited.aggregate(List.of()).toList())
                    .isInstanceOf(MongoOperationTimeoutException.class);
            assertThatThrownBy(() -> limited.countDocuments()).isInstanceOf(MongoOperationTimeoutException.class);
        }
    }
}
