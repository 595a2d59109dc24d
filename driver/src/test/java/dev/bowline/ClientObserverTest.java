package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.event.ClientObserver;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import dev.bowline.simulator.Deployment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Observers that are attached to a client while it runs, and detached. */
@Timeout(60)
class ClientObserverTest {
    /** Notes what it sees of operations, as words. */
    private static class Notes implements ClientObserver {
        final List<String> seen = new CopyOnWriteArrayList<>();
        final CountDownLatch checkedOut = new CountDownLatch(1);
        final CountDownLatch primaryChanged = new CountDownLatch(1);

        @Override
        public Span transactionStarted() {
            return new NotedSpan(seen, "transaction");
        }

        @Override
        public Span operationStarted(TracedOperation operation, Span transaction) {
            seen.add(operation.name() + " started" + (transaction == null ? "" : " in a transaction"));
            return new NotedSpan(seen, operation.name());
        }

        @Override
        public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
            checkedOut.countDown();
        }

        @Override
        public void connectionPoolReady(ConnectionPoolReadyEvent event) {
            seen.add("pool ready");
        }

        @Override
        public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
            primaryChanged.countDown();
        }
    }

    private record NotedSpan(List<String> seen, String name) implements Tracer.Span {
        @Override
        public Tracer.Span commandStarted(TracedCommand command) {
            seen.add("command " + command.name());
            return new NotedSpan(seen, "command " + command.name());
        }

        @Override
        public void failed(Throwable error) {
            seen.add(name + " failed");
        }

        @Override
        public void ended() {
            seen.add(name + " ended");
        }
    }

    private static void insert(MongoClient client) {
        client.database("test").collection("c").insertOne(new Document());
    }

    @Test
    void anObserverSeesWhatHappensWhileItIsAttached() throws InterruptedException {
        Notes notes = new Notes();
        try (Deployment deployment = Deployment.replicaSet(3);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            insert(client);
            client.addObserver(notes);
            insert(client);
            assertThat(notes.seen).containsExactly("insert started", "command insert", "command insert ended",
                    "insert ended");
            assertThat(notes.checkedOut.await(30, TimeUnit.SECONDS)).isTrue();
            deployment.stepDown();
            assertThat(notes.primaryChanged.await(30, TimeUnit.SECONDS)).isTrue();
            insert(client);
            client.removeObserver(notes);
            int before = notes.seen.size();
            insert(client);
            assertThat(notes.seen).hasSize(before);
        }
    }

    @Test
    void theTracerOfTheSettingsGoesOnBesideAnObserverAndAloneHasTransactions() {
        Notes own = new Notes();
        Notes observer = new Notes();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).tracer(own).build())) {
            insert(client);
            client.addObserver(observer);
            own.seen.clear();
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> client.with(session).database("test").collection("c")
                        .insertOne(new Document()));
            }
            assertThat(own.seen).contains("insert started in a transaction", "insert ended", "transaction ended");
            assertThat(observer.seen).contains("insert started", "insert ended", "commitTransaction ended")
                    .doesNotContain("transaction ended");
            client.removeObserver(observer);
            own.seen.clear();
            insert(client);
            assertThat(own.seen).containsExactly("insert started", "command insert", "command insert ended",
                    "insert ended");
        }
    }

    @Test
    void anObserverSeesEveryAttemptOfAnOperationThatIsRetried() {
        Notes notes = new Notes();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            insert(client);
            client.addObserver(notes);
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: "
                    + "{failCommands: ['insert'], errorCode: 262, errorLabels: ['RetryableWriteError']}}");
            insert(client);
            assertThat(notes.seen).filteredOn(word -> word.contains("insert")).containsExactly("insert started",
                    "command insert", "command insert failed", "command insert ended", "command insert",
                    "command insert ended", "insert ended");
        }
    }

    @Test
    void anObserverThatThrowsHarmsNeitherTheOperationNorTheTracerBesideIt() {
        Notes own = new Notes();
        Notes wrong = new Notes() {
            @Override
            public Span operationStarted(TracedOperation operation, Span transaction) {
                return new Span() {
                    @Override
                    public Span commandStarted(TracedCommand command) {
                        throw new IllegalStateException("at the start of a command");
                    }

                    @Override
                    public void failed(Throwable error) {
                        throw new IllegalStateException("at a failure");
                    }

                    @Override
                    public void ended() {
                        throw new IllegalStateException("at the end");
                    }
                };
            }
        };
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).tracer(own).build())) {
            client.addObserver(wrong);
            insert(client);
            assertThat(own.seen).containsExactly("insert started", "command insert", "command insert ended",
                    "insert ended");
            assertThat(client.database("test").collection("c").countDocuments()).isOne();
        }
    }
}
