package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.TagSet;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.driver.uri.StubDns;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerMonitoringMode;
import dev.bowline.settings.WrappingLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.UuidRepresentation;
import org.junit.jupiter.api.Test;

class MongoClientSettingsTest {
    @Test
    void theLaterOfAMethodAndAConnectionStringWins() {
        assertThat(MongoClientSettings.builder().maxPoolSize(5).connectionString("mongodb://h/?maxPoolSize=7").build()
                .maxPoolSize()).isEqualTo(7);
        assertThat(MongoClientSettings.builder().connectionString("mongodb://h/?maxPoolSize=7").maxPoolSize(5).build()
                .maxPoolSize()).isEqualTo(5);
    }

    @Test
    void aConnectionStringChangesOnlyWhatItMentions() {
        MongoClientSettings settings = MongoClientSettings.builder().maxPoolSize(5).appName("mine").retryWrites(false)
                .connectionString("mongodb://h/?minPoolSize=1&maxPoolSize=x").build();
        assertThat(settings.maxPoolSize()).isEqualTo(5);
        assertThat(settings.appName()).contains("mine");
        assertThat(settings.retryWrites()).isFalse();
        assertThat(settings.minPoolSize()).isEqualTo(1);
        assertThat(settings.hosts()).containsExactly(new ServerAddress("h", 27017));
    }

    @Test
    void everyOptionOfAConnectionStringReachesTheSettings() {
        MongoClientSettings settings = MongoClientSettings.of("mongodb://u:p@h:1/db?authSource=s&authMechanism=PLAIN"
                + "&appName=a&compressors=snappy,zlib&connectTimeoutMS=1&directConnection=true"
                + "&heartbeatFrequencyMS=501&journal=true&localThresholdMS=2&maxConnecting=3&maxIdleTimeMS=4"
                + "&maxPoolSize=5&minPoolSize=5&readConcernLevel=majority&readPreference=nearest"
                + "&readPreferenceTags=a:b&maxStalenessSeconds=100&replicaSet=rs&retryReads=false&retryWrites=false"
                + "&serverMonitoringMode=poll&serverSelectionTimeoutMS=6&socketTimeoutMS=7&timeoutMS=8&tls=true"
                + "&tlsAllowInvalidCertificates=true&tlsAllowInvalidHostnames=true&tlsCAFile=ca&"
                + "tlsCertificateKeyFile=ck"
                + "&tlsCertificateKeyFilePassword=pw&uuidRepresentation=standard&w=2&waitQueueTimeoutMS=9&wTimeoutMS=10"
                + "&zlibCompressionLevel=6&loadBalanced=false");
        assertThat(settings.credential())
                .contains(MongoCredential.plain("u", "s", "p".toCharArray()));
        assertThat(settings.database()).contains("db");
        assertThat(settings.directConnection()).isTrue();
        assertThat(settings.heartbeatFrequency()).isEqualTo(Duration.ofMillis(501));
        assertThat(settings.writeConcern())
                .isEqualTo(WriteConcern.W2.withJournal(true).withTimeout(Duration.ofMillis(10)));
        assertThat(settings.localThreshold()).isEqualTo(Duration.ofMillis(2));
        assertThat(settings.maxConnecting()).isEqualTo(3);
        assertThat(settings.maxIdleTime()).isEqualTo(Duration.ofMillis(4));
        assertThat(settings.readConcern()).isEqualTo(ReadConcern.MAJORITY);
        assertThat(settings.readPreference()).isEqualTo(
                ReadPreference.nearest().withTagSets(TagSet.of("a", "b")).withMaxStaleness(Duration.ofSeconds(100)));
        assertThat(settings.replicaSet()).contains("rs");
        assertThat(settings.retryReads()).isFalse();
        assertThat(settings.serverMonitoringMode()).isEqualTo(ServerMonitoringMode.POLL);
        assertThat(settings.serverSelectionTimeout()).isEqualTo(Duration.ofMillis(6));
        assertThat(settings.timeout()).contains(Duration.ofMillis(8));
        assertThat(settings.uuidRepresentation()).isEqualTo(UuidRepresentation.STANDARD);
        assertThat(settings.waitQueueTimeout()).isEqualTo(Duration.ofMillis(9));
        ConnectionSettings connection = settings.connectionSettings();
        assertThat(connection.appName()).isEqualTo("a");
        assertThat(connection.compressors()).containsExactly("snappy", "zlib");
        assertThat(connection.zlibCompressionLevel()).isEqualTo(6);
        assertThat(connection.socketTimeoutMillis()).isZero();
        assertThat(settings.socketTimeout()).isEqualTo(Duration.ofMillis(7));
        assertThat(connection.stream().connectTimeoutMillis()).isEqualTo(1);
        assertThat(connection.stream().tls().enabled()).isTrue();
        assertThat(connection.stream().tls().allowInvalidCertificates()).isTrue();
        assertThat(connection.stream().tls().allowInvalidHostnames()).isTrue();
        assertThat(connection.stream().tls().caFile()).isEqualTo(Path.of("ca"));
        assertThat(connection.stream().tls().certificateKeyFile()).isEqualTo(Path.of("ck"));
        assertThat(connection.stream().tls().certificateKeyFilePassword()).isEqualTo("pw");
        assertThat(settings.poolSettings()).isEqualTo(new PoolSettings(5, 5, 4, 3, 9, false,
                PoolSettings.DEFAULT_MAINTENANCE_INTERVAL_MILLIS, 0, 0));
        assertThat(settings.topologySettings()).isEqualTo(TopologySettings.of(new ServerAddress("h", 1))
                .withDirectConnection(true).withReplicaSet("rs").withHeartbeatFrequencyMillis(501)
                .withLocalThresholdMillis(2).withMonitoringMode(ServerMonitoringMode.POLL));
        assertThat(connection.credential()).satisfies(
                credential -> assertThat(credential.authMechanism()).contains(AuthMechanism.PLAIN));
    }

    @Test
    void theDefaultsAreThoseOfTheRoomsBelow() {
        MongoClientSettings settings = MongoClientSettings.builder().build();
        assertThat(settings.poolSettings()).isEqualTo(PoolSettings.defaults());
        assertThat(settings.connectionSettings()).usingRecursiveComparison().isEqualTo(ConnectionSettings.defaults());
        assertThat(settings.topologySettings()).isEqualTo(TopologySettings.of(new ServerAddress("localhost", 27017)));
    }

    @Test
    void combinationsThatCannotWorkAreRefused() {
        List<ServerAddress> two = List.of(new ServerAddress("a", 1), new ServerAddress("b", 1));
        refused("2 hosts", builder -> builder.hosts(two).directConnection(true));
        refused("2 hosts", builder -> builder.hosts(two).loadBalanced(true));
        refused("replicaSet", builder -> builder.loadBalanced(true).replicaSet("rs"));
        refused("loadBalanced", builder -> builder.loadBalanced(true).directConnection(true));
        refused("SRV host", builder -> builder.srvHost("a.b.c").directConnection(true));
        refused("SRV host", builder -> builder.srvMaxHosts(1));
        refused("replicaSet", builder -> builder.srvHost("a.b.c").srvMaxHosts(1).replicaSet("rs"));
        refused("no hosts", builder -> builder.hosts(List.of()));
        refused("minPoolSize is 6", builder -> builder.minPoolSize(6).maxPoolSize(5));
        refused("proxyHost", builder -> builder.proxyUsername("u").proxyPassword("p"));
        refused("proxyHost", builder -> builder.proxyPort(1081));
        refused("proxyPassword", builder -> builder.proxyHost("p").proxyUsername("u").proxyPassword(""));
        MongoClientSettings.builder().proxyHost("p").proxyUsername("").proxyPassword("").build();
        MongoClientSettings.builder().minPoolSize(6).maxPoolSize(0).build();
        MongoClientSettings.builder().hosts(two).directConnection(false).build();
    }

    @Test
    void valuesOutOfRangeAreRefusedWhereTheyAreGiven() {
        refused("heartbeatFrequency", builder -> builder.heartbeatFrequency(Duration.ofMillis(499)));
        refused("maxConnecting", builder -> builder.maxConnecting(0));
        refused("timeout", builder -> builder.timeout(Duration.ofMillis(-1)));
        refused("zlibCompressionLevel", builder -> builder.zlibCompressionLevel(10));
        refused("compressors", builder -> builder.compressors(List.of("lzma")));
        refused("appName", builder -> builder.appName("a".repeat(129)));
        refused("contains '|'", builder -> builder.wrappingLibrary(WrappingLibrary.of("a|b", "1")));
        refused("proxyPort", builder -> builder.proxyPort(0));
        refused("proxyHost", builder -> builder.proxyHost(""));
        refused("proxyPassword", builder -> builder.proxyPassword("p".repeat(256)));
        MongoClientSettings.builder().heartbeatFrequency(Duration.ofMillis(500)).maxConnecting(1)
                .timeout(Duration.ZERO).appName("a".repeat(128)).zlibCompressionLevel(-1).build();
    }

    @Test
    void theShortestLimitIsNotNone() {
        MongoClientSettings settings = MongoClientSettings.builder().connectTimeout(Duration.ofNanos(1))
                .socketTimeout(Duration.ofNanos(1)).waitQueueTimeout(Duration.ofNanos(1)).build();
        assertThat(settings.streamSettings().connectTimeoutMillis()).isEqualTo(1);
        assertThat(settings.socketTimeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(settings.poolSettings().waitQueueTimeoutMillis()).isEqualTo(1);
    }

    @Test
    void whatIsUnderstoodButNotSupportedFailsWhenAClientIsMade() {
        unsupported("MONGODB-CR", "mongodb://u:p@h/?authMechanism=MONGODB-CR");
        unsupported("has no password", "mongodb://u@h");
        unsupported("MONGODB-CR", "mongodb+srv://u:p@a.example.com/?authMechanism=MONGODB-CR");
        assertThat(MongoClientSettings.of("mongodb://h/?authMechanism=MONGODB-X509&tls=true").resolved().credential())
                .contains(MongoCredential.x509());
    }

    @Test
    void aTextRecordRanksBelowTheConnectionStringAndCode() {
        StubDns dns = new StubDns().srv("_mongodb._tcp.db.example.com", 60, "a.example.com", 1)
                .txt("db.example.com", "replicaSet=txt&authSource=txt");
        MongoClientSettingsBuilder builder = MongoClientSettings.builder().environment(dns.environment())
                .connectionString("mongodb+srv://u:p@db.example.com/db");
        MongoClientSettings resolved = builder.build().resolved();
        assertThat(resolved.replicaSet()).contains("txt");
        assertThat(resolved.credential().orElseThrow().source()).isEqualTo("txt");
        assertThat(resolved.tls()).isTrue();
        assertThat(resolved.topologySettings().srv())
                .isEqualTo(new TopologySettings.Srv("db.example.com", "mongodb", 0, 60));
        assertThat(resolved.hosts()).containsExactly(new ServerAddress("a.example.com", 1));
        MongoClientSettings coded = builder.replicaSet("code").tls(false)
                .credential(MongoCredential.of("u", "code", "p".toCharArray())).build().resolved();
        assertThat(coded.replicaSet()).contains("code");
        assertThat(coded.credential().orElseThrow().source()).isEqualTo("code");
        assertThat(coded.tls()).isFalse();
    }

    @Test
    void aFailedLookUpIsAnErrorOfTheConfiguration() {
        MongoClientSettings settings = MongoClientSettings.builder().environment(new StubDns().environment())
                .connectionString("mongodb+srv://db.example.com").build();
        assertThatThrownBy(settings::resolved).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining("mongodb+srv://db.example.com cannot be found");
    }

    @Test
    void aMissingValueIsRefusedByName() {
        assertThatThrownBy(() -> MongoClientSettings.builder().replicaSet(null)).hasMessage("replicaSet");
        assertThatThrownBy(() -> MongoClientSettings.builder().credential(null)).hasMessage("credential");
        assertThatThrownBy(() -> MongoClientSettings.builder().addCommandListener(null)).hasMessage("listener");
    }

    @Test
    void buildingAndChangingABuilderAfterwardsDoesNotChangeSettings() {
        CommandListener listener = new CommandListener() {
        };
        MongoClientSettingsBuilder builder = MongoClientSettings.builder().addCommandListener(listener);
        MongoClientSettings settings = builder.build();
        builder.addCommandListener(listener).appName("x").hosts(List.of(new ServerAddress("b", 1)));
        assertThat(settings.commandListeners()).containsExactly(listener);
        assertThat(settings.appName()).isEmpty();
        assertThat(settings.hosts()).containsExactly(new ServerAddress("localhost", 27017));
        assertThat(settings.toBuilder().appName("y").build().commandListeners()).containsExactly(listener);
        assertThat(settings.appName()).isEmpty();
    }

    @Test
    void theTextOfSettingsHoldsNoSecret() {
        assertThat(MongoClientSettings.of("mongodb://u:hunter2@h/?tls=true&tlsCertificateKeyFilePassword=hunter2"
                + "&proxyHost=p&proxyUsername=u&proxyPassword=hunter2")
                .toString()).contains("u at admin", "TLS").doesNotContain("hunter2");
    }

    private static void unsupported(String part, String uri) {
        MongoClientSettings settings = MongoClientSettings.of(uri);
        assertThatThrownBy(() -> MongoClient.connect(settings)).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining(part);
    }

    private static void refused(String part, Consumer<MongoClientSettingsBuilder> change) {
        MongoClientSettingsBuilder builder = MongoClientSettings.builder();
        assertThatThrownBy(() -> {
            change.accept(builder);
            builder.build();
        }).isInstanceOf(MongoConfigurationException.class).hasMessageContaining(part);
    }
}
