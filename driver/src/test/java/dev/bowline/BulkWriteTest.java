package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.bulk.WriteModel;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoDocumentTooLargeException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.InsertManyResult;
import dev.bowline.result.WriteError;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk writes and documents up to the limit, against a server that is not ours. */
class BulkWriteTest {
    private static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
    private static final List<String> COMMANDS = new CopyOnWriteArrayList<>();
    private static EmbeddedServer server;
    private static MongoClient client;
    private MongoCollection<Document> things;

    @BeforeAll
    static void start() {
        server = new EmbeddedServer();
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(server.connectionString())
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        COMMANDS.add(event.commandName());
                    }
                }).build());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        things = client.database("bulk").collection("things");
        things.drop();
        COMMANDS.clear();
    }

    @Test
    void anOrderedBulkWriteSendsOneCommandForEachRunOfAKind() {
        BulkWriteResult result = things.bulkWrite(List.of(WriteModel.insertOne(new Document("_id", 1)),
                WriteModel.insertOne(new Document("_id", 2)),
                WriteModel.updateOne(new Document("_id", 1), new Document("$set", new Document("x", 1))),
                WriteModel.replaceOne(new Document("_id", 3), new Document("r", 1), o -> o.upsert(true)),
                WriteModel.deleteOne(new Document("_id", 2)), WriteModel.insertOne(new Document("_id", 4))));
        assertThat(COMMANDS).containsExactly("insert", "update", "delete", "insert");
        assertThat(result.insertedCount()).isEqualTo(3);
        assertThat(result.matchedCount()).isEqualTo(1);
        assertThat(result.modifiedCount()).isEqualTo(1);
        assertThat(result.deletedCount()).isEqualTo(1);
        assertThat(result.upsertedIds()).containsOnlyKeys(3).containsValue(new BsonInt32(3));
        assertThat(result.insertedIds()).containsOnlyKeys(0, 1, 5);
    }

    @Test
    void anUnorderedBulkWriteSendsOneCommandForEachKind() {
        things.bulkWrite(List.of(WriteModel.insertOne(new Document("_id", 1)),
                WriteModel.deleteMany(new Document("_id", 9)), WriteModel.insertOne(new Document("_id", 2)),
                WriteModel.deleteOne(new Document("_id", 8))), o -> o.ordered(false));
        assertThat(COMMANDS).containsExactly("insert", "delete");
    }

    @Test
    void anOrderedBulkWriteStopsAtTheFirstErrorWithAPartialResult() {
        things.insertOne(new Document("_id", 2));
        assertThatThrownBy(() -> things.bulkWrite(List.of(WriteModel.insertOne(new Document("_id", 1)),
                WriteModel.insertOne(new Document("_id", 2)), WriteModel.insertOne(new Document("_id", 3)),
                WriteModel.deleteOne(new Document("_id", 1))))).isInstanceOfSatisfying(MongoBulkWriteException.class,
                        e -> {
                            assertThat(e.writeErrors()).singleElement()
                                    .satisfies(error -> assertThat(error.index()).isEqualTo(1));
                            assertThat(e.result().insertedIds()).containsOnlyKeys(0);
                            assertThat(e.code()).isEqualTo(11000);
                        });
        assertThat(things.find().toList()).extracting(d -> d.get("_id")).containsExactly(2, 1);
    }

    @Test
    void anUnorderedBulkWriteGoesOnAfterAnErrorAndReportsEachByItsPosition() {
        things.insertOne(new Document("_id", 2));
        assertThatThrownBy(() -> things.bulkWrite(List.of(WriteModel.deleteOne(new Document("_id", 77)),
                WriteModel.insertOne(new Document("_id", 2)), WriteModel.insertOne(new Document("_id", 3)),
                WriteModel.insertOne(new Document("_id", 2))), o -> o.ordered(false)))
                .isInstanceOfSatisfying(MongoBulkWriteException.class, e -> {
                    assertThat(e.writeErrors()).extracting(WriteError::index).containsExactly(1, 3);
                    assertThat(e.result().insertedIds()).containsOnlyKeys(2);
                });
    }

    @Test
    void insertManySplitsByTheSizeOfMessages() {
        // Each a little over 1 MB, so that 60 of them do not fit into one message of 48 MB.
        String filler = "x".repeat(1_000_000);
        InsertManyResult result = things.insertMany(IntStream.range(0, 60)
                .mapToObj(i -> new Document("_id", i).append("filler", filler)).toList());
        assertThat(result.insertedIds()).hasSize(60);
        assertThat(COMMANDS).containsExactly("insert", "insert");
        assertThat(things.countDocuments()).isEqualTo(60);
    }

    @Test
    void aDocumentOfExactlyTheLimitIsStoredAndOneByteMoreIsRefusedBeforeItIsSent() {
        Document largest = new Document("_id", 1).append("filler", "");
        int overhead = new RawBsonDocument(largest, new DocumentCodec()).getByteLength();
        largest.append("filler", "x".repeat(MAX_DOCUMENT_BYTES - overhead));
        things.insertOne(largest);
        assertThat(things.find(new Document("_id", 1)).first()).isEqualTo(largest);

        Document tooLarge = new Document("_id", 2).append("filler", largest.getString("filler") + "x");
        COMMANDS.clear();
        assertThatThrownBy(() -> things.insertOne(tooLarge)).isInstanceOf(MongoDocumentTooLargeException.class)
                .hasMessageContaining("16777217");
        assertThatThrownBy(() -> things.insertMany(List.of(tooLarge)))
                .isInstanceOf(MongoDocumentTooLargeException.class);
        assertThat(COMMANDS).isEmpty();
    }

    /** Client-side operations timeout, "Error Transformations": the server says so with code 50, wherever it stands. */
    @ParameterizedTest
    @ValueSource(strings = {"{ok: 1, n: 0, writeErrors: [{index: 0, code: 50, errmsg: 'late'}]}",
            "{ok: 1, n: 1, writeConcernError: {code: 50, errmsg: 'late'}}"})
    void whatTheServerStopsForLackOfTimeIsATimeout(String reply) throws IOException {
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse(reply));
                MongoClient other = MongoClient.connect(server.connectionString())) {
            MongoCollection<Document> unbounded = other.database("bulk").collection("things");
            List<Document> documents = List.of(new Document("_id", 1));
            assertThatThrownBy(() -> unbounded.insertMany(documents)).isInstanceOf(MongoBulkWriteException.class)
                    .hasNoCause();
            assertThatThrownBy(() -> unbounded.withTimeout(Duration.ofSeconds(30)).insertMany(documents))
                    .isInstanceOf(MongoBulkWriteException.class)
                    .hasCauseInstanceOf(MongoOperationTimeoutException.class);
        }
    }

    @Test
    void errorsAreInTheOrderOfTheModelsWhateverTheOrderOfTheCommands() throws IOException {
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse(command.containsKey("insert")
                ? "{ok: 1, n: 0, writeErrors: [{index: 0, code: 1}, {index: 1, code: 1}]}"
                : "{ok: 1, n: 0, nModified: 0, writeErrors: [{index: 0, code: 1}]}"));
                MongoClient other = MongoClient.connect(server.connectionString())) {
            MongoBulkWriteException error = catchThrowableOfType(MongoBulkWriteException.class,
                    () -> other.database("a").collection("b").bulkWrite(List.of(
                            WriteModel.insertOne(new Document()),
                            WriteModel.updateOne(new Document(), new Document("$set", new Document("x", 1))),
                            WriteModel.insertOne(new Document())), o -> o.ordered(false)));
            assertThat(server.commands).containsExactly("insert", "update");
            assertThat(error.writeErrors()).extracting(WriteError::index).containsExactly(0, 1, 2);
        }
    }
}
