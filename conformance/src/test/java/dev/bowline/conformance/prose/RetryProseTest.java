package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The prose tests of retryable writes and retryable reads. */
class RetryProseTest extends ProseCase {
    /** Retryable writes, prose test 1. */
    @Test
    void aStorageEngineThatCannotRetryWritesIsReportedWithWhatToDo() {
        MongoClient client = connect(
                start(Deployment.builder().replicaSet(1).withoutTransactionNumbers().start()).connectionString(), "");
        assertThatThrownBy(() -> things(client).insertOne(new Document()))
                .isInstanceOfSatisfying(MongoException.class, error -> {
                    assertThat(error.code()).isEqualTo(20);
                    assertThat(error).hasMessageContaining("This MongoDB deployment does not support retryable writes. "
                            + "Please add retryWrites=false to your connection string.");
                });
        things(connect(start(Deployment.builder().replicaSet(1).withoutTransactionNumbers().start())
                .connectionString(), "retryWrites=false")).insertOne(new Document());
    }

    /** Retryable writes, prose test 2; retryable reads, prose test 1. */
    @Test
    void anOperationIsRetriedAfterAPoolWasClearedUnderIt() throws Exception {
        Deployment set = start(Deployment.replicaSet(3));
        MongoClient client = connect(set.connectionString(), "maxPoolSize=1&heartbeatFrequencyMS=500");
        things(client).insertOne(new Document("_id", 0));
        retriedAfterClear(set, "insert", () -> things(client).insertOne(new Document()));
        retriedAfterClear(set, "find", () -> things(client).find().first());
    }

    private void retriedAfterClear(Deployment set, String command, Callable<Object> operation) throws Exception {
        witness.clear();
        set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['" + command
                + "'], errorCode: 91, blockConnection: true, blockTimeMS: 1000, errorLabels: ['RetryableWriteError']}}");
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (Future<?> done : threads.invokeAll(List.of(operation, operation))) {
                done.get();
            }
        }
        List<Object> pool = witness.all().stream().filter(event -> event instanceof ConnectionCheckedOutEvent
                || event instanceof ConnectionPoolClearedEvent || event instanceof ConnectionCheckOutFailedEvent)
                .toList();
        assertThat(pool.get(0)).isInstanceOf(ConnectionCheckedOutEvent.class);
        assertThat(pool.get(1)).isInstanceOf(ConnectionPoolClearedEvent.class);
        assertThat(pool.get(2)).isInstanceOfSatisfying(ConnectionCheckOutFailedEvent.class,
                failed -> assertThat(failed.reason())
                        .isEqualTo(ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR));
        assertThat(witness.started(command)).hasSize(3);
    }

    /** Retryable writes, prose test 3. */
    @Test
    void theFirstErrorIsRaisedIfTheRetryWroteNothing() {
        Deployment set = start(Deployment.replicaSet(3));
        CommandListener second = new CommandListener() {
            @Override
            public void commandSucceeded(CommandSucceededEvent event) {
                if (event.reply().containsKey("writeConcernError")) {
                    set.failPoint(
                            "{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], "
                                    + "errorCode: 10107, errorLabels: ['RetryableWriteError', 'NoWritesPerformed']}}");
                }
            }
        };
        try (MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(set.connectionString() + "&heartbeatFrequencyMS=500").addCommandListener(second)
                .build())) {
            set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], "
                    + "errorLabels: ['RetryableWriteError'], writeConcernError: {code: 91, "
                    + "errorLabels: ['RetryableWriteError']}}}");
            assertThatThrownBy(() -> things(client).insertOne(new Document()))
                    .isInstanceOfSatisfying(MongoWriteConcernException.class,
                            error -> assertThat(error.writeConcernError().code()).isEqualTo(91));
        }
    }

    /**
     * Retryable writes, prose test 6, cases 1 to 3. It is of a revision later than the data, whose client retries
     * overload errors without a count; here the errors have the label on which a client of the data's day retries,
     * once.
     */
    @Test
    void ofSeveralErrorsTheLatestThatMayHaveWrittenIsRaised() {
        String retryable = "'RetryableWriteError'";
        String wroteNothing = retryable + ", 'NoWritesPerformed'";
        assertThat(errorAfter(91, retryable, 10107, retryable).code()).isEqualTo(10107);
        assertThat(errorAfter(91, wroteNothing, 10107, wroteNothing).code()).isEqualTo(91);
        MongoException mixed = errorAfter(91, retryable, 91, wroteNothing);
        assertThat(mixed.code()).isEqualTo(91);
        assertThat(mixed.errorLabels()).doesNotContain("NoWritesPerformed");
    }

    /** What an insert raises whose two attempts fail with these codes and labels. */
    private MongoException errorAfter(int firstCode, String firstLabels, int secondCode, String secondLabels) {
        Deployment set = start(Deployment.replicaSet(3));
        AtomicBoolean second = new AtomicBoolean();
        CommandListener listener = new CommandListener() {
            @Override
            public void commandFailed(CommandFailedEvent event) {
                if (second.compareAndSet(false, true)) {
                    set.failPoint("{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: "
                            + "['insert'], errorCode: " + secondCode + ", errorLabels: [" + secondLabels + "]}}");
                }
            }
        };
        try (MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(set.connectionString() + "&heartbeatFrequencyMS=500").addCommandListener(listener)
                .build())) {
            set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], "
                    + "errorCode: " + firstCode + ", errorLabels: [" + firstLabels + "]}}");
            return assertThrows(MongoException.class, () -> things(client).insertOne(new Document()));
        }
    }

    /**
     * Retryable reads, prose test 3.2: the same member is tried again. (3.1 and 3.3 are about overload errors, which
     * came later than the data.)
     */
    @Test
    void aReadIsRetriedAtTheSameMemberOfAReplicaSet() {
        Deployment set = start(Deployment.replicaSet(3));
        MongoClient client = connect(set.connectionString(),
                "heartbeatFrequencyMS=500&readPreference=primaryPreferred");
        things(client).find().first();
        witness.clear();
        set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['find'], "
                + "errorLabels: ['RetryableError'], errorCode: 6}}");
        things(client).find().first();
        assertThat(witness.all(CommandFailedEvent.class)).hasSize(1);
        assertThat(witness.all(CommandSucceededEvent.class)).singleElement().satisfies(succeeded -> assertThat(
                succeeded.address()).isEqualTo(witness.all(CommandFailedEvent.class).get(0).address()));
    }

    /** Retryable writes, prose test 4; retryable reads, prose test 2.1. */
    @Test
    void anOperationIsRetriedAtAnotherRouterIfThereIsOne() throws Exception {
        Deployment cluster = start(Deployment.sharded(2));
        MongoClient client = connect(cluster.connectionString(), "heartbeatFrequencyMS=500");
        things(client).find().first();
        // One router is enough to begin with, and while the other has not been found there is no other.
        witness.await(0, 2, event -> event instanceof ServerDescriptionChangedEvent changed
                && changed.newDescription().type() == ServerType.MONGOS, Duration.ofSeconds(10));
        for (String command : List.of("insert", "find")) {
            witness.clear();
            cluster.members().forEach(router -> cluster.failPoint(router, BsonDocument.parse(
                    "{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['" + command
                            + "'], errorCode: 6, errorLabels: ['RetryableWriteError']}}")));
            assertThatThrownBy(() -> run(client, command)).isInstanceOf(MongoException.class);
            assertThat(witness.all(CommandFailedEvent.class)).extracting(CommandFailedEvent::address).hasSize(2)
                    .doesNotHaveDuplicates();
        }
    }

    /** Retryable writes, prose test 5; retryable reads, prose test 2.2. */
    @Test
    void anOperationIsRetriedAtTheSameRouterIfThereIsNoOther() {
        Deployment cluster = start(Deployment.sharded(1));
        MongoClient client = connect(cluster.connectionString(), "heartbeatFrequencyMS=500");
        for (String command : List.of("insert", "find")) {
            witness.clear();
            cluster.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['" + command
                    + "'], errorCode: 6, errorLabels: ['RetryableWriteError'], closeConnection: true}}");
            run(client, command);
            CommandFailedEvent failed = witness.all(CommandFailedEvent.class).get(0);
            assertThat(witness.all(CommandFailedEvent.class)).hasSize(1);
            assertThat(witness.all(CommandSucceededEvent.class)).singleElement()
                    .satisfies(succeeded -> assertThat(succeeded.address()).isEqualTo(failed.address()));
        }
    }

    private static void run(MongoClient client, String command) {
        if (command.equals("insert")) {
            things(client).insertOne(new Document());
        } else {
            things(client).find().first();
        }
    }
}
