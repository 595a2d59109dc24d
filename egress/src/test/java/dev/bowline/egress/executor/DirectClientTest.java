package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoCommandException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client of one host, and batches of writes, against a third-party server. */
@Timeout(30)
class DirectClientTest {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private final ServerAddress host = new ServerAddress("127.0.0.1", server.bind().getPort());
    private final DirectClient client = DirectClient.of(host, ConnectionSettings.defaults(), Duration.ofSeconds(10));

    private final List<BsonDocument> sent = new ArrayList<>();
    private final List<Connection> opened = new ArrayList<>();
    private final ConnectionFactory factory = new ConnectionFactory(SystemEnvironment.instance(),
            ConnectionSettings.defaults());
    private final DirectClient recording = new DirectClient(SystemEnvironment.instance(),
            (id, address, deadline, establishment) -> record(factory.connect(id, address, deadline, establishment)),
            host, Duration.ofSeconds(10));

    @AfterEach
    void stop() {
        client.close();
        recording.close();
        server.shutdownNow();
    }

    @Test
    void writesFindsCountsAndRemoves() {
        assertThat(client.insert("db", "things", numbered(250)).count()).isEqualTo(250);
        assertThat(client.count("db", "things", new BsonDocument())).isEqualTo(250);
        assertThat(client.count("db", "things", BsonDocument.parse("{_id: {$lt: 10}}"))).isEqualTo(10);
        try (DirectCursor cursor = client.find("db", "things", BsonDocument.parse("{_id: {$gte: 10}}"),
                options -> options.append("batchSize", new BsonInt32(20)).append("sort",
                        new BsonDocument("_id", new BsonInt32(1))))) {
            assertThat(cursor.next().getInt32("_id").getValue()).isEqualTo(10);
            assertThat(cursor.toList()).as("over many batches").hasSize(239);
            assertThat(cursor.hasNext()).isFalse();
        }
        assertThat(client.findOne("db", "things", BsonDocument.parse("{_id: 5}"))).isNotNull();
        assertThat(client.findOne("db", "things", BsonDocument.parse("{_id: -5}"))).isNull();
        assertThat(client.update("db", "things", BsonDocument.parse("{_id: 5}"), BsonDocument.parse("{$set: {x: 1}}"),
                false).modified()).isEqualTo(1);
        assertThat(client.update("db", "things", BsonDocument.parse("{_id: 500}"),
                BsonDocument.parse("{$set: {x: 1}}"), true).upserted()).hasSize(1);
        assertThat(client.remove("db", "things", BsonDocument.parse("{_id: {$lt: 100}}"), true).count()).isEqualTo(1);
        assertThat(client.remove("db", "things", new BsonDocument(), false).count()).isEqualTo(250);
        assertThat(client.count("db", "things", new BsonDocument())).isZero();
    }

    @Test
    void aCursorThatIsClosedEarlyIsClosedOnTheServer() {
        DirectCursor cursor = openCursor();
        cursor.close();
        cursor.close();
        assertThat(cursor.hasNext()).isFalse();
        assertThat(sent).filteredOn(command -> command.containsKey("killCursors")).hasSize(1);
        assertThat(recording.command("admin", new BsonDocument("ping", new BsonInt32(1)))).containsKey("ok");
    }

    @Test
    void aCursorEndsWithItsConnection() {
        DirectCursor cursor = openCursor();
        opened.get(0).close();
        assertThatThrownBy(cursor::toList).isInstanceOf(IllegalStateException.class).hasMessageContaining("broken");
        cursor.close();
        assertThat(opened).as("no connection is opened for a cursor that is lost").hasSize(1);
        assertThat(recording.command("admin", new BsonDocument("ping", new BsonInt32(1)))).containsKey("ok");
        assertThat(opened).hasSize(2);
    }

    /** A cursor of the recording client that has more batches to come. */
    private DirectCursor openCursor() {
        client.insert("db", "things", numbered(50));
        DirectCursor cursor = recording.find("db", "things", new BsonDocument(),
                options -> options.append("batchSize", new BsonInt32(2)));
        cursor.next();
        return cursor;
    }

    /** A connection that keeps the commands it is given. */
    private Connection record(Connection made) {
        opened.add(made);
        return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("command")) {
                        sent.add((BsonDocument) arguments[1]);
                    }
                    return method.invoke(made, arguments);
                });
    }

    @Test
    void failuresOfSingleWritesAreInTheResult() {
        client.insert("db", "things", numbered(3));
        WriteBatchResult result = client.insert("db", "things", numbered(5));
        assertThat(result.isComplete()).isFalse();
        assertThat(result.failures().get(0).index()).isZero();
        assertThat(result.failures().get(0).code()).isEqualTo(11000);
        assertThatThrownBy(() -> client.command("db", new BsonDocument("noSuchCommand", new BsonInt32(1))))
                .isInstanceOf(MongoCommandException.class);
        client.close();
        assertThatThrownBy(() -> client.count("db", "things", new BsonDocument()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void batchesOfWritesAreFutures() throws Exception {
        try (NetworkTaskExecutor executor = NetworkTaskExecutor.create("batches", ExecutorSettings.defaults())) {
            executor.startup();
            List<BsonDocument> large = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                large.add(new BsonDocument("_id", new BsonInt32(i)).append("x",
                        new BsonBinary(new byte[1024 * 1024])));
            }
            WriteBatchResult inserted = executor.write(WriteBatch.insert(host, "db", "large", large))
                    .get(20, TimeUnit.SECONDS);
            assertThat(inserted.count()).as("in three commands").isEqualTo(40);
            large.set(0, new BsonDocument("_id", new BsonInt32(100)));
            WriteBatchResult unordered = executor
                    .write(WriteBatch.insert(host, "db", "large", large).withOrdered(false)).get(20, TimeUnit.SECONDS);
            assertThat(unordered.failures()).hasSize(39);
            assertThat(unordered.failures()).extracting(WriteBatchResult.Failure::index)
                    .containsAll(List.of(1, 20, 39));
        }
    }

    private static List<BsonDocument> numbered(int count) {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)));
        }
        return documents;
    }
}
