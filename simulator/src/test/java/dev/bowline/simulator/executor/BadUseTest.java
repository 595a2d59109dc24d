package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.executor.AsyncClient;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.DirectClient;
import dev.bowline.egress.executor.EventHandle;
import dev.bowline.egress.executor.LeasedStream;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandException;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.StatusCode;
import dev.bowline.egress.executor.TaskExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Every way to use the executor badly has its answer, and the executor goes on afterwards. */
class BadUseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aTimeoutOfNothingOrLessIsRefused() {
        with(hosts -> {
            refused(() -> hosts.ping(0).withTimeout(Duration.ofNanos(-1)));
            refused(() -> hosts.ping(0).withTimeout(Duration.ZERO));
            assertThat(hosts.ping(0).timeout()).as("none is allowed").isEmpty();
        });
    }

    @Test
    void aRequestWithoutTargetDatabaseOrCommandIsRefused() {
        with(hosts -> {
            refused(() -> RemoteCommandRequest.toAnyOf(List.of(), "admin", BsonDocument.parse("{ping: 1}")));
            refused(() -> RemoteCommandRequest.to(hosts.address(0), "", BsonDocument.parse("{ping: 1}")));
            refused(() -> RemoteCommandRequest.to(hosts.address(0), "admin", new BsonDocument()));
        });
    }

    @Test
    void anEventIsSignalledOnce() {
        with(hosts -> {
            EventHandle event = hosts.executor.makeEvent();
            hosts.executor.signalEvent(event);
            misused(() -> hosts.executor.signalEvent(event));
            assertThat(hosts.executor.waitForEvent(event, Deadline.NEVER)).as("it stays signalled").isTrue();
        });
    }

    @Test
    void cancelingWhatIsDoneOrCanceledDoesNothing() {
        with(hosts -> {
            int[] runs = new int[1];
            CallbackHandle done = hosts.executor.scheduleWork(args -> runs[0]++);
            hosts.executor.wait(done);
            assertThat(hosts.executor.cancel(done)).isFalse();
            CallbackHandle canceled = hosts.executor.scheduleWorkAt(Deadline.NEVER, args -> runs[0]++);
            assertThat(hosts.executor.cancel(canceled)).isTrue();
            assertThat(hosts.executor.cancel(canceled)).isFalse();
            hosts.executor.wait(canceled);
            assertThat(runs[0]).isEqualTo(2);
        });
    }

    @Test
    void nothingIsScheduledAfterShutdownByAnyExecutor() {
        with(hosts -> {
            EventHandle event = hosts.executor.makeEvent();
            TaskExecutor scoped = hosts.executor.scope();
            TaskExecutor pinned = hosts.executor.pinnedTo(
                    hosts.address(0), SECOND);
            hosts.executor.shutdown();
            for (TaskExecutor executor : List.of(hosts.executor, scoped, pinned)) {
                int[] runs = new int[1];
                shutDown(() -> executor.scheduleWork(args -> runs[0]++));
                shutDown(() -> executor.scheduleWorkAt(Deadline.NEVER, args -> runs[0]++));
                shutDown(() -> executor.scheduleRemoteCommand(hosts.ping(0), args -> runs[0]++));
                shutDown(() -> executor.scheduleExhaustRemoteCommand(hosts.ping(0), args -> runs[0]++));
                shutDown(() -> executor.onEvent(event, args -> runs[0]++));
                shutDown(executor::makeEvent);
                shutDown(() -> executor.run(hosts.ping(0)));
                shutDown(() -> executor.at(Deadline.NEVER));
                shutDown(() -> executor.when(event));
                assertThat(runs[0]).as("refused work does not run").isZero();
            }
            shutDown(() -> hosts.executor.network().leaseStream(hosts.address(0), Deadline.NEVER));
        });
    }

    @Test
    void aCallbackMustNotWait() {
        with(hosts -> {
            TaskExecutor scoped = hosts.executor.scope();
            EventHandle event = hosts.executor.makeEvent();
            CallbackHandle other = hosts.executor.scheduleWorkAt(Deadline.NEVER, args -> {});
            List<Throwable> caught = new ArrayList<>();
            hosts.executor.wait(hosts.executor.scheduleWork(args -> {
                for (TaskExecutor executor : List.of(hosts.executor, scoped)) {
                    caught(caught, () -> executor.wait(other));
                    caught(caught, () -> executor.waitForEvent(event, Deadline.NEVER));
                    caught(caught, executor::join);
                }
            }));
            assertThat(caught).hasSize(6).allSatisfy(e -> assertThat(e).isInstanceOf(IllegalStateException.class));
        });
    }

    @Test
    void closingInsideACallbackDoesNotWaitForItself() {
        with(hosts -> {
            CallbackHandle handle = hosts.executor.scheduleWork(args -> hosts.executor.close());
            hosts.executor.wait(handle);
            hosts.executor.join();
            assertThat(handle.isDone()).isTrue();
        });
    }

    @Test
    void theHandlesOfAnotherExecutorAreRefused() {
        with(hosts -> {
            NetworkTaskExecutor other = new NetworkTaskExecutor("other", hosts.environment,
                    new ScriptedNetwork(hosts.environment));
            EventHandle event = other.makeEvent();
            CallbackHandle handle = other.scheduleWork(args -> {});
            refused(() -> hosts.executor.signalEvent(event));
            refused(() -> hosts.executor.onEvent(event, args -> {}));
            refused(() -> hosts.executor.waitForEvent(event, Deadline.NEVER));
            refused(() -> hosts.executor.cancel(handle));
            refused(() -> hosts.executor.wait(handle));
            other.close();
        });
    }

    @Test
    void anExecutorStartsOnceAndShutsDownAsOftenAsYouLike() {
        with(hosts -> {
            misused(hosts.executor::startup);
            hosts.executor.shutdown();
            hosts.executor.shutdown();
            hosts.executor.close();
            misused(hosts.executor::startup);
        });
    }

    @Test
    void aCallbackThatThrowsHarmsNothingElse() {
        with(hosts -> {
            CallbackHandle remote = hosts.executor.scheduleRemoteCommand(hosts.ping(0), args -> {
                throw new IllegalStateException("thrown on purpose");
            });
            hosts.executor.wait(remote);
            CallbackHandle error = hosts.executor.scheduleWork(args -> {
                throw new AssertionError("thrown on purpose");
            });
            hosts.executor.wait(error);
            assertThat(code(hosts, hosts.executor.run(hosts.ping(0)))).isEqualTo(StatusCode.OK);
        });
    }

    @Test
    void aStreamThatWasGivenBackIsRefused() {
        with(hosts -> {
            LeasedStream lease = hosts.executor.network().leaseStream(hosts.address(0), Deadline.NEVER);
            lease.close();
            lease.close();
            misused(() -> lease.run(hosts.ping(0)));
        });
    }

    @Test
    void theAsynchronousClientRunsOneCommandAtATime() {
        with(hosts -> {
            ConnectionFactory connector = new ConnectionFactory(hosts.environment, ConnectionSettings.defaults());
            CompletableFuture<AsyncClient> connected = AsyncClient.connect(hosts.environment, connector,
                    hosts.address(0), SECOND);
            hosts.pass(SECOND);
            try (AsyncClient client = connected.join()) {
                CompletableFuture<?> first = client.runCommand(hosts.ping(0));
                misused(() -> client.runCommand(hosts.ping(0)));
                hosts.pass(SECOND);
                assertThat(first).isCompleted();
            }
        });
    }

    @Test
    void aClosedDirectClientSaysSo() {
        with(hosts -> {
            DirectClient client = new DirectClient(hosts.environment,
                    new ConnectionFactory(hosts.environment, ConnectionSettings.defaults()), hosts.address(0), SECOND);
            client.command("admin", BsonDocument.parse("{ping: 1}"));
            client.close();
            misused(() -> client.command("admin", BsonDocument.parse("{ping: 1}")));
        });
    }

    private interface Throwing {
        void run() throws Exception;
    }

    private static void with(SimulatedHosts.Scenario scenario) {
        SimulatedHosts.play(11, scenario);
    }

    private static StatusCode code(SimulatedHosts hosts, CompletableFuture<?> result) {
        hosts.pass(SECOND);
        try {
            result.getNow(null);
            return result.isDone() ? StatusCode.OK : StatusCode.INTERNAL_ERROR;
        } catch (CompletionException e) {
            return ((RemoteCommandException) e.getCause()).status().code();
        }
    }

    private static void refused(Throwing action) {
        assertThatThrownBy(action::run).isInstanceOf(IllegalArgumentException.class);
    }

    private static void misused(Throwing action) {
        assertThatThrownBy(action::run).isInstanceOf(IllegalStateException.class);
    }

    private static void shutDown(Throwing action) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(RemoteCommandException.class,
                e -> assertThat(e.status().code()).isEqualTo(StatusCode.SHUTDOWN_IN_PROGRESS));
    }

    private static void caught(List<Throwable> caught, Throwing action) {
        try {
            action.run();
        } catch (Exception e) {
            caught.add(e);
        }
    }
}
