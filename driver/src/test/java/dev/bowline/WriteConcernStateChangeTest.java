package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoSocketException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A write concern error reports that a server shuts down, whatever the operation makes of it ("not writable primary").
 */
class WriteConcernStateChangeTest {
    private static final String SHUTTING_DOWN = "writeConcernError: {code: 91, errmsg: 'shutting down'}";

    @Test
    void anErrorThatIsRaisedIsHeeded() throws IOException {
        heeded("{ok: 1, n: 1, " + SHUTTING_DOWN + "}", client -> collection(client).insertOne(new Document()));
        heeded("{ok: 1, value: null, " + SHUTTING_DOWN + "}",
                client -> collection(client).findOneAndDelete(new Document()));
    }

    @Test
    void anErrorThatABulkCollectsIsHeeded() throws IOException {
        heeded("{ok: 1, n: 2, " + SHUTTING_DOWN + "}",
                client -> collection(client).insertMany(List.of(new Document(), new Document())));
    }

    @Test
    void anErrorBesideWriteErrorsIsHeeded() throws IOException {
        heeded("{ok: 1, n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'dup'}], " + SHUTTING_DOWN + "}",
                client -> collection(client).insertOne(new Document()));
    }

    @Test
    void anErrorInTheReplyToAnyCommandIsHeeded() throws IOException {
        heeded("{ok: 1, " + SHUTTING_DOWN + "}",
                client -> client.database("db").runCommand(new Document("collMod", "x")));
    }

    @Test
    void aCommandThatFailsAltogetherIsHeeded() throws IOException {
        heeded("{ok: 0, code: 91, errmsg: 'the server is shutting down'}",
                client -> client.database("db").runCommand(new Document("collMod", "x")));
    }

    @Test
    void aConnectionThatBreaksIsHeeded() throws IOException {
        heeded(null, client -> client.database("db").runCommand(new Document("collMod", "x")), "closed the connection");
    }

    private static MongoCollection<Document> collection(MongoClient client) {
        return client.database("db").collection("c");
    }

    private static void heeded(String reply, Consumer<MongoClient> operation) throws IOException {
        heeded(reply, operation, "shutting down");
    }

    /** Before the events are judged the client is closed, which delivers those that are left. */
    private static void heeded(@Nullable String reply, Consumer<MongoClient> operation, String because)
            throws IOException {
        List<ServerDescriptionChangedEvent> lost = new CopyOnWriteArrayList<>();
        TopologyListener listener = new TopologyListener() {
            @Override
            public void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
                if (event.newDescription().type() == ServerType.UNKNOWN) {
                    lost.add(event);
                }
            }
        };
        try (ReplyingServer server = new ReplyingServer(
                command -> reply == null ? null : BsonDocument.parse(reply));
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(server.connectionString()).addTopologyListener(listener).build())) {
            Throwable raised = catchThrowable(() -> operation.accept(client));
            assertThat(raised == null || raised instanceof MongoServerException
                    || raised instanceof MongoSocketException).as("%s", raised).isTrue();
        }
        assertThat(lost).singleElement().satisfies(event -> assertThat(event.newDescription().error())
                .hasMessageContaining(because));
    }
}
