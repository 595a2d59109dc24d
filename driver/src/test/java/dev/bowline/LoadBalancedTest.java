package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadPreference;
import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behind a load balancer is a router with sessions, however little a service says of itself. */
@Timeout(60)
class LoadBalancedTest {
    private static final BsonDocument OPEN = BsonDocument
            .parse("{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'balanced.things', firstBatch: [{_id: 1}]}}");

    private static final Error ERROR = new StackOverflowError("made up");

    private final CommandRecord commands = new CommandRecord();
    /** What some commands are answered with; the empty document closes the connection. */
    private final Map<String, BsonDocument> failures = new ConcurrentHashMap<>();
    /** The command that a listener throws an error at. */
    private volatile String fatal = "";
    private final CountDownLatch released = new CountDownLatch(1);
    private ReplyingServer server;
    private MongoClient client;

    @BeforeEach
    void start() throws IOException {
        server = new ReplyingServer(this::reply);
        server.hello = BsonDocument.parse("{ok: 1, isWritablePrimary: true, minWireVersion: 0, maxWireVersion: 21}")
                .append("serviceId", new BsonObjectId(new ObjectId()));
        connect(20_000);
    }

    private void connect(int waitQueueTimeoutMillis) {
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(
                server.connectionString() + "&loadBalanced=true&maxPoolSize=1&waitQueueTimeoutMS="
                        + waitQueueTimeoutMillis)
                .addCommandListener(commands).addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (event.commandName().equals(fatal)) {
                            throw ERROR;
                        }
                    }
                }).build());
    }

    @AfterEach
    void stop() throws IOException {
        released.countDown();
        client.close();
        server.close();
    }

    private BsonDocument reply(BsonDocument command) {
        BsonDocument failure = failures.get(command.getFirstKey());
        if (failure != null) {
            return failure.isEmpty() ? null : failure;
        }
        return switch (command.getFirstKey()) {
            case "find" -> OPEN;
            case "getMore" -> {
                awaitRelease();
                yield null;
            }
            default -> BsonDocument.parse("{ok: 1, n: 1}");
        };
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private MongoCollection<Document> things() {
        return client.database("balanced").collection("things");
    }

    @Test
    void writesAreRetryableAndReadsTellTheirPreferenceEvenIfTheServiceNamesNeitherSessionsNorItself() {
        things().insertOne(new Document());
        assertThat(commands.commands().get(0)).containsKeys("lsid", "txnNumber");
        things().with(ReadPreference.secondary()).find().first();
        assertThat(commands.commands().get(1).getDocument("$readPreference"))
                .isEqualTo(BsonDocument.parse("{mode: 'secondary'}"));
    }

    @Test
    void aCursorWhoseConnectionIsLostToATimeoutIsNotKilledOverIt() {
        // The connection is there before the time runs.
        things().insertOne(new Document());
        MongoCursor<Document> cursor = things().withTimeout(Duration.ofSeconds(1)).find().cursor();
        cursor.next();
        assertThatThrownBy(cursor::next).isInstanceOf(MongoOperationTimeoutException.class);
        cursor.close();
        assertThat(commands.names()).containsExactly("insert", "find", "getMore");
        things().insertOne(new Document());
    }

    @Test
    void aTimedOutWaiterLearnsWhatTheConnectionsAreUsedFor() {
        client.close();
        connect(100);
        MongoCursor<Document> cursor = null;
        while (cursor == null) {
            try {
                cursor = things().find().cursor();
            } catch (MongoWaitQueueTimeoutException connecting) {
                // A busy machine takes longer to connect.
            }
        }
        assertThatThrownBy(() -> things().insertOne(new Document()))
                .isInstanceOf(MongoWaitQueueTimeoutException.class)
                .hasMessageContaining("Timeout waiting for connection from the connection pool. maxPoolSize: 1, "
                        + "connections in use by cursors: 1, connections in use by transactions: 0, "
                        + "connections in use by other operations: 0");
        cursor.close();
        things().insertOne(new Document());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ok: 1}", "{ok: 0, code: 251, errmsg: 'no such transaction'}", "{}"})
    void anAbortGivesTheConnectionBackHoweverItEnds(String reply) {
        failures.put("abortTransaction", BsonDocument.parse(reply));
        inTransaction(ClientSession::abortTransaction);
    }

    @Test
    void anAbortThatAnErrorEndsGivesTheConnectionBack() {
        inTransaction(session -> {
            fatal = "abortTransaction";
            assertThatThrownBy(session::abortTransaction).isSameAs(ERROR);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ok: 0, code: 50, errmsg: 'too slow'}",
            "{ok: 0, code: 251, errmsg: 'gone', errorLabels: ['TransientTransactionError']}", "{}"})
    void aCommitThatFailsGivesTheConnectionBack(String reply) {
        failures.put("commitTransaction", BsonDocument.parse(reply));
        inTransaction(session -> assertThatThrownBy(session::commitTransaction).isInstanceOf(MongoException.class));
    }

    @Test
    void anOperationThatEndsItsTransactionGivesTheConnectionBack() {
        inTransaction(session -> {
            failures.put("delete",
                    BsonDocument.parse("{ok: 0, code: 251, errorLabels: ['TransientTransactionError']}"));
            assertThatThrownBy(() -> things().with(session).deleteOne(new Document()))
                    .isInstanceOf(MongoException.class);
        });
    }

    /** After this, the connection must be free while the session is still open. */
    private void inTransaction(Consumer<ClientSession> end) {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            things().with(session).insertOne(new Document());
            assertThat(client.health().servers().getFirst().pool().inUse()).as("while it is open").isEqualTo(1);
            end.accept(session);
            assertThat(client.health().servers().getFirst().pool().inUse()).as("after it").isZero();
        }
    }
}
