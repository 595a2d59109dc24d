package dev.bowline;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerFilter;
import dev.bowline.driver.uri.SeedList;
import dev.bowline.egress.connection.Safeguards;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.NameResolver;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.Tracer;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerApi;
import dev.bowline.settings.ServerMonitoringMode;
import dev.bowline.settings.WrappingLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** Every setting of a client, with its default. Of a builder, which changes it, or of settings, which never do. */
final class SettingValues implements Cloneable {
    // Lists are replaced and never changed, so that a shallow copy is a snapshot.
    List<ServerAddress> hosts = List.of(new ServerAddress("localhost", ServerAddress.DEFAULT_PORT));
    @Nullable
    String srvHost;
    String srvServiceName = SeedList.DEFAULT_SERVICE_NAME;
    int srvMaxHosts;
    /** How long what DNS said of the SRV host may be kept, once it has been asked. */
    long srvTtlSeconds;
    @Nullable
    String database;
    boolean directConnection;
    @Nullable
    String replicaSet;
    @Nullable
    Boolean loadBalanced;
    @Nullable
    MongoCredential credential;
    /** Whether the credential's source is only a default, which a TXT record may change. */
    boolean credentialSourceDefaulted;
    @Nullable
    Boolean tls;
    boolean tlsAllowInvalidCertificates;
    boolean tlsAllowInvalidHostnames;
    @Nullable
    Path tlsCaFile;
    @Nullable
    Path tlsCertificateKeyFile;
    @Nullable
    String tlsCertificateKeyFilePassword;
    @Nullable
    SSLContext sslContext;
    int maxReplyBytes = Safeguards.DEFAULT_MAX_REPLY_BYTES;
    int maxScramIterations = Safeguards.DEFAULT_MAX_SCRAM_ITERATIONS;
    boolean allowSecretsInTheClear;
    Duration connectTimeout = Duration.ofSeconds(10);
    Duration socketTimeout = Duration.ZERO;
    @Nullable
    String proxyHost;
    @Nullable
    Integer proxyPort;
    @Nullable
    String proxyUsername;
    @Nullable
    String proxyPassword;
    int maxPoolSize = 100;
    int minPoolSize;
    Duration maxIdleTime = Duration.ZERO;
    Duration maxLifeTime = Duration.ZERO;
    Duration maintenanceDelay = Duration.ZERO;
    Duration maintenanceFrequency = Duration.ofSeconds(10);
    int maxConnecting = 2;
    Duration waitQueueTimeout = Duration.ZERO;
    Duration heartbeatFrequency = Duration.ofSeconds(10);
    /** Not a public setting. */
    Duration minHeartbeatFrequency = Duration.ofMillis(500);
    ServerMonitoringMode serverMonitoringMode = ServerMonitoringMode.AUTO;
    Duration frozenPrimaryTimeout = Duration.ofSeconds(1);
    Duration serverSelectionTimeout = Duration.ofSeconds(30);
    Duration localThreshold = Duration.ofMillis(15);
    @Nullable
    ServerFilter serverFilter;
    @Nullable
    Duration timeout;
    ReadPreference readPreference = ReadPreference.primary();
    ReadConcern readConcern = ReadConcern.DEFAULT;
    WriteConcern writeConcern = WriteConcern.DEFAULT;
    boolean retryReads = true;
    boolean retryWrites = true;
    @Nullable
    Tracer tracer;
    int maxAdaptiveRetries = 2;
    boolean enableOverloadRetargeting;
    EstablishmentFailurePolicy establishmentFailurePolicy = EstablishmentFailurePolicy.DISCREDIT_SERVER;
    @Nullable
    String appName;
    int maxLoggedDocumentLength = 1000;
    List<String> compressors = List.of();
    int zlibCompressionLevel = -1;
    @Nullable
    ServerApi serverApi;
    UuidRepresentation uuidRepresentation = UuidRepresentation.UNSPECIFIED;
    @Nullable
    CodecRegistry codecRegistry;
    List<CommandListener> commandListeners = List.of();
    List<ConnectionPoolListener> connectionPoolListeners = List.of();
    List<TopologyListener> topologyListeners = List.of();
    @Nullable
    WrappingLibrary wrappingLibrary;
    Environment environment = SystemEnvironment.instance();
    @Nullable
    NameResolver nameResolver;
    @Nullable
    DnsResolver dnsResolver;
    int receiveBufferSize;
    int sendBufferSize;
    @Nullable
    String srvAllowedHostsSuffix;

    SettingValues copy() {
        try {
            return (SettingValues) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
