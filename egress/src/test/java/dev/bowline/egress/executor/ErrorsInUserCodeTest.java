package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.doubles.PlainHost;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.hosts.ConnectionTargets;
import dev.bowline.egress.hosts.HostState;
import dev.bowline.egress.hosts.LimitController;
import dev.bowline.egress.hosts.PoolController;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Errors such as {@link OutOfMemoryError} and {@link StackOverflowError}, thrown by what a user has given to an
 * executor: every command ends, no connection is lost or used again in the middle of an exchange, and closing ends.
 */
@Timeout(120)
class ErrorsInUserCodeTest {
    private static final Environment ENVIRONMENT = SystemEnvironment.instance();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final PlainHost host = new PlainHost();
    private final List<NetworkTaskExecutor> executors = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (NetworkTaskExecutor executor : executors) {
            executor.shutdown();
            assertThat(Thread.ofPlatform().daemon().start(executor::join).join(LIMIT)).as("joined").isTrue();
            assertThat(executor.hasTasks()).isFalse();
        }
        await("no connection is left", () -> host.open() == 0);
        host.close();
    }

    @Test
    void aCallbackThatThrowsAnErrorHasRunAndOthersRunAfterIt() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withMaxConnections(1));
        executor.wait(executor.scheduleRemoteCommand(ping(), args -> {
            throw new OutOfMemoryError("thrown by the test");
        }));
        executor.wait(executor.scheduleWork(args -> overflow(1)));
        AtomicInteger replies = new AtomicInteger();
        executor.wait(executor.scheduleExhaustRemoteCommand(stream(3), args -> {
            replies.incrementAndGet();
            throw new StackOverflowError();
        }));
        assertThat(replies).hasValue(3);
        assertThat(executor.run(ping()).get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        assertThat(host.accepted()).as("the one connection was free each time, and used again").isEqualTo(1);
    }

    private static int overflow(int depth) {
        return depth < 0 ? 0 : overflow(depth + 1) + depth;
    }

    @Test
    void aControllerThatThrowsAnErrorLosesNoCommand() throws Exception {
        LimitController limits = new LimitController(0, 2, 2);
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withController(new PoolController() {
            @Override
            public ConnectionTargets hostChanged(HostState state) {
                if (state.requests() == 0) {
                    throw new StackOverflowError();
                }
                return limits.hostChanged(state);
            }

            @Override
            public List<ServerAddress> group(ServerAddress address) {
                throw new OutOfMemoryError("thrown by the test");
            }
        }));
        for (int i = 0; i < 3; i++) {
            assertThat(executor.run(ping()).get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        }
        assertThat(executor.network().statistics().active()).isZero();
    }

    @Test
    void aRetryStrategyThatThrowsAnErrorFailsTheFuture() {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        RemoteCommandRequest fails = RemoteCommandRequest.to(host.address(), "admin",
                new BsonDocument("fail", new BsonInt32(1)));
        CompletableFuture<RemoteCommandResponse> future = executor.run(fails, (attempts, response, random) -> {
            throw new StackOverflowError();
        });
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void aSubscriberThatThrowsAnErrorIsCanceledAndItsConnectionIsNotUsedAgain() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withMaxConnections(1));
        CountDownLatch called = new CountDownLatch(1);
        executor.runExhaust(stream(1_000_000)).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(RemoteCommandResponse item) {
                called.countDown();
                throw new OutOfMemoryError("thrown by the test");
            }

            @Override
            public void onError(Throwable throwable) {}

            @Override
            public void onComplete() {}
        });
        assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(executor.run(ping()).get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        assertThat(executor.network().counters().canceled()).isEqualTo(1);
        assertThat(host.accepted()).isEqualTo(2);
    }

    @Test
    void aLeasedStreamWhoseReaderThrewAnErrorIsNotUsedAgain() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withMaxConnections(1));
        try (LeasedStream stream = executor.network().leaseStream(host.address(), Deadline.after(ENVIRONMENT, LIMIT))) {
            assertThatThrownBy(() -> stream.runExhaust(stream(100), response -> {
                throw new StackOverflowError();
            })).isInstanceOf(StackOverflowError.class);
        }
        assertThat(executor.run(ping()).get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        assertThat(host.accepted()).isEqualTo(2);
    }

    @Test
    void anAsynchronousClientWhoseReaderThrewAnErrorSaysSoAndIsClosed() throws Exception {
        AsyncClient client = AsyncClient.connect(ENVIRONMENT,
                new ConnectionFactory(ENVIRONMENT, ConnectionSettings.defaults()), host.address(), LIMIT)
                .get(20, TimeUnit.SECONDS);
        CompletableFuture<RemoteCommandResponse> last = new CompletableFuture<>();
        client.runExhaustCommand(stream(1_000_000), response -> {
            if (response.moreToCome()) {
                throw new StackOverflowError();
            }
            last.complete(response);
        });
        assertThat(last.get(20, TimeUnit.SECONDS).status().code()).isEqualTo(StatusCode.INTERNAL_ERROR);
        assertThat(client.outcome().cause()).isInstanceOf(StackOverflowError.class);
        await("it is closed", () -> host.open() == 0);
        assertThat(client.runCommand(ping()).get(20, TimeUnit.SECONDS).isOk()).as("it accepts the next").isFalse();
    }

    @Test
    void aConnectorThatThrowsAnErrorFailsTheAttemptToConnect() {
        CompletableFuture<AsyncClient> connecting = AsyncClient.connect(ENVIRONMENT,
                (id, address, deadline, establishment) -> {
                    throw new OutOfMemoryError("thrown by the test");
                }, host.address(), LIMIT);
        assertThatThrownBy(() -> connecting.get(20, TimeUnit.SECONDS)).rootCause()
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aCommandThatItsNetworkCouldNotStartWasNeverAccepted() {
        NetworkTaskExecutor executor = executor(new AnsweringNetwork("{ok: 1}") {
            @Override
            public void startCommand(CallbackHandle handle, RemoteCommandRequest request,
                    Consumer<RemoteCommandResponse> onFinish) {
                throw new OutOfMemoryError("thrown by the test");
            }
        });
        assertThatThrownBy(() -> executor.run(ping())).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> executor.scheduleRemoteCommand(ping(), args -> {}))
                .isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> executor.write(WriteBatch.insert(host.address(), "db", "c",
                List.of(new BsonDocument()))).get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(OutOfMemoryError.class);
        assertThat(executor.hasTasks()).isFalse();
        try (TaskExecutor scope = executor.scope()) {
            assertThatThrownBy(() -> scope.run(ping())).isInstanceOf(OutOfMemoryError.class);
            assertThat(scope.hasTasks()).isFalse();
        }
    }

    @Test
    void anErrorOfThePinnedConnectionEndsItsCommands() throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        AtomicReference<Boolean> closed = new AtomicReference<>(false);
        NetworkTaskExecutor executor = executor(new AnsweringNetwork("{ok: 1}") {
            @Override
            public LeasedStream leaseStream(ServerAddress address, Deadline deadline) {
                return new LeasedStream() {
                    @Override
                    public ServerAddress host() {
                        return address;
                    }

                    @Override
                    public RemoteCommandResponse run(RemoteCommandRequest request) {
                        try {
                            queued.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        throw new StackOverflowError();
                    }

                    @Override
                    public void runExhaust(RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply) {
                        onReply.accept(run(request));
                    }

                    @Override
                    public void abort(RuntimeException reason) {}

                    @Override
                    public void close() {
                        closed.set(true);
                    }
                };
            }
        });
        try (TaskExecutor pinned = executor.pinnedTo(host.address(), LIMIT)) {
            CompletableFuture<RemoteCommandResponse> first = pinned.run(ping());
            CompletableFuture<RemoteCommandResponse> second = pinned.run(ping());
            queued.countDown();
            assertThatThrownBy(() -> first.get(20, TimeUnit.SECONDS)).rootCause()
                    .isInstanceOf(StackOverflowError.class);
            assertThatThrownBy(() -> second.get(20, TimeUnit.SECONDS)).rootCause()
                    .isInstanceOf(StackOverflowError.class);
        }
        await("the connection is given back", closed::get);
    }

    @Test
    void aPinnedConnectionThatCannotBeLeasedEndsItsCommands() {
        NetworkTaskExecutor executor = executor(new AnsweringNetwork("{ok: 1}"));
        try (TaskExecutor pinned = executor.pinnedTo(host.address(), LIMIT)) {
            assertThatThrownBy(() -> pinned.run(ping()).get(20, TimeUnit.SECONDS)).rootCause()
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void aPinnedConnectionForWhichThereIsNoThreadEndsItsCommandsAndIsGivenBack() throws Exception {
        for (int before = 0; before < 2; before++) {
            WithoutThreads environment = new WithoutThreads("bowline-pinned-");
            NetworkTaskExecutor executor = started(new NetworkTaskExecutor("errors", environment,
                    new PooledNetworkInterface("errors", ENVIRONMENT, ExecutorSettings.defaults())));
            try (TaskExecutor pinned = executor.pinnedTo(host.address(), LIMIT)) {
                for (int i = 0; i < before; i++) {
                    assertThat(pinned.run(ping()).get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
                    assertThat(environment.last.get().join(LIMIT)).as("nothing runs").isTrue();
                }
                environment.full = true;
                CompletableFuture<RemoteCommandResponse> command = pinned.run(ping());
                assertThatThrownBy(() -> command.get(20, TimeUnit.SECONDS)).rootCause()
                        .isInstanceOf(OutOfMemoryError.class);
                await("the connection is given back", () -> executor.network().statistics().leased() == 0);
                assertThatThrownBy(() -> pinned.run(ping())).isInstanceOf(RemoteCommandException.class).rootCause()
                        .isInstanceOf(OutOfMemoryError.class);
            }
        }
    }

    @Test
    void aFutureForWhoseStagesThereIsNoThreadIsCompletedAllTheSame() throws Exception {
        WithoutThreads environment = new WithoutThreads("bowline-stage");
        NetworkTaskExecutor executor = started(
                new NetworkTaskExecutor("errors", environment, new AnsweringNetwork("{ok: 1}")));
        environment.full = true;
        assertThat(executor.after(Duration.ofMillis(1)).get(20, TimeUnit.SECONDS).isOk()).isTrue();
    }

    @Test
    void anAlarmForWhichThereIsNoThreadIsNotSet() {
        Environment environment = new ForwardingEnvironment() {
            @Override
            public Thread startPlatform(String name, Runnable task) {
                throw new OutOfMemoryError("thrown by the test");
            }
        };
        AtomicInteger called = new AtomicInteger();
        try (Alarms alarms = new Alarms(new Timers("errors", environment), new Workers("errors", ENVIRONMENT))) {
            CallbackHandle handle = new CallbackHandle(this, 1, null);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> alarms.set(handle, Deadline.after(ENVIRONMENT, LIMIT),
                        status -> called.incrementAndGet())).isInstanceOf(OutOfMemoryError.class);
            }
        }
        assertThat(called).hasValue(0);
    }

    /** An environment that has no thread for a certain purpose while it is full. */
    private static final class WithoutThreads extends ForwardingEnvironment {
        private final String purpose;
        private final AtomicReference<Thread> last = new AtomicReference<>();
        private volatile boolean full;

        WithoutThreads(String purpose) {
            this.purpose = purpose;
        }

        @Override
        public Thread start(String name, Runnable task) {
            if (!name.startsWith(purpose)) {
                return super.start(name, task);
            }
            if (full) {
                throw new OutOfMemoryError("thrown by the test");
            }
            Thread thread = super.start(name, task);
            last.set(thread);
            return thread;
        }
    }

    @Test
    void aReplyThatNoServerGivesToAWriteFailsTheBatch() {
        NetworkTaskExecutor executor = executor(new AnsweringNetwork("{ok: 1, upserted: 'none'}"));
        CompletableFuture<WriteBatchResult> future = executor.write(WriteBatch.insert(host.address(), "db", "c",
                List.of(new BsonDocument())));
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    }

    @Test
    void aTimerThatThrowsAnErrorStopsNoOther() throws Exception {
        try (Timers timers = new Timers("errors", ENVIRONMENT)) {
            CountDownLatch rang = new CountDownLatch(2);
            long now = ENVIRONMENT.nanoTime();
            for (int i = 0; i < 4; i++) {
                boolean throwing = i % 2 == 0;
                timers.set(new Timers.Timer() {
                    @Override
                    void ring() {
                        if (throwing) {
                            throw new StackOverflowError();
                        }
                        rang.countDown();
                    }
                }, now + i);
            }
            assertThat(rang.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aTaskForWhichThereIsNoThreadIsDoneByTheThreadThatHasIt() {
        Environment full = new ForwardingEnvironment() {
            @Override
            public Thread start(String name, Runnable task) {
                throw new OutOfMemoryError("thrown by the test");
            }
        };
        try (Workers workers = new Workers("errors", full)) {
            AtomicReference<Thread> ran = new AtomicReference<>();
            workers.execute(() -> ran.set(Thread.currentThread()));
            assertThat(ran.get()).isSameAs(Thread.currentThread());
        }
    }

    private NetworkTaskExecutor executor(ExecutorSettings settings) {
        return started(NetworkTaskExecutor.create("errors", settings));
    }

    private NetworkTaskExecutor executor(NetworkInterface network) {
        return started(new NetworkTaskExecutor("errors", ENVIRONMENT, network));
    }

    private NetworkTaskExecutor started(NetworkTaskExecutor executor) {
        executors.add(executor);
        executor.startup();
        return executor;
    }

    private RemoteCommandRequest ping() {
        return RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("ping", new BsonInt32(1)));
    }

    private RemoteCommandRequest stream(int replies) {
        return RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("stream", new BsonInt32(replies)));
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}
