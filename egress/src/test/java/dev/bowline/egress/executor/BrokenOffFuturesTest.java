package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.PlainHost;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whichever way a future of ours is completed from outside, what it stands for ends, and leaves nothing behind. */
@Timeout(120)
class BrokenOffFuturesTest {
    private static final Environment ENVIRONMENT = SystemEnvironment.instance();
    private static final Duration LONG = Duration.ofHours(1);

    enum Way {
        CANCEL {
            @Override
            void end(CompletableFuture<?> future) {
                assertThat(future.cancel(true)).isTrue();
            }
        },
        FAIL {
            @Override
            void end(CompletableFuture<?> future) {
                assertThat(future.completeExceptionally(new TimeoutException())).isTrue();
            }
        },
        COMPLETE {
            @Override
            void end(CompletableFuture<?> future) {
                assertThat(future.complete(null)).isTrue();
            }
        },
        COMPLETE_LATER {
            @Override
            void end(CompletableFuture<?> future) {
                future.completeAsync(() -> null);
            }
        },
        TIME_OUT {
            @Override
            void end(CompletableFuture<?> future) {
                future.orTimeout(1, TimeUnit.MILLISECONDS);
            }
        };

        abstract void end(CompletableFuture<?> future);
    }

    private final PlainHost host = new PlainHost();
    private final NetworkTaskExecutor executor = NetworkTaskExecutor.create("broken",
            ExecutorSettings.defaults().withMaxConnections(2));

    BrokenOffFuturesTest() {
        executor.startup();
        host.record();
    }

    @AfterEach
    void stop() {
        executor.close();
        host.close();
    }

    @ParameterizedTest
    @EnumSource
    void ofACommandThatRuns(Way way) {
        host.commandDelay(LONG);
        CompletableFuture<RemoteCommandResponse> future = executor.run(ping());
        await("it was sent", () -> sent("ping") == 1);
        way.end(future);
        awaitEnd();
    }

    @ParameterizedTest
    @EnumSource
    void ofAStageOfACommand(Way way) {
        host.commandDelay(LONG);
        CompletableFuture<String> stage = executor.run(ping()).thenApply(RemoteCommandResponse::toString)
                .exceptionally(Throwable::getMessage).thenCompose(CompletableFuture::completedFuture);
        await("it was sent", () -> sent("ping") == 1);
        way.end(stage);
        awaitEnd();
    }

    @Test
    void aMinimalStageIsIndependentOfItsCommand() throws Exception {
        host.freeze();
        CompletableFuture<RemoteCommandResponse> future = executor.run(ping());
        assertThat(future.minimalCompletionStage().toCompletableFuture().cancel(true)).isTrue();
        host.thaw();
        assertThat(future.get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
    }

    @Test
    void aStageThatIsKeptKeepsNoReply() {
        CompletableFuture<RemoteCommandResponse> future = executor.run(ping());
        CompletableFuture<Boolean> stage = future.thenApply(RemoteCommandResponse::isCommandOk);
        assertThat(stage.join()).isTrue();
        awaitEnd();
        WeakReference<RemoteCommandResponse> reply = new WeakReference<>(future.join());
        future = null;
        await("the reply is collected", () -> {
            System.gc();
            return reply.refersTo(null);
        });
        assertThat(stage).isCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void ofACommandThatWaitsForAConnection(Way way) {
        host.helloDelay(LONG);
        CompletableFuture<RemoteCommandResponse> future = executor.run(ping());
        way.end(future);
        awaitEnd();
        assertThat(executor.network().statistics().hosts().get(0).requests()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void ofACommandThatIsRetried(Way way) {
        host.commandDelay(LONG);
        CompletableFuture<RemoteCommandResponse> future = executor.run(ping(), RetryStrategy.none());
        await("it was sent", () -> sent("ping") == 1);
        way.end(future);
        awaitEnd();
    }

    @ParameterizedTest
    @EnumSource
    void ofAPauseBetweenTwoAttempts(Way way) {
        CompletableFuture<Boolean> paused = new CompletableFuture<>();
        CompletableFuture<RemoteCommandResponse> future = executor.run(
                RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("fail", new BsonInt32(1))),
                (attempts, response, random) -> {
                    paused.complete(true);
                    return Optional.of(LONG);
                });
        paused.join();
        await("it pauses", executor::hasTasks);
        way.end(future);
        awaitEnd();
        assertThat(sent("fail")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"CANCEL", "TIME_OUT"})
    void ofAnOrderedBatch(Way way) {
        host.commandDelay(LONG);
        CompletableFuture<WriteBatchResult> future = executor.write(batch());
        await("the first was sent", () -> sent("insert") == 1);
        way.end(future);
        awaitEnd();
        assertThat(sent("insert")).as("nothing more was sent").isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"CANCEL", "TIME_OUT"})
    void ofABatchWhoseCommandsRunSideBySide(Way way) {
        host.commandDelay(LONG);
        CompletableFuture<WriteBatchResult> future = executor.write(batch().withOrdered(false));
        await("as many were sent as there are connections", () -> sent("insert") == 2);
        way.end(future);
        awaitEnd();
        assertThat(sent("insert")).as("nothing more was sent").isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void ofALease(Way way) {
        host.helloDelay(LONG);
        CompletableFuture<LeasedStream> future = executor.network().lease(host.address(), Deadline.NEVER);
        way.end(future);
        await("it has left the queue", () -> executor.network().statistics().hosts().get(0).requests() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void ofATimeAndOfAnEvent(Way way) {
        CompletableFuture<Status> time = executor.after(LONG);
        CompletableFuture<Status> event = executor.when(executor.makeEvent());
        way.end(time);
        way.end(event);
        awaitEnd();
    }

    @ParameterizedTest
    @EnumSource
    void ofAnAttemptToConnect(Way way) {
        CompletableFuture<Establishment> begun = new CompletableFuture<>();
        CompletableFuture<AsyncClient> future = AsyncClient.connect(ENVIRONMENT,
                (id, address, deadline, establishment) -> {
                    begun.complete(establishment);
                    await("it is broken off", establishment::isAborted);
                    throw new IllegalStateException("Broken off");
                }, host.address(), LONG);
        way.end(future);
        await("it is broken off", begun.join()::isAborted);
    }

    @ParameterizedTest
    @EnumSource
    void ofACommandOfAnAsynchronousClient(Way way) {
        AsyncClient client = AsyncClient.connect(ENVIRONMENT,
                new ConnectionFactory(ENVIRONMENT, ConnectionSettings.defaults()), host.address(), LONG).join();
        host.freeze();
        CompletableFuture<RemoteCommandResponse> future = client.runCommand(ping());
        await("it was sent", () -> sent("ping") == 1);
        way.end(future);
        await("the client says so", () -> client.outcome().equals(Status.CANCELED));
        host.thaw();
        await("its socket is closed", () -> host.open() == 0);
    }

    /** Three documents of which no two fit into one command. */
    private WriteBatch batch() {
        BsonDocument large = new BsonDocument("x", new BsonBinary(new byte[9 << 20]));
        return WriteBatch.insert(host.address(), "db", "c", List.of(large, large, large));
    }

    private void awaitEnd() {
        await("it has ended", () -> !executor.hasTasks() && executor.network().counters().inFlight() == 0);
    }

    private long sent(String command) {
        return host.received().stream().filter(each -> each.containsKey(command)).count();
    }

    private RemoteCommandRequest ping() {
        return RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("ping", new BsonInt32(1)));
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}
