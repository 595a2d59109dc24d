package dev.bowline.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCursorNotFoundException;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientInsertOneResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.result.DeleteResult;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Exchange;
import dev.bowline.simulator.junit.DeploymentExtension;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What frameworks trip over if it is not just so. */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
class TrapsTest {
    @Test
    void implementationsArePublicForFrameworksThatReflect(Deployment deployment) throws Exception {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertOne(new Document("_id", 1));
            for (Object each : List.of(client, client.getDatabase("test"), things, things.find(), things.find()
                    .cursor(), things.aggregate(List.of()), things.distinct("_id", Integer.class), things.watch(),
                    client
                            .startSession(),
                    client.listDatabases(), things.listIndexes(), client.getDatabase("test")
                            .listCollectionNames(),
                    things.find().map(document -> document))) {
                assertThat(Modifier.isPublic(each.getClass().getModifiers())).as(each.getClass().getName()).isTrue();
            }
            assertThat(things.getClass().getMethod("countDocuments").invoke(things)).isEqualTo(1L);
        }
    }

    @Test
    void misuseOfASessionHasTheSessionClassInItsTrace(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            ClientSession session = client.startSession();
            session.startTransaction();
            assertThatThrownBy(session::startTransaction).isInstanceOfSatisfying(IllegalStateException.class,
                    TrapsTest::namesClientSession);
            session.close();
            assertThatThrownBy(session::startTransaction).isInstanceOfSatisfying(IllegalStateException.class,
                    TrapsTest::namesClientSession);
            assertThatThrownBy(() -> client.getDatabase("a").getCollection("b").find(session).first())
                    .isInstanceOfSatisfying(IllegalStateException.class, TrapsTest::namesClientSession);
        }
    }

    private static void namesClientSession(IllegalStateException error) {
        assertThat(Arrays.stream(error.getStackTrace()).map(StackTraceElement::getClassName))
                .anyMatch(name -> name.contains("ClientSession"));
    }

    @Test
    void wrappedSessionsAreUnwrapped(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString());
                ClientSession session = client.startSession()) {
            ClientSession wrapper = (ClientSession) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{
                    ClientSession.class}, (proxy, method, arguments) -> method.invoke(session, arguments));
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertOne(new Document("_id", 0));
            session.startTransaction();
            things.insertOne(wrapper, new Document("_id", 1));
            session.abortTransaction();
            assertThat(things.countDocuments()).isEqualTo(1);
        }
    }

    @Test
    void withTransactionRunsAgainForOfficialErrorsFromTheServer(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString());
                ClientSession session = client.startSession()) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertOne(new Document("_id", 0));
            deployment
                    .failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'],"
                            + " errorCode: 112, errorLabels: ['TransientTransactionError']}}");
            List<String> seen = new ArrayList<>();
            session.withTransaction(() -> {
                try {
                    return things.insertOne(session, new Document("_id", 1));
                } catch (MongoException e) {
                    seen.add(e.getErrorLabels().toString());
                    throw e;
                }
            });
            assertThat(seen).containsExactly("[TransientTransactionError]");
            assertThat(things.countDocuments()).isEqualTo(2);
        }
    }

    @Test
    void resultsOfUnacknowledgedWritesThrowWhenAsked(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            DeleteResult result = client.getDatabase("test").getCollection("things").withWriteConcern(
                    WriteConcern.UNACKNOWLEDGED).deleteOne(new Document());
            assertThat(result.wasAcknowledged()).isFalse();
            assertThatThrownBy(result::getDeletedCount).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void rawDocumentsReportNoIds(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<RawBsonDocument> raw = client.getDatabase("test").getCollection("things",
                    RawBsonDocument.class);
            assertThat(raw.insertOne(RawBsonDocument.parse("{_id: 1}")).getInsertedId()).isNull();
        }
    }

    @Test
    void rawDocumentsReportNoIdsInABulkWriteOfTheClient() {
        try (Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
                MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<RawBsonDocument> raw = client.getDatabase("test").getCollection("things",
                    RawBsonDocument.class);
            Map<Integer, ClientInsertOneResult> results = client.bulkWrite(List.of(
                    ClientNamespacedWriteModel.insertOne(raw.getNamespace(), RawBsonDocument.parse("{_id: 2}")),
                    ClientNamespacedWriteModel.insertOne(raw.getNamespace(), RawBsonDocument.parse("{a: 1}")),
                    ClientNamespacedWriteModel.insertOne(raw.getNamespace(), new Document("_id", 4))),
                    ClientBulkWriteOptions.clientBulkWriteOptions().verboseResults(true)).getVerboseResults()
                    .orElseThrow().getInsertResults();
            assertThat(results.get(0).getInsertedId()).isEmpty();
            assertThat(results.get(1).getInsertedId()).isEmpty();
            assertThat(results.get(2).getInsertedId()).contains(new BsonInt32(4));
        }
    }

    @Test
    void aCursorThatTheServerForgotIsNotFound(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2), new Document("_id", 3)));
            deployment
                    .failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['getMore'],"
                            + " errorCode: 43}}");
            assertThatThrownBy(() -> things.find().batchSize(2).into(new ArrayList<>()))
                    .isInstanceOfSatisfying(MongoCursorNotFoundException.class, e -> assertThat(e.getCursorId())
                            .isNotZero());
        }
    }

    @Test
    void withTransactionLetsTheErrorsOfItsBodyThrough(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString());
                ClientSession session = client.startSession()) {
            IllegalArgumentException own = new IllegalArgumentException("the application's own");
            assertThatThrownBy(() -> session.withTransaction(() -> {
                throw own;
            })).isSameAs(own);
            MongoException theirs = new MongoException(112, "made by the application");
            assertThatThrownBy(() -> session.withTransaction(() -> {
                throw theirs;
            })).isSameAs(theirs);
            assertThat(session.hasActiveTransaction()).isFalse();
        }
    }

    @Test
    void whatAPipelineWritesIsReadBack(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
            assertThat(things.aggregate(List.of(new Document("$out", "made"))).into(new ArrayList<>())).hasSize(2);
            assertThat(things.aggregate(List.of(new Document("$merge", "merged"))).first()).isNotNull();
        }
    }

    @Test
    void aNegativeBatchSizeMeansOneBatch(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2), new Document("_id", 3)));
            assertThat(things.find().batchSize(-2).into(new ArrayList<>())).hasSize(2);
        }
    }

    @Test
    void aChangeStreamHasTheTokenItWasGivenBeforeTheFirstFetch(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertOne(new Document("_id", 1));
            BsonDocument token;
            try (MongoChangeStreamCursor<?> cursor = things.watch().cursor()) {
                assertThat(cursor.getResumeToken()).isNull();
                assertThat(cursor.tryNext()).isNull();
                token = cursor.getResumeToken();
                assertThat(token).isNotNull();
            }
            try (MongoChangeStreamCursor<?> cursor = things.watch().resumeAfter(token).cursor()) {
                assertThat(cursor.getResumeToken()).isEqualTo(token);
            }
        }
    }

    @Test
    void theTimeOfAnExplainedQueryStaysWithTheQuery(Deployment deployment) {
        deployment.record(true);
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            client.getDatabase("test").getCollection("things").find().maxTime(9, TimeUnit.SECONDS).explain();
        }
        BsonDocument explain = deployment.exchanges().stream().map(Exchange::request).filter(request -> request
                .containsKey("explain")).findFirst().orElseThrow();
        assertThat(explain.getDocument("explain").getNumber("maxTimeMS").longValue()).isEqualTo(9000);
        assertThat(explain).doesNotContainKey("maxTimeMS");
    }

    @Test
    void nothingIsSentBeforeAnIterableIsRead(Deployment deployment) {
        deployment.record(true);
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.find(new Document("$nonsense", 1)).sort(new Document("a", 1));
            things.aggregate(List.of(new Document("$nonsense", 1)));
            things.watch(List.of(new Document("$nonsense", 1)));
            things.distinct("x", String.class);
            things.listIndexes();
            client.listDatabases();
            client.getDatabase("test").listCollections();
        }
        assertThat(deployment.exchanges().stream().map(exchange -> exchange.request().getFirstKey().toLowerCase(
                Locale.ROOT))).isSubsetOf("hello", "ismaster");
    }
}
