package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.RemoteCommandCallbackArgs;
import dev.bowline.egress.executor.RemoteCommandException;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.StatusCode;
import dev.bowline.egress.executor.TaskExecutor;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Something happens to a remote command at each step of its life in turn, over the simulated network: whatever the
 * step, its callback runs exactly once, threads that wait for it go on, and no connection is left behind.
 */
class EveryStepTest {
    private static final long[] SEEDS = {1, 2, 3};

    /** A life. */
    enum Kind {
        /** A command on a connection that has to be made first. */
        FIRST,
        /** A command on a connection that is there. */
        SECOND,
        /** The first candidate refuses. */
        CANDIDATES,
        /** Replies keep coming until the callback has seen three and has the server break the connection. */
        EXHAUST,
        /** Through a pinned executor, the second of three. */
        PINNED;

        CallbackHandle start(SimulatedHosts hosts, Consumer<RemoteCommandCallbackArgs> callback) throws Exception {
            return switch (this) {
                case FIRST -> hosts.executor.scheduleRemoteCommand(hosts.ping(0), callback);
                case SECOND -> hosts.executor.scheduleRemoteCommand(hosts.ping(1), callback);
                case CANDIDATES -> hosts.executor.scheduleRemoteCommand(RemoteCommandRequest.toAnyOf(
                        List.of(hosts.address(2), hosts.address(0)), "admin", BsonDocument.parse("{ping: 1}")),
                        callback);
                case EXHAUST -> hosts.executor.scheduleExhaustRemoteCommand(awaitedHello(hosts), callback);
                case PINNED -> pinned(hosts, callback);
            };
        }

        private static CallbackHandle pinned(SimulatedHosts hosts, Consumer<RemoteCommandCallbackArgs> callback) {
            TaskExecutor pinned = hosts.executor.pinnedTo(hosts.address(0), Duration.ofSeconds(10));
            pinned.scheduleRemoteCommand(hosts.ping(0), args -> {});
            CallbackHandle handle = pinned.scheduleRemoteCommand(hosts.ping(0), callback);
            pinned.scheduleRemoteCommand(hosts.ping(0), args -> pinned.shutdown());
            return handle;
        }

        private static RemoteCommandRequest awaitedHello(SimulatedHosts hosts) throws Exception {
            BsonDocument version = new BsonDocument("processId", new org.bson.BsonObjectId())
                    .append("counter", new BsonInt64(0));
            return RemoteCommandRequest.to(hosts.address(1), "admin", new BsonDocument("hello", new BsonInt32(1))
                    .append("topologyVersion", version).append("maxAwaitTimeMS", new BsonInt32(1)))
                    .withTimeout(Duration.ofSeconds(1));
        }
    }

    /** What happens to it. */
    enum Blow {
        SHUTDOWN, CANCEL, KILL, DROP
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shutdownAtEveryStep(Kind kind) {
        assertThat(atEveryStep(kind, Blow.SHUTDOWN)).contains(StatusCode.SHUTDOWN_IN_PROGRESS)
                .isSubsetOf(StatusCode.SHUTDOWN_IN_PROGRESS, StatusCode.OK);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void cancellationAtEveryStep(Kind kind) {
        assertThat(atEveryStep(kind, Blow.CANCEL)).contains(StatusCode.CALLBACK_CANCELED)
                .isSubsetOf(StatusCode.CALLBACK_CANCELED, StatusCode.OK);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theHostDiesAtEveryStep(Kind kind) {
        assertThat(atEveryStep(kind, Blow.KILL)).isSubsetOf(StatusCode.HOST_UNREACHABLE, StatusCode.OK);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void connectionsAreDroppedAtEveryStepAndTheCommandGoesOn(Kind kind) {
        assertThat(atEveryStep(kind, Blow.DROP)).contains(StatusCode.OK)
                .isSubsetOf(StatusCode.HOST_UNREACHABLE, StatusCode.OK);
    }

    private static Set<StatusCode> atEveryStep(Kind kind, Blow blow) {
        Set<StatusCode> ends = EnumSet.noneOf(StatusCode.class);
        for (long seed : SEEDS) {
            long[] life = new long[2];
            play(kind, blow, seed, -1, life);
            assertThat(life[1] - life[0]).as("steps of a life").isGreaterThan(3);
            for (long step = life[0]; step <= life[1]; step++) {
                try {
                    ends.add(play(kind, blow, seed, step, new long[2]));
                } catch (Throwable e) {
                    throw new AssertionError(kind + ", " + blow + " at step " + step + " of seed " + seed, e);
                }
            }
        }
        return ends;
    }

    private static StatusCode play(Kind kind, Blow blow, long seed, long step, long[] life) {
        List<StatusCode> ends = new ArrayList<>();
        Simulation simulation = new Simulation(seed);
        SimulatedHosts.play(simulation, ExecutorSettings.defaults(), hosts -> {
            hosts.executor.wait(hosts.executor.scheduleRemoteCommand(hosts.ping(1), args -> {}));
            hosts.deployment.refuseConnections(hosts.member(2), true);
            CallbackHandle[] handle = new CallbackHandle[1];
            boolean[] canceled = new boolean[1];
            Runnable strike = () -> strike(blow, hosts, handle, canceled);
            life[0] = simulation.steps();
            simulation.atStep(step, strike);
            int[] replies = new int[1];
            try {
                handle[0] = kind.start(hosts, args -> {
                    if (!args.response().moreToCome()) {
                        ends.add(args.response().status().code());
                    } else if (++replies[0] == 3) {
                        hosts.deployment.closeConnections(hosts.member(1));
                    }
                });
            } catch (RemoteCommandException e) {
                assertThat(e.status().code()).isEqualTo(StatusCode.SHUTDOWN_IN_PROGRESS);
                ends.add(StatusCode.SHUTDOWN_IN_PROGRESS);
                return;
            }
            hosts.executor.wait(handle[0]);
            life[1] = simulation.steps();
            assertThat(ends).as("ends").hasSize(1);
            assertThat(hosts.executor.cancel(handle[0])).as("canceling what is done").isFalse();
            if (canceled[0]) {
                assertThat(ends).containsExactly(StatusCode.CALLBACK_CANCELED);
            }
            if (blow == Blow.CANCEL || blow == Blow.DROP) {
                // Nothing of it remains in the pool: the next commands are answered.
                for (int i = 0; i < 2; i++) {
                    assertThat(hosts.executor.run(hosts.ping(i).withTimeout(Duration.ofSeconds(5))))
                            .satisfies(response -> {
                                CallbackHandle done = hosts.executor.scheduleWorkAt(
                                        Deadline.after(hosts.environment, Duration.ofSeconds(6)), args -> {});
                                hosts.executor.wait(done);
                                assertThat(response).isCompleted();
                            });
                }
            }
        });
        assertThat(ends).as("ends").hasSize(1);
        return kind == Kind.EXHAUST && ends.get(0) == StatusCode.HOST_UNREACHABLE ? StatusCode.OK : ends.get(0);
    }

    private static void strike(Blow blow, SimulatedHosts hosts, CallbackHandle[] handle, boolean[] canceled) {
        switch (blow) {
            case SHUTDOWN -> hosts.executor.shutdown();
            case CANCEL -> {
                if (handle[0] != null) {
                    canceled[0] = hosts.executor.cancel(handle[0]);
                }
            }
            case KILL -> {
                hosts.deployment.kill(hosts.member(0));
                hosts.deployment.kill(hosts.member(1));
            }
            case DROP -> {
                hosts.executor.network().dropConnections(hosts.address(0));
                hosts.executor.network().dropConnections(hosts.address(1));
            }
        }
    }
}
