package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.doubles.BadHost;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.executor.EventHandle;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.StatusCode;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two hundred hosts over TCP, most of them simulated and some of another make, asked for {@code hello} once a second by
 * one executor. In every other round four sick hosts are asked too.
 */
@Timeout(120)
class ManyHostsTest {
    private static final Environment ENVIRONMENT = SystemEnvironment.instance();
    private static final int HEALTHY = 200;
    private static final int FOREIGN = 5;
    private static final int ROUNDS = Integer.getInteger("bowline.rounds", 4);
    private static final Duration TIMEOUT = Duration.ofMillis(1500);

    private static final List<AutoCloseable> RUNNING = new ArrayList<>();
    private static final List<ServerAddress> ADDRESSES = new ArrayList<>();

    @BeforeAll
    static void start() {
        for (int i = 0; i < HEALTHY - FOREIGN; i++) {
            Deployment deployment = Deployment.standalone();
            RUNNING.add(deployment);
            ADDRESSES.add(deployment.member(0).address());
        }
        for (int i = 0; i < FOREIGN; i++) {
            MongoServer server = new MongoServer(new MemoryBackend());
            ADDRESSES.add(new ServerAddress("127.0.0.1", server.bind().getPort()));
            RUNNING.add(server::shutdownNow);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : RUNNING) {
            each.close();
        }
    }

    @Test
    void sickHostsEndWithTheirStatusInTimeAndDelayNoOtherHost() throws Exception {
        Set<Thread> before = platformThreads();
        Deployment gone = Deployment.standalone();
        Map<ServerAddress, StatusCode> expected = new LinkedHashMap<>();
        expected.put(gone.member(0).address(), StatusCode.HOST_UNREACHABLE);
        gone.close();
        try (BadHost silent = new BadHost(BadHost.SILENT);
                BadHost resetting = new BadHost(BadHost.RESETTING);
                BadHost garbage = new BadHost(BadHost.GARBAGE);
                NetworkTaskExecutor executor = NetworkTaskExecutor.create("poller", ExecutorSettings.defaults())) {
            expected.put(silent.address(), StatusCode.NETWORK_TIMEOUT);
            expected.put(resetting.address(), StatusCode.HOST_UNREACHABLE);
            expected.put(garbage.address(), StatusCode.PROTOCOL_ERROR);
            executor.startup();
            Poll warmUp = new Poll(executor, Map.of());
            warmUp.run();
            List<Long> alone = new ArrayList<>();
            List<Long> amongSick = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                boolean sick = round % 2 == 1;
                Poll poll = new Poll(executor, sick ? expected : Map.of());
                poll.run();
                assertThat(poll.wrong).isEmpty();
                assertThat(poll.healthyNanos).hasSize(HEALTHY);
                (sick ? amongSick : alone).addAll(poll.healthyNanos);
                if (sick) {
                    // Ended by the timeout, neither before nor long after: a machine under load may be late, not early.
                    assertThat(poll.silentElapsed).isBetween(TIMEOUT, TIMEOUT.multipliedBy(3));
                }
            }
            Set<Thread> own = platformThreads();
            own.removeAll(before);
            double p99Alone = p99Millis(alone);
            double p99AmongSick = p99Millis(amongSick);
            System.out.printf("%d hosts: p99 %.1f ms alone, %.1f ms among sick hosts; %d more platform threads%n",
                    HEALTHY, p99Alone, p99AmongSick, own.size());
            // A command that waits for a sick host waits for about the timeout.
            assertThat(p99AmongSick - p99Alone).isLessThan(TIMEOUT.toMillis() / 2.0);
            // The watchdog, the timers, the carriers of virtual threads and what parks and polls for them.
            assertThat(own.size()).as("platform threads %s", own)
                    .isLessThanOrEqualTo(5 + Runtime.getRuntime().availableProcessors());
            assertThat(executor.network().counters().inFlight()).isZero();
        }
    }

    /**
     * One round: every host is asked, and a second passes. Written and read on the executor's thread until it is
     * done.
     */
    private static final class Poll {
        private final NetworkTaskExecutor executor;
        private final Map<ServerAddress, StatusCode> sick;
        private final EventHandle done;
        final List<Long> healthyNanos = new ArrayList<>();
        final List<String> wrong = new ArrayList<>();
        Duration silentElapsed = Duration.ZERO;
        private int open;

        Poll(NetworkTaskExecutor executor, Map<ServerAddress, StatusCode> sick) {
            this.executor = executor;
            this.sick = sick;
            this.done = executor.makeEvent();
        }

        void run() throws InterruptedException {
            Deadline nextRound = Deadline.after(ENVIRONMENT, Duration.ofSeconds(1));
            executor.scheduleWork(args -> {
                open = HEALTHY + sick.size() + 1;
                sick.forEach(this::ask);
                ADDRESSES.forEach(host -> ask(host, StatusCode.OK));
                executor.scheduleWorkAt(nextRound, late -> ended());
            });
            assertThat(executor.waitForEvent(done, Deadline.after(ENVIRONMENT, Duration.ofSeconds(60)))).isTrue();
        }

        private void ask(ServerAddress host, StatusCode expected) {
            // A healthy host has all the time in the world, so that a slow machine shows in the figures and not as a
            // failure.
            Duration timeout = expected == StatusCode.OK ? Duration.ofSeconds(30) : TIMEOUT;
            executor.scheduleRemoteCommand(
                    RemoteCommandRequest.to(host, "admin", BsonDocument.parse("{hello: 1}")).withTimeout(timeout),
                    args -> {
                        StatusCode code = args.response().status().code();
                        if (code != expected) {
                            wrong.add(host + " ended with " + args.response() + " and not " + expected);
                        } else if (code == StatusCode.OK) {
                            healthyNanos.add(args.response().elapsed().toNanos());
                        } else if (code == StatusCode.NETWORK_TIMEOUT) {
                            silentElapsed = args.response().elapsed();
                        }
                        ended();
                    });
        }

        private void ended() {
            if (--open == 0) {
                executor.signalEvent(done);
            }
        }
    }

    private static double p99Millis(List<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(sorted.length * 0.99) - 1] / 1e6;
    }

    private static Set<Thread> platformThreads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        // Those of the servers do not count.
        threads.removeIf(thread -> thread.getName().startsWith("mongo-server"));
        return threads;
    }
}
