package dev.bowline;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerFilter;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.driver.uri.SeedList;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.connection.Safeguards;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.NameResolver;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.TailoredEnvironment;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.Tracer;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.stream.ProxySettings;
import dev.bowline.egress.stream.StreamSettings;
import dev.bowline.egress.stream.TlsSettings;
import dev.bowline.settings.AppendedLibraries;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerApi;
import dev.bowline.settings.WrappingLibrary;
import dev.bowline.settings.ServerMonitoringMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistry;

/**
 * Everything a client is told before it starts. Immutable; see {@link MongoClientSettingsBuilder} for what each setting
 * means and which source of a setting wins. In durations 0 means no limit, except where the builder says otherwise.
 */
public final class MongoClientSettings {
    /** Never changed once it is here. */
    private final SettingValues values;

    MongoClientSettings(SettingValues values) {
        this.values = values;
    }

    public static MongoClientSettingsBuilder builder() {
        return new MongoClientSettingsBuilder(new SettingValues());
    }

    /** The settings that a connection string stands for. */
    public static MongoClientSettings of(String connectionString) {
        return builder().connectionString(connectionString).build();
    }

    /** A builder that begins with these settings. */
    public MongoClientSettingsBuilder toBuilder() {
        return new MongoClientSettingsBuilder(values.copy());
    }

    /** The servers to begin with; empty until an SRV host has been looked up. */
    public List<ServerAddress> hosts() {
        return values.hosts;
    }

    public Optional<String> srvHost() {
        return Optional.ofNullable(values.srvHost);
    }

    public String srvServiceName() {
        return values.srvServiceName;
    }

    public int srvMaxHosts() {
        return values.srvMaxHosts;
    }

    public Optional<String> database() {
        return Optional.ofNullable(values.database);
    }

    public boolean directConnection() {
        return values.directConnection;
    }

    public Optional<String> replicaSet() {
        return Optional.ofNullable(values.replicaSet);
    }

    public boolean loadBalanced() {
        return Boolean.TRUE.equals(values.loadBalanced);
    }

    public Optional<MongoCredential> credential() {
        return Optional.ofNullable(values.credential);
    }

    public boolean tls() {
        return values.tls == null ? values.srvHost != null || SettingsRules.impliesTls(values) : values.tls;
    }

    public boolean tlsAllowInvalidCertificates() {
        return values.tlsAllowInvalidCertificates;
    }

    public boolean tlsAllowInvalidHostnames() {
        return values.tlsAllowInvalidHostnames;
    }

    public Optional<Path> tlsCaFile() {
        return Optional.ofNullable(values.tlsCaFile);
    }

    public Optional<Path> tlsCertificateKeyFile() {
        return Optional.ofNullable(values.tlsCertificateKeyFile);
    }

    public Optional<SSLContext> sslContext() {
        return Optional.ofNullable(values.sslContext);
    }

    public int maxReplyBytes() {
        return values.maxReplyBytes;
    }

    public int maxScramIterations() {
        return values.maxScramIterations;
    }

    public boolean allowSecretsInTheClear() {
        return values.allowSecretsInTheClear;
    }

    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    public Duration socketTimeout() {
        return values.socketTimeout;
    }

    public Optional<String> proxyHost() {
        return Optional.ofNullable(values.proxyHost);
    }

    public int proxyPort() {
        return values.proxyPort == null ? ProxySettings.DEFAULT_PORT : values.proxyPort;
    }

    public Optional<String> proxyUsername() {
        return Optional.ofNullable(values.proxyUsername);
    }

    public int maxPoolSize() {
        return values.maxPoolSize;
    }

    public int minPoolSize() {
        return values.minPoolSize;
    }

    public Duration maxIdleTime() {
        return values.maxIdleTime;
    }

    public int maxConnecting() {
        return values.maxConnecting;
    }

    public Duration waitQueueTimeout() {
        return values.waitQueueTimeout;
    }

    public Duration heartbeatFrequency() {
        return values.heartbeatFrequency;
    }

    public ServerMonitoringMode serverMonitoringMode() {
        return values.serverMonitoringMode;
    }

    /** How long a primary that lost an election may take to answer; see the builder. Zero if it is not asked. */
    public Duration frozenPrimaryTimeout() {
        return values.frozenPrimaryTimeout;
    }

    public Duration serverSelectionTimeout() {
        return values.serverSelectionTimeout;
    }

    public Duration localThreshold() {
        return values.localThreshold;
    }

    public Optional<ServerFilter> serverFilter() {
        return Optional.ofNullable(values.serverFilter);
    }

    /** The limit of a whole operation; empty if its parts have their own limits instead. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(values.timeout);
    }

    public ReadPreference readPreference() {
        return values.readPreference;
    }

    public ReadConcern readConcern() {
        return values.readConcern;
    }

    public WriteConcern writeConcern() {
        return values.writeConcern;
    }

    public boolean retryReads() {
        return values.retryReads;
    }

    /** {@code maxAdaptiveRetries}: how often at most an operation is repeated once a server was overloaded. */
    public int maxAdaptiveRetries() {
        return values.maxAdaptiveRetries;
    }

    /** {@code enableOverloadRetargeting}: whether repetitions avoid a server that was overloaded, where there are others. */
    public boolean enableOverloadRetargeting() {
        return values.enableOverloadRetargeting;
    }

    /** What turns operations and commands into spans; empty unless set. */
    public Optional<Tracer> tracer() {
        return Optional.ofNullable(values.tracer);
    }

    /** What a connection that cannot be established says about its server. */
    public EstablishmentFailurePolicy establishmentFailurePolicy() {
        return values.establishmentFailurePolicy;
    }

    public boolean retryWrites() {
        return values.retryWrites;
    }

    public int maxLoggedDocumentLength() {
        return values.maxLoggedDocumentLength;
    }

    public Optional<String> appName() {
        return Optional.ofNullable(values.appName);
    }

    public List<String> compressors() {
        return values.compressors;
    }

    public int zlibCompressionLevel() {
        return values.zlibCompressionLevel;
    }

    public Optional<ServerApi> serverApi() {
        return Optional.ofNullable(values.serverApi);
    }

    public UuidRepresentation uuidRepresentation() {
        return values.uuidRepresentation;
    }

    /** The user's own codecs, or empty for the usual ones. */
    public Optional<CodecRegistry> codecRegistry() {
        return Optional.ofNullable(values.codecRegistry);
    }

    public List<CommandListener> commandListeners() {
        return values.commandListeners;
    }

    public List<ConnectionPoolListener> connectionPoolListeners() {
        return values.connectionPoolListeners;
    }

    public List<TopologyListener> topologyListeners() {
        return values.topologyListeners;
    }

    public Optional<WrappingLibrary> wrappingLibrary() {
        return Optional.ofNullable(values.wrappingLibrary);
    }

    public Duration maxLifeTime() {
        return values.maxLifeTime;
    }

    public Duration maintenanceDelay() {
        return values.maintenanceDelay;
    }

    public Duration maintenanceFrequency() {
        return values.maintenanceFrequency;
    }

    public Optional<NameResolver> nameResolver() {
        return Optional.ofNullable(values.nameResolver);
    }

    public Optional<DnsResolver> dnsResolver() {
        return Optional.ofNullable(values.dnsResolver);
    }

    public int receiveBufferSize() {
        return values.receiveBufferSize;
    }

    public int sendBufferSize() {
        return values.sendBufferSize;
    }

    public Optional<String> srvAllowedHostsSuffix() {
        return Optional.ofNullable(values.srvAllowedHostsSuffix);
    }

    /** Where time, threads and the network come from, with the resolvers and buffer sizes of these settings. */
    public Environment environment() {
        boolean plain = values.nameResolver == null && values.dnsResolver == null && values.receiveBufferSize == 0
                && values.sendBufferSize == 0;
        return plain
                ? values.environment
                : new TailoredEnvironment(values.environment, values.nameResolver, values.dnsResolver,
                        values.receiveBufferSize, values.sendBufferSize);
    }

    /**
     * These settings as a client uses them: what is not supported is refused, and an SRV host has been looked up, with
     * its TXT record's options filled in where neither the connection string nor code has set them. A client does this
     * itself; tools may, to see what it would do.
     */
    public MongoClientSettings resolved() {
        checkSupported();
        if (values.srvHost == null) {
            return this;
        }
        SeedList seeds = SeedList.lookUp(environment().dns(), values.srvHost, values.srvServiceName,
                values.srvAllowedHostsSuffix);
        SeedList.TxtOptions options = SeedList.lookUpOptions(environment().dns(), values.srvHost);
        SettingValues resolved = values.copy();
        if (resolved.replicaSet == null) {
            resolved.replicaSet = options.replicaSet().orElse(null);
        }
        if (resolved.loadBalanced == null) {
            resolved.loadBalanced = options.loadBalanced().orElse(null);
        }
        if (resolved.credential != null && resolved.credentialSourceDefaulted && options.authSource().isPresent()) {
            resolved.credential = resolved.credential.withSource(options.authSource().get());
        }
        SettingsRules.checkTopology(resolved, seeds.hosts().size(), Boolean.TRUE.equals(resolved.loadBalanced),
                resolved.replicaSet != null);
        resolved.srvTtlSeconds = seeds.ttlSeconds();
        resolved.hosts = seeds.limitedTo(resolved.srvMaxHosts, resolved.environment.random()).hosts();
        return new MongoClientSettings(resolved);
    }

    /** Refuses what is understood but cannot be done, without reaching the network. */
    void checkSupported() {
        SettingsRules.checkSupported(values);
    }

    StreamSettings streamSettings() {
        TlsSettings tls = new TlsSettings(tls(), values.tlsAllowInvalidHostnames, values.tlsAllowInvalidCertificates,
                values.sslContext, values.tlsCaFile, values.tlsCertificateKeyFile,
                values.tlsCertificateKeyFilePassword);
        ProxySettings proxy = values.proxyHost == null
                ? null
                : new ProxySettings(values.proxyHost, proxyPort(), values.proxyUsername, values.proxyPassword);
        return new StreamSettings(values.connectTimeout.toMillis(), tls, proxy);
    }

    /** The settings by which the client makes connections, for tools that make connections of their own. */
    public ConnectionSettings connectionSettings() {
        // The socket timeout is not the connection's: whether it holds depends on the operation.
        return new ConnectionSettings(streamSettings(), 0, values.appName,
                values.compressors, values.zlibCompressionLevel,
                values.credential == null ? null : values.credential.requireUsable(),
                values.serverApi, loadBalanced(), values.wrappingLibrary,
                new Safeguards(values.maxReplyBytes, values.maxScramIterations, values.allowSecretsInTheClear),
                new AppendedLibraries());
    }

    PoolSettings poolSettings() {
        return PoolSettings.defaults().withMaxPoolSize(values.maxPoolSize).withMinPoolSize(values.minPoolSize)
                .withMaxIdleTimeMillis(values.maxIdleTime.toMillis()).withMaxConnecting(values.maxConnecting)
                .withWaitQueueTimeoutMillis(values.waitQueueTimeout.toMillis()).withLoadBalanced(loadBalanced())
                .withMaxLifeTimeMillis(values.maxLifeTime.toMillis())
                .withMaintenanceDelayMillis(values.maintenanceDelay.toMillis())
                .withMaintenanceIntervalMillis(values.maintenanceFrequency.toMillis());
    }

    /** Of {@linkplain #resolved resolved} settings. */
    TopologySettings topologySettings() {
        TopologySettings.Srv srv = values.srvHost == null
                ? null
                : new TopologySettings.Srv(values.srvHost, values.srvServiceName, values.srvMaxHosts,
                        values.srvTtlSeconds, values.srvAllowedHostsSuffix);
        return new TopologySettings(values.hosts, values.directConnection, values.replicaSet, loadBalanced(),
                values.heartbeatFrequency.toMillis(), values.localThreshold.toMillis(), values.serverMonitoringMode,
                values.serverFilter, srv, values.frozenPrimaryTimeout.toMillis(),
                values.minHeartbeatFrequency.toMillis(),
                values.establishmentFailurePolicy == EstablishmentFailurePolicy.BACK_OFF);
    }

    /** The settings without secrets. */
    @Override
    public String toString() {
        return "MongoClientSettings["
                + (values.srvHost == null ? "hosts " + values.hosts : "SRV host " + values.srvHost)
                + (values.replicaSet == null ? "" : ", replica set " + values.replicaSet)
                + (values.directConnection ? ", direct" : "") + (loadBalanced() ? ", load balanced" : "")
                + (tls() ? ", TLS" : "") + (values.credential == null ? "" : ", " + values.credential)
                + ", read preference " + values.readPreference + ", read concern " + values.readConcern
                + ", write concern " + values.writeConcern + "]";
    }
}
