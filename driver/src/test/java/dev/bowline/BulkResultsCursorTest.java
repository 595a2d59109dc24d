package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.result.ClientBulkWriteResult;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The results of a client bulk write that come in more than one batch. */
@Timeout(30)
class BulkResultsCursorTest {
    private static final String FIRST = "{ok: 1, nErrors: 0, nInserted: 2, nUpserted: 0, nMatched: 1, nModified: 1, "
            + "nDeleted: 0, cursor: {id: {$numberLong: '42'}, ns: 'admin.$cmd.bulkWrite', "
            + "firstBatch: [{ok: 1, idx: 0, n: 1}]}}";
    private static final String NEXT = "{ok: 1, cursor: {id: {$numberLong: '42'}, ns: 'admin.$cmd.bulkWrite', "
            + "nextBatch: [{ok: 1, idx: 1, n: 1}]}}";
    private static final String LAST = "{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'admin.$cmd.bulkWrite', "
            + "nextBatch: [{ok: 1, idx: 2, n: 1, nModified: 1}]}}";
    private static final List<ClientNamespacedWriteModel> MODELS = List.of(
            ClientNamespacedWriteModel.insertOne("a.b", new Document("_id", 1)),
            ClientNamespacedWriteModel.insertOne("c.d", new Document("_id", 2)),
            ClientNamespacedWriteModel.updateOne("a.b", new Document(), new Document("$set", new Document("x", 1)),
                    o -> {}));

    @Test
    void allBatchesAreFetchedAndTheCursorIsNotKilledAfterItsEnd() throws IOException {
        try (Conversation server = new Conversation(NEXT, LAST)) {
            ClientBulkWriteResult result = server.client.bulkWrite(MODELS,
                    o -> o.verboseResults(true).comment("mine"));
            assertThat(result.insertResults()).containsOnlyKeys(0, 1);
            assertThat(result.updateResults().get(2).modifiedCount()).isEqualTo(1);
            assertThat(server.commands.names()).containsExactly("bulkWrite", "getMore", "getMore");
            assertThat(server.commands.commands().get(1).getString("collection").getValue())
                    .isEqualTo("$cmd.bulkWrite");
            assertThat(server.commands.commands()).allSatisfy(
                    command -> assertThat(command.getString("comment").getValue()).isEqualTo("mine"));
        }
    }

    @Test
    void aFailedFetchIsReportedWithThePartialResultAndTheCursorIsKilled() throws IOException {
        try (Conversation server = new Conversation(NEXT, "{ok: 0, code: 8, errmsg: 'broken'}")) {
            MongoClientBulkWriteException error = catchThrowableOfType(MongoClientBulkWriteException.class,
                    () -> server.client.bulkWrite(MODELS, o -> o.verboseResults(true)));
            assertThat(error).hasRootCauseInstanceOf(MongoCommandException.class)
                    .hasMessageContaining("broken");
            assertThat(error.partialResult().orElseThrow().insertResults()).containsOnlyKeys(0, 1);
            assertThat(server.commands.names()).containsExactly("bulkWrite", "getMore", "getMore", "killCursors");
        }
    }

    /** A server of version 8.0 that answers the fetches one after the other. */
    private static final class Conversation implements AutoCloseable {
        final CommandRecord commands = new CommandRecord();
        final ReplyingServer server;
        final MongoClient client;

        Conversation(String... fetches) throws IOException {
            Iterator<String> next = List.of(fetches).iterator();
            server = new ReplyingServer(command -> BsonDocument.parse(switch (command.getFirstKey()) {
                case "bulkWrite" -> FIRST;
                case "getMore" -> next.next();
                default -> "{ok: 1}";
            }));
            server.hello = server.hello.clone().append("maxWireVersion", new BsonInt32(25));
            client = MongoClient.connect(MongoClientSettings.builder().connectionString(server.connectionString())
                    .addCommandListener(commands).build());
        }

        @Override
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }
}
