package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a timeout for whole operations leaves of the older limits: server selection's, and none of the others. */
@Timeout(60)
class OlderTimeoutsTest {
    private static final Duration AMPLE = Duration.ofSeconds(30);

    private Deployment deployment;

    @BeforeEach
    void start() {
        deployment = Deployment.replicaSet(1);
    }

    @AfterEach
    void stop() {
        deployment.close();
    }

    /** 0 means no limit, and is a timeout all the same. */
    @ParameterizedTest
    @ValueSource(longs = {0, 30_000})
    void theSocketTimeoutIsForOperationsWithoutATimeoutOfTheirOwn(long timeoutMillis) {
        try (MongoClient client = MongoClient.connect(deployment.connectionString()
                + "&socketTimeoutMS=60&retryReads=false")) {
            MongoCollection<Document> things = client.database("older").collection("things");
            blockNextFind(300);
            assertThatThrownBy(() -> things.find().toList()).isInstanceOf(MongoSocketTimeoutException.class);
            blockNextFind(300);
            assertThat(things.withTimeout(Duration.ofMillis(timeoutMillis)).find().toList()).isEmpty();
        }
    }

    @Test
    void theWaitQueueTimeoutIsForOperationsWithoutATimeoutOfTheirOwn() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        try (MongoClient client = oneConnection("&waitQueueTimeoutMS=60", busy)) {
            MongoCollection<Document> things = client.database("older").collection("things");
            CompletableFuture<?> holder = holdTheConnection(things, 600, busy);
            assertThatThrownBy(things::countDocuments).isInstanceOf(MongoWaitQueueTimeoutException.class);
            assertThat(things.withTimeout(AMPLE).countDocuments()).isZero();
            holder.get(20, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 30_000})
    void checkOutGetsTheTimeThatServerSelectionLeft(long timeoutMillis) throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        try (MongoClient client = oneConnection("&serverSelectionTimeoutMS=250", busy)) {
            MongoCollection<Document> things = client.database("older").collection("things");
            CompletableFuture<?> holder = holdTheConnection(things, 1_500, busy);
            long started = System.nanoTime();
            assertThatThrownBy(() -> things.withTimeout(Duration.ofMillis(timeoutMillis)).countDocuments())
                    .isInstanceOf(MongoOperationTimeoutException.class)
                    .hasCauseInstanceOf(MongoWaitQueueTimeoutException.class);
            assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(240));
            assertThat(holder).isNotDone();
            // Without one, the wait for a connection has no limit.
            assertThat(things.countDocuments()).isZero();
            holder.get(20, TimeUnit.SECONDS);
        }
    }

    private MongoClient oneConnection(String options, CountDownLatch busy) {
        return MongoClient.connect(MongoClientSettings.builder()
                .connectionString(deployment.connectionString() + "&maxPoolSize=1" + options)
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (event.commandName().equals("find")) {
                            busy.countDown();
                        }
                    }
                }).build());
    }

    private CompletableFuture<?> holdTheConnection(MongoCollection<Document> things, int millis, CountDownLatch busy)
            throws InterruptedException {
        blockNextFind(millis);
        CompletableFuture<?> holder = CompletableFuture.runAsync(() -> things.find().toList());
        assertThat(busy.await(20, TimeUnit.SECONDS)).isTrue();
        return holder;
    }

    private void blockNextFind(int millis) {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['find'], "
                + "blockConnection: true, blockTimeMS: " + millis + "}}");
    }
}
