package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The recipes of docs/executor.md. */
@Timeout(60)
class HostRecipesTest {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private final NetworkTaskExecutor executor = NetworkTaskExecutor.create("recipes", ExecutorSettings.defaults());
    private ServerAddress good;
    private ServerAddress refusing;

    @BeforeEach
    void start() throws IOException {
        good = new ServerAddress("127.0.0.1", server.bind().getPort());
        try (ServerSocket socket = new ServerSocket(0)) {
            refusing = new ServerAddress("127.0.0.1", socket.getLocalPort());
        }
        executor.startup();
    }

    @AfterEach
    void stop() {
        executor.close();
        server.shutdownNow();
    }

    @Test
    void theHealthCheckerReportsEachChange() throws Exception {
        BlockingQueue<String> changes = new LinkedBlockingQueue<>();
        try (AutoCloseable watching = HostRecipes.watchHealth(executor, List.of(good, refusing),
                Duration.ofMillis(20), (host, well) -> changes.add(host + (well ? " well" : " not well")))) {
            assertThat(List.of(changes.poll(20, TimeUnit.SECONDS), changes.poll(20, TimeUnit.SECONDS)))
                    .containsExactlyInAnyOrder(good + " well", refusing + " not well");
            server.shutdownNow();
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo(good + " not well");
        }
        assertThat(executor.hasTasks()).as("nothing of it is left").isFalse();
    }

    @Test
    void theInventoryHasALineForEveryHost() {
        assertThat(HostRecipes.versions(executor, List.of(good, refusing)).get(good)).matches("\\d.*");
        assertThat(HostRecipes.versions(executor, List.of(good, refusing)).get(refusing)).contains("HOST_UNREACHABLE");
    }

    @Test
    void theRollingCommandStopsAtTheFirstHostThatFails() {
        BsonDocument command = new BsonDocument("ping", new BsonInt32(1));
        assertThat(HostRecipes.roll(executor, List.of(good, refusing, good), command)).containsExactly(good);
    }

    @Test
    void theFirstGoodAnswerWins() throws Exception {
        BsonDocument read = new BsonDocument("ping", new BsonInt32(1));
        assertThat(HostRecipes.firstAnswer(executor, List.of(refusing, good), "admin", read)
                .get(20, TimeUnit.SECONDS).target()).isEqualTo(good);
        assertThat(HostRecipes.firstAnswer(executor, List.of(refusing), "admin", read)).failsWithin(20,
                TimeUnit.SECONDS);
    }
}
