package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.CallbackArgs;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.EventHandle;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandCallbackArgs;
import dev.bowline.egress.executor.RemoteCommandException;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.StatusCode;
import dev.bowline.egress.executor.TaskExecutor;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of the task executor, each in virtual time. */
class TaskExecutorTest {
    static final ServerAddress HOST = new ServerAddress("host", 27017);

    private interface Scenario {
        void play(TaskExecutor executor, Environment environment, List<Object> seen) throws Exception;
    }

    @Test
    void callbacksRunInTheOrderInWhichTheyWereScheduled() {
        play((executor, environment, seen) -> {
            CallbackHandle last = null;
            for (int i = 0; i < 100; i++) {
                int number = i;
                last = executor.scheduleWork(args -> seen.add(number));
            }
            executor.wait(last);
            assertThat(seen).hasSize(100).isSortedAccordingTo((a, b) -> Integer.compare((int) a, (int) b));
        });
    }

    @Test
    void timedWorkRunsAtItsTimeToTheNanosecond() {
        play((executor, environment, seen) -> {
            long start = environment.nanoTime();
            CallbackHandle late = executor.scheduleWorkAt(Deadline.after(environment, Duration.ofMillis(200)),
                    args -> seen.add(environment.nanoTime() - start));
            executor.scheduleWorkAt(Deadline.after(environment, Duration.ofMillis(100)),
                    args -> seen.add(environment.nanoTime() - start));
            executor.wait(late);
            assertThat(seen).containsExactly(100_000_000L, 200_000_000L);
        });
    }

    @Test
    void aCanceledCallbackStillRunsAtOnceWithThatStatus() {
        play((executor, environment, seen) -> {
            long start = environment.nanoTime();
            CallbackHandle handle = executor.scheduleWorkAt(Deadline.after(environment, Duration.ofHours(1)),
                    args -> seen.add(args.status().code()));
            assertThat(executor.cancel(handle)).isTrue();
            assertThat(executor.cancel(handle)).isFalse();
            executor.wait(handle);
            assertThat(seen).containsExactly(StatusCode.CALLBACK_CANCELED);
            assertThat(environment.nanoTime() - start).isLessThan(1_000_000_000L);
            assertThat(executor.cancel(handle)).isFalse();
        });
    }

    @Test
    void aCanceledRemoteCommandIsBrokenOff() {
        play((executor, environment, seen) -> {
            CallbackHandle handle = executor.scheduleRemoteCommand(ping(),
                    args -> seen.add(args.response().status().code()));
            executor.cancel(handle);
            executor.wait(handle);
            assertThat(seen).containsExactly(StatusCode.CALLBACK_CANCELED);
        });
    }

    @Test
    void anEventIsLevelTriggeredAndSignalledOnce() {
        play((executor, environment, seen) -> {
            EventHandle event = executor.makeEvent();
            CallbackHandle before = executor.onEvent(event, args -> seen.add("before"));
            assertThat(executor.waitForEvent(event, Deadline.after(environment, Duration.ofMillis(5)))).isFalse();
            assertThat(seen).isEmpty();
            executor.signalEvent(event);
            executor.wait(before);
            executor.wait(executor.onEvent(event, args -> seen.add("after")));
            assertThat(seen).containsExactly("before", "after");
            assertThat(executor.waitForEvent(event, Deadline.NEVER)).isTrue();
            assertThatThrownBy(() -> executor.signalEvent(event)).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void callbacksMayScheduleCallbacks() {
        play((executor, environment, seen) -> {
            EventHandle done = executor.makeEvent();
            executor.scheduleWork(outer -> outer.executor().scheduleRemoteCommand(ping(), middle -> {
                seen.add(middle.response().isCommandOk());
                middle.executor().scheduleWork(inner -> inner.executor().signalEvent(done));
            }));
            assertThat(executor.waitForEvent(done, Deadline.after(environment, Duration.ofSeconds(1)))).isTrue();
            assertThat(seen).containsExactly(true);
        });
    }

    @Test
    void aCallbackThatThrowsHarmsNothingElse() {
        play((executor, environment, seen) -> {
            CallbackHandle bad = executor.scheduleWork(args -> {
                throw new IllegalStateException("thrown on purpose");
            });
            executor.wait(executor.scheduleWork(args -> seen.add("next")));
            assertThat(bad.isDone()).isTrue();
            assertThat(seen).containsExactly("next");
        });
    }

    @Test
    void waitingInsideACallbackIsAnError() {
        play((executor, environment, seen) -> {
            EventHandle event = executor.makeEvent();
            executor.wait(executor.scheduleWork(args -> {
                assertThrown(seen, () -> executor.wait(args.handle()));
                assertThrown(seen, () -> executor.waitForEvent(event, Deadline.NEVER));
                assertThrown(seen, executor::join);
            }));
            assertThat(seen).containsExactly(IllegalStateException.class, IllegalStateException.class,
                    IllegalStateException.class);
        });
    }

    @Test
    void everyReplyOfAnExhaustCommandIsDeliveredInOrderAndTheLastOnce() {
        play((executor, environment, seen) -> {
            CallbackHandle handle = executor.scheduleExhaustRemoteCommand(exhaust(5), args -> {
                seen.add(args.response().reply().getInt32("number").getValue());
                seen.add(args.response().moreToCome());
            });
            executor.wait(handle);
            assertThat(seen).containsExactly(0, true, 1, true, 2, true, 3, true, 4, false);
        });
    }

    @Test
    void aReplyThatCrossesTheEndOfItsCommandIsDroppedAndDelaysNoOther() {
        for (long seed = 1; seed <= 20; seed++) {
            Simulation simulation = new Simulation(seed);
            simulation.run(() -> {
                Environment environment = simulation.environment();
                ScriptedNetwork network = new ScriptedNetwork(environment);
                TaskExecutor executor = new NetworkTaskExecutor("executor", environment, network);
                executor.startup();
                List<Boolean> received = new ArrayList<>();
                CallbackHandle handle = executor.scheduleExhaustRemoteCommand(exhaust(1000),
                        args -> received.add(args.response().moreToCome()));
                executor.cancel(handle);
                Deadline later = Deadline.after(environment, Duration.ofSeconds(1));
                while (!later.isExpired(environment)) {
                    environment.park(later);
                }
                executor.close();
                assertThat(received).as("the end, and nothing after it").containsExactly(false);
                assertThat(network.lateReplies).isEqualTo(1);
            });
        }
    }

    @Test
    void afterShutdownNothingIsAcceptedAndEverythingAcceptedHasRun() {
        play((executor, environment, seen) -> {
            EventHandle event = executor.makeEvent();
            Consumer<CallbackArgs> note = args -> seen.add(args.status().code());
            Consumer<RemoteCommandCallbackArgs> noteResponse = args -> seen.add(args.response().status().code());
            executor.scheduleWorkAt(Deadline.after(environment, Duration.ofHours(1)), note);
            executor.scheduleWorkAt(Deadline.NEVER, note);
            executor.onEvent(event, note);
            executor.scheduleRemoteCommand(ping(), noteResponse);
            executor.scheduleExhaustRemoteCommand(exhaust(3), noteResponse);
            CompletableFuture<?> stage = executor.run(ping()).toCompletableFuture();
            executor.shutdown();
            executor.shutdown();
            executor.join();
            assertThat(seen).hasSize(5).containsOnly(StatusCode.SHUTDOWN_IN_PROGRESS);
            assertThat(stage).isCompletedExceptionally();
            assertShutdown(() -> executor.scheduleWork(note));
            assertShutdown(() -> executor.scheduleRemoteCommand(ping(), noteResponse));
            assertShutdown(executor::makeEvent);
            assertShutdown(() -> executor.waitForEvent(event, Deadline.NEVER));
        });
    }

    @Test
    void whatWasScheduledBeforeAnExecutorThatNeverStartedStillRuns() {
        Simulation simulation = new Simulation(9);
        simulation.run(() -> {
            Environment environment = simulation.environment();
            TaskExecutor executor = new NetworkTaskExecutor("executor", environment, new ScriptedNetwork(environment));
            List<StatusCode> seen = new ArrayList<>();
            executor.scheduleWork(args -> seen.add(args.status().code()));
            executor.close();
            assertThat(seen).containsExactly(StatusCode.SHUTDOWN_IN_PROGRESS);
        });
    }

    @Test
    void theStagesCompleteWithTheResponseTheTimeAndTheEvent() {
        play((executor, environment, seen) -> {
            EventHandle event = executor.makeEvent();
            executor.run(ping()).thenAccept(response -> seen.add(response.isCommandOk()));
            EventHandle done = executor.makeEvent();
            executor.when(event).thenAccept(nothing -> {
                seen.add("event");
                executor.signalEvent(done);
            });
            executor.at(Deadline.after(environment, Duration.ofSeconds(1)))
                    .thenAccept(nothing -> executor.signalEvent(event));
            assertThat(executor.waitForEvent(done, Deadline.NEVER)).isTrue();
            assertThat(seen).containsExactly(true, "event");
        });
    }

    @Test
    void aHandleOfAnotherExecutorIsRefused() {
        play((executor, environment, seen) -> {
            TaskExecutor other = new NetworkTaskExecutor("other", environment, new ScriptedNetwork(environment));
            EventHandle event = other.makeEvent();
            assertThatThrownBy(() -> executor.signalEvent(event)).isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void closingAScopeCancelsWhatItStartedAndNothingElse() {
        play((executor, environment, seen) -> {
            TaskExecutor scope = executor.scope();
            CallbackHandle other = executor.scheduleWorkAt(Deadline.after(environment, Duration.ofSeconds(1)),
                    args -> seen.add("other " + args.status().code()));
            scope.scheduleWorkAt(Deadline.NEVER, args -> {
                seen.add("scoped " + args.status().code());
                assertThat(args.executor()).isSameAs(scope);
            });
            scope.scheduleExhaustRemoteCommand(exhaust(1000), args -> {
                if (!args.response().moreToCome()) {
                    seen.add("remote " + args.response().status().code());
                }
            });
            scope.close();
            assertShutdown(() -> scope.scheduleWork(args -> {}));
            assertThat(seen).containsExactlyInAnyOrder("scoped CALLBACK_CANCELED", "remote CALLBACK_CANCELED");
            executor.wait(other);
            assertThat(seen).hasSize(3).contains("other OK");
        });
    }

    @Test
    void badRequestsAreRefusedAtOnce() {
        assertThatThrownBy(() -> ping().withTimeout(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("timeout");
        assertThatThrownBy(() -> ping().withTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ping().withTimeout(Duration.ofNanos(1)).timeout()).contains(Duration.ofNanos(1));
        assertThatThrownBy(
                () -> RemoteCommandRequest.toAnyOf(List.of(), "admin", new BsonDocument("ping", new BsonInt32(1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void credentialsAreNotPrinted() {
        RemoteCommandRequest request = RemoteCommandRequest.to(HOST, "admin",
                BsonDocument.parse("{saslStart: 1, payload: 'c2VjcmV0'}"));
        assertThat(request.toString()).contains("saslStart", "host:27017").doesNotContain("c2VjcmV0");
        RemoteCommandResponse response = RemoteCommandResponse.answered(HOST,
                BsonDocument.parse("{conversationId: 1, payload: 'c2VjcmV0', ok: 1}"), Duration.ZERO);
        assertThat(response.toString()).contains("host:27017").doesNotContain("c2VjcmV0");
    }

    @Test
    void everyCallbackRunsExactlyOnceUnderRandomSchedules() {
        Long only = Long.getLong("bowline.seed");
        for (long seed = only == null ? 0 : only; seed < (only == null ? 300 : only + 1); seed++) {
            RandomSchedule.run(seed, 200);
        }
    }

    /** Five million steps in schedules of many lengths; a few minutes. */
    @Test
    @Tag("soak")
    void everyCallbackRunsExactlyOnceUnderMillionsOfSteps() {
        long steps = 0;
        long seed = Long.getLong("bowline.seed", 1_000_000);
        while (steps < 5_000_000) {
            steps += RandomSchedule.run(seed, (int) (20 << (seed % 10)));
            seed++;
        }
        System.out.printf("%,d steps in %,d schedules%n", steps, seed - Long.getLong("bowline.seed", 1_000_000));
    }

    static RemoteCommandRequest ping() {
        return RemoteCommandRequest.to(HOST, "admin", new BsonDocument("ping", new BsonInt32(1)));
    }

    static RemoteCommandRequest exhaust(int replies) {
        return RemoteCommandRequest.to(HOST, "admin",
                new BsonDocument("hello", new BsonInt32(1)).append("replies", new BsonInt32(replies)));
    }

    private static void play(Scenario scenario) {
        AtomicInteger played = new AtomicInteger();
        for (long seed = 1; seed <= 20; seed++) {
            Simulation simulation = new Simulation(seed);
            simulation.run(() -> {
                Environment environment = simulation.environment();
                TaskExecutor executor = new NetworkTaskExecutor("executor", environment,
                        new ScriptedNetwork(environment));
                executor.startup();
                try {
                    scenario.play(executor, environment, new ArrayList<>());
                    played.incrementAndGet();
                } catch (Exception e) {
                    throw new AssertionError("With seed " + simulation.seed(), e);
                } finally {
                    executor.close();
                }
            });
        }
        assertThat(played).hasValue(20);
    }

    private interface Throwing {
        void run() throws Exception;
    }

    private static void assertThrown(List<Object> seen, Throwing action) {
        try {
            action.run();
        } catch (Exception e) {
            seen.add(e.getClass());
        }
    }

    private static void assertShutdown(Throwing action) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(RemoteCommandException.class,
                e -> assertThat(e.status().code()).isEqualTo(StatusCode.SHUTDOWN_IN_PROGRESS));
    }
}
