package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.bulk.WriteModel;
import dev.bowline.egress.pool.ClearReason;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.result.WriteConcernError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a caller learns of writes that failed: alone, in bulk, at the first attempt and at the second. */
@Timeout(30)
class WriteErrorsTest {
    private static final int V4_2 = 8;
    private static final int V8_0 = 25;
    private static final String CLOSE = "";
    private static final String LABELLED_CONCERN = "{ok: 1, n: 2, writeConcernError: {code: 91, errmsg: 'shutdown'}, "
            + "errorLabels: ['RetryableWriteError']}";
    private static final String OLD_CONCERN = "{ok: 1, n: 1, writeConcernError: {code: 91, errmsg: 'shutdown'}}";
    private static final String OK = "{ok: 1, n: 1}";

    private final CommandRecord commands = new CommandRecord();
    private final List<String> script = new ArrayList<>();
    private ReplyingServer server;
    private MongoClient client;

    @AfterEach
    void stop() throws IOException {
        if (client != null) {
            client.close();
            server.close();
        }
    }

    /** Connects to a primary that gives these answers to the writes, one after the other, and then only good ones. */
    private MongoCollection<Document> primary(int wireVersion, String options, String... answers) throws IOException {
        stop();
        commands.clear();
        script.clear();
        script.addAll(List.of(answers));
        server = new ReplyingServer(this::answer);
        server.becomePrimary();
        server.hello.put("maxWireVersion", new BsonInt32(wireVersion));
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(server.connectionString() + options).addCommandListener(commands).build());
        return client.database("errors").collection("things");
    }

    private synchronized BsonDocument answer(BsonDocument command) {
        if (command.containsKey("endSessions") || command.containsKey("killCursors")) {
            return BsonDocument.parse("{ok: 1}");
        }
        String next = script.isEmpty() ? OK : script.remove(0);
        return next.equals(CLOSE) ? null : BsonDocument.parse(next);
    }

    private static <E extends Throwable> E failing(Class<E> type, Runnable write) {
        E error = catchThrowableOfType(type, write::run);
        assertThat(error).as("an error of type " + type.getSimpleName()).isNotNull();
        return error;
    }

    private static void insertOne(MongoCollection<Document> things) {
        things.insertOne(new Document("_id", 1));
    }

    private static void insertMany(MongoCollection<Document> things) {
        things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
    }

    private static boolean isLabelled(MongoException error) {
        return error.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR);
    }

    // Bulk writes -----------------------------------------------------------------------------------------------------

    @Test
    void theResultOfAnAnsweredAttemptSurvivesAFailedRetry() throws IOException {
        MongoCollection<Document> things = primary(21, "", LABELLED_CONCERN, CLOSE);
        MongoBulkWriteException error = failing(MongoBulkWriteException.class, () -> insertMany(things));
        assertThat(error.result().insertedCount()).isEqualTo(2);
        assertThat(error.result().insertedIds()).containsOnlyKeys(0, 1);
        assertThat(error.writeConcernErrors()).extracting(WriteConcernError::code).containsExactly(91);
        assertThat(error).hasCauseInstanceOf(MongoSocketException.class);
        assertThat(commands.names()).containsExactly("insert", "insert");
    }

    @Test
    void aWriteConcernErrorOfAnOldServerIsLabelledAloneAndInBulk() throws IOException {
        MongoCollection<Document> one = primary(V4_2, "", OLD_CONCERN, OLD_CONCERN);
        assertThat(isLabelled(failing(MongoWriteConcernException.class, () -> insertOne(one)))).isTrue();
        MongoCollection<Document> many = primary(V4_2, "", OLD_CONCERN, OLD_CONCERN);
        MongoBulkWriteException error = failing(MongoBulkWriteException.class, () -> insertMany(many));
        assertThat(isLabelled(error)).isTrue();
        assertThat(error.serverAddress()).isNotNull();
        assertThat(commands.names()).containsExactly("insert", "insert");
    }

    @Test
    void aRetryThatFailsByAWriteConcernErrorEndsTheBulkWriteWhetherOrderedOrNot() throws IOException {
        for (boolean ordered : new boolean[]{true, false}) {
            MongoCollection<Document> things = primary(21, "", LABELLED_CONCERN, LABELLED_CONCERN);
            MongoBulkWriteException error = failing(MongoBulkWriteException.class, () -> mixed(things, ordered));
            assertThat(commands.names()).as("ordered " + ordered).containsExactly("insert", "insert");
            assertThat(error.writeConcernErrors()).hasSize(1);
            assertThat(error.result().insertedCount()).isEqualTo(2);
            assertThat(isLabelled(error)).isTrue();
        }
    }

    @Test
    void aWriteConcernErrorThatIsNoReasonToRetryDoesNotEndTheBulkWrite() throws IOException {
        MongoCollection<Document> unretried = primary(21, "&retryWrites=false", LABELLED_CONCERN);
        failing(MongoBulkWriteException.class, () -> mixed(unretried, true));
        assertThat(commands.names()).containsExactly("insert", "delete");
        MongoCollection<Document> unlabelled = primary(21, "", OLD_CONCERN);
        MongoBulkWriteException error = failing(MongoBulkWriteException.class, () -> mixed(unlabelled, true));
        assertThat(commands.names()).containsExactly("insert", "delete");
        assertThat(isLabelled(error)).isFalse();
    }

    private static void mixed(MongoCollection<Document> things, boolean ordered) {
        things.bulkWrite(List.of(WriteModel.insertOne(new Document("_id", 1)),
                WriteModel.insertOne(new Document("_id", 2)), WriteModel.deleteOne(new Document("_id", 3))),
                o -> o.ordered(ordered));
    }

    @Test
    void aBulkWriteThatWroteSomethingDoesNotSayThatNoWritesWerePerformed() throws IOException {
        String refusal = "{ok: 0, code: 10107, errmsg: 'not primary', "
                + "errorLabels: ['RetryableWriteError', 'NoWritesPerformed']}";
        MongoCollection<Document> things = primary(21, "&retryWrites=false", "{ok: 1, n: 2}", refusal);
        MongoBulkWriteException error = failing(MongoBulkWriteException.class, () -> mixed(things, true));
        assertThat(error.hasErrorLabel(ErrorLabel.NO_WRITES_PERFORMED)).isFalse();
        assertThat(isLabelled(error)).isTrue();
        MongoCollection<Document> untouched = primary(21, "&retryWrites=false", refusal);
        MongoBulkWriteException first = failing(MongoBulkWriteException.class, () -> mixed(untouched, true));
        assertThat(first.hasErrorLabel(ErrorLabel.NO_WRITES_PERFORMED)).isTrue();
    }

    /** The message ends before the statement for many documents, which was the only one that cannot be retried. */
    @Test
    void aCommandIsRetriedIfTheStatementsThatCannotBeWereCutOff() throws IOException {
        MongoCollection<Document> things = primary(21, "", CLOSE, "{ok: 1, n: 2, nModified: 2}",
                "{ok: 1, n: 2, nModified: 2}");
        server.hello.put("maxMessageSizeBytes", new BsonInt32(5000));
        things.bulkWrite(List.of(update(1), update(2), WriteModel.updateMany(new Document(), set(3))));
        assertThat(commands.names()).containsExactly("update", "update", "update");
        List<BsonDocument> sent = commands.commands();
        assertThat(sent.get(0).getArray("updates")).hasSize(2);
        assertThat(sent.get(0).getInt64("txnNumber")).isEqualTo(sent.get(1).getInt64("txnNumber"));
        assertThat(sent.get(2).containsKey("txnNumber")).isFalse();
    }

    private static WriteModel<Document> update(int id) {
        return WriteModel.updateOne(new Document("_id", id), set(id));
    }

    private static Document set(int value) {
        return new Document("$set", new Document("x", value).append("filler", "x".repeat(1500)));
    }

    // One document and many, alike ------------------------------------------------------------------------------------

    @Test
    void writeErrorsBesideAWriteConcernErrorThatMayBeRetriedAreRetried() throws IOException {
        String both = "{ok: 1, n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'duplicate'}], "
                + "writeConcernError: {code: 91, errmsg: 'shutdown'}}";
        MongoCollection<Document> one = primary(V4_2, "", both, both);
        MongoWriteException single = failing(MongoWriteException.class, () -> insertOne(one));
        assertThat(commands.names()).containsExactly("insert", "insert");
        assertThat(isLabelled(single)).isTrue();
        assertThat(single.writeConcernError()).map(WriteConcernError::code).contains(91);
        MongoCollection<Document> many = primary(V4_2, "", both, both);
        MongoBulkWriteException bulk = failing(MongoBulkWriteException.class, () -> insertMany(many));
        assertThat(commands.names()).containsExactly("insert", "insert");
        assertThat(isLabelled(bulk)).isTrue();
        assertThat(bulk.writeErrors()).hasSize(1);
        assertThat(bulk.writeConcernErrors()).hasSize(1);
    }

    @Test
    void aReplyWithWriteErrorsThatTheServerLabelledIsRetried() throws IOException {
        String labelled = "{ok: 1, n: 0, writeErrors: [{index: 0, code: 112, errmsg: 'conflict'}], "
                + "errorLabels: ['RetryableWriteError']}";
        for (Consumer<MongoCollection<Document>> write : both()) {
            MongoCollection<Document> things = primary(21, "", labelled);
            write.accept(things);
            assertThat(commands.names()).containsExactly("insert", "insert");
        }
    }

    @Test
    void aFailedCommandOfAnOldServerWithAWriteConcernErrorThatMayBeRetriedIsRetried() throws IOException {
        String failed = "{ok: 0, code: 8, errmsg: 'unknown', writeConcernError: {code: 91, errmsg: 'shutdown'}}";
        MongoCollection<Document> one = primary(V4_2, "", failed, failed);
        assertThat(isLabelled(failing(MongoCommandException.class, () -> insertOne(one)))).isTrue();
        assertThat(commands.names()).containsExactly("insert", "insert");
        MongoCollection<Document> many = primary(V4_2, "", failed, failed);
        MongoBulkWriteException bulk = failing(MongoBulkWriteException.class, () -> insertMany(many));
        assertThat(commands.names()).containsExactly("insert", "insert");
        assertThat(isLabelled(bulk)).isTrue();
        assertThat(bulk.writeConcernErrors()).extracting(WriteConcernError::code).containsExactly(91);
    }

    @Test
    void codesOfWriteErrorsNeitherLabelNorLeadToARetry() throws IOException {
        for (Consumer<MongoCollection<Document>> write : both()) {
            MongoCollection<Document> things = primary(V4_2, "",
                    "{ok: 1, n: 0, writeErrors: [{index: 0, code: 91, errmsg: 'shutdown'}]}");
            MongoException error = failing(MongoException.class, () -> write.accept(things));
            assertThat(error.code()).isEqualTo(91);
            assertThat(isLabelled(error)).isFalse();
            assertThat(commands.names()).containsExactly("insert");
        }
    }

    @Test
    void aShardWithoutTransactionNumbersReportedAsAWriteErrorIsRelayedAsItIs() throws IOException {
        for (Consumer<MongoCollection<Document>> write : both()) {
            MongoCollection<Document> things = primary(21, "",
                    "{ok: 1, n: 0, writeErrors: [{index: 0, code: 20, errmsg: 'Transaction numbers are only allowed'}]}");
            MongoException error = failing(MongoException.class, () -> write.accept(things));
            assertThat(error.code()).isEqualTo(20);
            assertThat(error).hasMessageContaining("Transaction numbers are only allowed");
            assertThat(error.getMessage()).doesNotContain("retryWrites=false");
            assertThat(commands.names()).containsExactly("insert");
        }
    }

    private static List<Consumer<MongoCollection<Document>>> both() {
        return List.of(WriteErrorsTest::insertOne, WriteErrorsTest::insertMany);
    }

    // Whether something was written -----------------------------------------------------------------------------------

    @Test
    void anAttemptThatWasInterruptedAfterSendingMayHaveWritten() throws IOException {
        Thread caller = Thread.currentThread();
        primary(21, "");
        server.close();
        client.close();
        server = new ReplyingServer(command -> {
            if (commands.started.size() == 1) {
                return BsonDocument.parse("{ok: 0, code: 10107, errmsg: 'not primary', "
                        + "errorLabels: ['RetryableWriteError', 'NoWritesPerformed']}");
            }
            // The server has the whole command, and the caller waits for an answer that never comes.
            caller.interrupt();
            return hang();
        });
        server.becomePrimary();
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(server.connectionString())
                .addCommandListener(commands).build());
        MongoInterruptedException error = failing(MongoInterruptedException.class,
                () -> insertOne(client.database("errors").collection("things")));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(error.hasErrorLabel(ErrorLabel.NO_WRITES_PERFORMED)).isFalse();
        assertThat(commands.names()).containsExactly("insert", "insert");
    }

    @Test
    void anAttemptThatAnInterruptingClearEndedAfterSendingMayHaveWritten() throws IOException {
        primary(21, "");
        server.close();
        client.close();
        server = new ReplyingServer(command -> {
            if (!command.containsKey("insert")) {
                return BsonDocument.parse("{ok: 1}");
            }
            if (commands.started.size() == 1) {
                return BsonDocument.parse("{ok: 0, code: 10107, errmsg: 'not primary', "
                        + "errorLabels: ['RetryableWriteError', 'NoWritesPerformed']}");
            }
            // The server has the whole command, and then the monitor would find that it does not answer.
            client.core().topology().description().servers().forEach(description -> client.core().topology()
                    .server(description.address()).pool()
                    .clear(new ClearReason(new IllegalStateException("silent"), true, null)).run());
            return hang();
        });
        server.becomePrimary();
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(server.connectionString())
                .addCommandListener(commands).build());
        MongoPoolClearedException error = failing(MongoPoolClearedException.class,
                () -> insertOne(client.database("errors").collection("things")));
        assertThat(error.hasErrorLabel(ErrorLabel.NO_WRITES_PERFORMED)).isFalse();
        assertThat(error.serverAddress()).isNotNull();
        assertThat(commands.names()).containsExactly("insert", "insert");
    }

    private static BsonDocument hang() {
        try {
            Thread.sleep(10_000);
        } catch (InterruptedException e) {
            // The end of the test.
        }
        return null;
    }

    // Client bulk writes ----------------------------------------------------------------------------------------------

    private static String bulk(long cursor, int index) {
        return "{ok: 1, nErrors: 0, nInserted: 2, nUpserted: 0, nMatched: 0, nModified: 0, nDeleted: 0, cursor: {id: "
                + "{$numberLong: '" + cursor + "'}, ns: 'admin.$cmd.bulkWrite', firstBatch: [{ok: 1, idx: " + index
                + ", n: 1}]}, writeConcernError: {code: 64, errmsg: 'waited'}, errorLabels: ['RetryableWriteError']}";
    }

    private static final String REST = "{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'admin.$cmd.bulkWrite', "
            + "nextBatch: [{ok: 1, idx: 1, n: 1}]}}";

    private void clientBulk(MongoClient through) {
        through.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne("a.b", new Document("_id", 1)),
                ClientNamespacedWriteModel.insertOne("a.b", new Document("_id", 2))), o -> o.verboseResults(true));
    }

    @Test
    void aClientBulkWriteWhoseRetryFailsHasAllResultsAndKillsTheCursorOfTheFirstAttempt() throws IOException {
        primary(V8_0, "", bulk(41, 0), bulk(42, 0), REST);
        MongoClientBulkWriteException error = failing(MongoClientBulkWriteException.class, () -> clientBulk(client));
        assertThat(error.partialResult().orElseThrow().insertResults()).containsOnlyKeys(0, 1);
        assertThat(error.writeConcernErrors()).hasSize(1);
        assertThat(isLabelled(error)).isTrue();
        assertThat(commands.names()).containsExactlyInAnyOrder("bulkWrite", "bulkWrite", "killCursors", "getMore");
        assertThat(killed()).containsExactly(41L);
        assertThat(sessions("bulkWrite")).as("both attempts are in one session").hasSize(1);
    }

    @Test
    void aClientBulkWriteWhoseRetryIsNotAnsweredHasTheResultsOfTheFirstAttempt() throws IOException {
        primary(V8_0, "", bulk(41, 0), CLOSE, REST);
        // The pool is paused since the connection broke, so the rest of the results cannot be fetched.
        assertPartialResultOfTheFirstAttempt();
    }

    @Test
    void aClientBulkWriteWhoseResultsAreAllThereKeepsThemIfItsRetryIsNotAnswered() throws IOException {
        primary(V8_0, "", bulk(0, 0), CLOSE);
        assertPartialResultOfTheFirstAttempt();
    }

    private void assertPartialResultOfTheFirstAttempt() {
        MongoClientBulkWriteException error = failing(MongoClientBulkWriteException.class, () -> clientBulk(client));
        assertThat(error).hasCauseInstanceOf(MongoSocketException.class);
        assertThat(error.partialResult().orElseThrow().insertedCount()).isEqualTo(2);
        assertThat(error.partialResult().orElseThrow().insertResults()).containsOnlyKeys(0);
        assertThat(error.writeConcernErrors()).hasSize(1);
    }

    @Test
    void aRetryThatFailsByAWriteConcernErrorEndsAClientBulkWriteWhetherOrderedOrNot() throws IOException {
        for (boolean ordered : new boolean[]{true, false}) {
            primary(V8_0, "", bulk(0, 0), bulk(0, 0));
            server.hello.put("maxWriteBatchSize", new BsonInt32(1));
            MongoClientBulkWriteException error = failing(MongoClientBulkWriteException.class,
                    () -> client.bulkWrite(
                            List.of(ClientNamespacedWriteModel.insertOne("a.b", new Document("_id", 1)),
                                    ClientNamespacedWriteModel.insertOne("a.b", new Document("_id", 2))),
                            o -> o.ordered(ordered)));
            assertThat(commands.names()).as("ordered " + ordered).containsExactly("bulkWrite", "bulkWrite");
            assertThat(error.writeConcernErrors()).hasSize(1);
            assertThat(isLabelled(error)).isTrue();
        }
    }

    @Test
    void aClientBulkWriteWhoseRetrySucceedsKillsTheCursorOfTheFirstAttempt() throws IOException {
        String good = bulk(0, 0).replaceAll(", writeConcernError.*", "}");
        primary(V8_0, "", bulk(41, 0), good);
        clientBulk(client);
        assertThat(killed()).containsExactly(41L);
        assertThat(sessions("bulkWrite")).hasSize(1);
    }

    private List<Long> killed() {
        return commands.commands().stream().filter(command -> command.containsKey("killCursors"))
                .map(command -> command.getArray("cursors").get(0).asInt64().getValue()).toList();
    }

    private List<BsonValue> sessions(String command) {
        return commands.commands().stream().filter(sent -> sent.containsKey(command)).map(sent -> sent.get("lsid"))
                .distinct().toList();
    }
}
