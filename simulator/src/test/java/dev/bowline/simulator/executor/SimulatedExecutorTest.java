package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.LeasedStream;
import dev.bowline.egress.executor.NetworkCounters;
import dev.bowline.egress.executor.RemoteCommandException;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.Status;
import dev.bowline.egress.executor.StatusCode;
import dev.bowline.egress.executor.TaskExecutor;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The executor over its real network interface, against simulated servers: times are exact because time is virtual. */
class SimulatedExecutorTest {
    private static final long SEED = 5;
    private static final Duration TIMEOUT = Duration.ofMillis(137);

    @Test
    void aHostThatCannotBeReachedTimesOutToTheMillisecond() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.simulation.network().isolate(hosts.address(0).host(), true);
            assertTimesOut(hosts, hosts.ping(0));
            hosts.simulation.network().isolate(hosts.address(0).host(), false);
        });
    }

    @Test
    void aHostThatDoesNotShakeHandsTimesOutToTheMillisecond() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.deployment.freeze(hosts.member(0));
            assertTimesOut(hosts, hosts.ping(0));
            hosts.deployment.thaw(hosts.member(0));
        });
    }

    @Test
    void aHostThatDoesNotAnswerTimesOutToTheMillisecond() {
        SimulatedHosts.play(SEED, hosts -> {
            assertThat(run(hosts, hosts.ping(0)).isOk()).isTrue();
            hosts.deployment.dropReplies(hosts.member(0), true);
            assertTimesOut(hosts, hosts.ping(0));
            hosts.deployment.clearFaults();
            assertThat(run(hosts, hosts.ping(0)).isOk()).as("the next command has a connection of its own").isTrue();
        });
    }

    @Test
    void waitingForAConnectionTimesOutToTheMillisecond() {
        SimulatedHosts.play(new Simulation(SEED), ExecutorSettings.defaults().withMaxConnections(1), hosts -> {
            Deadline deadline = Deadline.after(hosts.environment, Duration.ofSeconds(5));
            try (LeasedStream lease = hosts.executor.network().leaseStream(hosts.address(0), deadline)) {
                assertTimesOut(hosts, hosts.ping(0));
            }
        });
    }

    @Test
    void theTimeoutCoversEveryCandidateTogether() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.simulation.network().isolate(hosts.address(0).host(), true);
            hosts.simulation.network().isolate(hosts.address(1).host(), true);
            assertTimesOut(hosts, RemoteCommandRequest.toAnyOf(List.of(hosts.address(0), hosts.address(1)), "admin",
                    BsonDocument.parse("{ping: 1}")));
            hosts.simulation.network().isolate(hosts.address(0).host(), false);
            hosts.simulation.network().isolate(hosts.address(1).host(), false);
        });
    }

    @Test
    void aTimeoutThatIsNotEnforcedHereEndsNothing() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.deployment.delayReplies(hosts.member(0), Duration.ofMillis(300));
            RemoteCommandResponse response = run(hosts,
                    hosts.ping(0).withTimeout(TIMEOUT).withEnforceLocalTimeout(false));
            assertThat(response.isOk()).isTrue();
            assertThat(response.elapsed()).isGreaterThan(Duration.ofMillis(300));
        });
    }

    @Test
    void aCandidateThatRefusesIsNotWaitedFor() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.deployment.kill(hosts.member(0));
            RemoteCommandResponse response = run(hosts, RemoteCommandRequest.toAnyOf(
                    List.of(hosts.address(0), hosts.address(1)), "admin", BsonDocument.parse("{ping: 1}")));
            assertThat(response.target()).isEqualTo(hosts.address(1));
            assertThat(response.elapsed()).isLessThan(Duration.ofMillis(500));
        });
    }

    @Test
    void anotherCandidateIsNotTriedOnceSomethingWasSent() {
        SimulatedHosts.play(SEED, hosts -> {
            assertThat(run(hosts, hosts.ping(0)).isOk()).isTrue();
            hosts.deployment.record(true);
            hosts.deployment.failPoint(hosts.member(0), BsonDocument.parse("{configureFailPoint: 'failCommand',"
                    + " mode: {times: 1}, data: {failCommands: ['ping'], closeConnection: true}}"));
            RemoteCommandResponse response = run(hosts, RemoteCommandRequest.toAnyOf(
                    List.of(hosts.address(0), hosts.address(1)), "admin", BsonDocument.parse("{ping: 1}")));
            assertThat(response.status().code()).isEqualTo(StatusCode.HOST_UNREACHABLE);
            assertThat(response.target()).isEqualTo(hosts.address(0));
            assertThat(hosts.deployment.exchanges()).extracting(exchange -> exchange.server())
                    .doesNotContain(hosts.address(1));
        });
    }

    @Test
    void aCommandThatIsCanceledBeforeItStartsIsNeverSent() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.deployment.record(true);
            List<Status> seen = new ArrayList<>();
            CallbackHandle handle = hosts.executor.scheduleRemoteCommand(hosts.ping(0),
                    args -> seen.add(args.response().status()));
            assertThat(hosts.executor.cancel(handle)).isTrue();
            hosts.executor.wait(handle);
            hosts.pass(Duration.ofSeconds(1));
            assertThat(seen).containsExactly(Status.CANCELED);
            assertThat(hosts.deployment.exchanges()).extracting(exchange -> exchange.request().getFirstKey())
                    .doesNotContain("ping");
            assertThat(hosts.executor.network().counters()).isEqualTo(new NetworkCounters(1, 0, 0, 0, 0, 1));
        });
    }

    @Test
    void aCommandThatIsCanceledWhileItRunsEndsAtOnceAndCostsItsConnectionOnly() {
        SimulatedHosts.play(new Simulation(SEED), ExecutorSettings.defaults().withMinConnections(0), hosts -> {
            assertThat(run(hosts, hosts.ping(0)).isOk()).isTrue();
            hosts.deployment.freeze(hosts.member(0));
            List<RemoteCommandResponse> seen = new ArrayList<>();
            CallbackHandle handle = hosts.executor.scheduleRemoteCommand(hosts.ping(0),
                    args -> seen.add(args.response()));
            hosts.pass(Duration.ofMillis(50));
            long before = hosts.environment.nanoTime();
            assertThat(hosts.executor.cancel(handle)).isTrue();
            hosts.executor.wait(handle);
            assertThat(hosts.environment.nanoTime()).as("no time passes").isEqualTo(before);
            assertThat(seen).singleElement().satisfies(response -> {
                assertThat(response.status()).isEqualTo(Status.CANCELED);
                assertThat(response.elapsed()).isEqualTo(Duration.ofMillis(50));
            });
            hosts.pass(Duration.ofMillis(1));
            assertThat(hosts.simulation.network().openStreams()).as("our end is closed, the frozen one is not")
                    .isEqualTo(1);
            hosts.deployment.thaw(hosts.member(0));
            assertThat(run(hosts, hosts.ping(0)).isOk()).isTrue();
        });
    }

    @Test
    void cancelingWhatIsDoneChangesNothing() {
        SimulatedHosts.play(SEED, hosts -> {
            List<Status> seen = new ArrayList<>();
            CallbackHandle handle = hosts.executor.scheduleRemoteCommand(hosts.ping(0),
                    args -> seen.add(args.response().status()));
            hosts.executor.wait(handle);
            assertThat(hosts.executor.cancel(handle)).isFalse();
            int streams = hosts.simulation.network().openStreams();
            assertThat(run(hosts, hosts.ping(0)).isOk()).isTrue();
            assertThat(seen).containsExactly(Status.OK);
            assertThat(hosts.simulation.network().openStreams()).as("the connection was used again").isEqualTo(streams);
        });
    }

    @Test
    void shutdownEndsALeasedStreamThatWaits() {
        SimulatedHosts.play(SEED, hosts -> {
            LeasedStream lease = hosts.executor.network().leaseStream(hosts.address(0), Deadline.NEVER);
            hosts.deployment.freeze(hosts.member(0));
            List<RemoteCommandResponse> seen = new ArrayList<>();
            hosts.environment.start("lessee", () -> {
                seen.add(lease.run(hosts.ping(0)));
                lease.close();
            });
            hosts.pass(Duration.ofMillis(5));
            hosts.executor.shutdown();
            hosts.executor.join();
            hosts.pass(Duration.ofMillis(5));
            assertThat(seen).singleElement()
                    .satisfies(response -> assertThat(response.status().code()).isEqualTo(
                            StatusCode.SHUTDOWN_IN_PROGRESS));
            assertThatThrownBy(() -> hosts.executor.network().leaseStream(hosts.address(0), Deadline.NEVER))
                    .isInstanceOfSatisfying(RemoteCommandException.class,
                            e -> assertThat(e.status().code()).isEqualTo(StatusCode.SHUTDOWN_IN_PROGRESS));
            hosts.deployment.thaw(hosts.member(0));
        });
    }

    @Test
    void shutdownEndsAPinnedCommandThatWaits() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.deployment.freeze(hosts.member(0));
            List<StatusCode> seen = new ArrayList<>();
            TaskExecutor pinned = hosts.executor.pinnedTo(hosts.address(0), Duration.ofHours(1));
            for (int i = 0; i < 3; i++) {
                pinned.scheduleRemoteCommand(hosts.ping(0), args -> seen.add(args.response().status().code()));
            }
            hosts.pass(Duration.ofMillis(5));
            hosts.executor.shutdown();
            hosts.executor.join();
            assertThat(seen).hasSize(3).containsOnly(StatusCode.SHUTDOWN_IN_PROGRESS);
            hosts.deployment.thaw(hosts.member(0));
        });
    }

    @Test
    void alarmsRingToTheMillisecondAndLearnOfAShutdown() {
        SimulatedHosts.play(SEED, hosts -> {
            long start = hosts.environment.nanoTime();
            List<String> seen = new ArrayList<>();
            CallbackHandle one = hosts.executor.scheduleWork(args -> {});
            CallbackHandle other = hosts.executor.scheduleWork(args -> {});
            hosts.executor.network().setAlarm(one, Deadline.after(hosts.environment, TIMEOUT),
                    status -> seen.add(status + " " + (hosts.environment.nanoTime() - start) / 1_000_000));
            hosts.executor.network().setAlarm(other, Deadline.NEVER, status -> seen.add(status.code().name()));
            assertThatThrownBy(() -> hosts.executor.network().setAlarm(other, Deadline.NEVER, status -> {}))
                    .isInstanceOf(IllegalStateException.class);
            hosts.pass(Duration.ofSeconds(1));
            assertThat(seen).containsExactly("OK 137");
            hosts.executor.shutdown();
            hosts.executor.join();
            hosts.pass(Duration.ofMillis(1));
            assertThat(seen).containsExactly("OK 137", "SHUTDOWN_IN_PROGRESS");
        });
    }

    private static void assertTimesOut(SimulatedHosts hosts, RemoteCommandRequest request) throws Exception {
        long start = hosts.environment.nanoTime();
        RemoteCommandResponse response = run(hosts, request.withTimeout(TIMEOUT));
        assertThat(response.status().code()).isEqualTo(StatusCode.NETWORK_TIMEOUT);
        assertThat(response.elapsed()).isEqualTo(TIMEOUT);
        assertThat(hosts.environment.nanoTime() - start).isEqualTo(TIMEOUT.toNanos());
        assertThat(hosts.executor.network().counters().timedOut()).isEqualTo(1);
    }

    private static RemoteCommandResponse run(SimulatedHosts hosts, RemoteCommandRequest request) throws Exception {
        List<RemoteCommandResponse> seen = new ArrayList<>();
        hosts.executor.wait(hosts.executor.scheduleRemoteCommand(request, args -> seen.add(args.response())));
        assertThat(seen).hasSize(1);
        return seen.get(0);
    }
}
