package dev.bowline.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.mongodb.AutoEncryptionSettings;
import com.mongodb.AwsCredential;
import com.mongodb.Block;
import com.mongodb.ConnectionString;
import com.mongodb.LoggerSettings;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoDriverInformation;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.RequestContext;
import com.mongodb.ServerAddress;
import com.mongodb.ServerApi;
import com.mongodb.ServerApiVersion;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.SynchronousContextProvider;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterSettings;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.connection.ProxySettings;
import com.mongodb.connection.ServerMonitoringMode;
import com.mongodb.connection.ServerSettings;
import com.mongodb.connection.SocketSettings;
import com.mongodb.connection.SslSettings;
import com.mongodb.connection.TransportSettings;
import com.mongodb.event.ClusterListener;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import com.mongodb.event.ConnectionClosedEvent;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ServerHeartbeatStartedEvent;
import com.mongodb.event.ServerListener;
import com.mongodb.event.ServerMonitorListener;
import com.mongodb.observability.ObservabilitySettings;
import dev.bowline.settings.OidcCallback.Request;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.junit.DeploymentExtension;
import java.io.DataInputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.StringCodec;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
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
    void serversAreCheckedMoreOftenThanTwiceASecondIfAsked(Deployment deployment) throws Exception {
        CountDownLatch beats = new CountDownLatch(30);
        MongoClientSettings settings = settings(deployment, builder -> builder.applyToServerSettings(
                server -> server.heartbeatFrequency(20, TimeUnit.MILLISECONDS).minHeartbeatFrequency(10,
                        TimeUnit.MILLISECONDS).serverMonitoringMode(
                                ServerMonitoringMode.POLL)
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
        deployment.record(true);
        try (MongoClient client = BowlineMongoClients.create(settings(deployment, builder -> builder), information)) {
            client.appendMetadata(MongoDriverInformation.builder().driverName("another").driverVersion("1").build());
            ping(client);
        }
        assertThat(deployment.exchanges().stream().map(exchange -> exchange.request().get("client")).filter(
                Objects::nonNull).map(Object::toString)).anyMatch(metadata -> metadata.contains("|spring-boot|another")
                        && metadata.contains("|3.5|1"));
    }

    @Test
    void whatCannotBeHonouredIsRefusedWithASentence() {
        assertRefused("encryption", builder -> builder.autoEncryptionSettings(AutoEncryptionSettings
                .builder().keyVaultNamespace("a.b").kmsProviders(Map.of()).build()));
        assertRefused("transport", builder -> builder.transportSettings(TransportSettings.nettyBuilder()
                .build()));
        assertRefused("observabilitySettings", builder -> builder.observabilitySettings(new ObservabilitySettings() {
        }));
        for (String property : List.of("JAVA_SUBJECT", "JAVA_SUBJECT_PROVIDER", "JAVA_SASL_CLIENT_PROPERTIES")) {
            assertRefused(property, credential(MongoCredential.createGSSAPICredential("ann").withMechanismProperty(
                    property, "set")));
        }
        assertRefused("AWS_CREDENTIAL_PROVIDER", credential(MongoCredential.createAwsCredential(null, null)
                .withMechanismProperty("AWS_CREDENTIAL_PROVIDER", (Supplier<AwsCredential>) () -> null)));
        assertRefused("cluster type", builder -> builder.applyToClusterSettings(cluster -> cluster
                .requiredClusterType(ClusterType.SHARDED).requiredReplicaSetName(null)));
    }

    @Test
    void oidcTakesOneSourceOfTokens(Deployment deployment) {
        MongoCredential.OidcCallback callback = request -> new MongoCredential.OidcCallbackResult("token");
        MongoCredential oidc = MongoCredential.createOidcCredential(null);
        MongoCredential machine = oidc.withMechanismProperty("OIDC_CALLBACK", callback);
        MongoCredential human = oidc.withMechanismProperty("OIDC_HUMAN_CALLBACK", callback);
        MongoCredential azure = oidc.withMechanismProperty("ENVIRONMENT", "azure").withMechanismProperty(
                "TOKEN_RESOURCE", "r");
        List<String> hosts = List.of("*.example");
        for (MongoCredential refused : List.of(oidc, human.withMechanismProperty("OIDC_CALLBACK", callback),
                machine.withMechanismProperty("ENVIRONMENT", "k8s"),
                human.withMechanismProperty("ENVIRONMENT", "k8s"),
                machine.withMechanismProperty("ALLOWED_HOSTS", hosts),
                oidc.withMechanismProperty("ENVIRONMENT", "gcp"),
                oidc.withMechanismProperty("ENVIRONMENT", "k8s").withMechanismProperty("TOKEN_RESOURCE", "r"),
                MongoCredential.createOidcCredential("ann").withMechanismProperty("ENVIRONMENT", "k8s"))) {
            assertThatThrownBy(() -> Credentials.ours(refused)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("MONGODB-OIDC ");
            assertThatThrownBy(() -> connectOfficially(deployment, refused))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (MongoCredential taken : List.of(machine, human, human.withMechanismProperty("ALLOWED_HOSTS", hosts), azure,
                MongoCredential.createOidcCredential("ann").withMechanismProperty("ENVIRONMENT", "azure")
                        .withMechanismProperty("TOKEN_RESOURCE", "r"),
                oidc.withMechanismProperty("ENVIRONMENT", "k8s"))) {
            assertThat(Credentials.ours(taken).mechanism()).contains("MONGODB-OIDC");
        }
    }

    /** The official driver says it when it first connects. */
    private static void connectOfficially(Deployment deployment, MongoCredential credential) {
        try (MongoClient client = MongoClients.create(settings(deployment, credential(credential)))) {
            ping(client);
        }
    }

    /** Reads what a client says to a SOCKS proxy, and does not let it in. */
    @Test
    void aProxyIsGivenTheUserAndThePassword() throws Exception {
        try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MongoClient client = BowlineMongoClients.create(MongoClientSettings.builder().applyToSocketSettings(
                        socket -> socket.applyToProxySettings(settings -> settings.host("127.0.0.1").port(proxy
                                .getLocalPort()).username("ann").password("secret")))
                        .build());
                Socket connection = proxy.accept()) {
            DataInputStream input = new DataInputStream(connection.getInputStream());
            assertThat(input.readByte()).as("version").isEqualTo((byte) 5);
            input.readNBytes(input.readByte());
            connection.getOutputStream().write(new byte[]{5, 2});
            assertThat(input.readByte()).as("version of the log-in").isEqualTo((byte) 1);
            assertThat(new String(input.readNBytes(input.readByte()), UTF_8)).isEqualTo("ann");
            assertThat(new String(input.readNBytes(input.readByte()), UTF_8)).isEqualTo("secret");
            assertThat(client).isNotNull();
        }
    }

    private static void assertRefused(String what, UnaryOperator<MongoClientSettings.Builder> configured) {
        MongoClientSettings.Builder builder = MongoClientSettings.builder().applyToClusterSettings(cluster -> cluster
                .hosts(List.of(new ServerAddress("localhost", 1), new ServerAddress("localhost", 2))));
        assertThatThrownBy(() -> BowlineMongoClients.create(configured.apply(builder).build()))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining(what).hasMessageContaining(
                        "cannot be used with Bowline: ");
    }

    /** What one field of the official settings becomes. */
    private record Field(String name, UnaryOperator<MongoClientSettings.Builder> set,
            Function<dev.bowline.MongoClientSettings, Object> read, Object expected) {}

    private static Field field(String name, UnaryOperator<MongoClientSettings.Builder> set,
            Function<dev.bowline.MongoClientSettings, Object> read, Object expected) {
        return new Field(name, set, read, expected);
    }

    private static UnaryOperator<MongoClientSettings.Builder> cluster(Block<ClusterSettings.Builder> set) {
        return settings -> settings.applyToClusterSettings(set);
    }

    private static UnaryOperator<MongoClientSettings.Builder> server(Block<ServerSettings.Builder> set) {
        return settings -> settings.applyToServerSettings(set);
    }

    private static UnaryOperator<MongoClientSettings.Builder> pool(Block<ConnectionPoolSettings.Builder> set) {
        return settings -> settings.applyToConnectionPoolSettings(set);
    }

    private static UnaryOperator<MongoClientSettings.Builder> socket(Block<SocketSettings.Builder> set) {
        return settings -> settings.applyToSocketSettings(set);
    }

    private static UnaryOperator<MongoClientSettings.Builder> proxy(Block<ProxySettings.Builder> set) {
        return socket(socket -> socket.applyToProxySettings(proxy -> {
            proxy.host("proxy.example").port(1081).username("ann").password("secret");
            set.apply(proxy);
        }));
    }

    private static UnaryOperator<MongoClientSettings.Builder> credential(MongoCredential credential) {
        return settings -> settings.credential(credential);
    }

    private static Object property(dev.bowline.MongoClientSettings settings, String name) {
        return settings.credential().orElseThrow().properties().get(name);
    }

    /** Fields that are read off Bowline's settings. */
    private static List<Field> translated() {
        SSLContext context = sslContext();
        MongoCredential ann = MongoCredential.createScramSha256Credential("ann", "users", "secret".toCharArray());
        ServerApi api = ServerApi.builder().version(ServerApiVersion.V1).strict(true).deprecationErrors(true).build();
        return List.of(
                field("MongoClientSettings.getReadPreference", settings -> settings.readPreference(ReadPreference
                        .secondary()), ours -> ours.readPreference(),
                        dev.bowline.concern.ReadPreference.secondary()),
                field("MongoClientSettings.getReadConcern", settings -> settings.readConcern(ReadConcern.MAJORITY),
                        ours -> ours.readConcern(), dev.bowline.concern.ReadConcern.MAJORITY),
                field("MongoClientSettings.getWriteConcern", settings -> settings.writeConcern(WriteConcern.MAJORITY),
                        ours -> ours.writeConcern(), dev.bowline.concern.WriteConcern.MAJORITY),
                field("MongoClientSettings.getRetryWrites", settings -> settings.retryWrites(false),
                        ours -> ours.retryWrites(), false),
                field("MongoClientSettings.getRetryReads", settings -> settings.retryReads(false),
                        ours -> ours.retryReads(), false),
                field("MongoClientSettings.getMaxAdaptiveRetries", settings -> settings.maxAdaptiveRetries(4),
                        ours -> ours.maxAdaptiveRetries(), 4),
                field("MongoClientSettings.getEnableOverloadRetargeting", settings -> settings
                        .enableOverloadRetargeting(true), ours -> ours.enableOverloadRetargeting(), true),
                field("MongoClientSettings.getApplicationName", settings -> settings.applicationName("books"),
                        ours -> ours.appName().orElseThrow(), "books"),
                field("MongoClientSettings.getCompressorList", settings -> settings.compressorList(List.of(
                        MongoCompressor.createZlibCompressor())), ours -> ours.compressors(), List.of("zlib")),
                field("MongoClientSettings.getTimeout", settings -> settings.timeout(7, TimeUnit.SECONDS),
                        ours -> ours.timeout().orElseThrow(), Duration.ofSeconds(7)),
                field("LoggerSettings.getMaxDocumentLength", settings -> settings.applyToLoggerSettings(
                        logger -> logger.maxDocumentLength(77)), ours -> ours.maxLoggedDocumentLength(), 77),
                field("MongoCompressor.getName", settings -> settings.compressorList(List.of(MongoCompressor
                        .createZstdCompressor(), MongoCompressor.createSnappyCompressor())), ours -> ours.compressors(),
                        List.of("zstd", "snappy")),
                field("MongoCompressor.getProperty", settings -> settings.compressorList(List.of(MongoCompressor
                        .createZlibCompressor().withProperty(MongoCompressor.LEVEL, 3))),
                        ours -> ours.zlibCompressionLevel(), 3),
                field("MongoClientSettings.getServerApi", settings -> settings.serverApi(api),
                        ours -> ours.serverApi().isPresent(), true),
                field("ServerApi.getVersion", settings -> settings.serverApi(api),
                        ours -> ours.serverApi().orElseThrow().version(), "1"),
                field("ServerApi.getStrict", settings -> settings.serverApi(api),
                        ours -> ours.serverApi().orElseThrow().strict(), Optional.of(true)),
                field("ServerApi.getDeprecationErrors", settings -> settings.serverApi(api),
                        ours -> ours.serverApi().orElseThrow().deprecationErrors(), Optional.of(true)),
                field("MongoClientSettings.getCredential", credential(ann), ours -> ours.credential().isPresent(),
                        true),
                field("MongoCredential.getMechanism", credential(ann), ours -> ours.credential().orElseThrow()
                        .mechanism().orElseThrow(), "SCRAM-SHA-256"),
                field("MongoCredential.getUserName", credential(ann), ours -> ours.credential().orElseThrow()
                        .userName().orElseThrow(), "ann"),
                field("MongoCredential.getSource", credential(ann), ours -> ours.credential().orElseThrow().source(),
                        "users"),
                field("MongoCredential.getPassword", credential(ann), ours -> new String(ours.credential().orElseThrow()
                        .password().orElseThrow()), "secret"),
                field("MongoCredential.getMechanismProperty", credential(MongoCredential.createGSSAPICredential("ann")
                        .withMechanismProperty("SERVICE_NAME", "books")), ours -> property(ours, "SERVICE_NAME"),
                        "books"),
                field("MongoCredential.getMechanismProperty", credential(MongoCredential.createGSSAPICredential("ann")
                        .withMechanismProperty("CANONICALIZE_HOST_NAME", true)),
                        ours -> property(ours,
                                "CANONICALIZE_HOST_NAME"),
                        "true"),
                field("MongoCredential.getMechanismProperty", credential(MongoCredential.createAwsCredential("key",
                        "secret".toCharArray()).withMechanismProperty("AWS_SESSION_TOKEN", "token")),
                        ours -> property(ours, "AWS_SESSION_TOKEN"), "token"),
                field("MongoCredential.getMechanismProperty", credential(MongoCredential.createOidcCredential(null)
                        .withMechanismProperty("ENVIRONMENT", "azure").withMechanismProperty("TOKEN_RESOURCE", "here")),
                        ours -> property(ours, "ENVIRONMENT") + " " + property(ours, "TOKEN_RESOURCE"), "azure here"),
                field("MongoCredential.getMechanismProperty", credential(MongoCredential.createOidcCredential("ann")
                        .withMechanismProperty("OIDC_CALLBACK",
                                (MongoCredential.OidcCallback) request -> new MongoCredential.OidcCallbackResult(
                                        "token for " + request.getUserName() + " " + request.getTimeout()))),
                        ours -> ours.credential().orElseThrow().oidcCallback().orElseThrow().token(new Request(Duration
                                .ofSeconds(1), 1, Optional.empty(), Optional.empty(), Optional.empty())).accessToken(),
                        "token for ann PT1S"),
                field("MongoCredential.getMechanismProperty", credential(MongoCredential.createOidcCredential("ann")
                        .withMechanismProperty("OIDC_HUMAN_CALLBACK",
                                (MongoCredential.OidcCallback) request -> new MongoCredential.OidcCallbackResult(
                                        "token for " + request.getUserName()))
                        .withMechanismProperty("ALLOWED_HOSTS", List.of("db.example"))),
                        ours -> ours.credential()
                                .orElseThrow().allowedHosts() + " " + ours.credential().orElseThrow().isHuman(),
                        "[db.example] true"),
                field("ClusterSettings.getSrvHost", cluster(cluster -> cluster.srvHost("books.db.example")),
                        ours -> ours.srvHost().orElseThrow(), "books.db.example"),
                field("ClusterSettings.getSrvMaxHosts", cluster(cluster -> cluster.srvHost("books.db.example")
                        .srvMaxHosts(2)), ours -> ours.srvMaxHosts(), 2),
                field("ClusterSettings.getSrvServiceName", cluster(cluster -> cluster.srvHost("books.db.example")
                        .srvServiceName("books")), ours -> ours.srvServiceName(), "books"),
                field("ClusterSettings.getSrvAllowedHostsSuffix", cluster(cluster -> cluster.srvHost(
                        "books.db.example").srvAllowedHostsSuffix(".example")), ours -> ours.srvAllowedHostsSuffix()
                                .orElseThrow(),
                        ".example"),
                field("ClusterSettings.getHosts", cluster(cluster -> cluster.hosts(List.of(new ServerAddress("a", 1),
                        new ServerAddress("b", 2)))), ours -> ours.hosts().toString(), "[a:1, b:2]"),
                field("ClusterSettings.getMode", cluster(cluster -> cluster.mode(ClusterConnectionMode.SINGLE)),
                        ours -> ours.directConnection(), true),
                field("ClusterSettings.getMode", cluster(cluster -> cluster.mode(ClusterConnectionMode.LOAD_BALANCED)),
                        ours -> ours.loadBalanced(), true),
                field("ClusterSettings.getRequiredReplicaSetName", cluster(cluster -> cluster.requiredReplicaSetName(
                        "books")), ours -> ours.replicaSet().orElseThrow(), "books"),
                field("ClusterSettings.getServerSelectionTimeout", cluster(cluster -> cluster.serverSelectionTimeout(7,
                        TimeUnit.SECONDS)), ours -> ours.serverSelectionTimeout(), Duration.ofSeconds(7)),
                field("ClusterSettings.getLocalThreshold", cluster(cluster -> cluster.localThreshold(7,
                        TimeUnit.MILLISECONDS)), ours -> ours.localThreshold(), Duration.ofMillis(7)),
                field("ServerSettings.getHeartbeatFrequency", server(server -> server.heartbeatFrequency(7,
                        TimeUnit.SECONDS)), ours -> ours.heartbeatFrequency(), Duration.ofSeconds(7)),
                field("ServerSettings.getServerMonitoringMode", server(server -> server.serverMonitoringMode(
                        ServerMonitoringMode.POLL)), ours -> ours.serverMonitoringMode().name(), "POLL"),
                field("ConnectionPoolSettings.getMaxSize", pool(pool -> pool.maxSize(7)), ours -> ours.maxPoolSize(),
                        7),
                field("ConnectionPoolSettings.getMinSize", pool(pool -> pool.minSize(7)), ours -> ours.minPoolSize(),
                        7),
                field("ConnectionPoolSettings.getMaxWaitTime", pool(pool -> pool.maxWaitTime(7, TimeUnit.SECONDS)),
                        ours -> ours.waitQueueTimeout(), Duration.ofSeconds(7)),
                field("ConnectionPoolSettings.getMaxConnectionLifeTime", pool(pool -> pool.maxConnectionLifeTime(7,
                        TimeUnit.SECONDS)), ours -> ours.maxLifeTime(), Duration.ofSeconds(7)),
                field("ConnectionPoolSettings.getMaxConnectionIdleTime", pool(pool -> pool.maxConnectionIdleTime(7,
                        TimeUnit.SECONDS)), ours -> ours.maxIdleTime(), Duration.ofSeconds(7)),
                field("ConnectionPoolSettings.getMaintenanceInitialDelay", pool(pool -> pool.maintenanceInitialDelay(7,
                        TimeUnit.SECONDS)), ours -> ours.maintenanceDelay(), Duration.ofSeconds(7)),
                field("ConnectionPoolSettings.getMaintenanceFrequency", pool(pool -> pool.maintenanceFrequency(7,
                        TimeUnit.SECONDS)), ours -> ours.maintenanceFrequency(), Duration.ofSeconds(7)),
                field("ConnectionPoolSettings.getMaxConnecting", pool(pool -> pool.maxConnecting(7)),
                        ours -> ours.maxConnecting(), 7),
                field("SocketSettings.getConnectTimeout", socket(socket -> socket.connectTimeout(7, TimeUnit.SECONDS)),
                        ours -> ours.connectTimeout(), Duration.ofSeconds(7)),
                field("SocketSettings.getReadTimeout", socket(socket -> socket.readTimeout(7, TimeUnit.SECONDS)),
                        ours -> ours.socketTimeout(), Duration.ofSeconds(7)),
                field("SocketSettings.getReceiveBufferSize", socket(socket -> socket.receiveBufferSize(7777)),
                        ours -> ours.receiveBufferSize(), 7777),
                field("SocketSettings.getSendBufferSize", socket(socket -> socket.sendBufferSize(7777)),
                        ours -> ours.sendBufferSize(), 7777),
                field("ProxySettings.getHost", proxy(proxy -> {}), ours -> ours.proxyHost().orElseThrow(),
                        "proxy.example"),
                field("ProxySettings.getPort", proxy(proxy -> {}), ours -> ours.proxyPort(), 1081),
                field("ProxySettings.getUsername", proxy(proxy -> {}), ours -> ours.proxyUsername().orElseThrow(),
                        "ann"),
                field("SslSettings.isEnabled", settings -> settings.applyToSslSettings(ssl -> ssl.enabled(true)),
                        ours -> ours.tls(), true),
                field("SslSettings.isInvalidHostNameAllowed", settings -> settings.applyToSslSettings(ssl -> ssl
                        .enabled(true).invalidHostNameAllowed(true)), ours -> ours.tlsAllowInvalidHostnames(), true),
                field("SslSettings.getContext", settings -> settings.applyToSslSettings(ssl -> ssl.enabled(true)
                        .context(context)), ours -> ours.sslContext().orElseThrow(), context));
    }

    /** Fields whose effect another test shows, and where. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("MongoClientSettings.getDnsClient", "recordsAreLookedUpByTheGivenClient"),
            Map.entry("ProxySettings.getPassword", "aProxyIsGivenTheUserAndThePassword"),
            Map.entry("MongoClientSettings.getInetAddressResolver", "namesAreResolvedByTheGivenResolver"),
            Map.entry("MongoClientSettings.getCodecRegistry", "theRegistryAndItsUuidsAreUsed"),
            Map.entry("MongoClientSettings.getUuidRepresentation", "theRegistryAndItsUuidsAreUsed"),
            Map.entry("MongoClientSettings.getContextProvider", "commandsOfOneOperationShareItsContext"),
            Map.entry("MongoClientSettings.getCommandListeners", "listenersOfEveryKindAreCalled"),
            Map.entry("ClusterSettings.getClusterListeners", "listenersOfEveryKindAreCalled"),
            Map.entry("ServerSettings.getServerListeners", "listenersOfEveryKindAreCalled"),
            Map.entry("ServerSettings.getServerMonitorListeners", "listenersOfEveryKindAreCalled"),
            Map.entry("ConnectionPoolSettings.getConnectionPoolListeners", "listenersOfEveryKindAreCalled"),
            Map.entry("ClusterSettings.getServerSelector", "aServerSelectorSeesWhatSuitsTheOperation"),
            Map.entry("ServerSettings.getMinHeartbeatFrequency",
                    "serversAreCheckedMoreOftenThanTwiceASecondIfAsked"),
            Map.entry("MongoClientSettings.getTransportSettings", "whatCannotBeHonouredIsRefusedWithASentence"),
            Map.entry("MongoClientSettings.getObservabilitySettings", "whatCannotBeHonouredIsRefusedWithASentence"),
            Map.entry("MongoClientSettings.getAutoEncryptionSettings", "whatCannotBeHonouredIsRefusedWithASentence"),
            Map.entry("ClusterSettings.getRequiredClusterType", "whatCannotBeHonouredIsRefusedWithASentence"));

    /** Other settings, which are gone through themselves, and what is made of other fields. */
    private static final Set<String> NO_FIELDS = Set.of("MongoClientSettings.getLoggerSettings",
            "MongoClientSettings.getClusterSettings", "MongoClientSettings.getSslSettings",
            "MongoClientSettings.getSocketSettings", "MongoClientSettings.getConnectionPoolSettings",
            "MongoClientSettings.getServerSettings", "SocketSettings.getProxySettings",
            // The connect timeout is the only one of these that can be set, and monitors have it from there.
            "MongoClientSettings.getHeartbeatSocketSettings", "ClusterSettings.getShortDescription",
            "ProxySettings.isProxyEnabled", "MongoCompressor.getPropertyNonNull",
            "MongoCredential.getAuthenticationMechanism");

    @Test
    void noFieldOfTheSettingsIsForgotten() throws Exception {
        Set<String> known = new TreeSet<>(NO_FIELDS);
        known.addAll(ELSEWHERE.keySet());
        translated().forEach(field -> known.add(field.name()));
        Set<String> fields = new TreeSet<>();
        for (Class<?> type : List.of(MongoClientSettings.class, ClusterSettings.class, ServerSettings.class,
                ConnectionPoolSettings.class, SocketSettings.class, SslSettings.class, ProxySettings.class,
                LoggerSettings.class, MongoCompressor.class, ServerApi.class, MongoCredential.class)) {
            for (Method method : type.getMethods()) {
                if (method.getName().matches("(get|is)[A-Z].*") && method.getDeclaringClass() == type && !Modifier
                        .isStatic(method.getModifiers())) {
                    fields.add(type.getSimpleName() + "." + method.getName());
                }
            }
        }
        assertThat(known).isEqualTo(fields);
        for (String test : ELSEWHERE.values()) {
            assertThat(Arrays.stream(SettingsTest.class.getDeclaredMethods()).map(Method::getName)).contains(test);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyFieldHasItsEffect() {
        return translated().stream().map(field -> dynamicTest(field.name(), () -> {
            MongoClientSettings.Builder plain = MongoClientSettings.builder();
            dev.bowline.MongoClientSettings ours = SettingsTranslation.builder(field.set().apply(plain).build())
                    .build();
            assertThat(field.read().apply(ours)).isEqualTo(field.expected());
        }));
    }

    private static SSLContext sslContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theRegistryAndItsUuidsAreUsed(Deployment deployment) {
        CodecRegistry registry = CodecRegistries.fromRegistries(CodecRegistries.fromCodecs(new ShoutingCodec()),
                MongoClientSettings.getDefaultCodecRegistry());
        try (MongoClient client = BowlineMongoClients.create(settings(deployment, builder -> builder.codecRegistry(
                registry).uuidRepresentation(UuidRepresentation.STANDARD)))) {
            client.getDatabase("test").getCollection("things").insertOne(new Document("_id", 1).append("text", "a")
                    .append("uuid", new UUID(1, 2)));
            BsonDocument stored = client.getDatabase("test").getCollection("things", BsonDocument.class).find()
                    .first();
            assertThat(stored.getString("text").getValue()).isEqualTo("A!");
            assertThat(stored.getBinary("uuid").getType()).isEqualTo(BsonBinarySubType.UUID_STANDARD.getValue());
        }
    }

    private static final class ShoutingCodec extends StringCodec {
        @Override
        public void encode(BsonWriter writer, String value, EncoderContext context) {
            writer.writeString(value.toUpperCase(Locale.ROOT) + "!");
        }
    }

    @Test
    void commandsOfOneOperationShareItsContext(Deployment deployment) {
        List<RequestContext> contexts = new CopyOnWriteArrayList<>();
        try (MongoClient client = BowlineMongoClients.create(settings(deployment, builder -> builder.contextProvider(
                (SynchronousContextProvider) SettingsTest::context).addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        contexts.add(event.getRequestContext());
                    }

                    @Override
                    public void commandSucceeded(CommandSucceededEvent event) {
                        contexts.add(event.getRequestContext());
                    }
                })))) {
            ping(client);
            ping(client);
        }
        assertThat(contexts.subList(0, 4)).doesNotContainNull();
        assertThat(contexts.get(0)).isSameAs(contexts.get(1)).isNotSameAs(contexts.get(2));
    }

    private static RequestContext context() {
        return (RequestContext) Proxy.newProxyInstance(SettingsTest.class.getClassLoader(), new Class<?>[]{
                RequestContext.class},
                (proxy, method, arguments) -> method.getName().equals("equals")
                        ? proxy == arguments[0]
                        : method.getName().equals("hashCode") ? System.identityHashCode(proxy) : "context");
    }

    @Test
    void listenersOfEveryKindAreCalled(Deployment deployment) throws Exception {
        Set<String> called = ConcurrentHashMap.newKeySet();
        MongoClientSettings settings = settings(deployment, builder -> builder.addCommandListener(noting(
                CommandListener.class, called)).applyToClusterSettings(
                        cluster -> cluster.addClusterListener(noting(
                                ClusterListener.class, called)))
                .applyToServerSettings(server -> server.addServerListener(
                        noting(ServerListener.class, called)).addServerMonitorListener(
                                noting(
                                        ServerMonitorListener.class, called)))
                .applyToConnectionPoolSettings(pool -> pool
                        .addConnectionPoolListener(noting(ConnectionPoolListener.class, called))));
        try (MongoClient client = BowlineMongoClients.create(settings)) {
            ping(client);
        }
        assertThat(called).contains("CommandListener", "ClusterListener", "ServerListener", "ServerMonitorListener",
                "ConnectionPoolListener");
    }

    private static <T> T noting(Class<T> type, Set<String> called) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, (proxy, method,
                arguments) -> {
            if (method.getDeclaringClass() != Object.class) {
                called.add(type.getSimpleName());
                return null;
            }
            return method.getName().equals("equals")
                    ? proxy == arguments[0]
                    : method.getName().equals("hashCode")
                            ? type.hashCode()
                            : type.getName();
        }));
    }
}
