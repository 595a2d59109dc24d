package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.scan.ReplicaSetClient;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.executor.AsyncClient;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.DirectClient;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.LeasedStream;
import dev.bowline.egress.executor.NetworkCounters;
import dev.bowline.egress.executor.NetworkInterface;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.Status;
import dev.bowline.egress.executor.TaskExecutor;
import dev.bowline.egress.executor.WriteBatch;
import dev.bowline.egress.hosts.ConnectionCloserManager;
import dev.bowline.egress.hosts.ConnectionTargets;
import dev.bowline.egress.hosts.HostStatistics;
import dev.bowline.egress.hosts.PoolController;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A module that sees exported packages only can use the whole executor, and replace its network in tests. */
@Timeout(60)
class OwnModuleTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void aToolIsTestedWithoutANetwork() {
        ServerAddress host = new ServerAddress("db.example", 27017);
        try (TaskExecutor executor = new NetworkTaskExecutor("tested", SystemEnvironment.instance(),
                new CannedNetwork(BsonDocument.parse("{ok: 1, version: '9.1.0'}")))) {
            executor.startup();
            assertThat(HostRecipes.versions(executor, List.of(host))).isEqualTo(Map.of(host, "9.1.0"));
        }
    }

    @Test
    void controllersClosersStatisticsAndClientsArePublic() throws Exception {
        MongoServer server = new MongoServer(new MemoryBackend());
        ServerAddress host = new ServerAddress("127.0.0.1", server.bind().getPort());
        PoolController controller = state -> new ConnectionTargets(0, 3, 1);
        ExecutorSettings settings = ExecutorSettings.defaults().withController(controller).withTags(Set.of("tool"))
                .withListeners(List.of(new ConnectionPoolListener() {
                }));
        SystemEnvironment environment = SystemEnvironment.instance();
        ConnectionCloserManager closers = new ConnectionCloserManager();
        try (NetworkTaskExecutor executor = NetworkTaskExecutor.create("tool", settings);
                DirectClient direct = DirectClient.of(host, ConnectionSettings.defaults(), LIMIT)) {
            executor.startup();
            closers.add(executor.network().closer());
            executor.write(WriteBatch.insert(host, "shop", "orders", List.of(new BsonDocument())))
                    .get(20, TimeUnit.SECONDS);
            assertThat(direct.count("shop", "orders", new BsonDocument())).isEqualTo(1);
            try (LeasedStream stream = executor.network().leaseStream(host, Deadline.after(environment, LIMIT))) {
                assertThat(stream.run(ping(host)).isCommandOk()).isTrue();
            }
            closers.dropConnections("tool");
            assertThat(executor.network().statistics().hosts()).extracting(HostStatistics::host)
                    .containsExactly(host);
            CompletableFuture<AsyncClient> connecting = AsyncClient.connect(environment,
                    new ConnectionFactory(environment, ConnectionSettings.defaults()), host, LIMIT);
            try (AsyncClient client = connecting.get(20, TimeUnit.SECONDS)) {
                assertThat(client.runCommand(ping(host)).get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
            }
            try (ReplicaSetClient set = new ReplicaSetClient(environment,
                    new ConnectionFactory(environment, ConnectionSettings.defaults()), "rs0", List.of(host),
                    ReplicaSetClient.Settings.defaults())) {
                assertThat(set.topology().servers()).extracting(ServerDescription::address).containsExactly(host);
            }
        } finally {
            server.shutdownNow();
        }
    }

    private static RemoteCommandRequest ping(ServerAddress host) {
        return RemoteCommandRequest.to(host, "admin", new BsonDocument("ping", new BsonInt32(1)));
    }

    /** Answers every command at once, by the same reply. */
    private static final class CannedNetwork implements NetworkInterface {
        private final BsonDocument reply;
        private final Semaphore work = new Semaphore(0);
        private volatile boolean shutdown;

        CannedNetwork(BsonDocument reply) {
            this.reply = reply;
        }

        @Override
        public void startup() {}

        @Override
        public void shutdown() {
            shutdown = true;
        }

        @Override
        public boolean isShutdown() {
            return shutdown;
        }

        @Override
        public void startCommand(CallbackHandle handle, RemoteCommandRequest request,
                Consumer<RemoteCommandResponse> onFinish) {
            onFinish.accept(RemoteCommandResponse.answered(request.targets().get(0), reply, Duration.ZERO));
        }

        @Override
        public void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
                Consumer<RemoteCommandResponse> onReply) {
            startCommand(handle, request, onReply);
        }

        @Override
        public void cancelCommand(CallbackHandle handle) {}

        @Override
        public void setAlarm(CallbackHandle handle, Deadline when, Consumer<Status> action) {
            action.accept(Status.CANCELED);
        }

        @Override
        public void cancelAlarm(CallbackHandle handle) {}

        @Override
        public void waitForWork() {
            work.acquireUninterruptibly();
            work.drainPermits();
        }

        @Override
        public void waitForWorkUntil(Deadline deadline) {
            waitForWork();
        }

        @Override
        public void signalWorkAvailable() {
            work.release();
        }

        @Override
        public LeasedStream leaseStream(ServerAddress host, Deadline deadline) {
            throw new UnsupportedOperationException("There are no connections");
        }

        @Override
        public void dropConnections(ServerAddress host) {}

        @Override
        public NetworkCounters counters() {
            return new NetworkCounters(0, 0, 0, 0, 0, 0);
        }
    }
}
