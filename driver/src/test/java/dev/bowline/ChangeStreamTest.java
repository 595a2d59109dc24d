package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.changestream.FullDocument;
import dev.bowline.changestream.OperationType;
import dev.bowline.cursor.ChangeStreamCursor;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Change streams: what events say, and where a stream goes on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ChangeStreamTest {
    private static final Consumer<ChangeStreamOptions> QUICK = o -> o.maxAwaitTime(Duration.ofMillis(10));
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;
    private MongoCollection<Document> things;

    @BeforeAll
    static void start() {
        deployment = Deployment.builder().replicaSet(1).start();
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                .addCommandListener(COMMANDS).build());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void empty() {
        client.database("watched").drop();
        client.database("watched").createCollection("things");
        things = client.database("watched").collection("things");
        COMMANDS.clear();
    }

    @Test
    void eventsTellWhatHappenedToWhichDocument() {
        try (ChangeStreamCursor<ChangeStreamDocument<Document>> stream = things.watch().cursor()) {
            things.insertOne(new Document("_id", 1).append("x", 1));
            things.updateOne(new Document("_id", 1),
                    new Document("$set", new Document("y", 2)).append("$unset", new Document("x", "")));
            things.deleteOne(new Document("_id", 1));
            ChangeStreamDocument<Document> insert = stream.next();
            assertThat(insert.operationType()).isEqualTo(OperationType.INSERT);
            assertThat(insert.namespace()).isEqualTo("watched.things");
            assertThat(insert.fullDocument()).containsEntry("x", 1);
            assertThat(insert.clusterTime()).isNotNull();
            ChangeStreamDocument<Document> update = stream.next();
            assertThat(update.updateDescription()).isNotNull();
            assertThat(update.updateDescription().updatedFields()).containsEntry("y", new BsonInt32(2));
            assertThat(update.updateDescription().removedFields()).containsExactly("x");
            assertThat(update.fullDocument()).isNull();
            assertThat(stream.next().documentKey()).isEqualTo(new BsonDocument("_id", new BsonInt32(1)));
            assertThat(COMMANDS.names()).doesNotContain("killCursors");
        }
        assertThat(COMMANDS.names()).as("a closed stream").contains("killCursors");
    }

    @Test
    void anUpdateCanBringTheWholeDocument() {
        things.insertOne(new Document("_id", 1));
        try (var stream = things.watch(List.of(), o -> o.fullDocument(FullDocument.UPDATE_LOOKUP)).cursor()) {
            things.updateOne(new Document("_id", 1), new Document("$set", new Document("y", 2)));
            assertThat(stream.next().fullDocument()).containsEntry("y", 2);
        }
    }

    @Test
    void databaseAndClientSeeTheChangesOfAllCollectionsThroughAPipeline() {
        List<Document> inserts = List.of(new Document("$match", new Document("operationType", "insert")));
        try (var ofDatabase = client.database("watched").watch(inserts, Document.class, QUICK).cursor();
                var ofClient = client.watch(inserts, QUICK).cursor()) {
            things.insertOne(new Document("_id", 1));
            things.deleteOne(new Document("_id", 1));
            client.database("elsewhere").collection("others").insertOne(new Document("_id", 2));
            assertThat(ofDatabase.next()).containsEntry("operationType", "insert");
            assertThat(ofDatabase.tryNext()).isNull();
            assertThat(ofClient.next().namespace()).isEqualTo("watched.things");
            assertThat(ofClient.next().namespace()).isEqualTo("elsewhere.others");
        }
    }

    @Test
    void aStreamGoesOnFromATokenOrATime() {
        BsonDocument token;
        try (var stream = things.watch().cursor()) {
            things.insertOne(new Document("_id", 1));
            things.insertOne(new Document("_id", 2));
            assertThat(stream.next().fullDocument()).containsEntry("_id", 1);
            token = stream.resumeToken();
            var second = stream.next();
            try (var later = things.watch(List.of(), o -> o.startAtOperationTime(second.clusterTime())).cursor()) {
                assertThat(later.next().fullDocument()).containsEntry("_id", 2);
            }
        }
        try (var stream = things.watch(List.of(), o -> o.resumeAfter(token)).cursor()) {
            assertThat(stream.next().fullDocument()).containsEntry("_id", 2);
        }
    }

    @Test
    void theTokenAdvancesWithoutEventsAndNotBeforeAnEventIsReturned() {
        try (var stream = things.watch(List.of(), QUICK).cursor()) {
            BsonDocument first = stream.resumeToken();
            client.database("elsewhere").collection("others").insertOne(new Document());
            assertThat(stream.tryNext()).isNull();
            BsonDocument second = stream.resumeToken();
            assertThat(second).isNotNull().isNotEqualTo(first);
            things.insertOne(new Document("_id", 1));
            assertThat(stream.hasNext()).isTrue();
            assertThat(stream.resumeToken()).isEqualTo(second);
            stream.next();
            assertThat(stream.resumeToken()).isNotEqualTo(second);
        }
    }

    @Test
    void aBrokenConnectionIsResumedAfterTheLastEventWithTheSameSession() {
        try (var stream = things.watch(List.of(), QUICK.andThen(o -> o.batchSize(1))).cursor()) {
            things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
            assertThat(stream.next().fullDocument()).containsEntry("_id", 1);
            COMMANDS.clear();
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['getMore'], closeConnection: true}}");
            assertThat(stream.next().fullDocument()).containsEntry("_id", 2);
            assertThat(COMMANDS.names()).startsWith("getMore", "aggregate");
            assertThat(COMMANDS.commands().get(1).get("lsid")).isEqualTo(COMMANDS.commands().get(0).get("lsid"));
            assertThat(COMMANDS.commands().get(1).getArray("pipeline").get(0).asDocument()
                    .getDocument("$changeStream")).containsKey("resumeAfter").doesNotContainKey("startAfter");
        }
    }

    /** Client side operations timeout, "Change Streams". */
    @Test
    void afterATimeoutTheNextCallResumes() {
        try (var stream = things.withTimeout(Duration.ofMillis(300)).watch(List.of(), QUICK).cursor()) {
            assertThat(stream.tryNext()).isNull();
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['getMore'], blockConnection: true, blockTimeMS: 1000}}");
            assertThatThrownBy(stream::tryNext).isInstanceOf(MongoOperationTimeoutException.class);
            things.insertOne(new Document("_id", 1));
            COMMANDS.clear();
            assertThat(stream.next().fullDocument()).containsEntry("_id", 1);
            assertThat(COMMANDS.names()).contains("aggregate");
        }
    }

    @Test
    void theServersWaitMustBeShorterThanTheTimeout() {
        MongoCollection<Document> bounded = things.withTimeout(Duration.ofMillis(500));
        assertThatThrownBy(() -> bounded.watch(List.of(), o -> o.maxAwaitTime(Duration.ofMillis(500))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("maxAwaitTime");
        try (var stream = bounded.watch(List.of(), o -> o.maxAwaitTime(Duration.ofMillis(499))).cursor()) {
            assertThat(stream.id()).isNotZero();
        }
    }

    @Test
    void startAfterIsKeptUntilAnEventWasReturned() {
        BsonDocument token;
        try (var stream = things.watch().cursor()) {
            things.insertOne(new Document("_id", 1));
            token = stream.next().resumeToken();
        }
        try (var stream = things.watch(List.of(), QUICK.andThen(o -> o.startAfter(token))).cursor()) {
            COMMANDS.clear();
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['getMore'], errorCode: 43}}");
            assertThat(stream.tryNext()).isNull();
            assertThat(COMMANDS.commands().get(1).getArray("pipeline").get(0).asDocument()
                    .getDocument("$changeStream")).containsKey("startAfter").doesNotContainKey("resumeAfter");
        }
    }

    /**
     * Servers before 4.0.7 send no token with an empty batch; what is left to go on from is the time of the first
     * command.
     */
    @Test
    void withoutATokenTheTimeOfTheFirstCommandIsWhereToGoOn() throws IOException {
        resumesFrom("firstBatch: []", 21, new BsonTimestamp(5, 1));
        resumesFrom("firstBatch: []", 7, new BsonTimestamp(5, 1));
        resumesFrom("firstBatch: []", 6, null);
        resumesFrom("firstBatch: [], postBatchResumeToken: {t: 1}", 21, null);
    }

    private static void resumesFrom(String batch, int wireVersion, @Nullable BsonTimestamp time) throws IOException {
        String cursor = "ns: 'a.b', id: {$numberLong: '7'}";
        List<BsonDocument> stages = new CopyOnWriteArrayList<>();
        AtomicBoolean lost = new AtomicBoolean();
        try (ReplyingServer server = new ReplyingServer(command -> {
            if (command.containsKey("aggregate")) {
                stages.add(command.getArray("pipeline").get(0).asDocument().getDocument("$changeStream"));
                return BsonDocument.parse("{ok: 1, operationTime: {$timestamp: {t: 5, i: 1}}, cursor: {" + cursor + ", "
                        + batch + "}}");
            }
            return BsonDocument.parse(lost.compareAndSet(false, true)
                    ? "{ok: 0, code: 43}"
                    : "{ok: 1, cursor: {" + cursor + ", nextBatch: []}}");
        })) {
            server.becomePrimary();
            server.hello.append("maxWireVersion", new BsonInt32(wireVersion));
            try (MongoClient other = MongoClient.connect(server.connectionString());
                    var stream = other.database("a").collection("b").watch().cursor()) {
                stream.tryNext();
                assertThat(stages).hasSize(2);
                assertThat(stages.get(0)).isEmpty();
                assertThat(stages.get(1).get("startAtOperationTime")).isEqualTo(time);
            }
        }
    }

    @Test
    void whatCannotBeResumedIsThrown() {
        try (var stream = things.watch(List.of(), QUICK).cursor()) {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['getMore'], errorCode: 8}}");
            assertThatThrownBy(stream::tryNext).isInstanceOf(MongoCommandException.class);
        }
    }

    @Test
    void anEventWithoutATokenEndsTheStream() throws IOException {
        BsonDocument open = BsonDocument
                .parse("{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'a.b', firstBatch: [{x: 1}]}}");
        try (ReplyingServer server = new ReplyingServer(command -> open);
                MongoClient other = MongoClient.connect(server.connectionString())) {
            ChangeStreamCursor<Document> stream = other.database("a").collection("b")
                    .watch(List.of(), Document.class, o -> {}).cursor();
            assertThatThrownBy(stream::next).isInstanceOf(MongoClientException.class)
                    .hasMessageContaining("resume token is missing");
            assertThat(server.commands).containsExactly("aggregate", "killCursors");
            assertThatThrownBy(stream::hasNext).isInstanceOf(MongoClientException.class).hasMessageContaining("closed");
        }
    }

    @Test
    void aClosedStreamSaysSo() {
        var stream = things.watch().cursor();
        stream.close();
        assertThatThrownBy(stream::tryNext).isInstanceOf(MongoClientException.class);
    }

    @Test
    void anInvalidateEventIsTheLast() {
        try (var stream = things.watch().cursor()) {
            things.drop();
            assertThat(stream.next().operationType()).isEqualTo(OperationType.DROP);
            assertThat(stream.next().operationTypeString()).isEqualTo("invalidate");
            assertThat(stream.hasNext()).isFalse();
        }
    }

    @Test
    void aPublisherBringsAsManyEventsAsWereAskedForUntilItIsCanceled() throws InterruptedException {
        BlockingQueue<Document> received = new LinkedBlockingQueue<>();
        CountDownLatch opened = new CountDownLatch(1);
        var subscriber = new Flow.Subscriber<ChangeStreamDocument<Document>>() {
            volatile Flow.@Nullable Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                given.request(1);
                opened.countDown();
            }

            @Override
            public void onNext(ChangeStreamDocument<Document> event) {
                received.add(event.fullDocument());
            }

            @Override
            public void onError(Throwable error) {
                received.add(new Document("error", error.toString()));
            }

            @Override
            public void onComplete() {}
        };
        BsonDocument here;
        try (var stream = things.watch().cursor()) {
            here = stream.resumeToken();
        }
        client.async().database("watched").collection("things")
                .watch(List.of(), QUICK.andThen(o -> o.resumeAfter(here))).subscribe(subscriber);
        opened.await();
        things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
        assertThat(received.take()).containsEntry("_id", 1);
        assertThat(received).isEmpty();
        subscriber.subscription.request(1);
        assertThat(received.take()).containsEntry("_id", 2);
        subscriber.subscription.cancel();
    }
}
