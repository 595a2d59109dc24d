package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.bulk.WriteModel;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.description.ServerType;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Retryable writes and reads, seen from the application, the listener and the server. */
class RetryableWritesTest {
    private static final Document FILTER = new Document("_id", 1);
    private static final Document UPDATE = new Document("$inc", new Document("n", 1));

    private final CommandRecord commands = new CommandRecord();
    private Deployment deployment = Deployment.replicaSet(3);
    private MongoClient client = connect("");

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    private MongoClient connect(String options) {
        String uri = deployment.connectionString();
        return MongoClient.connect(MongoClientSettings.builder()
                .connectionString(uri + (uri.contains("?") ? "&" : "?")
                        + "serverSelectionTimeoutMS=10000&heartbeatFrequencyMS=500" + options)
                .addCommandListener(commands).build());
    }

    private void use(Deployment other, String options) {
        client.close();
        deployment.close();
        deployment = other;
        client = connect(options);
    }

    private MongoCollection<Document> things() {
        return client.database("retry").collection("things");
    }

    private void fail(String commandNames, String data, int times) {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: " + times + "}, data: {failCommands: ["
                + commandNames + "], " + data + "}}");
    }

    @Test
    void aWriteWhoseConnectionBreaksIsSentAgainWithTheSameTransactionIdAndAFreshRequestId() {
        fail("'insert'", "closeConnection: true", 1);
        things().insertOne(new Document("_id", 1));
        assertThat(commands.names()).containsExactly("insert", "insert");
        BsonDocument first = commands.commands().get(0);
        BsonDocument second = commands.commands().get(1);
        assertThat(first.getInt64("txnNumber")).isEqualTo(second.getInt64("txnNumber"));
        assertThat(first.getDocument("lsid")).isEqualTo(second.getDocument("lsid"));
        assertThat(first.getArray("documents")).isEqualTo(second.getArray("documents"));
        CommandStartedEvent one = commands.started.get(0);
        CommandStartedEvent two = commands.started.get(1);
        assertThat(one.requestId()).isNotEqualTo(two.requestId());
        assertThat(one.operationId()).isEqualTo(two.operationId());
        assertThat(commands.failed).hasSize(1);
        assertThat(commands.succeeded).hasSize(1);
        assertThat(things().countDocuments(FILTER)).isEqualTo(1);
    }

    @Test
    void noTwoCommandsOfTheProcessHaveTheSameRequestId() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < 20; n++) {
                    things().insertOne(new Document());
                }
            }));
        }
        try (MongoClient other = connect("")) {
            other.database("retry").collection("things").insertOne(new Document());
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(commands.started.stream().filter(event -> event.commandName().equals("insert"))
                .map(CommandStartedEvent::requestId)).hasSize(81).doesNotHaveDuplicates();
    }

    @Test
    void everySupportedWriteIsRetriedAndHasItsEffectOnce() {
        things().insertMany(List.of(new Document("_id", 1).append("n", 0), new Document("_id", 2).append("n", 0)));
        List<Consumer<MongoCollection<Document>>> writes = List.of(c -> c.insertOne(new Document()),
                c -> c.insertMany(List.of(new Document(), new Document())), c -> c.updateOne(FILTER, UPDATE),
                c -> c.replaceOne(new Document("_id", 2), new Document("r", 1)),
                c -> c.findOneAndUpdate(FILTER, UPDATE),
                c -> c.findOneAndReplace(new Document("_id", 2), new Document("r", 2)),
                c -> c.findOneAndDelete(new Document("_id", 2)), c -> c.deleteOne(new Document("r", 1)),
                c -> c.bulkWrite(
                        List.of(WriteModel.updateOne(FILTER, UPDATE), WriteModel.deleteOne(new Document("z", 1)))));
        for (Consumer<MongoCollection<Document>> write : writes) {
            commands.clear();
            // The server does the write before it reports that it could not be replicated, so the retry could do it
            // twice.
            fail("'insert', 'update', 'delete', 'findAndModify'", "writeConcernError: {code: 64, errmsg: 'waited', "
                    + "errorLabels: ['RetryableWriteError']}", 1);
            write.accept(things());
            assertThat(commands.commands().stream().map(command -> command.getInt64("txnNumber")).distinct())
                    .as("one command was sent twice").hasSize(commands.started.size() - 1);
            assertThat(commands.started.get(0).command().getInt64("txnNumber"))
                    .isEqualTo(commands.started.get(1).command().getInt64("txnNumber"));
        }
        assertThat(things().find(FILTER).first()).containsEntry("n", 3);
        // One by insertOne, two by insertMany; one of the first two was deleted by id, and none besides.
        assertThat(things().countDocuments()).isEqualTo(4);
    }

    @Test
    void multiDocumentWritesCarryNoTransactionIdAndAreNotRetried() {
        things().insertOne(new Document("_id", 1).append("n", 0));
        List<Consumer<MongoCollection<Document>>> writes = List.of(c -> c.updateMany(FILTER, UPDATE),
                c -> c.deleteMany(FILTER), c -> c.bulkWrite(List.of(WriteModel.updateOne(FILTER, UPDATE),
                        WriteModel.updateMany(FILTER, UPDATE))));
        for (Consumer<MongoCollection<Document>> write : writes) {
            commands.clear();
            fail("'update', 'delete'", "closeConnection: true", 1);
            assertThatThrownBy(() -> write.accept(things())).satisfiesAnyOf(
                    e -> assertThat(e).isInstanceOf(MongoSocketException.class),
                    e -> assertThat(e).isInstanceOf(MongoBulkWriteException.class)
                            .hasCauseInstanceOf(MongoSocketException.class));
            assertThat(commands.started).singleElement()
                    .satisfies(event -> assertThat(event.command().containsKey("txnNumber")).isFalse());
        }
    }

    @Test
    void anUnacknowledgedWriteCarriesNeitherTransactionIdNorSession() {
        use(Deployment.replicaSet(1), "&maxPoolSize=1");
        assertThat(things().with(WriteConcern.UNACKNOWLEDGED).insertOne(new Document("_id", 1)).acknowledged())
                .isFalse();
        BsonDocument command = commands.commands().get(0);
        assertThat(command.containsKey("txnNumber")).isFalse();
        assertThat(command.containsKey("lsid")).isFalse();
        assertThat(commands.succeeded).hasSize(1);
        // One connection, so this comes after it.
        assertThat(things().find(FILTER).first()).isNotNull();
    }

    @Test
    void theClientOptionSwitchesRetriesOffAndThenNothingIsLabelled() {
        use(Deployment.replicaSet(3), "&retryWrites=false");
        fail("'insert'", "closeConnection: true", 1);
        assertThatThrownBy(() -> things().insertOne(new Document("_id", 1))).isInstanceOfSatisfying(
                MongoSocketException.class, e -> assertThat(e.errorLabels()).isEmpty());
        assertThat(commands.started).singleElement()
                .satisfies(event -> assertThat(event.command().containsKey("txnNumber")).isFalse());
    }

    @Test
    void aStandaloneIsWrittenToWithoutTransactionId() {
        use(Deployment.standalone(), "");
        things().insertOne(new Document("_id", 1));
        assertThat(commands.commands().get(0).containsKey("txnNumber")).isFalse();
        fail("'insert'", "closeConnection: true", 1);
        assertThatThrownBy(() -> things().insertOne(new Document("_id", 2))).isInstanceOf(MongoSocketException.class);
    }

    @Test
    void aSecondFailureIsRaisedWithItsLabelAndTheServerWhereItArose() {
        fail("'insert'", "closeConnection: true", 2);
        assertThatThrownBy(() -> things().insertOne(new Document("_id", 1))).isInstanceOfSatisfying(
                MongoSocketException.class, e -> {
                    assertThat(e.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR)).isTrue();
                    assertThat(e.serverAddress()).isEqualTo(deployment.primary().orElseThrow().address());
                    assertThat(e.getSuppressed()).hasSize(1);
                });
        assertThat(commands.started).hasSize(2);
    }

    @Test
    void withATimeoutAWriteIsRetriedMoreThanOnce() {
        fail("'insert'", "closeConnection: true", 5);
        things().withTimeout(Duration.ofSeconds(20)).insertOne(new Document("_id", 1));
        assertThat(commands.started).hasSize(6);
        assertThat(commands.commands().get(0).getInt64("maxTimeMS").getValue()).isBetween(1L, 20_000L);
    }

    @Test
    void anErrorLabeledNoWritesPerformedYieldsToTheOneBefore() {
        fail("'insert'", "errorCode: 91, errorLabels: ['RetryableWriteError']", 1);
        // The second failure is armed by the first, seen by the listener.
        MongoClient other = MongoClient.connect(client.settings().toBuilder()
                .addCommandListener(new CommandListener() {
                    private boolean armed;

                    @Override
                    public void commandFailed(CommandFailedEvent event) {
                        if (!armed) {
                            armed = true;
                            fail("'insert'", "errorCode: 10107, errorLabels: ['RetryableWriteError', "
                                    + "'NoWritesPerformed']", 1);
                        }
                    }
                }).build());
        try (other) {
            MongoCollection<Document> through = other.database("retry").collection("things");
            assertThatThrownBy(() -> through.insertOne(new Document("_id", 1)))
                    .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(91));
        }
    }

    @Test
    void aServerThatKnowsNoTransactionNumbersLeadsToAnActionableMessage() throws IOException {
        BsonDocument refusal = BsonDocument.parse("{ok: 0, code: 20, codeName: 'IllegalOperation', "
                + "errmsg: 'Transaction numbers are only allowed on a replica set member or mongos'}");
        try (ReplyingServer server = new ReplyingServer(command -> refusal)) {
            server.becomePrimary();
            try (MongoClient other = MongoClient.connect(server.connectionString())) {
                MongoCollection<Document> collection = other.database("retry").collection("things");
                assertThatThrownBy(() -> collection.insertOne(new Document(FILTER))).isInstanceOfSatisfying(
                        MongoCommandException.class, e -> {
                            assertThat(e).hasMessageContaining("This MongoDB deployment does not support retryable "
                                    + "writes. Please add retryWrites=false to your connection string.");
                            assertThat(e.code()).isEqualTo(20);
                            assertThat(e.response()).isEqualTo(refusal);
                        });
                assertThat(server.commands).containsExactly("insert");
                server.commands.clear();
                // The same code with another text is another error.
                refusal.put("errmsg", new BsonString("Illegal operation"));
                assertThatThrownBy(() -> collection.insertOne(new Document(FILTER)))
                        .isInstanceOf(MongoCommandException.class).hasMessageContaining("Illegal operation");
            }
        }
    }

    @Test
    void aServerWithoutSupportSelectedForTheRetryLeadsBackToTheFirstError() throws IOException {
        AtomicReference<ReplyingServer> self = new AtomicReference<>();
        try (ReplyingServer server = new ReplyingServer(command -> {
            if (command.containsKey("insert")) {
                // New connections meet a server without sessions.
                self.get().hello.remove("logicalSessionTimeoutMinutes");
                return null;
            }
            return BsonDocument.parse("{ok: 1}");
        })) {
            server.becomePrimary();
            self.set(server);
            try (MongoClient other = MongoClient.connect(server.connectionString())) {
                assertThatThrownBy(
                        () -> other.database("retry").collection("things").insertOne(new Document(FILTER)))
                        .isInstanceOf(MongoSocketException.class);
                assertThat(server.commands).filteredOn("insert"::equals).hasSize(1);
            }
        }
    }

    @Test
    void ifNoServerIsFoundForTheRetryTheFirstErrorIsRaised() {
        Deployment alone = Deployment.replicaSet(1);
        use(alone, "");
        client.close();
        // The listener hears of the failure before the retry, so no server is left to retry on.
        try (MongoClient other = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(alone.connectionString() + "&serverSelectionTimeoutMS=300")
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandFailed(CommandFailedEvent event) {
                        alone.kill(alone.member(0));
                    }
                }).build())) {
            fail("'insert'", "closeConnection: true", 1);
            assertThatThrownBy(() -> other.database("retry").collection("things").insertOne(new Document(FILTER)))
                    .isInstanceOf(MongoSocketException.class)
                    .satisfies(e -> assertThat(((MongoException) e).hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR))
                            .isTrue());
        }
    }

    @Test
    void runCommandIsSentAsItIsAndNotRetried() {
        fail("'insert'", "closeConnection: true", 1);
        Document command = new Document("insert", "things").append("documents", List.of(new Document("_id", 1)));
        assertThatThrownBy(() -> client.database("retry").runCommand(command)).isInstanceOf(MongoSocketException.class);
        assertThat(commands.started).singleElement()
                .satisfies(event -> assertThat(event.command().containsKey("txnNumber")).isFalse());
    }

    @Test
    void aReadIsRetriedOnceAndNotAtAllIfTheClientSaysSo() {
        fail("'find'", "closeConnection: true", 1);
        things().find(FILTER).first();
        assertThat(commands.names()).containsExactly("find", "find");
        use(Deployment.replicaSet(3), "&retryReads=false");
        commands.clear();
        fail("'find'", "closeConnection: true", 1);
        assertThatThrownBy(() -> things().find(FILTER).first()).isInstanceOf(MongoSocketException.class);
        assertThat(commands.names()).containsExactly("find");
    }

    @Test
    void anotherRouterIsUsedForTheRetryAndTheSameOneIfThereIsNoOther() {
        use(Deployment.sharded(2), "&retryWrites=true");
        // Until both routers are known there is no other to retry at.
        long patience = System.nanoTime() + 10_000_000_000L;
        while (client.topology().servers().stream().anyMatch(server -> server.type() != ServerType.MONGOS)) {
            assertThat(System.nanoTime()).isLessThan(patience);
            Thread.onSpinWait();
        }
        for (int i = 0; i < 10; i++) {
            commands.clear();
            // Each router has a fail point of its own, so both attempts fail, one at each.
            fail("'insert'", "errorCode: 6, errorLabels: ['RetryableWriteError']", 1);
            assertThatThrownBy(() -> things().insertOne(new Document())).isInstanceOf(MongoCommandException.class);
            assertThat(commands.started).hasSize(2);
            assertThat(commands.started.get(0).address()).isNotEqualTo(commands.started.get(1).address());
        }
        use(Deployment.sharded(1), "");
        commands.clear();
        fail("'insert'", "errorCode: 6, errorLabels: ['RetryableWriteError']", 1);
        things().insertOne(new Document());
        assertThat(commands.started).hasSize(2);
    }
}
