package dev.bowline.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.AutoEncryptionSettings;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoDriverInformation;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.TransportSettings;
import com.mongodb.event.ConnectionClosedEvent;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import com.mongodb.event.ServerHeartbeatStartedEvent;
import com.mongodb.event.ServerMonitorListener;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.junit.DeploymentExtension;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settings that have a meaning have it; the others are refused by name. */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
class SettingsTest {
    private static MongoClientSettings settings(Deployment deployment,
            UnaryOperator<MongoClientSettings.Builder> configured) {
        return configured.apply(MongoClientSettings.builder().applyConnectionString(
                new ConnectionString(deployment.connectionString()))).build();
    }

    private static void ping(MongoClient client) {
        client.getDatabase("admin").runCommand(new Document("ping", 1));
    }

    @Test
    void theSettingsForOverloadedServersAreHonoured(Deployment deployment) {
        dev.bowline.MongoClientSettings ours = SettingsTranslation.builder(settings(deployment,
                builder -> builder.maxAdaptiveRetries(4).enableOverloadRetargeting(true))).build();
        assertThat(ours.maxAdaptiveRetries()).isEqualTo(4);
        assertThat(ours.enableOverloadRetargeting()).isTrue();
        assertThat(SettingsTranslation.builder(settings(deployment, builder -> builder)).build().maxAdaptiveRetries())
                .isEqualTo(dev.bowline.MongoClientSettings.builder().build().maxAdaptiveRetries());
    }

    @Test
    void connectionsAreClosedAtTheEndOfTheirLife(Deployment deployment) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        MongoClientSettings settings = settings(deployment, builder -> builder.applyToConnectionPoolSettings(
                pool -> pool.maxConnectionLifeTime(20, TimeUnit.MILLISECONDS).maintenanceFrequency(10,
                        TimeUnit.MILLISECONDS).addConnectionPoolListener(new ConnectionPoolListener() {
                            @Override
                            public void connectionClosed(ConnectionClosedEvent event) {
                                closed.countDown();
                            }
                        })));
        try (MongoClient client = BowlineMongoClients.create(settings)) {
            ping(client);
            assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void poolsAreFilledAfterTheInitialDelayOnly(Deployment deployment) throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        MongoClientSettings settings = settings(deployment, builder -> builder.applyToConnectionPoolSettings(
                pool -> pool.minSize(1).maintenanceInitialDelay(1, TimeUnit.HOURS).addConnectionPoolListener(
                        new ConnectionPoolListener() {
                            @Override
                            public void connectionReady(ConnectionReadyEvent event) {
                                ready.countDown();
                            }
                        })));
        try (MongoClient client = BowlineMongoClients.create(settings)) {
            ping(client);
            assertThat(ready.await(10, TimeUnit.SECONDS)).as("the one the ping asked for").isTrue();
            long connections = deployment.members().size();
            assertThat(connections).isPositive();
        }
    }

    @Test
    void serversAreCheckedMoreOftenThanTwiceASecondIfAsked(Deployment deployment) throws Exception {
        CountDownLatch beats = new CountDownLatch(30);
        MongoClientSettings settings = settings(deployment, builder -> builder.applyToServerSettings(
                server -> server.heartbeatFrequency(20, TimeUnit.MILLISECONDS).minHeartbeatFrequency(10,
                        TimeUnit.MILLISECONDS).serverMonitoringMode(
                                com.mongodb.connection.ServerMonitoringMode.POLL)
                        .addServerMonitorListener(
                                new ServerMonitorListener() {
                                    @Override
                                    public void serverHearbeatStarted(ServerHeartbeatStartedEvent event) {
                                        beats.countDown();
                                    }
                                })));
        long start = System.nanoTime();
        try (MongoClient client = BowlineMongoClients.create(settings)) {
            assertThat(beats.await(20, TimeUnit.SECONDS)).isTrue();
        }
        // Three servers at two checks a second would need five seconds.
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(4));
    }

    @Test
    void namesAreResolvedByTheGivenResolver(Deployment deployment) {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        String port = deployment.connectionString().replaceAll("mongodb://[^:]+:(\\d+).*", "$1");
        MongoClientSettings settings = MongoClientSettings.builder().applyConnectionString(new ConnectionString(
                "mongodb://somewhere.example:" + port + "/?directConnection=true")).inetAddressResolver(host -> {
                    asked.add(host);
                    return List.of(InetAddress.getLoopbackAddress());
                }).applyToSocketSettings(socket -> socket.receiveBufferSize(65536).sendBufferSize(32768)).build();
        try (MongoClient client = BowlineMongoClients.create(settings)) {
            ping(client);
        }
        assertThat(asked).containsExactly("somewhere.example");
    }

    @Test
    void recordsAreLookedUpByTheGivenClient(Deployment deployment) {
        String port = deployment.connectionString().replaceAll("mongodb://[^:]+:(\\d+).*", "$1");
        MongoClientSettings settings = MongoClientSettings.builder().dnsClient((name, type) -> type.equals("SRV")
                ? List.of("0 5 " + port + " a.db.example.com.")
                : List.of()).inetAddressResolver(host -> List.of(InetAddress.getLoopbackAddress()))
                .applyToClusterSettings(cluster -> cluster.srvHost("cluster.db.example.com")).applyToSslSettings(
                        ssl -> ssl.enabled(false))
                .build();
        try (MongoClient client = BowlineMongoClients.create(settings)) {
            assertThat(client.listDatabaseNames().into(new java.util.ArrayList<>())).isNotNull();
        }
    }

    @Test
    void aServerSelectorSeesWhatSuitsTheOperation(Deployment deployment) {
        String secondaries = "[REPLICA_SET_SECONDARY, REPLICA_SET_SECONDARY]";
        assertThat(seenBySelector(deployment, BowlineMongoClients::create)).contains(secondaries);
        assertThat(seenBySelector(deployment, MongoClients::create)).contains(secondaries);
    }

    private static Set<String> seenBySelector(Deployment deployment,
            Function<MongoClientSettings, MongoClient> factory) {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        deployment.awaitPrimary();
        try (MongoClient fresh = factory.apply(settings(deployment, builder -> builder.readPreference(ReadPreference
                .secondary()).applyToClusterSettings(cluster -> cluster.serverSelector(description -> {
                    if (description.getServerDescriptions().stream().allMatch(server -> server.isOk())) {
                        seen.add(description.getServerDescriptions().stream().map(server -> server.getType().name())
                                .sorted().toList().toString());
                    }
                    return description.getServerDescriptions();
                }))))) {
            for (int i = 0; i < 20; i++) {
                fresh.getDatabase("test").getCollection("things").find().first();
            }
        }
        return seen;
    }

    @Test
    void aLibraryOnTopIsReportedToTheServer(Deployment deployment) {
        MongoDriverInformation information = MongoDriverInformation.builder().driverName("spring-boot")
                .driverVersion("3.5").build();
        try (MongoClient client = BowlineMongoClients.create(settings(deployment, builder -> builder), information)) {
            client.appendMetadata(MongoDriverInformation.builder(information).driverName("another").build());
            ping(client);
        }
    }

    @Test
    void whatCannotBeHonouredIsRefusedWithASentence(Deployment deployment) {
        assertRefused(deployment, "encryption", builder -> builder.autoEncryptionSettings(AutoEncryptionSettings
                .builder().keyVaultNamespace("a.b").kmsProviders(Map.of()).build()));
        assertRefused(deployment, "transport", builder -> builder.transportSettings(TransportSettings.nettyBuilder()
                .build()));
        assertRefused(deployment, "cluster type", builder -> builder.applyToClusterSettings(cluster -> cluster
                .requiredClusterType(ClusterType.SHARDED).requiredReplicaSetName(null)));
    }

    private static void assertRefused(Deployment deployment, String what,
            UnaryOperator<MongoClientSettings.Builder> configured) {
        List<String> hosts = new CopyOnWriteArrayList<>();
        MongoClientSettings.Builder builder = MongoClientSettings.builder().applyToClusterSettings(cluster -> cluster
                .hosts(List.of(new com.mongodb.ServerAddress("localhost", 1), new com.mongodb.ServerAddress("localhost",
                        2))));
        assertThatThrownBy(() -> BowlineMongoClients.create(configured.apply(builder).build()))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining(what);
        assertThat(hosts).isEmpty();
        assertThat(deployment).isNotNull();
    }
}
