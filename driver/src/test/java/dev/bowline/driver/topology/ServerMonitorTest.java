package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.settings.ServerApi;
import dev.bowline.simulator.time.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonElement;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a monitor asks and when it rests, to the millisecond of virtual time. */
class ServerMonitorTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final MonitorSettings POLLING = new MonitorSettings(10_000, 1_000, false, null);
    private static final MonitorSettings STREAMING = new MonitorSettings(10_000, 1_000, true, null);

    /** Collects what the monitor reports; the server counts as known while its last check came through. */
    private static final class Reports implements ServerMonitor.Reports {
        final List<String> heartbeats = new ArrayList<>();
        final List<RuntimeException> failures = new ArrayList<>();
        @Nullable
        ServerDescription last;
        int started;
        int ended;
        boolean outOfMemory;

        @Override
        public void heartbeatStarted(long connectionId, @Nullable Long serverConnectionId, boolean awaited) {
            started++;
            heartbeats.add("started " + connectionId + " " + serverConnectionId + " " + awaited);
        }

        @Override
        public void heartbeatSucceeded(long connectionId, @Nullable Long serverConnectionId, boolean awaited,
                long nanos, BsonDocument reply) {
            ended++;
        }

        @Override
        public void heartbeatFailed(long connectionId, @Nullable Long serverConnectionId, boolean awaited, long nanos,
                RuntimeException error) {
            ended++;
            heartbeats.add("failed " + connectionId);
        }

        @Override
        public void checkSucceeded(ServerDescription description) {
            memory();
            last = description;
        }

        @Override
        public boolean checkFailed(RuntimeException error) {
            memory();
            boolean wasKnown = last != null && !last.type().isUnknown();
            last = ServerDescription.unknown(A, error, null, null);
            failures.add(error);
            return wasKnown;
        }

        private void memory() {
            if (outOfMemory) {
                throw new OutOfMemoryError("in this test");
            }
        }
    }

    private record World(ScriptedMonitorConnections server, Reports reports, ServerMonitor monitor) {
        List<Long> asked() {
            return server.askedAtMillis;
        }
    }

    private static void run(MonitorSettings settings, BiConsumer<World, ScriptedMonitorConnections> script) {
        for (long seed = 1; seed <= 20; seed++) {
            Simulation simulation = new Simulation(seed);
            simulation.run(() -> {
                ScriptedMonitorConnections server = new ScriptedMonitorConnections(simulation.environment());
                Reports reports = new Reports();
                ServerMonitor monitor = new ServerMonitor(A, settings, server, simulation.environment(), reports);
                script.accept(new World(server, reports, monitor), server);
                monitor.stop();
                monitor.awaitEnd(Deadline.NEVER);
                assertThat(server.open()).isZero();
                assertThat(reports.ended).isEqualTo(reports.started);
            });
        }
    }

    @Test
    void itChecksAtOnceAndThenEveryHeartbeat() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(25_000);
            // Counted from the end of one check, two milliseconds after it began, to the beginning of the next.
            assertThat(world.asked()).containsExactly(0L, 10_002L, 20_004L);
            assertThat(world.reports.last.type()).isEqualTo(ServerType.STANDALONE);
            assertThat(world.reports.last.roundTripNanos()).isEqualTo(2_000_000);
        });
    }

    @Test
    void aRequestWakesItButNotWithinTheMinimumRest() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(100);
            world.monitor.requestCheck();
            server.sleep(400);
            assertThat(world.asked()).containsExactly(0L);
            server.sleep(500);
            assertThat(world.asked()).containsExactly(0L, 502L);
            server.sleep(2_000);
            world.monitor.requestCheck();
            server.sleep(1);
            assertThat(world.asked()).containsExactly(0L, 502L, 3_000L);
        });
    }

    @Test
    void aServerThatAnswersAwaitableHellosAtOnceIsPaced() {
        run(STREAMING, (world, server) -> {
            AtomicInteger answers = new AtomicInteger();
            server.counter = 0;
            // There is always a change since the last reply.
            server.reply = () -> new BsonDocument(List.copyOf(ScriptedServer.standalone().entrySet().stream()
                    .map(field -> new BsonElement(field.getKey(), field.getValue())).toList())) {
                @Override
                public BsonDocument append(String key, BsonValue value) {
                    answers.incrementAndGet();
                    server.counter++;
                    return super.append(key, value);
                }
            };
            world.monitor.start();
            server.sleep(4_000);
            assertThat(answers.get()).isBetween(20, 60);
        });
    }

    @Test
    void aServerThatHangsUpAfterEachFirstReplyIsPaced() {
        run(STREAMING, (world, server) -> {
            server.counter = 0;
            server.hangsUp = true;
            world.monitor.start();
            server.sleep(4_000);
            assertThat(world.asked().size()).isBetween(20, 60);
        });
    }

    @Test
    void aRequestDuringACheckIsIgnored() {
        run(POLLING, (world, server) -> {
            server.latencyMillis = 50;
            world.monitor.start();
            server.sleep(20);
            world.monitor.requestCheck();
            server.sleep(9_000);
            assertThat(world.asked()).containsExactly(0L);
        });
    }

    @Test
    void aNetworkErrorAtAKnownServerIsRetriedOnceAtOnce() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.refuses = true;
            server.connections.getLast().close();
            world.monitor.requestCheck();
            server.sleep(100);
            // The connection is known to be closed, so the first new attempt marks the server and the second is the
            // retry.
            assertThat(world.asked()).containsExactly(0L, 1_000L, 1_000L);
            assertThat(world.reports.failures).hasSize(2);
            server.sleep(5_000);
            assertThat(world.asked()).hasSize(3);
            server.refuses = false;
            server.sleep(5_000);
            assertThat(world.asked()).containsExactly(0L, 1_000L, 1_000L, 11_000L);
            assertThat(world.reports.last.type()).isEqualTo(ServerType.STANDALONE);
        });
    }

    @Test
    void aMonitorOutlivesTheLackOfMemoryToReportWhatItFound() {
        run(POLLING, (world, server) -> {
            world.reports.outOfMemory = true;
            world.monitor.start();
            server.sleep(1_000);
            assertThat(world.reports.last).isNull();
            world.reports.outOfMemory = false;
            world.monitor.requestCheck();
            server.sleep(10);
            assertThat(world.reports.last.type()).isEqualTo(ServerType.STANDALONE);
        });
    }

    @Test
    void aCommandErrorIsNotRetriedAtOnce() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.reply = () -> new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(91));
            world.monitor.requestCheck();
            server.sleep(9_000);
            assertThat(world.asked()).containsExactly(0L, 1_000L);
            assertThat(world.reports.failures).singleElement().isInstanceOf(MongoCommandException.class);
            assertThat(server.open()).isZero();
        });
    }

    @Test
    void silenceEndsAfterTheConnectTimeout() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.silent = true;
            world.monitor.requestCheck();
            server.sleep(999);
            assertThat(world.reports.failures).isEmpty();
            server.sleep(20);
            assertThat(world.reports.failures).hasSize(1);
            assertThat(ErrorVerdict.isNetworkTimeout(world.reports.failures.getFirst())).isTrue();
        });
    }

    @Test
    void theFirstCheckHasTheConnectTimeoutForEachOfItsSteps() {
        run(POLLING, (world, server) -> {
            server.connectMillis = 700;
            server.latencyMillis = 700;
            world.monitor.start();
            server.sleep(2_000);
            assertThat(world.reports.failures).isEmpty();
            assertThat(world.reports.ended).isEqualTo(1);
        });
    }

    @Test
    void aStreamingServerIsAskedOnceAndHeardForAsLongAsItSpeaks() {
        run(STREAMING, (world, server) -> {
            server.counter = 0;
            world.monitor.start();
            server.sleep(35_000);
            List<BsonDocument> awaitable = server.commands.stream().filter(c -> c.containsKey("maxAwaitTimeMS"))
                    .toList();
            assertThat(awaitable).hasSize(1);
            assertThat(awaitable.getFirst().getNumber("maxAwaitTimeMS").longValue()).isEqualTo(10_000);
            assertThat(awaitable.getFirst().getFirstKey()).isEqualTo("hello");
            assertThat(world.reports.heartbeats.subList(0, 3)).containsExactly("started 1 null false",
                    "started 1 5 true", "started 1 5 true");
            // One connection listens, the other measures.
            assertThat(server.open()).isEqualTo(2);
            server.reply = ScriptedServer::mongos;
            server.counter = 1;
            server.sleep(10);
            assertThat(world.reports.last.type()).isEqualTo(ServerType.MONGOS);
        });
    }

    @Test
    void roundTripsComeFromTheOtherConnectionEveryHeartbeatAndNeverFromStreaming() {
        run(STREAMING, (world, server) -> {
            server.counter = 0;
            world.monitor.start();
            server.sleep(45_000);
            assertThat(world.reports.last.roundTripNanos()).isEqualTo(2_000_000);
            assertThat(world.reports.last.minRoundTripNanos()).isEqualTo(2_000_000);
            long measured = server.commands.stream()
                    .filter(c -> c.containsKey("hello") && !c.containsKey("maxAwaitTimeMS")).count();
            assertThat(measured).isEqualTo(4);
            assertThat(world.reports.heartbeats).noneMatch(h -> h.startsWith("started 2"));
        });
    }

    @Test
    void aStreamThatFallsSilentIsGivenConnectTimeoutPlusHeartbeat() {
        run(STREAMING, (world, server) -> {
            server.counter = 0;
            world.monitor.start();
            server.sleep(100);
            server.silent = true;
            server.sleep(10_800);
            assertThat(world.reports.failures).isEmpty();
            server.sleep(500);
            assertThat(world.reports.failures).isNotEmpty();
        });
    }

    @Test
    void aCanceledCheckEndsAtOnceAndTheNextWaitsForItsTimeOrARequest() {
        run(STREAMING, (world, server) -> {
            server.counter = 0;
            world.monitor.start();
            server.sleep(1_000);
            int before = world.asked().size();
            world.monitor.cancelCheck();
            server.sleep(1);
            assertThat(world.reports.heartbeats.getLast()).isEqualTo("failed 1");
            assertThat(world.reports.failures).isEmpty();
            server.sleep(300);
            assertThat(world.asked()).hasSize(before);
            world.monitor.requestCheck();
            server.sleep(300);
            assertThat(world.asked().size()).isGreaterThan(before);
            assertThat(world.asked().get(before)).isEqualTo(1_500);
        });
    }

    @Test
    void aReplyThatIsThereWhenItsCheckIsCanceledIsNotBelieved() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.reply = () -> {
                world.monitor.cancelCheck();
                return ScriptedServer.mongos();
            };
            world.monitor.requestCheck();
            server.sleep(100);
            assertThat(world.reports.last.type()).isEqualTo(ServerType.STANDALONE);
            assertThat(world.reports.failures).isEmpty();
            assertThat(world.reports.heartbeats).endsWith("started 1 5 false", "failed 1");
            assertThat(server.open()).isZero();
        });
    }

    @Test
    void aServerThatANetworkErrorMadeUnknownIsMeasuredAnew() {
        for (MonitorSettings settings : List.of(POLLING, STREAMING)) {
            run(settings, (world, server) -> {
                server.counter = settings.streams() ? 0 : -1;
                world.monitor.start();
                server.sleep(1_000);
                assertThat(world.reports.last.roundTripNanos()).isEqualTo(2_000_000);
                server.latencyMillis = 10;
                world.monitor.cancelCheck();
                server.sleep(1_000);
                world.monitor.requestCheck();
                server.sleep(100);
                assertThat(world.reports.last.roundTripNanos()).isEqualTo(10_000_000);
            });
        }
    }

    @Test
    void cancelingWhileItConnectsOrRestsLeavesNoConnectionBehind() {
        run(POLLING, (world, server) -> {
            server.latencyMillis = 100;
            world.monitor.start();
            server.sleep(50);
            world.monitor.cancelCheck();
            server.sleep(500);
            assertThat(server.open()).isZero();
            world.monitor.requestCheck();
            server.sleep(1_000);
            assertThat(world.reports.last.type()).isEqualTo(ServerType.STANDALONE);
            world.monitor.cancelCheck();
            assertThat(server.open()).isZero();
        });
    }

    @Test
    void anOldServerIsAskedInTheOldSpellingAndAStableApiIsDeclared() {
        run(new MonitorSettings(500, 1_000, false, null), (world, server) -> {
            server.reply = () -> {
                BsonDocument reply = ScriptedServer.standalone();
                reply.remove("helloOk");
                return reply;
            };
            world.monitor.start();
            server.sleep(800);
            assertThat(server.commands.getLast().getFirstKey()).isEqualTo("isMaster");
            assertThat(server.commands.getLast().get("helloOk")).isEqualTo(BsonBoolean.TRUE);
        });
        run(new MonitorSettings(500, 1_000, false, ServerApi.v1().withStrict(true)), (world, server) -> {
            world.monitor.start();
            server.sleep(800);
            BsonDocument command = server.commands.getLast();
            assertThat(command.getFirstKey()).isEqualTo("hello");
            assertThat(command.getString("apiVersion").getValue()).isEqualTo("1");
            assertThat(command.getBoolean("apiStrict").getValue()).isTrue();
            assertThat(command.containsKey("apiDeprecationErrors")).isFalse();
        });
    }

    @Test
    void aReplyThatHadComeAndCouldNotBeReadIsNotHeldAgainstTheServer() {
        anExcusedTimeout(server -> server.unread = true);
    }

    @Test
    void aTimeoutAtAKnownServerIsRetriedOnceAtOnce() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(5_000);
            server.silent = true;
            server.sleep(6_500);
            // The check of second 10 timed out after one second; the next began at that moment, over a new connection.
            assertThat(world.asked()).containsExactly(0L, 10_002L, 11_002L);
        });
    }

    @Test
    void withoutAConnectTimeoutAStreamMayBeSilentForEver() {
        run(new MonitorSettings(10_000, 0, true, null), (world, server) -> {
            server.counter = 1;
            world.monitor.start();
            server.sleep(5_000);
            server.silent = true;
            server.sleep(600_000);
            assertThat(world.reports.failures).isEmpty();
        });
    }

    @Test
    void aServerWhoseCheckFailedIsMeasuredAnew() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(5_000);
            server.silent = true;
            server.sleep(7_500);
            assertThat(world.reports.failures).hasSize(2);
            server.silent = false;
            server.latencyMillis = 40;
            server.sleep(15_000);
            assertThat(world.reports.last.roundTripNanos()).isEqualTo(40_000_000);
        });
    }

    @Test
    void aBrokenRoundTripConnectionIsReplaced() {
        run(STREAMING, (world, server) -> {
            server.counter = 1;
            world.monitor.start();
            server.sleep(15_000);
            assertThat(server.connections).as("one for checks, one for round trips").hasSize(2);
            server.connections.get(1).close();
            server.sleep(25_000);
            assertThat(server.connections).hasSize(3);
            assertThat(server.connections.get(2).isOpen()).isTrue();
        });
    }

    private static void anExcusedTimeout(Consumer<ScriptedMonitorConnections> how) {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.silent = true;
            how.accept(server);
            world.monitor.requestCheck();
            server.sleep(1_100);
            server.silent = false;
            server.sleep(500);
            assertThat(world.reports.failures).isEmpty();
            assertThat(world.reports.last.type()).isEqualTo(ServerType.STANDALONE);
            assertThat(world.reports.heartbeats).contains("failed 1");
        });
    }

    @Test
    void aSilentServerIsHeldToItsTimeHoweverLateTheMonitorLearnsOfIt() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.silent = true;
            server.late = true;
            world.monitor.requestCheck();
            server.sleep(1_300);
            assertThat(world.reports.failures).isNotEmpty();
        });
    }

    @Test
    void evenAStarvedMonitorGivesUpAtLast() {
        run(POLLING, (world, server) -> {
            world.monitor.start();
            server.sleep(1_000);
            server.silent = true;
            server.unread = true;
            world.monitor.requestCheck();
            server.sleep(1_050L * (SchedulerGrace.MAX_IN_A_ROW - 1));
            assertThat(world.reports.failures).isEmpty();
            server.sleep(3_000);
            assertThat(world.reports.failures).isNotEmpty();
        });
    }
}
