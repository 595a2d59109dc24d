package dev.bowline.sync.referee;

import static dev.bowline.sync.referee.Sweeps.quietly;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerMonitoringMode;
import dev.bowline.simulator.Deployment;
import dev.bowline.sync.BowlineMongoClients;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners of both clients hear the same, event by event and field by field. */
@Timeout(120)
class EventComparisonTest {
    private static final List<String> EVERY_KIND = List.of("command", "pool", "cluster", "server");

    private static Deployment shared;

    @BeforeAll
    static void start() {
        shared = replicaSet();
    }

    @AfterAll
    static void stop() {
        shared.close();
    }

    private interface Body {
        void run(MongoClient client, ObservedEvents events) throws Exception;
    }

    private static ObservedEvents observed(Deployment deployment, UnaryOperator<MongoClientSettings.Builder> configured,
            Function<MongoClientSettings, MongoClient> factory, Body body) throws Exception {
        ObservedEvents events = new ObservedEvents();
        MongoClientSettings settings = configured.apply(events.listen(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(deployment.connectionString()))
                .applyToServerSettings(server -> server.heartbeatFrequency(1, TimeUnit.HOURS).minHeartbeatFrequency(10,
                        TimeUnit.MILLISECONDS).serverMonitoringMode(ServerMonitoringMode.POLL))))
                .build();
        try (MongoClient client = factory.apply(settings)) {
            body.run(client, events);
        }
        events.await("cluster", "clusterClosed", 1);
        return events;
    }

    private static void compare(Deployment deployment, UnaryOperator<MongoClientSettings.Builder> configured,
            List<String> kinds, Body body) throws Exception {
        ObservedEvents theirs = observed(deployment, configured, MongoClients::create, body);
        deployment.clearFailPoints();
        ObservedEvents ours = observed(deployment, configured, BowlineMongoClients::create, body);
        deployment.clearFailPoints();
        for (String kind : kinds) {
            assertThat(String.join("\n", ours.lines(kind))).as(kind).isEqualTo(String.join("\n", theirs.lines(kind)));
        }
    }

    private static void ping(MongoClient client) {
        client.getDatabase("admin").runCommand(new Document("ping", 1));
    }

    private static Deployment replicaSet() {
        Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
        deployment.awaitPrimary();
        return deployment;
    }

    @ParameterizedTest
    @ValueSource(strings = {"replicaSet=rs0", "directConnection=true", ""})
    void aClientConnectsToAReplicaSetAndCloses(String option) throws Exception {
        connectAndClose(shared, shared.connectionString().replaceAll("replicaSet=[^&]*", option), EVERY_KIND);
    }

    @Test
    void aClientConnectsToAStandaloneAndCloses() throws Exception {
        try (Deployment deployment = Deployment.standalone()) {
            connectAndClose(deployment, deployment.connectionString(), EVERY_KIND);
        }
    }

    @Test
    void aClientConnectsToARouterAndCloses() throws Exception {
        try (Deployment deployment = Deployment.sharded(1)) {
            connectAndClose(deployment, deployment.connectionString(), EVERY_KIND);
        }
    }

    @Test
    void aClientConnectsToALoadBalancerAndCloses() throws Exception {
        try (Deployment deployment = Deployment.loadBalanced()) {
            // The end of its one server is a change of the deployment for ours alone, as for every other deployment.
            connectAndClose(deployment, deployment.connectionString(), List.of("command", "pool", "server"));
        }
    }

    private static void connectAndClose(Deployment deployment, String connectionString, List<String> kinds)
            throws Exception {
        compare(deployment, settings -> settings.applyConnectionString(new ConnectionString(connectionString)),
                kinds, (client, events) -> {
                    ping(client);
                    client.getDatabase("test").getCollection("things").countDocuments();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"closeConnection: true", "errorCode: 91", "errorCode: 10107", "errorCode: 50"})
    void commandsFail(String failure) throws Exception {
        compare(shared, settings -> settings.retryReads(false), EVERY_KIND, (client, events) -> {
            ping(client);
            shared.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['find'], "
                    + failure + "}}");
            quietly(() -> client.getDatabase("test").getCollection("things").find().first());
            ping(client);
        });
    }

    @Test
    void noConnectionBecomesFree() throws Exception {
        compare(shared, settings -> settings.applyToConnectionPoolSettings(pool -> pool.maxSize(1).maxWaitTime(10,
                TimeUnit.MILLISECONDS)), List.of("pool"), (client, events) -> {
                    ping(client);
                    shared.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: "
                            + "['find'], blockConnection: true, blockTimeMS: 1000}}");
                    Thread other = Thread.ofPlatform().start(() -> client.getDatabase("test").getCollection("things")
                            .find().first());
                    events.await("pool", "connectionCheckedOut", 2);
                    quietly(() -> ping(client));
                    other.join();
                });
    }

    @Test
    void connectionsAreMadeAheadOfTime() throws Exception {
        compare(shared, settings -> settings.applyToConnectionPoolSettings(pool -> pool.minSize(2).maintenanceFrequency(
                10, TimeUnit.MILLISECONDS)), List.of("pool"), (client, events) -> {
                    events.await("pool", "connectionReady", 2);
                    events.cut("pool", 6);
                });
    }

    /** The end of a connection's life is not compared: theirs then says that the pool was closed. */
    @Test
    void idleConnectionsAreClosed() throws Exception {
        compare(shared, settings -> settings.applyToConnectionPoolSettings(pool -> pool.maxConnectionIdleTime(20,
                TimeUnit.MILLISECONDS).maintenanceFrequency(10, TimeUnit.MILLISECONDS)), List.of("pool"), (client,
                        events) -> {
                    ping(client);
                    events.await("pool", "connectionClosed", 1);
                    events.cut("pool", 8);
                });
    }

    /** Ours clears the pool before it reports the connection that is the reason, as the specification has it. */
    @Test
    void aConnectionCannotBeEstablished() throws Exception {
        try (Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).user("ann", "right")
                .requireAuthentication().start()) {
            deployment.awaitPrimary();
            compare(deployment, settings -> settings.credential(MongoCredential.createCredential("ann", "admin", "wrong"
                    .toCharArray())), List.of("command", "cluster", "server"), (client, events) -> {
                        quietly(() -> ping(client));
                        events.await("pool", "connectionCheckOutFailed", 1);
                        assertThat(events.lines("pool")).anyMatch(line -> line.startsWith("connectionPoolCleared"))
                                .anyMatch(line -> line.startsWith("connectionCheckOutFailed") && line.contains(
                                        "operation 1, getReason=CONNECTION_ERROR"));
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POLL", "STREAM"})
    void serversAreChecked(ServerMonitoringMode mode) throws Exception {
        compare(shared, settings -> settings.applyToServerSettings(server -> server.heartbeatFrequency(20,
                TimeUnit.MILLISECONDS).serverMonitoringMode(mode)), List.of("monitor"), (client, events) -> {
                    events.await("monitor", "serverHeartbeatSucceeded", 3);
                    events.cut("monitor", 6);
                });
    }

    @Test
    void aServerIsDown() throws Exception {
        try (Deployment deployment = replicaSet()) {
            deployment.kill(deployment.member(0));
            compare(deployment, settings -> settings.applyToServerSettings(server -> server.heartbeatFrequency(20,
                    TimeUnit.MILLISECONDS)), List.of("pool", "cluster", "server", "monitor"), (client, events) -> {
                        events.await("monitor", "serverHeartbeatFailed", 2);
                        events.cut("monitor", 4);
                    });
        }
    }

    /** Nothing fails in a check that ends because its client is closed. */
    @Test
    void closingIsNoFailedCheck() throws Exception {
        ObservedEvents events = observed(shared, settings -> settings.applyToServerSettings(server -> server
                .serverMonitoringMode(ServerMonitoringMode.STREAM)), BowlineMongoClients::create, (client, seen) -> seen
                        .await("monitor", "serverHearbeatStarted", 2));

        assertThat(events.lines("monitor")).noneMatch(line -> line.startsWith("serverHeartbeatFailed"));
    }
}
