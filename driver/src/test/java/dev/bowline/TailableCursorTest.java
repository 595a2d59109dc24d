package dev.bowline;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.options.CursorType;
import dev.bowline.options.FindOptions;
import dev.bowline.options.TimeoutMode;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cursors that stay open at the end of a capped collection, and cursors of commands of the user's own. */
@Timeout(60)
class TailableCursorTest {
    private static final Consumer<FindOptions> AWAITING = o -> o.cursorType(CursorType.TAILABLE_AWAIT)
            .maxAwaitTime(Duration.ofMillis(50));
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;
    private MongoCollection<Document> log;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
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
        client.database("tail").drop();
        client.database("tail").createCollection("log", o -> o.capped(true).size(100_000));
        log = client.database("tail").collection("log");
        log.insertOne(new Document("_id", 1));
        COMMANDS.clear();
    }

    @Test
    void aTailableCursorYieldsWhatIsInsertedAfterItsEnd() {
        try (MongoCursor<Document> cursor = log.find(new Document(), AWAITING).cursor()) {
            assertThat(cursor.next()).containsEntry("_id", 1);
            assertThat(cursor.tryNext()).isNull();
            assertThat(cursor.id()).isNotZero();
            CompletableFuture<Document> waiting = client.async().call(c -> cursor.next());
            log.insertOne(new Document("_id", 2));
            assertThat(waiting.join()).containsEntry("_id", 2);
        }
        assertThat(COMMANDS.commands()).filteredOn(command -> command.containsKey("getMore")).isNotEmpty()
                .allSatisfy(command -> assertThat(command.getNumber("maxTimeMS").intValue()).isEqualTo(50));
        assertThat(COMMANDS.names()).contains("killCursors");
    }

    @Test
    void aTimeoutBoundsEachFetchAndTheCursorGoesOnAfterIt() {
        MongoCollection<Document> bounded = log.withTimeout(Duration.ofMillis(400));
        try (MongoCursor<Document> cursor = bounded.find(new Document(), AWAITING).cursor()) {
            cursor.next();
            assertThatThrownBy(cursor::hasNext).isInstanceOf(MongoOperationTimeoutException.class);
            log.insertOne(new Document("_id", 2));
            assertThat(cursor.next()).containsEntry("_id", 2);
        }
        assertThat(COMMANDS.commands().get(0)).as("the find").containsKey("maxTimeMS");
        assertThat(COMMANDS.commands()).filteredOn(command -> command.containsKey("getMore")).isNotEmpty()
                .allSatisfy(command -> assertThat(command.getNumber("maxTimeMS").intValue()).isBetween(1, 50));
        assertThatThrownBy(() -> bounded.find(new Document(), AWAITING.andThen(o -> o.maxAwaitTime(
                Duration.ofMillis(400)))).cursor()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bounded.find(new Document(), AWAITING.andThen(o -> o.timeoutMode(
                TimeoutMode.CURSOR_LIFETIME))).cursor()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theServerDoesNotBoundATailableCursorThatDoesNotAwait() {
        MongoCollection<Document> bounded = log.withTimeout(Duration.ofSeconds(20));
        try (MongoCursor<Document> cursor = bounded.find(new Document(), o -> o.cursorType(CursorType.TAILABLE))
                .cursor()) {
            cursor.next();
            assertThat(cursor.tryNext()).isNull();
        }
        assertThat(COMMANDS.names()).containsExactly("find", "getMore", "killCursors");
        assertThat(COMMANDS.commands().get(0)).doesNotContainKey("maxTimeMS");
        assertThat(COMMANDS.commands().get(1)).doesNotContainKey("maxTimeMS");
    }

    @Test
    void aPublisherOfATailableCursorEndsWhenItIsCanceled() throws Exception {
        BlockingQueue<Object> signals = new LinkedBlockingQueue<>();
        CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        client.async().database("tail").collection("log").find(new Document(), AWAITING)
                .subscribe(new Flow.Subscriber<>() {
                    @Override
                    public void onSubscribe(Flow.Subscription given) {
                        subscription.complete(given);
                        given.request(Long.MAX_VALUE);
                    }

                    @Override
                    public void onNext(Document document) {
                        signals.add(document.get("_id"));
                    }

                    @Override
                    public void onError(Throwable error) {
                        signals.add(error);
                    }

                    @Override
                    public void onComplete() {
                        signals.add("end");
                    }
                });
        assertThat(signals.poll(20, SECONDS)).isEqualTo(1);
        log.insertOne(new Document("_id", 2));
        assertThat(signals.poll(20, SECONDS)).isEqualTo(2);
        subscription.get().cancel();
        // It waits for the server no longer than the server waits, and then kills the cursor.
        long deadline = System.nanoTime() + SECONDS.toNanos(20);
        while (!COMMANDS.names().contains("killCursors") && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(COMMANDS.names()).contains("killCursors");
        assertThat(signals).isEmpty();
    }

    @Test
    void theCursorOfACommandIsReadWithOptionsOfItsOwn() {
        for (int i = 2; i <= 5; i++) {
            log.insertOne(new Document("_id", i));
        }
        COMMANDS.clear();
        assertThat(client.database("tail").runCursorCommand(new Document("find", "log").append("batchSize", 1),
                o -> o.batchSize(3).comment("mine")).toList()).hasSize(5);
        assertThat(COMMANDS.names()).containsExactly("find", "getMore", "getMore");
        assertThat(COMMANDS.commands().get(0)).doesNotContainKeys("comment");
        assertThat(COMMANDS.commands().get(1)).containsKeys("comment");
        assertThat(COMMANDS.commands().get(1).getNumber("batchSize").intValue()).isEqualTo(3);
    }
}
