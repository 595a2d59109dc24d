package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.MongoClient;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.topology.ServerDescription;
import dev.bowline.egress.error.MongoCommandException;
import dev.bowline.egress.error.MongoServerSelectionTimeoutException;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The prose tests of server discovery and monitoring, server monitoring, and connection pooling. */
class DiscoveryProseTest extends ProseCase {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Discovery test plan: all servers unavailable. */
    @Test
    void aClientCanBeMadeWithAllSeedsUnavailable() {
        MongoClient client = connect("mongodb://127.0.0.1:1", "serverSelectionTimeoutMS=200");
        assertThatThrownBy(() -> things(client).find().first())
                .isInstanceOf(MongoServerSelectionTimeoutException.class);
    }

    /** Discovery test plan: topology discovery and direct connection. */
    @Test
    void aSecondaryAsSeedLeadsToThePrimaryUnlessTheConnectionIsDirect() {
        Deployment set = start(Deployment.replicaSet(3));
        String secondary = "mongodb://" + set.secondaries().get(0).address();
        things(connect(secondary, "directConnection=false")).insertOne(new Document());
        things(connect(secondary, "")).insertOne(new Document());
        assertThatThrownBy(() -> things(connect(secondary, "directConnection=true")).insertOne(new Document()))
                .isInstanceOfSatisfying(MongoCommandException.class,
                        error -> assertThat(error.code()).isEqualTo(10107));
    }

    /** Streaming protocol tests, 1. */
    @Test
    void heartbeatsComeAsOftenAsAskedFor() throws InterruptedException {
        for (Deployment deployment : List.of(start(Deployment.standalone()), start(Deployment.replicaSet(1)),
                start(Deployment.sharded(1)))) {
            witness.clear();
            long begin = System.nanoTime();
            connect(deployment.connectionString(), "heartbeatFrequencyMS=500");
            witness.await(0, 4, ServerHeartbeatSucceededEvent.class::isInstance, PATIENCE);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** Round trip tests, 1. */
    @Test
    void roundTripsAreMeasuredAllTheTime() throws InterruptedException {
        Deployment server = start(Deployment.standalone());
        MongoClient client = connect(server.connectionString(), "heartbeatFrequencyMS=500&appName=streamingRttTest");
        things(client).find().first();
        assertThat(description(client).roundTripNanos()).isPositive();
        server.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1000}, data: {failCommands: ['hello', "
                + "'isMaster'], blockConnection: true, blockTimeMS: 500, appName: 'streamingRttTest'}}");
        Witness.until(() -> {
            Long nanos = description(client).roundTripNanos();
            return nanos != null && nanos > Duration.ofMillis(250).toNanos();
        }, Duration.ofSeconds(20));
    }

    private static ServerDescription description(MongoClient client) {
        return client.topology().servers().get(0);
    }

    /** Heartbeat tests, 1. */
    @Test
    void aHeartbeatStartsBeforeItsSocketIsMade() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> accept(server));
            connect("mongodb://127.0.0.1:" + server.getLocalPort(), "serverSelectionTimeoutMS=500");
            witness.await(0, 1, ServerHeartbeatFailedEvent.class::isInstance, PATIENCE);
            List<String> order = witness.all().stream()
                    .filter(event -> event instanceof String || event instanceof ServerHeartbeatStartedEvent
                            || event instanceof ServerHeartbeatFailedEvent)
                    .map(event -> event instanceof String text ? text : event.getClass().getSimpleName()).limit(4)
                    .toList();
            assertThat(order).containsExactly("ServerHeartbeatStartedEvent", "client connected",
                    "client hello received", "ServerHeartbeatFailedEvent");
        }
    }

    private void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                witness.note("client connected");
                if (client.getInputStream().read() >= 0) {
                    witness.note("client hello received");
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Discovery test plan: monitors sleep at least minHeartbeatFrequencyMS between checks. */
    @Test
    void aFailingServerIsNotFloodedWithChecks() {
        Deployment server = start(Deployment.standalone());
        server.failPoint("{configureFailPoint: 'failCommand', mode: {times: 5}, data: {failCommands: ['hello', "
                + "'isMaster'], errorCode: 1234, appName: 'SDAMMinHeartbeatFrequencyTest'}}");
        long begin = System.nanoTime();
        MongoClient client = connect(server.connectionString(),
                "directConnection=true&appName=SDAMMinHeartbeatFrequencyTest&serverSelectionTimeoutMS=5000");
        client.database("admin").runCommand(new Document("ping", 1));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(1950),
                Duration.ofMillis(3500));
    }

    /** Discovery test plan: connection pool management. */
    @Test
    void poolsFollowWhatMonitorsFind() throws InterruptedException {
        Deployment server = start(Deployment.standalone());
        connect(server.connectionString(),
                "directConnection=true&appName=SDAMPoolManagementTest&heartbeatFrequencyMS=500");
        int found = witness.await(0, 1, ServerHeartbeatSucceededEvent.class::isInstance, PATIENCE);
        int ready = witness.await(found, 1, ConnectionPoolReadyEvent.class::isInstance, PATIENCE);
        server.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: ['hello', "
                + "'isMaster'], errorCode: 1234, appName: 'SDAMPoolManagementTest'}}");
        int failed = witness.await(ready, 1, ServerHeartbeatFailedEvent.class::isInstance, PATIENCE);
        int cleared = witness.await(ready, 1, ConnectionPoolClearedEvent.class::isInstance, PATIENCE);
        int from = Math.max(failed, cleared);
        witness.await(from, 1, ServerHeartbeatSucceededEvent.class::isInstance, PATIENCE);
        witness.await(from, 1, ConnectionPoolReadyEvent.class::isInstance, PATIENCE);
    }

    /** Connection pooling, prose tests 1 to 3 and 5: options are the client's, from its connection string, for all pools. */
    @Test
    void poolOptionsBelongToTheClientAndHoldForAllOfItsPools() throws InterruptedException {
        Deployment set = start(Deployment.replicaSet(3));
        connect(set.connectionString(), "maxPoolSize=7&minPoolSize=1&maxIdleTimeMS=60000&waitQueueTimeoutMS=500");
        witness.await(0, 3, ConnectionPoolCreatedEvent.class::isInstance, PATIENCE);
        assertThat(witness.all(ConnectionPoolCreatedEvent.class)).hasSize(3)
                .extracting(ConnectionPoolCreatedEvent::options)
                .allSatisfy(options -> assertThat(numbers(options)).containsEntry("maxPoolSize", 7L)
                        .containsEntry("minPoolSize", 1L).containsEntry("maxIdleTimeMS", 60000L)
                        .containsEntry("waitQueueTimeoutMS", 500L));
    }

    private static Map<String, Long> numbers(Map<String, Object> options) {
        Map<String, Long> numbers = new java.util.TreeMap<>();
        options.forEach((name, value) -> numbers.put(name, ((Number) value).longValue()));
        return numbers;
    }
}
