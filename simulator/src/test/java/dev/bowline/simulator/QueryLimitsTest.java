package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing that a client sends keeps a member busy for good, fills its memory, or is in the way of others. */
@Timeout(120)
class QueryLimitsTest {
    private Deployment deployment;
    private MongoClient client;
    private MongoDatabase database;

    @BeforeEach
    void start() {
        deployment = Deployment.builder().standalone().wireVersion(25).start();
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(deployment.connectionString())).retryWrites(false)
                .retryReads(false).build());
        database = client.getDatabase("limits");
    }

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    private void insertNumbers(String collection, int count) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(new Document("_id", i));
        }
        database.getCollection(collection).insertMany(documents);
    }

    /** A pipeline that would run for hours. */
    private static List<Document> endless() {
        Document all = new Document("from", "numbers").append("pipeline", List.of()).append("as", "x");
        return List.of(new Document("$lookup", all), new Document("$unwind", "$x"), new Document("$lookup", all),
                new Document("$unwind", "$x"), new Document("$count", "n"));
    }

    @Test
    void aMillionUnwoundElementsAreCountedWithoutBeingKept() {
        MongoCollection<Document> collection = database.getCollection("wide");
        List<Integer> elements = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            elements.add(i);
        }
        collection.insertOne(new Document("_id", 1).append("a", elements));
        assertThat(collection.aggregate(List.of(new Document("$unwind", "$a"), new Document("$count", "n"))).first())
                .isEqualTo(new Document("n", 1_000_000));
        // A cursor evaluates what its client takes, and no more.
        long before = System.nanoTime();
        assertThat(collection.aggregate(List.of(new Document("$unwind", "$a"))).batchSize(2).first())
                .isEqualTo(new Document("_id", 1).append("a", 0));
        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(20));
    }

    @Test
    void theTimeLimitIsCheckedWhileEvaluating() {
        insertNumbers("numbers", 2000);
        assertThatThrownBy(() -> database.getCollection("numbers").aggregate(endless())
                .maxTime(100, TimeUnit.MILLISECONDS).first())
                .isInstanceOf(com.mongodb.MongoExecutionTimeoutException.class);
        // A filter that backtracks over many documents, a sort, an update.
        assertThatThrownBy(() -> database.runCommand(new Document("update", "numbers").append("maxTimeMS", 50)
                .append("updates", List.of(new Document("q", slowFilter()).append("u", new Document("$set",
                        new Document("x", 1))).append("multi", true)))))
                .isInstanceOf(com.mongodb.MongoExecutionTimeoutException.class);
    }

    @Test
    void slowQueriesOnAllProcessorsBlockNoOtherCommand() throws Exception {
        insertNumbers("numbers", 2000);
        int queries = Runtime.getRuntime().availableProcessors();
        blocksNoOtherCommand(queries, () -> database.getCollection("numbers").aggregate(endless())
                .maxTime(60, TimeUnit.SECONDS).first());
    }

    /** A filter that takes a while for every document. */
    private static Document slowFilter() {
        return new Document("$expr", new Document("$gt", List.of(new Document("$reduce",
                new Document("input", new Document("$range", List.of(0, 1_000_000))).append("initialValue", 0)
                        .append("in", new Document("$add", List.of("$$value", "$$this")))),
                -1)));
    }

    @Test
    void aSlowWriteBlocksNoOtherCommand() throws Exception {
        insertNumbers("numbers", 2000);
        blocksNoOtherCommand(1, () -> database.runCommand(new Document("update", "numbers")
                .append("maxTimeMS", 60_000).append("updates", List.of(new Document("q", slowFilter())
                        .append("u", new Document("$set", new Document("x", 1))).append("multi", true)))));
    }

    @Test
    void aSlowQueryInATransactionBlocksNoOtherCommandAndItsFailureEndsTheTransaction() throws Exception {
        stop();
        deployment = Deployment.replicaSet(1);
        // The abort at the end of the session finds no server any more.
        client = MongoClients.create(deployment.connectionString() + "&serverSelectionTimeoutMS=5000");
        database = client.getDatabase("limits");
        insertNumbers("numbers", 2000);
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            assertThatThrownBy(() -> database.getCollection("numbers").find(session, slowFilter())
                    .maxTime(50, TimeUnit.MILLISECONDS).first())
                    .isInstanceOf(com.mongodb.MongoExecutionTimeoutException.class);
            assertThatThrownBy(() -> database.getCollection("numbers").find(session).first())
                    .hasMessageContaining("has been aborted");
        }
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            blocksNoOtherCommand(1, () -> database.getCollection("numbers").aggregate(session, endless())
                    .maxTime(60, TimeUnit.SECONDS).first());
        }
    }

    private void blocksNoOtherCommand(int times, Supplier<Object> slow) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
            List<CompletableFuture<Object>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                running.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return slow.get();
                    } catch (RuntimeException e) {
                        return e;
                    }
                }, threads));
            }
            for (int i = 0; i < 20; i++) {
                database.getCollection("other").insertOne(new Document("_id", i));
                database.getCollection("numbers").updateOne(new Document("_id", i),
                        new Document("$set", new Document("y", 1)));
            }
            assertThat(running).noneMatch(CompletableFuture::isDone);
            // The end of the connection ends the command.
            deployment.close();
            for (CompletableFuture<Object> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void manyErrorsOfABulkWriteAreReportedInLinearTime() {
        database.getCollection("one").insertOne(new Document("_id", 1));
        List<Document> ops = new ArrayList<>();
        for (int i = 0; i < 16_000; i++) {
            ops.add(new Document("insert", 0).append("document", new Document("_id", 1)));
        }
        Document reply = client.getDatabase("admin").runCommand(new Document("bulkWrite", 1).append("ops", ops)
                .append("nsInfo", List.of(new Document("ns", "limits.one"))).append("ordered", false));
        assertThat(reply.getInteger("nErrors")).isEqualTo(16_000);
    }

    @Test
    void aTailableCursorOnAnEmptyCollectionEnds() {
        database.runCommand(Document.parse("{create: 'capped', capped: true, size: 4096}"));
        Document reply = database.runCommand(Document.parse("{find: 'capped', tailable: true, awaitData: true}"));
        assertThat(reply.get("cursor", Document.class).getLong("id")).isZero();
        database.getCollection("capped").insertOne(new Document("_id", 1));
        reply = database.runCommand(Document.parse("{find: 'capped', tailable: true, awaitData: true}"));
        assertThat(reply.get("cursor", Document.class).getLong("id")).isNotZero();
    }

    @Test
    void noDocumentGrowsBeyond16Megabytes() {
        MongoCollection<Document> collection = database.getCollection("big");
        String half = "x".repeat(8 * 1024 * 1024);
        collection.insertOne(new Document("_id", 1).append("a", half));
        assertThatThrownBy(() -> collection.updateOne(new Document("_id", 1),
                new Document("$set", new Document("b", half))))
                .isInstanceOf(com.mongodb.MongoWriteException.class)
                .hasMessageContaining("larger than 16777216");
        collection.updateOne(new Document("_id", 1), new Document("$set", new Document("b", half.substring(100))));
    }

    @Test
    void clientsOfAnyLanguageCanAskWhatWasRefused() {
        assertThatThrownBy(() -> database.getCollection("c").find(new Document("$where", "this.a == 1")).first())
                .isInstanceOfSatisfying(MongoCommandException.class, e -> {
                    assertThat(e.getErrorCode()).isEqualTo(238);
                    assertThat(e.getErrorMessage()).isEqualTo("JavaScript ($where) is not simulated");
                });
        assertThatThrownBy(() -> database.getCollection("c").aggregate(List.of(new Document("$search", new Document())))
                .first()).hasMessageContaining("the stage $search is not simulated");
        assertThat(database.runCommand(new Document("bowlineRefusals", 1)).getList("refusals", Document.class))
                .containsExactly(new Document("feature", "JavaScript ($where)").append("count", 1),
                        new Document("feature", "the stage $search").append("count", 1));
    }
}
