package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.MongoClient;
import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members that appear, vanish, freeze, lie about their names and change sets, over TCP. */
@Timeout(60)
class LiveTopologyTest {
    private final List<AutoCloseable> resources = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable resource : resources.reversed()) {
            resource.close();
        }
    }

    @Test
    void aStandaloneIsFoundAndCanBeSelected() {
        ScriptedServer server = server();
        LiveClient client = client(TopologySettings.of(server.address()));
        Server selected = client.topology.selectServer(ServerSelector.writable(), seconds(10), List.of());
        assertThat(selected.address()).isEqualTo(server.address());
        assertThat(client.topology.description().type()).isEqualTo(TopologyType.SINGLE);
        assertThat(selected.description().roundTripNanos()).isPositive();
    }

    @Test
    void aWholeReplicaSetIsDiscoveredFromOneSecondary() {
        ScriptedServer primary = server();
        ScriptedServer secondary = server();
        ScriptedServer other = server();
        primary.says(ScriptedServer.member("rs", true, primary, secondary, other));
        secondary.says(ScriptedServer.member("rs", false, primary, secondary, other));
        other.says(ScriptedServer.member("rs", false, primary, secondary, other));
        LiveClient client = client(TopologySettings.of(secondary.address()));
        TopologyDescription description = client
                .await(d -> d.primary() != null && d.servers().stream().noneMatch(s -> s.type().isUnknown()));
        assertThat(description.servers()).hasSize(3);
        assertThat(description.setName()).isEqualTo("rs");
        Server read = client.topology.selectServer(ServerSelector.readable(ReadPreference.secondary()), seconds(5),
                List.of());
        assertThat(read.address()).isNotEqualTo(primary.address());
    }

    @Test
    void aStreamingServerReportsItsStepDownAtOnce() {
        ScriptedServer first = server();
        ScriptedServer second = server();
        first.streams();
        second.streams();
        first.says(ScriptedServer.member("rs", true, first, second));
        second.says(ScriptedServer.member("rs", false, first, second));
        LiveClient client = client(TopologySettings.of(first.address()).withHeartbeatFrequencyMillis(60_000));
        client.await(d -> isPrimary(d, first) && isSecondary(d, second));
        client.awaitEvent(ServerHeartbeatStartedEvent.class, e -> e.awaited() && e.address().equals(first.address()));
        client.awaitEvent(ServerHeartbeatStartedEvent.class, e -> e.awaited() && e.address().equals(second.address()));
        long start = System.nanoTime();
        first.says(ScriptedServer.member("rs", false, first, second));
        second.says(ScriptedServer.member("rs", true, first, second));
        client.await(d -> isPrimary(d, second) && isSecondary(d, first));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(first.requests().stream().filter(r -> r.containsKey("maxAwaitTimeMS"))).isNotEmpty()
                .allSatisfy(r -> assertThat(r.getNumber("maxAwaitTimeMS").longValue()).isEqualTo(60_000));
    }

    /** "Clients update the topology from each handshake". */
    @Test
    void theHelloOfAnOperationsConnectionIsNewsToo() {
        ScriptedServer server = server();
        server.says(ScriptedServer.member("rs", true, server));
        LiveClient client = client(
                TopologySettings.of(server.address()).withReplicaSet("rs").withHeartbeatFrequencyMillis(60_000));
        client.await(d -> isPrimary(d, server));
        server.says(ScriptedServer.member("rs", false, server));
        assertThat(isPrimary(client.topology.description(), server)).as("the monitor looks once a minute").isTrue();
        client.topology.server(server.address()).pool().checkOut(seconds(10)).close();
        TopologyDescription after = client.topology.description();
        assertThat(isSecondary(after, server)).isTrue();
        assertThat(after.server(server.address()).roundTripNanos()).isPositive();
    }

    @Test
    void aServerWithoutATopologyVersionIsPolled() {
        ScriptedServer server = server();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500));
        client.awaitEvent(ServerHeartbeatSucceededEvent.class, e -> true);
        client.awaitEvent(ServerHeartbeatSucceededEvent.class,
                e -> server.requests().stream().filter(r -> r.containsKey("hello")).count() >= 2);
        assertThat(client.events().stream().filter(ServerHeartbeatStartedEvent.class::isInstance)
                .map(ServerHeartbeatStartedEvent.class::cast).filter(ServerHeartbeatStartedEvent::awaited)).isEmpty();
        BsonDocument first = server.requests().get(0);
        assertThat(first.getFirstKey()).isEqualTo("isMaster");
        assertThat(first.getBoolean("helloOk").getValue()).isTrue();
        assertThat(first.containsKey("saslSupportedMechs")).isFalse();
    }

    @Test
    void aMonitorNeitherAuthenticatesNorAsksHowItMight() {
        ScriptedServer server = server();
        server.streams();
        MongoClient client = MongoClient
                .connect("mongodb://user:secret@" + server.address() + "/?heartbeatFrequencyMS=500");
        resources.add(client);
        long end = System.nanoTime() + Duration.ofSeconds(LiveClient.PATIENCE_SECONDS).toNanos();
        // The first hello of the monitor, its stream, and the first hello of the one that measures.
        while (server.requests().size() < 3 && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(3).allSatisfy(request -> {
            assertThat(request.getFirstKey()).isIn("hello", "isMaster", "ismaster");
            assertThat(request.keySet()).doesNotContain("saslSupportedMechs", "speculativeAuthenticate");
        });
    }

    @Test
    void pollModeNeverStreams() {
        ScriptedServer server = server();
        server.streams();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500)
                .withMonitoringMode(dev.bowline.settings.ServerMonitoringMode.POLL));
        client.awaitEvent(ServerHeartbeatSucceededEvent.class,
                e -> server.requests().stream().filter(r -> r.containsKey("hello")).count() >= 2);
        assertThat(server.requests()).noneMatch(r -> r.containsKey("maxAwaitTimeMS"));
        assertThat(server.openSockets()).isEqualTo(1);
    }

    @Test
    void roundTripsAreMeasuredOnAnotherConnectionWhileStreaming() {
        ScriptedServer server = server();
        server.streams();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500));
        TopologyDescription description = client.await(d -> d.servers().get(0).minRoundTripNanos() != null);
        assertThat(server.openSockets()).isEqualTo(2);
        assertThat(description.servers().get(0).roundTripNanos())
                .isGreaterThanOrEqualTo(description.servers().get(0).minRoundTripNanos())
                .isLessThan(Duration.ofMillis(400).toNanos());
    }

    @Test
    void aMemberThatVanishesBecomesUnknownAndReturns() {
        ScriptedServer server = server();
        server.streams();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500));
        client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
        server.vanish();
        TopologyDescription gone = client.await(d -> d.servers().get(0).type() == ServerType.UNKNOWN);
        assertThat(gone.servers().get(0).error()).isNotNull();
        assertThat(gone.servers().get(0).roundTripNanos()).isNull();
        ConnectionPoolClearedEvent cleared = client.awaitPoolEvent(ConnectionPoolClearedEvent.class);
        assertThat(cleared.interruptInUseConnections()).isFalse();
        server.comeBack();
        client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
    }

    @Test
    void aFrozenServerTimesOutAndInterruptsItsPool() {
        ScriptedServer server = server();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500), 400);
        client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
        server.freeze();
        client.await(d -> d.servers().get(0).type() == ServerType.UNKNOWN);
        assertThat(client.awaitPoolEvent(ConnectionPoolClearedEvent.class).interruptInUseConnections()).isTrue();
        server.thaw();
        client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
    }

    @Test
    void aMemberThatCallsItselfOtherwiseIsReplacedByItsRealName() {
        ScriptedServer server = server();
        ServerAddress real = server.address();
        ServerAddress alias = new ServerAddress("127.0.0.1", real.port());
        server.says(ScriptedServer.member("rs", false, server).append("me", new BsonString(real.toString())));
        LiveClient client = client(TopologySettings.of(alias));
        TopologyDescription description = client
                .await(d -> !d.contains(alias) && d.contains(real) && isSecondary(d, server));
        assertThat(description.servers()).hasSize(1);
        client.awaitEvent(ServerClosedEvent.class, e -> e.address().equals(alias));
    }

    @Test
    void aMemberThatChangesItsSetLeaves() {
        ScriptedServer one = server();
        ScriptedServer two = server();
        one.says(ScriptedServer.member("rs", true, one, two));
        two.says(ScriptedServer.member("rs", false, one, two));
        LiveClient client = client(TopologySettings.of(one.address()).withHeartbeatFrequencyMillis(500));
        client.await(d -> isPrimary(d, one) && isSecondary(d, two));
        two.says(ScriptedServer.member("another", false, two));
        client.await(d -> !d.contains(two.address()));
        assertThat(client.topology.description().setName()).isEqualTo("rs");
    }

    @Test
    void aReconfigurationAddsAndRemovesMembers() {
        ScriptedServer one = server();
        ScriptedServer two = server();
        ScriptedServer three = server();
        one.streams();
        one.says(ScriptedServer.member("rs", true, one, two));
        two.says(ScriptedServer.member("rs", false, one, two));
        three.says(ScriptedServer.member("rs", false, one, three));
        LiveClient client = client(TopologySettings.of(one.address()));
        client.await(d -> isPrimary(d, one) && isSecondary(d, two));
        one.says(ScriptedServer.member("rs", true, one, three));
        client.await(d -> isSecondary(d, three) && !d.contains(two.address()));
    }

    @Test
    void malformedRepliesFailTheCheckAndNotTheMonitor() {
        ScriptedServer server = server();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500));
        client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
        List<BsonDocument> nonsense = List.of(
                ScriptedServer.standalone().append("hosts", new BsonString("a:27017")),
                ScriptedServer.standalone().append("hosts", new BsonArray(List.of(new BsonInt32(1)))),
                ScriptedServer.standalone().append("maxWireVersion", new BsonString("21")),
                ScriptedServer.standalone().append("setName", new BsonInt32(3)),
                new BsonDocument("hello", BsonBoolean.TRUE));
        for (BsonDocument reply : nonsense) {
            client.forgetEvents();
            server.says(reply);
            client.await(d -> d.servers().get(0).type() == ServerType.UNKNOWN && d.servers().get(0).error() != null);
            client.awaitEvent(ServerHeartbeatFailedEvent.class, e -> true);
            server.says(ScriptedServer.standalone());
            client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
        }
        client.forgetEvents();
        server.garble();
        client.awaitEvent(ServerHeartbeatFailedEvent.class, e -> true);
        client.await(d -> d.servers().get(0).type() == ServerType.UNKNOWN);
    }

    @Test
    void waitingForAServerChecksEveryHalfSecondAndEndsAtTheDeadline() {
        ScriptedServer secondary = server();
        secondary.says(ScriptedServer.member("rs", false, secondary));
        LiveClient client = client(TopologySettings.of(secondary.address()).withHeartbeatFrequencyMillis(60_000));
        client.await(d -> isSecondary(d, secondary));
        int before = secondary.requests().size();
        long start = System.nanoTime();
        assertThatThrownBy(() -> client.topology.selectServer(ServerSelector.writable(), millis(1_700), List.of()))
                .isInstanceOf(MongoServerSelectionTimeoutException.class)
                .hasMessageContaining("ReplicaSetNoPrimary 'rs'").hasMessageContaining(secondary.address().toString())
                .hasMessageContaining("Likely cause: the replica set has no primary");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(1_690),
                Duration.ofMillis(5_000));
        assertThat(secondary.requests().size() - before).isBetween(2, 5);
        secondary.says(ScriptedServer.member("rs", true, secondary));
        assertThat(client.topology.selectServer(ServerSelector.writable(), seconds(5), List.of()).address())
                .isEqualTo(secondary.address());
    }

    @Test
    void aRefusedConnectionIsExplained() {
        ScriptedServer server = server();
        server.vanish();
        LiveClient client = client(TopologySettings.of(server.address()));
        assertThatThrownBy(() -> client.topology.selectServer(ServerSelector.writable(), millis(900), List.of()))
                .isInstanceOf(MongoServerSelectionTimeoutException.class)
                .hasMessageContaining(server.address() + ": Unknown")
                .hasMessageContaining("Likely cause: nothing listens at these addresses");
    }

    @Test
    void anIncompatibleServerFailsOperationsAtOnce() {
        ScriptedServer server = server();
        server.says(ScriptedServer.standalone().append("maxWireVersion", new BsonInt32(5)));
        LiveClient client = client(TopologySettings.of(server.address()));
        client.await(d -> !d.compatible());
        assertThatThrownBy(() -> client.topology.selectServer(ServerSelector.writable(), seconds(10), List.of()))
                .hasMessageContaining("reports wire version 5, but this version of Bowline requires at least 6");
    }

    @Test
    void aServerThatIsTooOldStaysSoInsteadOfVanishingAtEveryCheck() {
        ScriptedServer server = server();
        server.says(ScriptedServer.standalone().append("maxWireVersion", new BsonInt32(5)));
        server.isAncient();
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500));
        client.awaitEvent(ServerHeartbeatSucceededEvent.class, e -> e.driverConnectionId() == 3);
        assertThat(client.events()).noneMatch(ServerHeartbeatFailedEvent.class::isInstance);
        assertThat(client.topology.description().compatible()).isFalse();
    }

    @Test
    void closingPublishesItsEventsInOrderAndFailsWaitingThreads() throws Exception {
        ScriptedServer server = server();
        server.streams();
        server.says(ScriptedServer.member("rs", false, server));
        LiveClient client = client(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(60_000));
        client.await(d -> isSecondary(d, server));
        client.awaitEvent(ServerHeartbeatStartedEvent.class, ServerHeartbeatStartedEvent::awaited);
        Throwable[] thrown = new Throwable[1];
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                client.topology.selectServer(ServerSelector.writable(), seconds(30), List.of());
            } catch (RuntimeException e) {
                thrown[0] = e;
            }
        });
        client.topology.close();
        waiting.join();
        assertThat(thrown[0]).isInstanceOf(MongoClientException.class).hasMessageContaining("closed");
        List<TopologyEvent> events = client.events();
        assertThat(events.getLast()).isInstanceOf(TopologyClosedEvent.class);
        assertThat(events.get(events.size() - 2)).isInstanceOfSatisfying(TopologyDescriptionChangedEvent.class, e -> {
            assertThat(e.newDescription().type()).isEqualTo(TopologyType.UNKNOWN);
            assertThat(e.newDescription().servers()).isEmpty();
        });
        assertThat(events.get(events.size() - 3)).isInstanceOf(ServerClosedEvent.class);
        long started = events.stream().filter(ServerHeartbeatStartedEvent.class::isInstance).count();
        long ended = events.stream().filter(
                e -> e instanceof ServerHeartbeatSucceededEvent || e instanceof ServerHeartbeatFailedEvent).count();
        assertThat(ended).isEqualTo(started);
        client.topology.close();
        assertThatThrownBy(() -> client.topology.selectServer(ServerSelector.writable(), seconds(1), List.of()))
                .isInstanceOf(MongoClientException.class);
    }

    private ScriptedServer server() {
        ScriptedServer server = new ScriptedServer();
        resources.add(server);
        return server;
    }

    private LiveClient client(TopologySettings settings) {
        return client(settings, 5_000);
    }

    private LiveClient client(TopologySettings settings, long connectTimeoutMillis) {
        LiveClient client = new LiveClient(settings, connectTimeoutMillis);
        resources.add(client);
        return client;
    }

    private static boolean isPrimary(TopologyDescription description, ScriptedServer server) {
        ServerDescription member = description.server(server.address());
        return member != null && member.type() == ServerType.RS_PRIMARY;
    }

    private static boolean isSecondary(TopologyDescription description, ScriptedServer server) {
        ServerDescription member = description.server(server.address());
        return member != null && member.type() == ServerType.RS_SECONDARY;
    }

    private static Deadline seconds(long seconds) {
        return millis(seconds * 1_000);
    }

    private static Deadline millis(long millis) {
        return Deadline.after(SystemEnvironment.instance(), Duration.ofMillis(millis));
    }
}
