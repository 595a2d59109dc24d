package dev.bowline.driver.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.concern.ReadPreference;
import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.RateLimitedLog;
import dev.bowline.error.MongoCommandException;
import dev.bowline.health.ClientHealth;
import dev.bowline.health.ServerHealth;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

/** The story of a failover in the log, and the health of a client, on a real deployment and real threads. */
class FailoverLogTest {
    private static final long LIMIT_NANOS = Duration.ofSeconds(30).toNanos();

    private final ConcurrentLinkedQueue<SubstituteLoggingEvent> logged = new ConcurrentLinkedQueue<>();

    @Test
    void aKillIsLoggedFromTheLossOfThePrimaryToItsSuccessor() {
        try (Deployment deployment = Deployment.replicaSet(3);
                MongoClient client = MongoClient.connect(settings(deployment, log()))) {
            client.ping(ReadPreference.primary(), Duration.ofSeconds(10));
            Member old = deployment.awaitPrimary();
            await("has primary " + old.address());
            deployment.kill(old);
            await("Server " + old.address() + " (RSPrimary) is lost because ");
            await("has no primary: " + old.address());
            await("Pool of " + old.address() + " is cleared: ");
            await("without one; before that it was " + old.address());
            deployment.restart(old);
            await("Server " + old.address() + " is back as RSSecondary after ");
            await("; last error: ");
        }
        assertThat(lines()).noneMatch(line -> line.contains("because null"));
    }

    @Test
    void aServerThatGoesToAndFroDoesNotFillTheLog() {
        AtomicLong now = new AtomicLong();
        FailoverLog log = log(now);
        for (int i = 0; i < 100; i++) {
            flap(log);
        }
        long about = lines().stream().filter(line -> line.contains("Server a:1")).count();
        assertThat(about).isEqualTo(RateLimitedLog.MAX_LINES);
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        flap(log);
        assertThat(lines()).anyMatch(line -> line.contains("lines about a:1 were left out"));
    }

    @Test
    void aClearedPoolIsReportedWithWhatItInterruptsAndFrees() {
        FailoverLog log = log();
        ServerAddress address = new ServerAddress("a", 1);
        log.poolCleared(new ConnectionPoolClearedEvent(address, null, true, new IllegalStateException("it is silent"),
                7, 3, 1));
        log.poolCleared(new ConnectionPoolClearedEvent(address, null, false, null, 1, 0, 0));
        assertThat(lines()).containsExactly(
                "Pool of a:1 is cleared: 7 connections, 3 interrupted in use because the server does not answer, "
                        + "1 waiting operation freed; reason: it is silent",
                "Pool of a:1 is cleared: 1 connection; reason: it changed its state");
    }

    @Test
    void aStepDownIsCalledSoAndALossIsNot() {
        FailoverLog log = log();
        change(log, set(null, null), set(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY));
        change(log, set(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY),
                set(ServerType.RS_SECONDARY, ServerType.RS_SECONDARY));
        change(log, set(ServerType.RS_SECONDARY, ServerType.RS_SECONDARY),
                set(ServerType.RS_SECONDARY, ServerType.RS_PRIMARY));
        change(log, set(ServerType.RS_SECONDARY, ServerType.RS_PRIMARY),
                set(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY));
        change(log, set(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY), set(null, ServerType.RS_SECONDARY));
        assertThat(lines()).filteredOn(line -> line.startsWith("Replica set")).containsExactly(
                "Replica set rs has primary a:1",
                "Replica set rs has no primary: a:1 has stepped down and is RSSecondary",
                "Replica set rs has primary b:1 after 0.0 s without one; before that it was a:1",
                "Replica set rs has changed its primary from b:1 to a:1, because b:1 has stepped down",
                "Replica set rs has no primary: a:1 is lost");
    }

    @Test
    void aServerThatJoinsIsLogged() {
        TopologyDescription one = TopologyDescription.of(TopologyType.SHARDED, null, List.of(router("a")));
        TopologyDescription two = TopologyDescription.of(TopologyType.SHARDED, null,
                List.of(router("a"), router("b")));
        change(log(), one, two);
        assertThat(lines()).containsExactly("Server b:1 has joined the topology");
    }

    private static ServerDescription router(String host) {
        return ServerDescription.builder(new ServerAddress(host, 1)).type(ServerType.MONGOS).build();
    }

    @Test
    void aPrimaryThatRefusesAWriteIsNotCalledLost() {
        FailoverLog log = log();
        change(log, set(null, null), set(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY));
        ServerDescription refusing = ServerDescription.unknown(new ServerAddress("a", 1), new MongoCommandException(
                BsonDocument.parse("{ok: 0, code: 10107, errmsg: 'not primary'}"), new ServerAddress("a", 1)), null,
                0L);
        change(log, set(ServerType.RS_PRIMARY, ServerType.RS_SECONDARY),
                TopologyDescription.of(TopologyType.REPLICA_SET_NO_PRIMARY, "rs",
                        List.of(refusing, server("b", ServerType.RS_SECONDARY))));
        assertThat(lines()).anyMatch(line -> line.startsWith("Replica set rs has no primary: a:1 answers: ")
                && line.contains("not primary"));
    }

    @Test
    void theNameOfASetIsShownOnOneLine() {
        TopologyDescription found = TopologyDescription.of(TopologyType.REPLICA_SET_WITH_PRIMARY, "r\ns",
                List.of(server("a", ServerType.RS_PRIMARY), server("b", ServerType.RS_SECONDARY)));
        TopologyDescription moved = TopologyDescription.of(TopologyType.REPLICA_SET_WITH_PRIMARY, "r\ns",
                List.of(server("a", ServerType.RS_SECONDARY), server("b", ServerType.RS_PRIMARY)));
        TopologyDescription lost = TopologyDescription.of(TopologyType.REPLICA_SET_NO_PRIMARY, "r\ns",
                List.of(server("a", ServerType.RS_SECONDARY), server("b", ServerType.RS_SECONDARY)));
        FailoverLog log = log(new AtomicLong());
        change(log, set(null, null), found);
        change(log, found, moved);
        change(log, moved, lost);
        change(log, lost, found);
        assertThat(lines()).filteredOn(line -> line.contains("primary")).hasSize(4)
                .allMatch(line -> line.startsWith("Replica set r\\ns "));
    }

    private static void change(FailoverLog log, TopologyDescription before, TopologyDescription after) {
        log.topologyDescriptionChanged(new TopologyDescriptionChangedEvent(new ObjectId(), before, after));
    }

    /** A set of two members; null for one that is not known. */
    private static TopologyDescription set(@Nullable ServerType a, @Nullable ServerType b) {
        return TopologyDescription.of(
                a == ServerType.RS_PRIMARY || b == ServerType.RS_PRIMARY
                        ? TopologyType.REPLICA_SET_WITH_PRIMARY
                        : TopologyType.REPLICA_SET_NO_PRIMARY,
                "rs", List.of(server("a", a), server("b", b)));
    }

    private static ServerDescription server(String host, @Nullable ServerType type) {
        ServerAddress address = new ServerAddress(host, 1);
        return type == null
                ? ServerDescription.unknown(address)
                : ServerDescription.builder(address).type(type).setName("rs").build();
    }

    @Test
    void aClockThatJumpsIsWarnedOfAndOneThatDriftsIsNot() {
        AtomicLong wallMillis = new AtomicLong(1000);
        FailoverLog log = new FailoverLog(new ForwardingEnvironment() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public long currentTimeMillis() {
                return wallMillis.get();
            }
        }, logger(logged));
        ServerHeartbeatSucceededEvent heartbeat = new ServerHeartbeatSucceededEvent(new ServerAddress("a", 1),
                new ObjectId(), 1, null, false, Duration.ZERO, new BsonDocument());
        log.serverHeartbeatSucceeded(heartbeat);
        wallMillis.addAndGet(4999);
        log.serverHeartbeatSucceeded(heartbeat);
        assertThat(lines()).isEmpty();
        wallMillis.addAndGet(-5000);
        log.serverHeartbeatSucceeded(heartbeat);
        assertThat(lines()).containsExactly("The clock of this machine has jumped by -5.0 s");
    }

    @Test
    void healthListsEachServerAndWhatIsMissing() {
        try (Deployment deployment = Deployment.replicaSet(3);
                MongoClient client = MongoClient.connect(deployment.connectionString()
                        + "&heartbeatFrequencyMS=500&connectTimeoutMS=1000")) {
            client.ping(ReadPreference.primary(), Duration.ofSeconds(10));
            ClientHealth good = client.health();
            assertThat(good.isGood()).isTrue();
            assertThat(good.topology()).isEqualTo(TopologyType.REPLICA_SET_WITH_PRIMARY);
            assertThat(good.explanation()).isEmpty();
            ServerHealth primary = good.servers().stream().filter(one -> one.type() == ServerType.RS_PRIMARY)
                    .findFirst().orElseThrow();
            assertThat(primary.pool().open()).isPositive();
            assertThat(primary.pool().ready()).isTrue();
            assertThat(primary.sinceHeartbeat()).isPresent();
            assertThat(primary.roundTrip()).isPresent();
            deployment.kill(deployment.member(0));
            deployment.kill(deployment.member(1));
            waitUntil(() -> !client.health().isGood());
            ClientHealth bad = client.health();
            assertThat(bad.explanation()).hasValueSatisfying(text -> assertThat(text).contains("Found no server"));
            assertThat(bad.servers()).anySatisfy(server -> assertThat(server.lastError()).isPresent());
        }
    }

    /** A server is lost and found again. */
    private static void flap(FailoverLog log) {
        ServerAddress address = new ServerAddress("a", 1);
        TopologyDescription lost = TopologyDescription.of(TopologyType.UNKNOWN, null,
                List.of(ServerDescription.unknown(address)));
        TopologyDescription found = TopologyDescription.of(TopologyType.SINGLE, null,
                List.of(ServerDescription.builder(address).type(ServerType.STANDALONE).build()));
        log.topologyDescriptionChanged(new TopologyDescriptionChangedEvent(new ObjectId(), lost, found));
        log.topologyDescriptionChanged(new TopologyDescriptionChangedEvent(new ObjectId(), found, lost));
    }

    private MongoClientSettings settings(Deployment deployment, FailoverLog log) {
        return MongoClientSettings.builder().connectionString(deployment.connectionString())
                .heartbeatFrequency(Duration.ofMillis(500)).connectTimeout(Duration.ofSeconds(1))
                .addTopologyListener(log).build();
    }

    private FailoverLog log() {
        return new FailoverLog(SystemEnvironment.instance(), logger(logged));
    }

    private FailoverLog log(AtomicLong now) {
        return new FailoverLog(new ForwardingEnvironment() {
            @Override
            public long nanoTime() {
                return now.get();
            }
        }, logger(logged));
    }

    private static Logger logger(Queue<SubstituteLoggingEvent> logged) {
        return new EventRecordingLogger(new SubstituteLogger("dev.bowline.topology", logged, false), logged);
    }

    private List<String> lines() {
        return logged.stream().filter(event -> event.getLevel() == Level.INFO || event.getLevel() == Level.WARN)
                .map(event -> MessageFormatter.arrayFormat(event.getMessage(), event.getArgumentArray()).getMessage())
                .toList();
    }

    private void await(String text) {
        waitUntil(() -> lines().stream().anyMatch(line -> line.contains(text)), text);
    }

    private void waitUntil(BooleanSupplier condition) {
        waitUntil(condition, "the condition");
    }

    private void waitUntil(BooleanSupplier condition, String what) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what + " in " + lines()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
