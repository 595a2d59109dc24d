package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadPreference;
import dev.bowline.cursor.MongoCursor;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behind a load balancer is a router with sessions, however little a service says of itself. */
@Timeout(60)
class LoadBalancedTest {
    private static final BsonDocument OPEN = BsonDocument
            .parse("{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'balanced.things', firstBatch: [{_id: 1}]}}");

    private final CommandRecord commands = new CommandRecord();
    private final CountDownLatch released = new CountDownLatch(1);
    private ReplyingServer server;
    private MongoClient client;

    @BeforeEach
    void start() throws IOException {
        server = new ReplyingServer(this::reply);
        server.hello = BsonDocument.parse("{ok: 1, isWritablePrimary: true, minWireVersion: 0, maxWireVersion: 21}")
                .append("serviceId", new BsonObjectId(new ObjectId()));
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(server.connectionString() + "&loadBalanced=true&maxPoolSize=1&waitQueueTimeoutMS=50")
                .addCommandListener(commands).build());
    }

    @AfterEach
    void stop() throws IOException {
        released.countDown();
        client.close();
        server.close();
    }

    private BsonDocument reply(BsonDocument command) {
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
        MongoCursor<Document> cursor = things().withTimeout(Duration.ofMillis(300)).find().cursor();
        cursor.next();
        assertThatThrownBy(cursor::next).isInstanceOf(MongoOperationTimeoutException.class);
        cursor.close();
        assertThat(commands.names()).containsExactly("find", "getMore");
        things().insertOne(new Document());
    }

    @Test
    void aTimedOutWaiterLearnsWhatTheConnectionsAreUsedFor() {
        MongoCursor<Document> cursor = things().find().cursor();
        assertThatThrownBy(() -> things().insertOne(new Document()))
                .isInstanceOf(MongoWaitQueueTimeoutException.class)
                .hasMessageContaining("Timeout waiting for connection from the connection pool. maxPoolSize: 1, "
                        + "connections in use by cursors: 1, connections in use by transactions: 0, "
                        + "connections in use by other operations: 0");
        cursor.close();
        things().insertOne(new Document());
    }
}
