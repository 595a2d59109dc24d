package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.connection.ClusterType;
import com.mongodb.event.ServerHeartbeatSucceededEvent;
import com.mongodb.event.ServerMonitorListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official driver as the referee: what it can do with a simulated deployment. */
@Timeout(60)
class OfficialDriverTest {
    static MongoClient connect(Deployment deployment) {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(deployment.connectionString())).build());
    }

    @Test
    void discoversAStandaloneAndDoesCrud() {
        try (Deployment deployment = Deployment.standalone(); MongoClient client = connect(deployment)) {
            crud(client);
            assertThat(client.getClusterDescription().getType()).isEqualTo(ClusterType.STANDALONE);
        }
    }

    @Test
    void discoversAReplicaSetAndDoesCrud() {
        try (Deployment deployment = Deployment.replicaSet(3); MongoClient client = connect(deployment)) {
            crud(client);
            assertThat(client.getClusterDescription().getType()).isEqualTo(ClusterType.REPLICA_SET);
            MongoCollection<Document> c = client.getDatabase("test").getCollection("crud")
                    .withReadPreference(ReadPreference.secondary());
            assertThat(c.find(new Document("_id", 2)).first()).isNotNull();
        }
    }

    @Test
    void discoversAShardedClusterAndDoesCrud() {
        try (Deployment deployment = Deployment.sharded(2); MongoClient client = connect(deployment)) {
            crud(client);
            assertThat(client.getClusterDescription().getType()).isEqualTo(ClusterType.SHARDED);
        }
    }

    @Test
    void discoversALoadBalancedClusterAndDoesCrud() {
        try (Deployment deployment = Deployment.loadBalanced(); MongoClient client = connect(deployment)) {
            crud(client);
            assertThat(client.getClusterDescription().getType()).isEqualTo(ClusterType.LOAD_BALANCED);
        }
    }

    private static void crud(MongoClient client) {
        MongoCollection<Document> c = client.getDatabase("test").getCollection("crud");
        c.insertOne(new Document("_id", 1).append("x", 11));
        c.insertMany(List.of(new Document("_id", 2).append("x", 22), new Document("_id", 3).append("x", 33)));
        assertThat(c.countDocuments()).isEqualTo(3);
        assertThat(c.estimatedDocumentCount()).isEqualTo(3);
        assertThat(c.find(Filters.gt("x", 11)).sort(new Document("_id", -1)).into(new ArrayList<>())).hasSize(2);
        assertThat(c.updateOne(Filters.eq("_id", 1), Updates.inc("x", 1)).getModifiedCount()).isEqualTo(1);
        assertThat(c.updateMany(Filters.gt("_id", 1), Updates.set("y", 1)).getMatchedCount()).isEqualTo(2);
        assertThat(c.replaceOne(Filters.eq("_id", 3), new Document("z", 1)).getModifiedCount()).isEqualTo(1);
        assertThat(c.updateOne(Filters.eq("k", "new"), Updates.set("y", 5), new UpdateOptions().upsert(true))
                .getUpsertedId())
                .isNotNull();
        assertThat(c.deleteOne(Filters.eq("k", "new")).getDeletedCount()).isEqualTo(1);
        assertThat(c.findOneAndUpdate(Filters.eq("_id", 1), Updates.inc("x", 1),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER))).containsEntry("x", 13);
        assertThat(c.distinct("x", Integer.class).into(new ArrayList<>())).containsExactlyInAnyOrder(13, 22);
        assertThat(c
                .aggregate(
                        List.of(new Document("$group", new Document("_id", null).append("n", new Document("$sum", 1)))))
                .first()).containsEntry("n", 3);
        assertThatThrownBy(() -> c.insertOne(new Document("_id", 1))).isInstanceOfSatisfying(MongoWriteException.class,
                e -> assertThat(e.getError().getCode()).isEqualTo(11000));
        assertThatThrownBy(() -> c.bulkWrite(
                List.of(new InsertOneModel<>(new Document("_id", 10)), new InsertOneModel<>(new Document("_id", 10)),
                        new InsertOneModel<>(new Document("_id", 11)),
                        new UpdateOneModel<>(Filters.eq("_id", 10), Updates.set("b", 1)),
                        new DeleteOneModel<>(Filters.eq("_id", 11))),
                new BulkWriteOptions().ordered(false))).isInstanceOfSatisfying(MongoBulkWriteException.class, e -> {
                    assertThat(e.getWriteErrors()).hasSize(1);
                    assertThat(e.getWriteResult().getInsertedCount()).isEqualTo(2);
                    assertThat(e.getWriteResult().getModifiedCount()).isEqualTo(1);
                    assertThat(e.getWriteResult().getDeletedCount()).isEqualTo(1);
                });
        c.createIndex(new Document("u", 1), new IndexOptions().unique(true).sparse(true));
        assertThat(c.listIndexes().into(new ArrayList<>())).hasSize(2);
        assertThat(client.getDatabase("test").listCollectionNames().into(new ArrayList<>())).contains("crud");
        assertThat(client.listDatabaseNames().into(new ArrayList<>())).contains("test");
    }

    @Test
    void readsACursorInBatchesAndClosesIt() {
        try (Deployment deployment = Deployment.builder().replicaSet(1).recording().start();
                MongoClient client = connect(deployment)) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("cursors");
            List<Document> documents = new ArrayList<>();
            for (int i = 0; i < 250; i++) {
                documents.add(new Document("_id", i));
            }
            c.insertMany(documents);
            assertThat(c.find().batchSize(100).into(new ArrayList<>())).hasSize(250);
            try (MongoCursor<Document> cursor = c.find().batchSize(2).iterator()) {
                cursor.next();
            }
            assertThat(deployment.exchanges()).extracting(Exchange::commandName).contains("find", "getMore",
                    "killCursors");
        }
    }

    @Test
    void followsAStepDownAndAKillAndAppliesEachWriteOnce() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(3); MongoClient client = connect(deployment)) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("counter")
                    .withWriteConcern(WriteConcern.MAJORITY);
            c.insertOne(new Document("_id", 1).append("n", 0));
            int writes = 60;
            for (int i = 0; i < writes; i++) {
                if (i == 20) {
                    deployment.stepDown();
                }
                if (i == 40) {
                    deployment.kill(deployment.awaitPrimary());
                }
                assertThat(c.updateOne(Filters.eq("_id", 1), Updates.inc("n", 1)).getModifiedCount()).isEqualTo(1);
            }
            assertThat(c.find().first()).containsEntry("n", writes);
        }
    }

    @Test
    void repeatsAWriteWhoseReplyWasLostAndItIsAppliedOnce() {
        try (Deployment deployment = Deployment.replicaSet(1); MongoClient client = connect(deployment)) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("once");
            c.insertOne(new Document("_id", 1).append("n", 0));
            deployment.failPoint("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1}, data: {}}");
            c.updateOne(Filters.eq("_id", 1), Updates.inc("n", 1));
            assertThat(c.find().first()).containsEntry("n", 1);
        }
    }

    @Test
    void seesStreamingHeartbeats() throws Exception {
        CountDownLatch awaited = new CountDownLatch(2);
        MongoClientSettings settings;
        try (Deployment deployment = Deployment.replicaSet(1)) {
            settings = MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(deployment.connectionString()))
                    .applyToServerSettings(s -> s.heartbeatFrequency(50, TimeUnit.MILLISECONDS)
                            .addServerMonitorListener(new ServerMonitorListener() {
                                @Override
                                public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
                                    if (event.isAwaited()) {
                                        awaited.countDown();
                                    }
                                }
                            }))
                    .build();
            try (MongoClient client = MongoClients.create(settings)) {
                client.getDatabase("admin").runCommand(new Document("ping", 1));
                assertThat(awaited.await(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void commitsAndAbortsTransactions() {
        for (Deployment deployment : List.of(Deployment.replicaSet(3), Deployment.sharded(2))) {
            try (deployment; MongoClient client = connect(deployment); ClientSession session = client.startSession()) {
                MongoCollection<Document> c = client.getDatabase("test").getCollection("tx");
                c.insertOne(new Document("_id", 0));
                session.startTransaction();
                c.insertOne(session, new Document("_id", 1));
                assertThat(c.countDocuments(session)).isEqualTo(2);
                assertThat(c.countDocuments()).isEqualTo(1);
                session.commitTransaction();
                assertThat(c.countDocuments()).isEqualTo(2);
                session.startTransaction();
                c.deleteMany(session, new Document());
                session.abortTransaction();
                assertThat(c.countDocuments()).isEqualTo(2);
                session.withTransaction(() -> c.updateOne(session, Filters.eq("_id", 1), Updates.set("x", 1)));
                assertThat(c.find(Filters.eq("_id", 1)).first()).containsEntry("x", 1);
            }
        }
    }

    @Test
    void reportsAWriteConflictBetweenTransactions() {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = connect(deployment);
                ClientSession one = client.startSession();
                ClientSession two = client.startSession()) {
            MongoCollection<Document> c = client.getDatabase("test").getCollection("conflict");
            c.insertOne(new Document("_id", 1));
            one.startTransaction();
            two.startTransaction();
            c.updateOne(one, Filters.eq("_id", 1), Updates.set("x", 1));
            assertThatThrownBy(() -> c.updateOne(two, Filters.eq("_id", 1), Updates.set("x", 2)))
                    .isInstanceOfSatisfying(MongoCommandException.class, e -> {
                        assertThat(e.getErrorCode()).isEqualTo(112);
                        assertThat(e.hasErrorLabel("TransientTransactionError")).isTrue();
                    });
            one.commitTransaction();
            assertThat(c.find().first()).containsEntry("x", 1);
        }
    }

    @Test
    void waitsForTheElectionsOfAFrozenPrimary() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            Member before = deployment.awaitPrimary();
            deployment.freeze(before);
            Member after = deployment.awaitPrimary(Duration.ofSeconds(10));
            assertThat(after).isNotSameAs(before);
            deployment.thaw(before);
            assertThat(deployment.primary()).contains(after);
        }
    }
}
