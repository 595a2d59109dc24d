package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.PlainHost;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionReadyEvent;
import dev.bowline.egress.hosts.ConnectionCloserManager;
import dev.bowline.egress.hosts.ConnectionTargets;
import dev.bowline.egress.hosts.HostPoolsStatistics;
import dev.bowline.egress.hosts.HostState;
import dev.bowline.egress.hosts.HostStatistics;
import dev.bowline.egress.hosts.LimitController;
import dev.bowline.egress.hosts.PoolController;
import dev.bowline.egress.stream.StreamSettings;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One caller never harms another, parts of an executor mean what they say, and the controller decides. Over real
 * sockets.
 */
@Timeout(60)
class NeighboursTest {
    private final PlainHost host = new PlainHost();
    private final List<NetworkTaskExecutor> executors = new ArrayList<>();

    @AfterEach
    void stop() {
        host.close();
        executors.forEach(NetworkTaskExecutor::close);
    }

    private NetworkTaskExecutor executor(ExecutorSettings settings) {
        NetworkTaskExecutor made = NetworkTaskExecutor.create("neighbours", settings);
        made.startup();
        executors.add(made);
        return made;
    }

    // ---- one caller never harms another

    @Test
    void anImpatientCallerEndsNoConnectionThatOthersWaitFor() throws Exception {
        host.helloDelay(Duration.ofMillis(400));
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        CompletableFuture<RemoteCommandResponse> impatient = executor.run(ping().withTimeout(Duration.ofMillis(100)));
        List<CompletableFuture<RemoteCommandResponse>> patient = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            patient.add(executor.run(ping().withTimeout(Duration.ofSeconds(20))));
        }
        assertThat(code(impatient)).isEqualTo(StatusCode.NETWORK_TIMEOUT);
        for (CompletableFuture<RemoteCommandResponse> future : patient) {
            assertThat(future.get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        }
    }

    @Test
    void connectionsThatAHostDroppedWhileIdleCostNoCommand() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withMinConnections(10));
        code(executor.run(ping()));
        await("ten connections", () -> executor.network().statistics().ready() == 10);
        host.dropConnections();
        await("the host to have closed them", () -> host.open() == 0);
        long dropped = System.nanoTime();
        await("none to pass for one just used", () -> System.nanoTime() - dropped > TimeUnit.MILLISECONDS.toNanos(2));
        for (int i = 0; i < 10; i++) {
            assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.OK);
        }
    }

    @Test
    void aNetworkErrorInUseEndsTheWholeGenerationOfItsHost() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withMinConnections(4));
        code(executor.run(ping()));
        await("four connections", () -> executor.network().statistics().ready() == 4);
        host.freeze();
        CompletableFuture<RemoteCommandResponse> command = executor.run(ping());
        await("it to be in use", () -> executor.network().statistics().active() == 1);
        int before = host.accepted();
        host.dropConnections();
        assertThat(code(command)).isEqualTo(StatusCode.HOST_UNREACHABLE);
        host.thaw();
        await("four fresh connections", () -> executor.network().statistics().ready() == 4);
        assertThat(host.accepted() - before).as("all were replaced").isGreaterThanOrEqualTo(4);
    }

    @Test
    void aFrozenCandidateIsNotWaitedForUntilTheEnd() throws Exception {
        try (PlainHost frozen = new PlainHost()) {
            frozen.freeze();
            NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
            RemoteCommandResponse response = executor.run(RemoteCommandRequest.toAnyOf(
                    List.of(frozen.address(), host.address()), "admin", new BsonDocument("ping", new BsonInt32(1)))
                    .withTimeout(Duration.ofSeconds(20))).get(20, TimeUnit.SECONDS);
            assertThat(response.target()).isEqualTo(host.address());
            assertThat(response.elapsed()).isLessThan(Duration.ofSeconds(10));
            assertThat(executor.network().statistics().requests()).as("left in a queue").isZero();
        }
    }

    @Test
    void aCommandThatEndsWhileItsNextCandidateIsAskedMakesNoConnectionThere() throws Exception {
        try (PlainHost frozen = new PlainHost()) {
            frozen.freeze();
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch canceled = new CountDownLatch(1);
            NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withController(new PoolController() {
                @Override
                public ConnectionTargets hostChanged(HostState state) {
                    return new ConnectionTargets(0, 10, 2);
                }

                @Override
                public List<ServerAddress> group(ServerAddress address) {
                    if (address.equals(host.address())) {
                        asked.countDown();
                        awaitUninterruptibly(canceled);
                    }
                    return List.of(address);
                }
            }));
            CompletableFuture<RemoteCommandResponse> command = executor.run(RemoteCommandRequest.toAnyOf(
                    List.of(frozen.address(), host.address()), "admin", new BsonDocument("ping", new BsonInt32(1)))
                    .withTimeout(Duration.ofSeconds(50)));
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            command.cancel(true);
            canceled.countDown();
            // The thread that asked ends this command, too.
            assertThat(code(executor.run(ping(frozen).withTimeout(Duration.ofMillis(1)))))
                    .isEqualTo(StatusCode.NETWORK_TIMEOUT);
            HostStatistics second = executor.network().statistics().hosts().get(1);
            assertThat(second.host()).isEqualTo(host.address());
            assertThat(second.requests() + second.pending() + second.created()).isZero();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCommandWithoutATimeoutWaitsForAConnectionNoLongerThanTheLimit() throws Exception {
        host.freeze();
        NetworkTaskExecutor executor = executor(
                ExecutorSettings.defaults().withConnectionWait(Duration.ofMillis(300)));
        assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.NETWORK_TIMEOUT);
        assertThat(ExecutorSettings.defaults().connectionWait()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aCommandThatTimesOutLeavesTheQueue() throws Exception {
        host.freeze();
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        assertThat(code(executor.run(ping().withTimeout(Duration.ofMillis(1))))).isEqualTo(StatusCode.NETWORK_TIMEOUT);
        assertThat(executor.network().statistics().requests()).isZero();
    }

    @Test
    void aConnectionThatTakesTooLongToOpenIsTriedAgainForTheCommandsThatWait() throws Exception {
        host.helloDelay(Duration.ofHours(1));
        ConnectionSettings hasty = ConnectionSettings.defaults()
                .withStream(StreamSettings.defaults().withConnectTimeoutMillis(100));
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withConnection(hasty));
        CompletableFuture<RemoteCommandResponse> command = executor.run(ping().withTimeout(Duration.ofSeconds(20)));
        await("a second attempt", () -> host.accepted() > 1);
        host.helloDelay(Duration.ZERO);
        assertThat(code(command)).isEqualTo(StatusCode.OK);
    }

    // ---- pinned and scoped executors

    @Test
    void aPinnedExecutorRefusesARequestToAnotherHost() throws Exception {
        try (PlainHost other = new PlainHost()) {
            NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
            try (TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(10))) {
                assertThatThrownBy(() -> pinned.run(ping(other))).isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("pinned to " + host.address());
                assertThat(code(pinned.run(ping()))).isEqualTo(StatusCode.OK);
            }
        }
    }

    @Test
    void timeoutsOfCommandsOnAPinnedConnectionRunSideBySide() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        try (TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(10))) {
            assertThat(code(pinned.run(ping()))).isEqualTo(StatusCode.OK);
            host.freeze();
            CompletableFuture<RemoteCommandResponse> inFlight = pinned.run(ping());
            List<CompletableFuture<RemoteCommandResponse>> queued = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                queued.add(pinned.run(ping().withTimeout(Duration.ofMillis(50))));
            }
            for (CompletableFuture<RemoteCommandResponse> command : queued) {
                assertThat(code(command)).isEqualTo(StatusCode.NETWORK_TIMEOUT);
            }
            assertThat(inFlight).as("the one before them").isNotDone();
        }
    }

    @Test
    void aBrokenConnectionEndsAPinnedExecutorWhichSaysWhy() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        try (TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(10))) {
            assertThat(code(pinned.run(ping()))).isEqualTo(StatusCode.OK);
            host.freeze();
            CompletableFuture<RemoteCommandResponse> inFlight = pinned.run(ping());
            CompletableFuture<RemoteCommandResponse> queued = pinned.run(ping());
            host.dropConnections();
            assertThat(code(inFlight)).isEqualTo(StatusCode.HOST_UNREACHABLE);
            assertThat(code(queued)).isEqualTo(StatusCode.HOST_UNREACHABLE);
            host.thaw();
            assertThatThrownBy(() -> pinned.run(ping())).isInstanceOf(RemoteCommandException.class)
                    .hasMessageContaining("earlier command");
        }
    }

    @Test
    void cancelingInFlightEndsAPinnedExecutorAndClosingItIsNotDelayed() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(10));
        assertThat(code(pinned.run(ping()))).isEqualTo(StatusCode.OK);
        host.record();
        host.freeze();
        CompletableFuture<RemoteCommandResponse> inFlight = pinned.run(ping());
        CompletableFuture<RemoteCommandResponse> queued = pinned.run(ping());
        await("it to be in flight", () -> received("ping") != null);
        inFlight.cancel(true);
        assertThat(code(queued)).isEqualTo(StatusCode.HOST_UNREACHABLE);
        long start = System.nanoTime();
        pinned.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        await("the connection to be given back", () -> executor.network().statistics().leased() == 0);
    }

    @Test
    void aCanceledExhaustCommandOfAPinnedExecutorStreamsNoMore() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        try (TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(10))) {
            AtomicInteger replies = new AtomicInteger();
            AtomicInteger ends = new AtomicInteger();
            CallbackHandle handle = pinned.scheduleExhaustRemoteCommand(stream(Integer.MAX_VALUE), args -> {
                (args.response().moreToCome() ? replies : ends).incrementAndGet();
            });
            await("some replies", () -> replies.get() > 10);
            pinned.cancel(handle);
            pinned.wait(handle);
            int seen = replies.get();
            await("the connection to be given back", () -> executor.network().statistics().leased() == 0);
            assertThat(replies).hasValue(seen);
            assertThat(ends).hasValue(1);
        }
    }

    @Test
    void closingAScopeEndsTheWaitsForEventsThroughIt() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        TaskExecutor scope = executor.scope();
        EventHandle event = scope.makeEvent();
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread waiter = Thread.ofPlatform().start(() -> {
            try {
                scope.waitForEvent(event, Duration.ofSeconds(50));
                ended.complete(null);
            } catch (Throwable e) {
                ended.complete(e);
            }
        });
        await("the wait", () -> waiter.getState() == Thread.State.TIMED_WAITING);
        scope.close();
        assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(RemoteCommandException.class);
        assertThat(executor.waitForAny(List.of(event), Duration.ofMillis(1))).as("the executor goes on").isNull();
    }

    // ---- the controller decides

    @Test
    void hostsThatAreKeptTogetherAreMadeTogether() throws Exception {
        try (PlainHost other = new PlainHost()) {
            LimitController controller = new LimitController(1, 10, 2);
            controller.keepTogether(List.of(host.address(), other.address()));
            NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withController(controller));
            code(executor.run(ping()));
            await("a connection to the other", () -> other.open() == 1);
        }
    }

    @Test
    void aChangedControllerIsFollowedWithinASecond() throws Exception {
        AtomicInteger min = new AtomicInteger(1);
        NetworkTaskExecutor executor = executor(
                ExecutorSettings.defaults().withController(new LimitController(min::get, () -> 10, () -> 2)));
        code(executor.run(ping()));
        min.set(5);
        long start = System.nanoTime();
        await("five connections", () -> host.open() == 5);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void theControllerIsAskedOncePerChange() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        PoolController counting = state -> {
            asked.incrementAndGet();
            return new ConnectionTargets(1, 10, 2);
        };
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withController(counting));
        code(executor.run(ping()));
        long start = System.nanoTime();
        int before = asked.get();
        for (int i = 0; i < 100; i++) {
            code(executor.run(ping()));
        }
        long upkeeps = 2 + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 500;
        assertThat(asked.get() - before).as("one for each connection given and taken back")
                .isBetween(200, 200 + (int) upkeeps);
    }

    @Test
    void statisticsShowEachHost() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        code(executor.run(ping()));
        ServerAddress refusing;
        try (PlainHost gone = new PlainHost()) {
            refusing = gone.address();
        }
        assertThat(code(executor.run(RemoteCommandRequest.to(refusing, "admin",
                new BsonDocument("ping", new BsonInt32(1)))))).isEqualTo(StatusCode.HOST_UNREACHABLE);
        HostPoolsStatistics statistics = executor.network().statistics();
        HostStatistics good = statistics.hosts().get(0);
        assertThat(good.host()).isEqualTo(host.address());
        assertThat(good.created()).isEqualTo(1);
        assertThat(good.waits().total()).isEqualTo(1);
        assertThat(good.waits().quantile(0.99)).isPositive();
        assertThat(statistics.hosts().get(1).refused()).isEqualTo(1);
        assertThat(statistics.refused()).isEqualTo(1);
    }

    @Test
    void closersAndMarksAreReachedFromTheExecutor() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withTags(Set.of("tool")));
        ConnectionCloserManager manager = new ConnectionCloserManager();
        manager.keepOpen(host.address(), true);
        manager.add(executor.network().closer());
        code(executor.run(ping()));
        manager.dropConnections();
        assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.OK);
        assertThat(host.accepted()).as("kept open").isEqualTo(1);
        manager.keepOpen(host.address(), false);
        manager.dropConnections("another");
        assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.OK);
        assertThat(host.accepted()).as("not its tag").isEqualTo(1);
        manager.dropConnections("tool");
        assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.OK);
        assertThat(host.accepted()).as("dropped").isEqualTo(2);
    }

    @Test
    void listenersAndRefreshTimesReachThePools() throws Exception {
        host.record();
        List<ConnectionPoolEvent> events = new CopyOnWriteArrayList<>();
        ConnectionPoolListener listener = new ConnectionPoolListener() {
            @Override
            public void connectionPoolEvent(ConnectionPoolEvent event) {
                events.add(event);
            }
        };
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults().withListeners(List.of(listener))
                .withRefresh(Duration.ofMillis(10), Duration.ofSeconds(20)));
        code(executor.run(RemoteCommandRequest.to(host.address(), "admin",
                new BsonDocument("buildInfo", new BsonInt32(1)))));
        await("the idle connection is tried", () -> received("ping") != null);
        await("a listener is called", () -> events.stream().anyMatch(ConnectionReadyEvent.class::isInstance));
    }

    @Test
    void wrongSettingsAreRefusedWhereTheyAreGiven() {
        ExecutorSettings settings = ExecutorSettings.defaults();
        assertThatThrownBy(() -> settings.withMaxConnections(0)).hasMessageContaining("maxConnections");
        assertThatThrownBy(() -> settings.withMinConnections(101)).hasMessageContaining("minConnections");
        assertThatThrownBy(() -> settings.withMaxConnecting(0)).hasMessageContaining("maxConnecting");
        assertThatThrownBy(() -> settings.withHostTimeout(Duration.ZERO)).hasMessageContaining("hostTimeout");
        assertThatThrownBy(() -> settings.withRefresh(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("refreshRequirement");
        assertThatThrownBy(() -> settings.withConnectionWait(Duration.ZERO)).hasMessageContaining("connectionWait");
        assertThat(settings.withMinConnections(100).minConnections()).isEqualTo(100);
    }

    // ---- a pleasant interface

    @Test
    void aFutureThatTimesOutByItselfCancelsItsCommand() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        code(executor.run(ping()));
        host.freeze();
        CompletableFuture<RemoteCommandResponse> slow = executor.run(ping()).orTimeout(50, TimeUnit.MILLISECONDS);
        assertThatThrownBy(slow::get).hasCauseInstanceOf(TimeoutException.class);
        await("the command to end", () -> executor.network().counters().canceled() == 1);
        assertThat(executor.network().counters().inFlight()).isZero();
    }

    @Test
    void theOperationKeyIsSentAndKillsTheOperationOfACanceledCommand() throws Exception {
        host.record();
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        UUID key = UUID.randomUUID();
        assertThatThrownBy(() -> ping().withKillOnCancel(true)).isInstanceOf(IllegalArgumentException.class);
        code(executor.run(ping()));
        host.commandDelay(Duration.ofMillis(300));
        CompletableFuture<RemoteCommandResponse> command = executor
                .run(ping().withOperationKey(key).withKillOnCancel(true));
        await("the command", () -> received("clientOperationKey") != null);
        assertThat(received("clientOperationKey").getBinary("clientOperationKey").asUuid()).isEqualTo(key);
        command.cancel(true);
        await("the kill", () -> received("_killOperations") != null);
        assertThat(received("_killOperations").getArray("operationKeys").get(0).asBinary().asUuid()).isEqualTo(key);
    }

    @Test
    void theOperationOfACommandThatTimedOutIsKilled() throws Exception {
        host.record();
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        code(executor.run(ping()));
        host.commandDelay(Duration.ofHours(1));
        UUID key = UUID.randomUUID();
        assertThat(code(executor.run(ping().withTimeout(Duration.ofSeconds(1)).withOperationKey(key)
                .withKillOnCancel(true)))).isEqualTo(StatusCode.NETWORK_TIMEOUT);
        await("the kill", () -> received("_killOperations") != null);
        assertThat(received("_killOperations").getArray("operationKeys").get(0).asBinary().asUuid()).isEqualTo(key);
    }

    @Test
    void aTimeoutThatIsNotEnforcedHereIsSentToTheServer() throws Exception {
        host.record();
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        code(executor.run(ping().withTimeout(Duration.ofSeconds(3)).withEnforceLocalTimeout(false)));
        assertThat(received("maxTimeMS").getNumber("maxTimeMS").longValue()).isEqualTo(3000);
    }

    @Test
    void aServerThatSharesNoWireVersionIsRefusedWithAStatusOfItsOwn() throws Exception {
        host.wireVersions(30, 31);
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.INCOMPATIBLE_SERVER_VERSION);
        host.wireVersions(25, 31);
        assertThat(code(executor.run(ping()))).isEqualTo(StatusCode.OK);
    }

    @Test
    void fireAndForgetSaysSo() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        RemoteCommandResponse response = executor.run(ping().withFireAndForget(true)).get(10, TimeUnit.SECONDS);
        assertThat(response.fireAndForget()).isTrue();
        assertThat(response.isCommandOk()).isTrue();
        assertThat(response.toString()).contains("no reply was asked for");
        assertThat(executor.run(ping()).get(10, TimeUnit.SECONDS).fireAndForget()).isFalse();
    }

    @Test
    void aRetryStrategyRunsACommandAgainAndGivesUp() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        RetryStrategy strategy = RetryStrategy.exponential(40, Duration.ofMillis(20), Duration.ofMillis(100));
        host.stop();
        CompletableFuture<RemoteCommandResponse> command = executor.run(ping(), strategy);
        await("a first attempt", () -> executor.network().counters().failed() >= 1);
        host.restart();
        assertThat(command.get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
        host.stop();
        assertThat(code(executor.run(ping(), RetryStrategy.exponential(3, Duration.ofMillis(1), Duration.ofMillis(2)))))
                .isEqualTo(StatusCode.HOST_UNREACHABLE);
        host.restart();
        long before = host.answered();
        RemoteCommandResponse refused = executor.run(
                RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("fail", new BsonInt32(1))), strategy)
                .get(10, TimeUnit.SECONDS);
        assertThat(refused.isCommandOk()).isFalse();
        assertThat(host.answered() - before).as("an error that is not transient").isEqualTo(1);
    }

    @Test
    void aPauseThatTheTimeoutDoesNotAllowIsNotMade() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        RemoteCommandRequest fails = RemoteCommandRequest.to(host.address(), "admin",
                new BsonDocument("fail", new BsonInt32(1)));
        RemoteCommandResponse last = executor.run(fails.withTimeout(Duration.ofSeconds(50)),
                (attempts, response, random) -> Optional.of(Duration.ofHours(1))).get(20, TimeUnit.SECONDS);
        assertThat(last.isCommandOk()).isFalse();
    }

    @Test
    void anExhaustCommandIsAPublisherThatReadsNoFasterThanItsSubscriber() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        List<Integer> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
        CompletableFuture<Boolean> completed = new CompletableFuture<>();
        executor.runExhaust(stream(5)).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscribed.complete(subscription);
            }

            @Override
            public void onNext(RemoteCommandResponse response) {
                seen.add(response.reply().getInt32("n").getValue());
            }

            @Override
            public void onError(Throwable failure) {
                completed.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                completed.complete(true);
            }
        });
        subscribed.join().request(2);
        await("two", () -> seen.size() == 2);
        executor.after(Duration.ofMillis(50)).get(10, TimeUnit.SECONDS);
        assertThat(seen).containsExactly(1, 2);
        subscribed.join().request(100);
        assertThat(completed.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void cancelingASubscriptionBreaksTheCommandOff() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        AtomicInteger seen = new AtomicInteger();
        executor.runExhaust(stream(Integer.MAX_VALUE)).subscribe(new Flow.Subscriber<>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                given.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(RemoteCommandResponse response) {
                if (seen.incrementAndGet() == 3) {
                    subscription.cancel();
                }
            }

            @Override
            public void onError(Throwable failure) {
                seen.set(-1);
            }

            @Override
            public void onComplete() {
                seen.set(-1);
            }
        });
        await("the end", () -> !executor.hasTasks());
        assertThat(seen).hasValue(3);
    }

    @Test
    void severalEventsAreWaitedForTogether() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        EventHandle one = executor.makeEvent();
        EventHandle two = executor.makeEvent();
        assertThat(executor.waitForAny(List.of(one, two), Duration.ofMillis(1))).isNull();
        executor.signalEvent(two);
        assertThat(executor.waitForAny(List.of(one, two), Duration.ofSeconds(10))).isSameAs(two);
        assertThat(executor.waitForAll(List.of(one, two), Duration.ofMillis(1))).isFalse();
        executor.scheduleWorkAfter(Duration.ofMillis(5), args -> executor.signalEvent(one));
        assertThat(executor.hasTasks()).isTrue();
        assertThat(executor.waitForAll(List.of(one, two), Duration.ofSeconds(10))).isTrue();
        await("no tasks", () -> !executor.hasTasks());
    }

    @Test
    void aCallbackIsWaitedForNoLongerThanTheLimit() throws Exception {
        NetworkTaskExecutor executor = executor(ExecutorSettings.defaults());
        EventHandle event = executor.makeEvent();
        try (TaskExecutor scope = executor.scope();
                TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(20))) {
            for (TaskExecutor each : List.of(executor, scope, pinned)) {
                CallbackHandle handle = each.onEvent(event, args -> {});
                assertThat(each.wait(handle, Duration.ofMillis(1))).isFalse();
            }
            CallbackHandle last = pinned.onEvent(event, args -> {});
            executor.signalEvent(event);
            for (TaskExecutor each : List.of(executor, scope, pinned)) {
                assertThat(each.wait(last, Duration.ofSeconds(20))).isTrue();
            }
        }
    }

    @Test
    void closeWaitsForTheFutureOfACommandThatHasEnded() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        NetworkInterface pooled = new PooledNetworkInterface("held", SystemEnvironment.instance(),
                ExecutorSettings.defaults());
        // The thread that ends the last command signals that before it completes the future: it is held there.
        NetworkInterface network = (NetworkInterface) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{NetworkInterface.class}, (proxy, method, arguments) -> {
                    Object result = method.invoke(pooled, arguments);
                    if (method.getName().equals("signalWorkAvailable")
                            && Thread.currentThread().getName().endsWith("-stage")) {
                        ended.countDown();
                        released.await();
                    }
                    return result;
                });
        NetworkTaskExecutor executor = new NetworkTaskExecutor("held", SystemEnvironment.instance(), network);
        executor.startup();
        host.freeze();
        CompletableFuture<RemoteCommandResponse> future = executor.run(ping());
        Thread closer = Thread.ofPlatform().start(executor::close);
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(closer.join(Duration.ofMillis(50))).as("close returned").isFalse();
        released.countDown();
        assertThat(closer.join(Duration.ofSeconds(20))).as("close returned").isTrue();
        assertThat(future).isDone();
    }

    private BsonDocument received(String field) {
        return host.received().stream().filter(command -> command.containsKey(field)).findFirst().orElse(null);
    }

    private static StatusCode code(CompletableFuture<RemoteCommandResponse> response) throws Exception {
        try {
            return response.get(30, TimeUnit.SECONDS).status().code();
        } catch (ExecutionException e) {
            return ((RemoteCommandException) e.getCause()).status().code();
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            LockSupport.parkNanos(500_000);
        }
    }

    private RemoteCommandRequest ping() {
        return ping(host);
    }

    private static RemoteCommandRequest ping(PlainHost to) {
        return RemoteCommandRequest.to(to.address(), "admin", new BsonDocument("ping", new BsonInt32(1)));
    }

    private RemoteCommandRequest stream(int replies) {
        return RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("stream", new BsonInt32(replies)));
    }
}
