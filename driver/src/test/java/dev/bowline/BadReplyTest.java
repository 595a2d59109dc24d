package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoWriteException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies no server should send: each becomes a clear exception, and none is taken for a success. */
@Timeout(60)
class BadReplyTest {
    private static final Document ID = new Document("_id", 1);

    @Test
    void aFailureWithoutACodeIsACommandException() throws IOException {
        with("{ok: 0}", c -> assertFails(() -> c.insertOne(new Document(ID)), MongoCommandException.class,
                "the server gave no message"));
        with("{ok: 0, errmsg: 'no'}", c -> assertFails(() -> c.find(ID).first(), MongoCommandException.class, "no"));
    }

    @Test
    void aReplyWithoutOkIsAFailure() throws IOException {
        with("{n: 1}", c -> assertFails(() -> c.insertOne(new Document(ID)), MongoCommandException.class, ""));
        with("{ok: 'yes', n: 1}", c -> assertFails(() -> c.deleteOne(ID), MongoCommandException.class, ""));
    }

    @Test
    void aWriteErrorWhoseIndexDoesNotExistIsAProtocolError() throws IOException {
        String reply = "{ok: 1, n: 0, nModified: 0, writeErrors: [{index: 7, code: 11000, errmsg: 'dup'}]}";
        with(reply, c -> assertFails(() -> c.insertOne(new Document(ID)), MongoProtocolException.class, "index 7"));
        with(reply, c -> assertFails(() -> c.insertMany(List.of(new Document(), new Document())),
                MongoProtocolException.class, "index 7"));
        with(reply, c -> assertFails(() -> c.updateOne(ID, new Document("$set", new Document("x", 1))),
                MongoProtocolException.class, "index 7"));
    }

    @Test
    void aWriteErrorOfTheRightIndexIsAWriteException() throws IOException {
        with("{ok: 1, n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'dup'}]}",
                c -> assertFails(() -> c.insertOne(new Document(ID)), MongoWriteException.class, "dup"));
    }

    @Test
    void aCursorOfAnotherNamespaceIsAProtocolError() throws IOException {
        String reply = "{ok: 1, cursor: {id: 0, ns: 'bad.other', firstBatch: []}}";
        with(reply, c -> assertFails(() -> c.find(ID).first(), MongoProtocolException.class, "bad.other"));
        with(reply, c -> assertFails(() -> c.find(ID).toList(), MongoProtocolException.class, "bad.other"));
        with("{ok: 1, cursor: {id: 0, ns: 'bad.replies', firstBatch: []}}",
                c -> assertThat(c.find(ID).toList()).isEmpty());
    }

    @Test
    void missingFieldsAreNamed() throws IOException {
        with("{ok: 1}", c -> {
            assertFails(() -> c.insertOne(new Document(ID)), MongoProtocolException.class, "'n'");
            assertFails(() -> c.deleteOne(ID), MongoProtocolException.class, "'n'");
            assertFails(() -> c.find(ID).first(), MongoProtocolException.class, "'cursor'");
            assertFails(() -> c.aggregate(List.of()).toList(), MongoProtocolException.class, "'cursor'");
            assertFails(() -> c.distinct("x", ID, Integer.class), MongoProtocolException.class, "'values'");
            assertFails(c::estimatedDocumentCount, MongoProtocolException.class, "'n'");
            assertFails(() -> c.findOneAndDelete(ID), MongoProtocolException.class, "'value'");
        });
        with("{ok: 1, n: 1}", c -> assertFails(() -> c.updateOne(ID, new Document("$set", new Document("x", 1))),
                MongoProtocolException.class, "'nModified'"));
        with("{ok: 1, cursor: {ns: 'bad.replies', firstBatch: []}}",
                c -> assertFails(() -> c.find(ID).toList(), MongoProtocolException.class, "cursor.id"));
        with("{ok: 1, cursor: {id: 0, ns: 'bad.replies'}}",
                c -> assertFails(() -> c.find(ID).toList(), MongoProtocolException.class, "firstBatch"));
    }

    @Test
    void aBatchOfSomethingElseThanDocumentsIsAProtocolError() throws IOException {
        with("{ok: 1, cursor: {id: 0, ns: 'bad.replies', firstBatch: [1]}}",
                c -> assertFails(() -> c.find(ID).toList(), MongoProtocolException.class, "other than documents"));
    }

    @Test
    void aConnectionThatBroughtABadReplyIsNotUsedAgain() throws IOException {
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse("{ok: 1}"));
                MongoClient client = MongoClient.connect(server.connectionString() + "&maxPoolSize=1")) {
            MongoCollection<Document> collection = client.database("bad").collection("replies");
            client.database("bad").runCommand(new Document("ping", 1));
            int connections = server.connectionsWithCommands();
            assertThat(connections).isEqualTo(1);
            assertFails(() -> collection.deleteOne(ID), MongoProtocolException.class, "'n'");
            assertThat(server.connectionsWithCommands()).isEqualTo(1);
            client.database("bad").runCommand(new Document("ping", 1));
            assertThat(server.connectionsWithCommands()).isEqualTo(2);
        }
    }

    @Test
    void aCursorThatTheServerKeepsBeyondItsLimitIsKilled() throws IOException {
        BsonDocument open = BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'bad.replies', "
                + "firstBatch: [{_id: 1}, {_id: 2}]}}");
        try (ReplyingServer server = new ReplyingServer(command -> open);
                MongoClient client = MongoClient.connect(server.connectionString())) {
            assertThat(client.database("bad").collection("replies").find(new Document(), o -> o.limit(2)).toList())
                    .hasSize(2);
            assertThat(server.commands).containsExactly("find", "killCursors");
        }
    }

    @Test
    void aCursorThatTheServerHasForgottenIsNotKilled() throws IOException {
        BsonDocument open = BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'bad.replies', "
                + "firstBatch: []}}");
        BsonDocument forgotten = BsonDocument.parse("{ok: 0, code: 43, codeName: 'CursorNotFound', errmsg: 'gone'}");
        try (ReplyingServer server = new ReplyingServer(command -> command.containsKey("getMore") ? forgotten : open);
                MongoClient client = MongoClient.connect(server.connectionString())) {
            assertThatThrownBy(() -> client.database("bad").collection("replies").find().toList())
                    .isInstanceOf(MongoCommandException.class).hasMessageContaining("gone");
            assertThat(server.commands).containsExactly("find", "getMore");
        }
    }

    private static void assertFails(ThrowingCallable call, Class<? extends Throwable> type, String message) {
        assertThatThrownBy(call).satisfiesAnyOf(e -> assertThat(e).isInstanceOf(type).hasMessageContaining(message),
                e -> assertThat(e).isInstanceOf(MongoBulkWriteException.class).cause().isInstanceOf(type)
                        .hasMessageContaining(message));
    }

    private static void with(String reply, Consumer<MongoCollection<Document>> test) throws IOException {
        BsonDocument parsed = BsonDocument.parse(reply);
        try (ReplyingServer server = new ReplyingServer(command -> parsed);
                MongoClient client = MongoClient.connect(server.connectionString())) {
            test.accept(client.database("bad").collection("replies"));
        }
    }
}
