package dev.bowline;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.result.InsertOneResult;
import dev.bowline.simulator.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Futures and publishers over the one implementation that blocks. */
@Timeout(60)
class AsyncClientTest {
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;
    private AsyncMongoCollection<Document> things;

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
        client.database("async").drop();
        things = client.async().database("async").collection("things");
        COMMANDS.clear();
    }

    /** Takes note of everything in the order in which it comes. */
    private static final class Notes implements Flow.Subscriber<Document> {
        final BlockingQueue<Object> signals = new LinkedBlockingQueue<>();
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
        }

        @Override
        public void onNext(Document document) {
            signals.add(document.getInteger("_id"));
        }

        @Override
        public void onError(Throwable error) {
            signals.add(error);
        }

        @Override
        public void onComplete() {
            signals.add("complete");
        }

        void request(long n) throws Exception {
            subscription.get(10, SECONDS).request(n);
        }

        Object next() throws InterruptedException {
            return signals.poll(10, SECONDS);
        }
    }

    private void insert(int count) throws Exception {
        things.insertMany(IntStream.range(0, count).mapToObj(i -> new Document("_id", i)).toList()).get(10, SECONDS);
    }

    @Test
    void resultsAndErrorsArriveAsTheyWouldByBlocking() throws Exception {
        assertThat(things.insertOne(new Document("_id", 1)).get(10, SECONDS).insertedId().asInt32().getValue())
                .isEqualTo(1);
        assertThat(things.updateOne(new Document("_id", 1), new Document("$set", new Document("x", 5)))
                .get(10, SECONDS).modifiedCount()).isEqualTo(1);
        assertThat(things.findFirst(new Document("_id", 1)).get(10, SECONDS)).containsEntry("x", 5);
        assertThat(things.findFirst(new Document("_id", 2)).get(10, SECONDS)).isNull();
        assertThat(things.countDocuments().get(10, SECONDS)).isEqualTo(1);
        assertThatThrownBy(() -> things.insertOne(new Document("_id", 1)).get(10, SECONDS))
                .isInstanceOf(ExecutionException.class).cause().isInstanceOf(MongoWriteException.class);
    }

    @Test
    void manyCallsRunAtOnce() throws Exception {
        List<CompletableFuture<InsertOneResult>> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(things.insertOne(new Document("_id", i)));
        }
        CompletableFuture.allOf(calls.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);
        assertThat(things.countDocuments().get(10, SECONDS)).isEqualTo(1000);
    }

    @Test
    void cancelingACallInterruptsIt() throws Exception {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], "
                + "blockConnection: true, blockTimeMS: 30000}}");
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Object> call = client.async().call(blocking -> {
            try {
                begun.countDown();
                return blocking.database("async").collection("things").insertOne(new Document());
            } catch (RuntimeException e) {
                seen.complete(e);
                throw e;
            }
        });
        assertThat(begun.await(10, SECONDS)).isTrue();
        assertThat(call.cancel(true)).isTrue();
        assertThatThrownBy(call::get).isInstanceOf(CancellationException.class);
        assertThat(seen.get(10, SECONDS)).isInstanceOf(MongoInterruptedException.class);
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
    }

    @Test
    void aSubscriberGetsWhatItAsksForAndNoMore() throws Exception {
        insert(5);
        Notes notes = new Notes();
        things.find(new Document(), o -> o.batchSize(2).sort(new Document("_id", 1))).subscribe(notes);
        notes.request(1);
        assertThat(notes.next()).isEqualTo(0);
        notes.request(2);
        assertThat(notes.next()).isEqualTo(1);
        assertThat(notes.next()).isEqualTo(2);
        // The third document came with the second batch; the fourth would need a third one, which was not requested.
        assertThat(COMMANDS.names()).containsSubsequence("find", "getMore");
        assertThat(COMMANDS.names().stream().filter("getMore"::equals)).hasSize(1);
        assertThat(notes.signals).isEmpty();
        notes.request(Long.MAX_VALUE);
        assertThat(List.of(notes.next(), notes.next(), notes.next())).containsExactly(3, 4, "complete");
    }

    @Test
    void whoAsksForExactlyWhatThereIsLearnsOfTheEnd() throws Exception {
        insert(3);
        Notes notes = new Notes();
        things.find().subscribe(notes);
        notes.request(3);
        assertThat(List.of(notes.next(), notes.next(), notes.next(), notes.next())).containsExactly(0, 1, 2,
                "complete");
    }

    @Test
    void nothingIsSentBeforeTheFirstRequest() throws Exception {
        insert(1);
        COMMANDS.clear();
        Notes notes = new Notes();
        things.find().subscribe(notes);
        assertThat(notes.subscription.get(10, SECONDS)).isNotNull();
        assertThat(COMMANDS.names()).isEmpty();
        notes.request(1);
        assertThat(notes.next()).isEqualTo(0);
    }

    @Test
    void cancelingASubscriptionKillsTheCursor() throws Exception {
        insert(5);
        Notes notes = new Notes();
        things.find(new Document(), o -> o.batchSize(2)).subscribe(notes);
        notes.request(1);
        assertThat(notes.next()).isEqualTo(0);
        notes.subscription.get().cancel();
        while (!COMMANDS.names().contains("killCursors")) {
            Thread.onSpinWait();
        }
        assertThat(notes.signals).isEmpty();
    }

    @Test
    void aFailureAndABadRequestEndTheSubscriptionWithTheirErrors() throws Exception {
        Notes failing = new Notes();
        things.find(new Document("$bogus", 1)).subscribe(failing);
        failing.request(1);
        assertThat(failing.next()).isInstanceOf(dev.bowline.error.MongoCommandException.class);
        Notes bad = new Notes();
        things.find().subscribe(bad);
        bad.request(0);
        assertThat(bad.next()).isInstanceOf(IllegalArgumentException.class);
    }
}
