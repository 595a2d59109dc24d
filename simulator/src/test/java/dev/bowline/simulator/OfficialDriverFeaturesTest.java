package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ReadConcern;
import com.mongodb.ServerApi;
import com.mongodb.ServerApiVersion;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.OperationType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.Symbol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official driver as the referee of what lies beyond finding and changing documents. */
@Timeout(60)
class OfficialDriverFeaturesTest {
    private static MongoClient connect(Deployment deployment, String options) {
        String base = deployment.connectionString();
        return MongoClients.create(base + (base.contains("?") ? "&" : "?") + options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCRAM-SHA-256", "SCRAM-SHA-1", ""})
    void authenticates(String mechanism) {
        try (Deployment deployment = Deployment.builder().replicaSet(1).user("ada", "pencil=,").start()) {
            String uri = deployment.connectionString().replace("mongodb://", "mongodb://ada:pencil%3D%2C@")
                    + "&authSource=admin"
                    + (mechanism.isEmpty() ? "" : "&authMechanism=" + mechanism);
            try (MongoClient client = MongoClients.create(uri)) {
                client.getDatabase("test").getCollection("c").insertOne(new Document("_id", 1));
                Document status = client.getDatabase("admin").runCommand(new Document("connectionStatus", 1));
                assertThat(status.get("authInfo", Document.class).getList("authenticatedUsers", Document.class))
                        .containsExactly(new Document("user", "ada").append("db", "admin"));
            }
        }
    }

    @Test
    void rejectsAWrongPasswordAndTheLackOfOne() {
        try (Deployment deployment = Deployment.builder().standalone().user("ada", "pencil").start()) {
            String uri = deployment.connectionString().replace("mongodb://", "mongodb://ada:wrong@");
            try (MongoClient client = MongoClients.create(uri)) {
                assertThatThrownBy(() -> client.getDatabase("test").getCollection("c").insertOne(new Document()))
                        .isInstanceOf(MongoSecurityException.class);
            }
            try (MongoClient client = MongoClients.create(deployment.connectionString())) {
                assertThatThrownBy(() -> client.getDatabase("test").getCollection("c").insertOne(new Document()))
                        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(13));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void compresses(String compressor) {
        try (Deployment deployment = Deployment.builder().replicaSet(1).recording().start();
                MongoClient client = connect(deployment, "compressors=" + compressor)) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("c");
            c.insertOne(new Document("_id", 1).append("text", "na ".repeat(1000)));
            assertThat(c.find().first()).containsKey("text");
            assertThat(deployment.exchanges().stream().filter(exchange -> exchange.reply().containsKey("compression"))
                    .map(exchange -> exchange.reply().getArray("compression").get(0).asString().getValue()))
                    .containsOnly(compressor);
        }
    }

    @Test
    void watchesACollectionAndResumes() {
        try (Deployment deployment = Deployment.replicaSet(3); MongoClient client = connect(deployment, "w=majority")) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("watched");
            c.insertOne(new Document("_id", 0));
            BsonDocument token;
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream = c
                    .watch(List.of(Aggregates.match(Filters.ne("operationType", "delete"))))
                    .fullDocument(FullDocument.UPDATE_LOOKUP).cursor()) {
                c.insertOne(new Document("_id", 1));
                c.deleteOne(Filters.eq("_id", 0));
                c.updateOne(Filters.eq("_id", 1), Updates.combine(Updates.set("a.b", 1), Updates.unset("none")));
                c.replaceOne(Filters.eq("_id", 1), new Document("z", 1));
                ChangeStreamDocument<Document> insert = stream.next();
                assertThat(insert.getOperationType()).isEqualTo(OperationType.INSERT);
                assertThat(insert.getDocumentKey()).isEqualTo(new BsonDocument("_id", new BsonInt32(1)));
                ChangeStreamDocument<Document> update = stream.next();
                assertThat(update.getOperationType()).isEqualTo(OperationType.UPDATE);
                token = update.getResumeToken();
                assertThat(stream.next().getOperationType()).isEqualTo(OperationType.REPLACE);
                deployment.kill(deployment.awaitPrimary());
                c.insertOne(new Document("_id", 2));
                assertThat(stream.next().getFullDocument()).containsEntry("_id", 2);
            }
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream = c.watch().resumeAfter(token)
                    .cursor()) {
                assertThat(stream.next().getOperationType()).isEqualTo(OperationType.REPLACE);
                assertThat(stream.next().getOperationType()).isEqualTo(OperationType.INSERT);
                c.drop();
                assertThat(stream.next().getOperationType()).isEqualTo(OperationType.DROP);
                assertThat(stream.next().getOperationType()).isEqualTo(OperationType.INVALIDATE);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 13, 17, 21, 25})
    void talksToEveryGenerationItSupports(int wireVersion) {
        for (Deployment deployment : List.of(Deployment.builder().replicaSet(2).wireVersion(wireVersion).start(),
                Deployment.builder().sharded(1).wireVersion(wireVersion).start())) {
            try (deployment; MongoClient client = connect(deployment, "retryWrites=true")) {
                MongoCollection<Document> c = client.getDatabase("test").getCollection("c");
                c.insertOne(new Document("_id", 1));
                assertThat(c.countDocuments()).isEqualTo(1);
                assertThat(c.watch().maxAwaitTime(1, TimeUnit.MILLISECONDS).cursor().tryNext()).isNull();
            }
        }
    }

    @Test
    void usesTheServerWideBulkWriteOfTheNewestGeneration() {
        try (Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
                MongoClient client = connect(deployment, "")) {
            var ns1 = new com.mongodb.MongoNamespace("test.one");
            var ns2 = new com.mongodb.MongoNamespace("test.two");
            var result = client.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ns1, new Document("_id", 1)),
                    ClientNamespacedWriteModel.insertOne(ns2, new Document("_id", 1)),
                    ClientNamespacedWriteModel.updateOne(ns1, Filters.eq("_id", 1), Updates.set("x", 1)),
                    ClientNamespacedWriteModel.deleteOne(ns2, Filters.eq("_id", 1))));
            assertThat(result.getInsertedCount()).isEqualTo(2);
            assertThat(result.getModifiedCount()).isEqualTo(1);
            assertThat(result.getDeletedCount()).isEqualTo(1);
        }
    }

    @Test
    void reportsWriteConcernsThatAreNotMet() {
        try (Deployment deployment = Deployment.replicaSet(3); MongoClient client = connect(deployment, "")) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("c");
            c.insertOne(new Document("_id", 1));
            deployment.secondaries().forEach(member -> deployment.lag(member, Duration.ofMinutes(5)));
            assertThatThrownBy(() -> c.withWriteConcern(WriteConcern.MAJORITY.withWTimeout(20, TimeUnit.MILLISECONDS))
                    .insertOne(new Document("_id", 2))).isInstanceOfSatisfying(MongoWriteConcernException.class,
                            e -> assertThat(e.getCode()).isEqualTo(64));
            assertThat(c.withReadConcern(ReadConcern.MAJORITY).countDocuments()).as("majority reads").isEqualTo(1);
            assertThat(c.withReadConcern(ReadConcern.LOCAL).countDocuments()).as("local reads").isEqualTo(2);
            assertThatThrownBy(() -> c.withWriteConcern(new WriteConcern(7)).insertOne(new Document("_id", 3)))
                    .isInstanceOfSatisfying(MongoWriteConcernException.class,
                            e -> assertThat(e.getCode()).isEqualTo(100));
            assertThatThrownBy(() -> c.withWriteConcern(new WriteConcern("nowhere")).insertOne(new Document("_id", 4)))
                    .isInstanceOfSatisfying(MongoWriteConcernException.class,
                            e -> assertThat(e.getCode()).isEqualTo(79));
        }
    }

    @Test
    void timesSlowQueriesOut() {
        try (Deployment deployment = Deployment.standalone(); MongoClient client = connect(deployment, "")) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("c");
            c.insertOne(new Document("_id", 1));
            assertThatThrownBy(() -> c.find(new Document("$where", new Code("sleep(10000) || true")))
                    .maxTime(20, TimeUnit.MILLISECONDS).first()).isInstanceOf(MongoExecutionTimeoutException.class);
            assertThat(c.find(new Document("$where", new Code("sleep(1) || true"))).first()).isNotNull();
        }
    }

    @Test
    void keepsEveryTypeOfValue() {
        try (Deployment deployment = Deployment.standalone(); MongoClient client = connect(deployment, "")) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("types");
            Document document = new Document("_id", new org.bson.types.ObjectId())
                    .append("binary", new Binary((byte) 6, new byte[]{1, 2}))
                    .append("md5", new Binary((byte) 5, new byte[]{3}))
                    .append("decimal", org.bson.types.Decimal128.parse("1.50"))
                    .append("symbol", new Symbol("s")).append("regex", new org.bson.BsonRegularExpression("a.b", "i"))
                    .append("min", new org.bson.types.MinKey())
                    .append("scope", new org.bson.types.CodeWithScope("f()", new Document("x", 1)))
                    .append("timestamp", new org.bson.BsonTimestamp(5, 6))
                    .append("list", List.of(1, "two", new Document("three", 3L)));
            c.insertOne(document);
            assertThat(c.find().first()).isEqualTo(document);
        }
    }

    @Test
    void obeysTheStableApi() {
        try (Deployment deployment = Deployment.builder().standalone().requireApiVersion().start()) {
            MongoClientSettings.Builder settings = MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(deployment.connectionString()));
            try (MongoClient client = MongoClients.create(
                    settings.serverApi(ServerApi.builder().version(ServerApiVersion.V1).strict(true).build())
                            .build())) {
                MongoDatabase test = client.getDatabase("test");
                test.getCollection("c").insertOne(new Document("_id", 1));
                assertThatThrownBy(() -> test.getCollection("c").distinct("x", Integer.class).into(new ArrayList<>()))
                        .isInstanceOfSatisfying(MongoCommandException.class,
                                e -> assertThat(e.getErrorCode()).isEqualTo(323));
            }
            try (MongoClient client = MongoClients.create(deployment.connectionString())) {
                assertThatThrownBy(() -> client.getDatabase("test").getCollection("c").insertOne(new Document()))
                        .isInstanceOf(MongoException.class);
            }
        }
    }

    @Test
    void tailsACappedCollectionAndReadsAView() {
        try (Deployment deployment = Deployment.replicaSet(1); MongoClient client = connect(deployment, "")) {
            MongoDatabase test = client.getDatabase("test");
            test.createCollection("log", new CreateCollectionOptions().capped(true).sizeInBytes(4096));
            MongoCollection<Document> log = test.getCollection("log");
            log.insertOne(new Document("_id", 1));
            try (var cursor = log.find().cursorType(com.mongodb.CursorType.TailableAwait).iterator()) {
                assertThat(cursor.next()).containsEntry("_id", 1);
                log.insertOne(new Document("_id", 2));
                assertThat(cursor.next()).containsEntry("_id", 2);
            }
            test.createView("big", "log", List.of(Aggregates.match(Filters.gt("_id", 1))));
            assertThat(test.getCollection("big").find().into(new ArrayList<>()))
                    .containsExactly(new Document("_id", 2));
        }
    }

    @Test
    void addsAndRemovesMembers() {
        try (Deployment deployment = Deployment.replicaSet(1); MongoClient client = connect(deployment, "")) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("c");
            c.insertOne(new Document("_id", 1));
            Member second = deployment.addMember();
            Member third = deployment.addMember();
            assertThat(deployment.elect(third)).isTrue();
            c.insertOne(new Document("_id", 2));
            assertThat(c.countDocuments()).isEqualTo(2);
            deployment.removeMember(second);
            c.insertOne(new Document("_id", 3));
            // The driver hears of it by its own monitor.
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (client.getClusterDescription().getServerDescriptions().size() > 2 && System.nanoTime() < until) {
                c.countDocuments();
            }
            assertThat(client.getClusterDescription().getServerDescriptions())
                    .extracting(s -> s.getAddress().getPort()).doesNotContain(second.address().port());
        }
    }
}
