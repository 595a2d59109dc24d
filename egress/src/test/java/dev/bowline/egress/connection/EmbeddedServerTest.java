package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoCommandException;
import java.net.InetSocketAddress;
import org.bson.BsonDocument;
import org.bson.codecs.EncoderContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a server that is not ours: de.bwaldvogel's, in memory, over TCP. */
class EmbeddedServerTest {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private final InetSocketAddress bound = server.bind();
    private final ServerAddress address = new ServerAddress(bound.getHostString(), bound.getPort());
    private final ConnectionFactory factory = new ConnectionFactory(SystemEnvironment.instance(),
            ConnectionSettings.defaults());

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    @Test
    void connectsAndDescribesTheServer() {
        try (Connection connection = factory.connect(7, address, Deadline.NEVER)) {
            ConnectionDescription description = connection.description();
            assertThat(description.connectionId()).isEqualTo(7);
            assertThat(description.address()).isEqualTo(address);
            assertThat(description.maxWireVersion()).isGreaterThanOrEqualTo(WireVersions.MIN);
            assertThat(description.maxBsonObjectSize()).isEqualTo(16 * 1024 * 1024);
            assertThat(description.helloNanos()).isPositive();
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void insertsAndFinds() {
        try (Connection connection = factory.connect(1, address, Deadline.NEVER)) {
            BsonDocument inserted = connection.command("test",
                    BsonDocument.parse("{insert: 'things', documents: [{_id: 1, x: 'one'}, {_id: 2, x: 'two'}]}"),
                    Deadline.NEVER);
            assertThat(inserted.getNumber("n").intValue()).isEqualTo(2);
            BsonDocument found = connection.command("test",
                    BsonDocument.parse("{find: 'things', filter: {_id: 2}}"), Deadline.NEVER);
            assertThat(found.getDocument("cursor").getArray("firstBatch"))
                    .containsExactly(BsonDocument.parse("{_id: 2, x: 'two'}"));
        }
    }

    @Test
    void survivesARefusedCommand() {
        try (Connection connection = factory.connect(1, address, Deadline.NEVER)) {
            assertThatThrownBy(() -> connection.command("test", BsonDocument.parse("{noSuchCommand: 1}"),
                    Deadline.NEVER)).isInstanceOf(MongoCommandException.class).hasMessageContaining("noSuchCommand");
            assertThat(connection.isOpen()).isTrue();
            assertThat(connection.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER).getNumber("ok")
                    .intValue()).isEqualTo(1);
        }
    }

    @Test
    void exchangesWithRequestsWrittenInPlace() {
        try (Connection connection = factory.connect(1, address, Deadline.NEVER)) {
            for (int i = 0; i < 100; i++) {
                RequestWriter request = connection.request();
                write(request, "{ping: 1, $db: 'admin'}");
                Reply reply = connection.exchange(request, Deadline.NEVER);
                assertThat(reply.isOk()).isTrue();
                assertThat(reply.responseTo()).isEqualTo(request.requestId());
            }
        }
    }

    private static void write(RequestWriter request, String json) {
        FastCodecs.bsonDocument().encode(request.body(), BsonDocument.parse(json), EncoderContext.builder().build());
    }
}
