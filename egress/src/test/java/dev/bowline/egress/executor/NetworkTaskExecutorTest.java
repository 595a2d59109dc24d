package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.doubles.BadHost;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executor, network interface and pools together, over TCP, against a third-party server and hosts that misbehave. */
@Timeout(60)
class NetworkTaskExecutorTest {
    private static final Environment ENVIRONMENT = SystemEnvironment.instance();
    private MongoServer server;
    private ServerAddress good;
    private NetworkTaskExecutor executor;

    @BeforeEach
    void start() {
        server = new MongoServer(new MemoryBackend());
        good = new ServerAddress("127.0.0.1", server.bind().getPort());
        executor = NetworkTaskExecutor.create("test", ExecutorSettings.defaults());
        executor.startup();
    }

    @AfterEach
    void stop() {
        executor.close();
        server.shutdownNow();
    }

    @Test
    void aCommandIsAnswered() throws Exception {
        RemoteCommandResponse response = executor.run(ping(good)).get(10, TimeUnit.SECONDS);
        assertThat(response.isCommandOk()).isTrue();
        assertThat(response.target()).isEqualTo(good);
        assertThat(response.moreToCome()).isFalse();
        assertThat(executor.network().counters()).isEqualTo(new NetworkCounters(1, 1, 0, 0, 0, 0));
    }

    @Test
    void aCommandThatTheServerRefusesIsStillAnExchange() throws Exception {
        RemoteCommandResponse response = executor
                .run(RemoteCommandRequest.to(good, "admin", new BsonDocument("noSuchCommand", new BsonInt32(1))))
                .get(10, TimeUnit.SECONDS);
        assertThat(response.isOk()).isTrue();
        assertThat(response.isCommandOk()).isFalse();
        assertThat(executor.network().counters().failedRemotely()).isEqualTo(1);
    }

    @Test
    void aRequestKeepsTheBytesItWasGiven() throws Exception {
        BsonDocument reused = new BsonDocument("insert", new BsonString("things"));
        List<CompletableFuture<RemoteCommandResponse>> inserts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
            reused.put("documents", new BsonArray(List.of(document)));
            RemoteCommandRequest request = RemoteCommandRequest.to(good, "db", reused);
            document.put("_id", new BsonInt32(1000));
            inserts.add(executor.run(request));
        }
        for (CompletableFuture<RemoteCommandResponse> insert : inserts) {
            assertThat(insert.get(10, TimeUnit.SECONDS).reply().getInt32("n").getValue()).isEqualTo(1);
        }
        RemoteCommandResponse count = executor.run(RemoteCommandRequest.to(good, "db",
                new BsonDocument("count", new BsonString("things"))
                        .append("query", BsonDocument.parse("{_id: {$lt: 20}}"))))
                .get(10, TimeUnit.SECONDS);
        assertThat(count.reply().getNumber("n").intValue()).isEqualTo(20);
    }

    @Test
    void eachKindOfBadHostEndsWithItsStatusAndDelaysNoOtherHost() throws Exception {
        try (BadHost silent = new BadHost(BadHost.SILENT);
                BadHost resetting = new BadHost(BadHost.RESETTING);
                BadHost garbage = new BadHost(BadHost.GARBAGE)) {
            Duration timeout = Duration.ofMillis(700);
            long start = System.nanoTime();
            CompletableFuture<RemoteCommandResponse> toSilent = executor
                    .run(ping(silent.address()).withTimeout(timeout));
            assertThat(code(executor.run(ping(resetting.address()).withTimeout(timeout))))
                    .isEqualTo(StatusCode.HOST_UNREACHABLE);
            assertThat(code(executor.run(ping(garbage.address()).withTimeout(timeout))))
                    .isEqualTo(StatusCode.PROTOCOL_ERROR);
            assertThat(code(executor.run(ping(BadHost.refusing()).withTimeout(timeout))))
                    .isEqualTo(StatusCode.HOST_UNREACHABLE);
            assertThat(code(executor.run(ping(good).withTimeout(timeout)))).isEqualTo(StatusCode.OK);
            assertThat(code(toSilent)).isEqualTo(StatusCode.NETWORK_TIMEOUT);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(timeout.toNanos());
            assertThat(executor.network().counters().inFlight()).isZero();
            assertThat(executor.network().counters().timedOut()).isEqualTo(1);
        }
    }

    @Test
    void theNextCandidateIsTriedWhileNothingHasBeenSent() throws Exception {
        RemoteCommandResponse response = executor.run(RemoteCommandRequest.toAnyOf(
                List.of(BadHost.refusing(), BadHost.refusing(), good), "admin", command("ping")))
                .get(10, TimeUnit.SECONDS);
        assertThat(response.target()).isEqualTo(good);
    }

    @Test
    void aCommandOnItsWayIsCanceledAtOnce() throws Exception {
        try (BadHost silent = new BadHost(BadHost.SILENT)) {
            List<StatusCode> seen = new ArrayList<>();
            CallbackHandle handle = executor.scheduleRemoteCommand(ping(silent.address()),
                    args -> seen.add(args.response().status().code()));
            assertThat(executor.cancel(handle)).isTrue();
            executor.wait(handle);
            assertThat(seen).containsExactly(StatusCode.CALLBACK_CANCELED);
        }
    }

    @Test
    void shutdownEndsWhatIsInFlight() throws Exception {
        try (BadHost silent = new BadHost(BadHost.SILENT)) {
            CompletableFuture<RemoteCommandResponse> response = executor.run(ping(silent.address()));
            executor.shutdown();
            executor.join();
            assertThat(code(response)).isEqualTo(StatusCode.SHUTDOWN_IN_PROGRESS);
        }
    }

    @Test
    void manyCommandsShareTheConnectionsOfAHost() throws Exception {
        List<CompletableFuture<RemoteCommandResponse>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(executor.run(ping(good).withTimeout(Duration.ofSeconds(20))));
        }
        for (CompletableFuture<RemoteCommandResponse> response : all) {
            assertThat(response.get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        }
        assertThat(executor.network().counters()).isEqualTo(new NetworkCounters(500, 500, 0, 0, 0, 0));
    }

    @Test
    void aFireAndForgetCommandEndsWhenItIsSent() throws Exception {
        RemoteCommandRequest insert = RemoteCommandRequest.to(good, "db",
                BsonDocument.parse("{insert: 'things', documents: [{_id: 1}], writeConcern: {w: 0}}"));
        assertThat(executor.run(insert.withFireAndForget(true)).get(10, TimeUnit.SECONDS).isOk()).isTrue();
    }

    @Test
    void aLeasedStreamRunsOneCommandAfterTheOther() {
        Deadline deadline = Deadline.after(ENVIRONMENT, Duration.ofSeconds(10));
        try (LeasedStream stream = executor.network().leaseStream(good, deadline)) {
            assertThat(stream.run(ping(good)).isCommandOk()).isTrue();
            assertThat(stream.run(ping(good)).isCommandOk()).isTrue();
        }
    }

    @Test
    void aPinnedExecutorRunsEverythingOverOneConnection() throws Exception {
        List<Integer> order = new ArrayList<>();
        List<Object> connections = new ArrayList<>();
        try (TaskExecutor pinned = executor.pinnedTo(good, Duration.ofSeconds(10))) {
            CallbackHandle last = null;
            for (int i = 0; i < 20; i++) {
                int number = i;
                last = pinned.scheduleRemoteCommand(
                        RemoteCommandRequest.to(good, "admin", command("whatsmyuri")), args -> {
                            order.add(number);
                            connections.add(args.response().reply().get("you"));
                        });
            }
            pinned.wait(last);
        }
        assertThat(order).hasSize(20).isSorted();
        assertThat(connections).containsOnly(connections.get(0));
    }

    @Test
    void theAsynchronousClientConnectsRunsAndIsCanceled() throws Exception {
        ConnectionFactory connector = new ConnectionFactory(ENVIRONMENT, ConnectionSettings.defaults());
        try (AsyncClient client = AsyncClient.connect(ENVIRONMENT, connector, good, Duration.ofSeconds(10)).get()) {
            assertThat(client.runCommand(ping(good)).get(10, TimeUnit.SECONDS).isCommandOk()).isTrue();
            assertThat(client.outcome()).isEqualTo(Status.OK);
        }
        try (BadHost silent = new BadHost(BadHost.SILENT)) {
            CompletableFuture<AsyncClient> connecting = AsyncClient.connect(ENVIRONMENT, connector, silent.address(),
                    Duration.ofMillis(200));
            assertThatThrownBy(connecting::get).isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RemoteCommandException.class);
        }
    }

    @Test
    void theDirectClientConnectsOnFirstUse() {
        ConnectionFactory connector = new ConnectionFactory(ENVIRONMENT, ConnectionSettings.defaults());
        try (DirectClient client = new DirectClient(ENVIRONMENT, connector, good, Duration.ofSeconds(10))) {
            assertThat(client.command("admin", command("ping")).getNumber("ok").intValue()).isEqualTo(1);
        }
    }

    @Test
    void alarmsRingOnceAndCanBeCanceled() throws Exception {
        CompletableFuture<Status> rung = new CompletableFuture<>();
        CompletableFuture<Status> canceled = new CompletableFuture<>();
        CallbackHandle one = executor.scheduleWork(args -> {});
        CallbackHandle other = executor.scheduleWork(args -> {});
        executor.network().setAlarm(one, Deadline.after(ENVIRONMENT, Duration.ofMillis(5)), rung::complete);
        executor.network().setAlarm(other, Deadline.NEVER, canceled::complete);
        executor.network().cancelAlarm(other);
        assertThat(rung.get(10, TimeUnit.SECONDS)).isEqualTo(Status.OK);
        assertThat(canceled.get(10, TimeUnit.SECONDS)).isEqualTo(Status.CANCELED);
    }

    private static StatusCode code(CompletableFuture<RemoteCommandResponse> response) throws Exception {
        try {
            return response.get(20, TimeUnit.SECONDS).status().code();
        } catch (ExecutionException e) {
            return ((RemoteCommandException) e.getCause()).status().code();
        }
    }

    private static RemoteCommandRequest ping(ServerAddress host) {
        return RemoteCommandRequest.to(host, "admin", command("ping"));
    }

    private static BsonDocument command(String name) {
        return new BsonDocument(name, new BsonInt32(1));
    }
}
