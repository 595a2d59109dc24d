package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import com.mongodb.client.model.changestream.OperationType;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What change streams see, and what readers of a lagging member may rely on. */
@Timeout(60)
class ChangeStreamTest {
    private Deployment deployment;
    private MongoClient client;
    private MongoDatabase database;

    @BeforeEach
    void start() {
        deployment = Deployment.replicaSet(3);
        client = MongoClients.create(deployment.connectionString());
        database = client.getDatabase("test");
    }

    @AfterEach
    void close() {
        client.close();
        deployment.close();
    }

    @Test
    void imagesBeforeAndAfterAreReportedWhereTheyAreKept() {
        database.createCollection("c", new CreateCollectionOptions()
                .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(new Document("_id", 1).append("x", 1));
        try (var stream = c.watch().fullDocument(FullDocument.REQUIRED)
                .fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED).cursor()) {
            c.updateOne(Filters.eq("_id", 1), Updates.combine(Updates.set("y", 2), Updates.unset("x")));
            ChangeStreamDocument<Document> update = stream.next();
            assertThat(update.getFullDocumentBeforeChange()).isEqualTo(new Document("_id", 1).append("x", 1));
            assertThat(update.getFullDocument()).isEqualTo(new Document("_id", 1).append("y", 2));
            assertThat(update.getUpdateDescription().getRemovedFields()).containsExactly("x");
            c.deleteOne(Filters.eq("_id", 1));
            assertThat(stream.next().getFullDocumentBeforeChange()).containsEntry("y", 2);
        }
    }

    private BsonDocument run(String json) {
        return database.runCommand(BsonDocument.parse(json), BsonDocument.class);
    }

    @Test
    void theTokenOfABatchIsThatOfItsLastEventUnlessTheLogHasMovedOn() {
        database.createCollection("c");
        BsonDocument opened = run("{aggregate: 'c', pipeline: [{$changeStream: {}}], cursor: {}}")
                .getDocument("cursor");
        String more = "{getMore: {$numberLong: '" + opened.getNumber("id").longValue()
                + "'}, collection: 'c', maxTimeMS: 10}";
        BsonDocument start = opened.getDocument("postBatchResumeToken");
        database.getCollection("c").insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
        BsonDocument batch = run(more).getDocument("cursor");
        BsonDocument last = batch.getArray("nextBatch").get(1).asDocument().getDocument("_id");
        assertThat(batch.getDocument("postBatchResumeToken")).isEqualTo(last).isNotEqualTo(start);
        assertThat(run(more).getDocument("cursor").getDocument("postBatchResumeToken")).as("nothing happened")
                .isEqualTo(last);
        database.getCollection("other").insertOne(new Document());
        BsonDocument later = run(more).getDocument("cursor").getDocument("postBatchResumeToken");
        assertThat(later.getString("_data").getValue()).as("something happened elsewhere")
                .isGreaterThan(last.getString("_data").getValue());
        try (var stream = database.getCollection("c").watch().resumeAfter(last).cursor()) {
            database.getCollection("c").insertOne(new Document("_id", 3));
            assertThat(stream.next().getFullDocument()).containsEntry("_id", 3);
        }
    }

    @Test
    void operatorsAreDescribedByThePathsThatTheyChange() {
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(Document.parse("{_id: 1, a: [1, 2, 3], s: {x: 1, y: 2}, e: []}"));
        try (var stream = c.watch().cursor()) {
            assertThat(described(c, stream, "{$pop: {a: 1}}")).isEqualTo("{'a': [1, 2]}");
            assertThat(described(c, stream, "{$pull: {a: 1}}")).isEqualTo("{'a': [2]}");
            assertThat(described(c, stream, "{$set: {a: [2, 3]}}")).isEqualTo("{'a': [2, 3]}");
            assertThat(described(c, stream, "{$set: {s: {x: 1, y: 3}}}")).isEqualTo("{'s': {'x': 1, 'y': 3}}");
            assertThat(described(c, stream, "{$set: {'s.y': 4}}")).isEqualTo("{'s.y': 4}");
            assertThat(described(c, stream, "{$set: {'n.m.o': 1, 'n.p': 2}}"))
                    .isEqualTo("{'n': {'m': {'o': 1}, 'p': 2}}");
            assertThat(described(c, stream, "{$push: {e: 1}}")).isEqualTo("{'e': [1]}");
            assertThat(described(c, stream, "{$push: {e: 2}}")).isEqualTo("{'e.1': 2}");
            assertThat(described(c, stream, "{$addToSet: {e: 3}}")).isEqualTo("{'e': [1, 2, 3]}");
            assertThat(described(c, stream, "{$inc: {'e.$[]': 1}}")).isEqualTo("{'e.0': 2, 'e.1': 3, 'e.2': 4}");
            assertThat(described(c, stream, "{$unset: {'s.x': 1}}")).isEqualTo("{} without s.x");
            assertThat(described(c, stream, "{$rename: {a: 'b'}}")).isEqualTo("{'b': [2, 3]} without a");
        }
    }

    private static String described(MongoCollection<Document> c, MongoChangeStreamCursor<?> stream, String update) {
        c.updateOne(Filters.eq("_id", 1), Document.parse(update));
        var description = ((ChangeStreamDocument<?>) stream.next()).getUpdateDescription();
        assertThat(description.getTruncatedArrays()).isEmpty();
        return description.getUpdatedFields().toJson().replace('"', '\'')
                + (description.getRemovedFields().isEmpty()
                        ? ""
                        : " without " + String.join(", ", description.getRemovedFields()));
    }

    @Test
    void aPushIsDescribedByThePositionOfItsElement() {
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(Document.parse("{_id: 1, a: [1, 2], d: [{x: 1}, {x: 2}], e: {'0': 1}}"));
        try (var stream = c.watch().showExpandedEvents(true).cursor()) {
            c.updateOne(Filters.eq("_id", 1), Updates.pushEach("a", List.of(3, 4)));
            var pushed = stream.next().getUpdateDescription();
            assertThat(pushed.getUpdatedFields()).isEqualTo(BsonDocument.parse("{'a.2': 3, 'a.3': 4}"));
            assertThat(pushed.getDisambiguatedPaths()).isEqualTo(new BsonDocument());
            c.updateOne(Filters.eq("_id", 1), Updates.set("d.1.x", 5));
            assertThat(stream.next().getUpdateDescription().getUpdatedFields())
                    .isEqualTo(BsonDocument.parse("{'d.1.x': 5}"));
            c.updateOne(Filters.eq("_id", 1), Updates.set("e.0", 2));
            assertThat(stream.next().getUpdateDescription().getDisambiguatedPaths())
                    .isEqualTo(BsonDocument.parse("{'e.0': ['e', '0']}"));
        }
    }

    @Test
    void aClusterWideStreamSeesEveryDatabaseAndExpandedEvents() {
        try (var stream = client.watch().showExpandedEvents(true).cursor()) {
            database.getCollection("a").insertOne(new Document("_id", 1));
            client.getDatabase("other").getCollection("b").insertOne(new Document("_id", 2));
            database.getCollection("a").createIndex(new Document("x", 1));
            assertThat(List.of(stream.next(), stream.next(), stream.next(), stream.next(), stream.next()))
                    .extracting(ChangeStreamDocument::getOperationTypeString)
                    .containsExactly("create", "insert", "create", "insert", "createIndexes");
        }
    }

    @Test
    void aStreamOfADatabaseEndsWhenItIsDroppedAndStartsAgainAfterThat() {
        BsonDocument invalidate;
        database.getCollection("a").insertOne(new Document("_id", 1));
        try (var stream = database.watch().cursor()) {
            database.drop();
            assertThat(stream.next().getOperationType()).isEqualTo(OperationType.DROP);
            assertThat(stream.next().getOperationType()).isEqualTo(OperationType.DROP_DATABASE);
            ChangeStreamDocument<Document> last = stream.next();
            assertThat(last.getOperationType()).isEqualTo(OperationType.INVALIDATE);
            invalidate = last.getResumeToken();
        }
        database.getCollection("a").insertOne(new Document("_id", 2));
        assertThatThrownBy(() -> database.watch().resumeAfter(invalidate).cursor())
                .isInstanceOfSatisfying(MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(260));
        try (var stream = database.watch().startAfter(invalidate).cursor()) {
            assertThat(stream.next().getFullDocument()).containsEntry("_id", 2);
        }
    }

    @Test
    void aStreamStartsAtAnOperationTimeAndATransactionIsOneEntry() {
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(new Document("_id", 0));
        BsonTimestamp time;
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            c.insertOne(session, new Document("_id", 1));
            c.insertOne(session, new Document("_id", 2));
            session.commitTransaction();
            time = session.getOperationTime();
        }
        try (var stream = c.watch().startAtOperationTime(time).cursor()) {
            ChangeStreamDocument<Document> first = stream.next();
            ChangeStreamDocument<Document> second = stream.next();
            assertThat(first.getFullDocument()).containsEntry("_id", 1);
            assertThat(second.getFullDocument()).containsEntry("_id", 2);
            assertThat(first.getTxnNumber()).isEqualTo(second.getTxnNumber());
            assertThat(first.getClusterTime()).isEqualTo(second.getClusterTime());
        }
    }

    @Test
    void whatTheLogHasForgottenCanBeNeitherWatchedNorRead() {
        try (Deployment small = Deployment.builder().replicaSet(3).logEntries(10).start();
                MongoClient other = MongoClients.create(small.connectionString())) {
            MongoCollection<Document> c = other.getDatabase("test").getCollection("c");
            c.insertOne(new Document("_id", 0));
            BsonDocument token;
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream = c.watch().cursor()) {
                c.insertOne(new Document("_id", 1));
                token = stream.next().getResumeToken();
            }
            BsonTimestamp early = other.getDatabase("admin").runCommand(new Document("ping", 1), BsonDocument.class)
                    .getTimestamp("operationTime");
            // The log is shortened now and then, so not by any one of these writes.
            int id = 2;
            while (small.oldestLogEntry() <= 5) {
                c.insertOne(new Document("_id", id++));
            }
            assertThatThrownBy(() -> c.watch().resumeAfter(token).cursor().tryNext())
                    .isInstanceOfSatisfying(MongoCommandException.class, e -> {
                        assertThat(e.getErrorCode()).isEqualTo(286);
                        assertThat(e.getErrorCodeName()).isEqualTo("ChangeStreamHistoryLost");
                    });
            assertThatThrownBy(() -> c.watch().startAtOperationTime(early).cursor().tryNext())
                    .isInstanceOfSatisfying(MongoCommandException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(286));
            BsonDocument old = BsonDocument.parse("{find: 'c', readConcern: {level: 'snapshot'}}");
            old.getDocument("readConcern").put("atClusterTime", early);
            assertThatThrownBy(() -> other.getDatabase("test").runCommand(old))
                    .isInstanceOfSatisfying(MongoCommandException.class,
                            e -> assertThat(e.getErrorCodeName()).isEqualTo("SnapshotTooOld"));
            assertThat(c.countDocuments()).isEqualTo(id);
        }
    }

    @Test
    void anEventWithoutItsIdIsFatal() {
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(new Document("_id", 0));
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream = c
                .watch(List.of(Aggregates.project(Projections.excludeId()))).cursor()) {
            c.insertOne(new Document("_id", 1));
            assertThatThrownBy(stream::next).isInstanceOfSatisfying(MongoCommandException.class,
                    e -> assertThat(e.getErrorCode()).isEqualTo(280));
        }
    }

    @Test
    void aCausallyConsistentReadOfALaggingSecondaryWaitsForWhatItMustSee() {
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(new Document("_id", 0));
        deployment.secondaries().forEach(member -> deployment.lag(member, Duration.ofMillis(200)));
        try (ClientSession session = client
                .startSession(ClientSessionOptions.builder().causallyConsistent(true).build())) {
            c.withWriteConcern(com.mongodb.WriteConcern.W1).insertOne(session, new Document("_id", 1));
            assertThat(c.withReadPreference(ReadPreference.secondary()).find().into(new java.util.ArrayList<>()))
                    .as("without the session").hasSize(1);
            assertThat(c.withReadPreference(ReadPreference.secondary()).find(session).into(new java.util.ArrayList<>()))
                    .as("in the session").hasSize(2);
        }
    }

    @Test
    void aSnapshotSessionReadsOneMoment() {
        MongoCollection<Document> c = database.getCollection("c");
        c.insertOne(new Document("_id", 0));
        try (ClientSession session = client.startSession(ClientSessionOptions.builder().snapshot(true).build())) {
            assertThat(c.find(session).into(new java.util.ArrayList<>())).hasSize(1);
            c.insertOne(new Document("_id", 1));
            assertThat(c.find(session).into(new java.util.ArrayList<>())).hasSize(1);
            assertThat(c.find().into(new java.util.ArrayList<>())).hasSize(2);
        }
    }
}
