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
import dev.bowline.settings.ServerMonitoringMode;
import dev.bowline.settings.WrappingLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistry;

/**
 * The settings of a client. Immutable; see {@link MongoClientSettingsBuilder} for what each setting
 * means and which source of a setting wins. In durations 0 means no limit, except where the builder says otherwise.
 */
public final class MongoClientSettings {
    /** Never changed once it is here. */
    private final SettingValues values;

    MongoClientSettings(SettingValues values) {
        this.values = values;
    }

    /** Returns a builder with the default settings. */
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

    /** Returns the host whose SRV records name the servers; empty if the settings name the servers themselves. */
    public Optional<String> srvHost() {
        return Optional.ofNullable(values.srvHost);
    }

    /** Returns the service in the name of the SRV records; {@code mongodb} unless set. */
    public String srvServiceName() {
        return values.srvServiceName;
    }

    /** Returns how many of the servers that DNS names the client uses at most; 0 means all. */
    public int srvMaxHosts() {
        return values.srvMaxHosts;
    }

    /** Returns the default database of the client; empty if none is set. */
    public Optional<String> database() {
        return Optional.ofNullable(values.database);
    }

    /** Returns whether the client talks only to the one host given and does not discover its deployment. */
    public boolean directConnection() {
        return values.directConnection;
    }

    /** Returns the name that the replica set must have; empty if any name will do. */
    public Optional<String> replicaSet() {
        return Optional.ofNullable(values.replicaSet);
    }

    /** Returns whether the one host given is a load balancer. */
    public boolean loadBalanced() {
        return Boolean.TRUE.equals(values.loadBalanced);
    }

    /** Returns the credential of the client; empty if connections are not authenticated. */
    public Optional<MongoCredential> credential() {
        return Optional.ofNullable(values.credential);
    }

    /**
     * Returns whether connections are encrypted. Unless set, they are if there is an SRV host or any other TLS setting.
     */
    public boolean tls() {
        return values.tls == null ? values.srvHost != null || SettingsRules.impliesTls(values) : values.tls;
    }

    /** Returns whether the client accepts any certificate. */
    public boolean tlsAllowInvalidCertificates() {
        return values.tlsAllowInvalidCertificates;
    }

    /** Returns whether the client accepts a certificate that was issued to another host. */
    public boolean tlsAllowInvalidHostnames() {
        return values.tlsAllowInvalidHostnames;
    }

    /** Returns the PEM file of the certificates to trust; empty if the JVM decides. */
    public Optional<Path> tlsCaFile() {
        return Optional.ofNullable(values.tlsCaFile);
    }

    /**
     * Returns the PEM file with the client's certificate and private key; empty if the client presents no certificate
     * from a file.
     */
    public Optional<Path> tlsCertificateKeyFile() {
        return Optional.ofNullable(values.tlsCertificateKeyFile);
    }

    /** Returns the TLS context that decides about trust and keys instead of the files; empty unless set. */
    public Optional<SSLContext> sslContext() {
        return Optional.ofNullable(values.sslContext);
    }

    /** Returns the size in bytes, uncompressed, of the largest reply that the client reads. */
    public int maxReplyBytes() {
        return values.maxReplyBytes;
    }

    /** Returns how many rounds of hashing a server may ask for during SCRAM authentication. */
    public int maxScramIterations() {
        return values.maxScramIterations;
    }

    /** Returns whether a password (PLAIN) or a token may be sent over a connection that is not encrypted. */
    public boolean allowSecretsInTheClear() {
        return values.allowSecretsInTheClear;
    }

    /** Returns how long opening a connection may take; 10 seconds unless set. */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /** Returns how long one exchange with a server may take where {@link #timeout} is not set; zero means no limit. */
    public Duration socketTimeout() {
        return values.socketTimeout;
    }

    /**
     * Returns the host of the SOCKS5 proxy through which the client reaches every server; empty if there is no proxy.
     */
    public Optional<String> proxyHost() {
        return Optional.ofNullable(values.proxyHost);
    }

    /** Returns the port of the SOCKS5 proxy; 1080 unless set. */
    public int proxyPort() {
        return values.proxyPort == null ? ProxySettings.DEFAULT_PORT : values.proxyPort;
    }

    /** Returns the user name for the SOCKS5 proxy; empty if the client does not authenticate to the proxy. */
    public Optional<String> proxyUsername() {
        return Optional.ofNullable(values.proxyUsername);
    }

    /** Returns how many connections to one server may exist at most; 0 means no limit. */
    public int maxPoolSize() {
        return values.maxPoolSize;
    }

    /** Returns how many connections the client keeps open to each server. */
    public int minPoolSize() {
        return values.minPoolSize;
    }

    /** Returns how long a connection may stay unused before the client closes it; zero means no limit. */
    public Duration maxIdleTime() {
        return values.maxIdleTime;
    }

    /** Returns how many connections to one server may be opened at the same time. */
    public int maxConnecting() {
        return values.maxConnecting;
    }

    /** Returns how long an operation waits for a connection where {@link #timeout} is not set; zero means no limit. */
    public Duration waitQueueTimeout() {
        return values.waitQueueTimeout;
    }

    /** Returns the interval between checks of a server; 10 seconds unless set. */
    public Duration heartbeatFrequency() {
        return values.heartbeatFrequency;
    }

    /** Returns whether servers report changes by themselves or the client polls them. */
    public ServerMonitoringMode serverMonitoringMode() {
        return values.serverMonitoringMode;
    }

    /** How long a primary that lost an election may take to answer; see the builder. Zero if it is not asked. */
    public Duration frozenPrimaryTimeout() {
        return values.frozenPrimaryTimeout;
    }

    /** Returns how long an operation waits for a suitable server; zero means that it does not wait. */
    public Duration serverSelectionTimeout() {
        return values.serverSelectionTimeout;
    }

    /** Returns how much higher than that of the nearest server the latency of a selected server may be. */
    public Duration localThreshold() {
        return values.localThreshold;
    }

    /** Returns the application's own filter in server selection; empty unless set. */
    public Optional<ServerFilter> serverFilter() {
        return Optional.ofNullable(values.serverFilter);
    }

    /** The limit of a whole operation; empty if its parts have their own limits instead. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(values.timeout);
    }

    /** Returns the read preference of the client; {@code primary} unless set. */
    public ReadPreference readPreference() {
        return values.readPreference;
    }

    /** Returns the read concern of the client; the server's default unless set. */
    public ReadConcern readConcern() {
        return values.readConcern;
    }

    /** Returns the write concern of the client; the server's default unless set. */
    public WriteConcern writeConcern() {
        return values.writeConcern;
    }

    /** Returns whether the client retries reads that fail for transient reasons; true unless set. */
    public boolean retryReads() {
        return values.retryReads;
    }

    /** {@code maxAdaptiveRetries}: how often at most an operation is repeated once a server was overloaded. */
    public int maxAdaptiveRetries() {
        return values.maxAdaptiveRetries;
    }

    /**
     * {@code enableOverloadRetargeting}: whether repetitions avoid a server that was overloaded, where there are
     * others.
     */
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

    /**
     * Returns whether the client retries writes that fail for transient reasons, with at most one effect; true unless
     * set.
     */
    public boolean retryWrites() {
        return values.retryWrites;
    }

    /** Returns how many characters of a command or reply are logged before the rest is cut off. */
    public int maxLoggedDocumentLength() {
        return values.maxLoggedDocumentLength;
    }

    /** Returns the application name for the server's logs; empty unless set. */
    public Optional<String> appName() {
        return Optional.ofNullable(values.appName);
    }

    /**
     * Returns the compressors to offer to servers, in order of preference; an empty list if messages are not
     * compressed.
     */
    public List<String> compressors() {
        return values.compressors;
    }

    /** Returns the zlib compression level from 0 to 9; -1 means zlib's own default. */
    public int zlibCompressionLevel() {
        return values.zlibCompressionLevel;
    }

    /** Returns the version of the stable API that the client declares with every command; empty if it declares none. */
    public Optional<ServerApi> serverApi() {
        return Optional.ofNullable(values.serverApi);
    }

    /** Returns how UUIDs are encoded; unspecified unless set. */
    public UuidRepresentation uuidRepresentation() {
        return values.uuidRepresentation;
    }

    /** The user's own codecs, or empty for the usual ones. */
    public Optional<CodecRegistry> codecRegistry() {
        return Optional.ofNullable(values.codecRegistry);
    }

    /** Returns the listeners that the client notifies of every command; an empty list if there are none. */
    public List<CommandListener> commandListeners() {
        return values.commandListeners;
    }

    /** Returns the listeners that the client notifies of connection pool events; an empty list if there are none. */
    public List<ConnectionPoolListener> connectionPoolListeners() {
        return values.connectionPoolListeners;
    }

    /** Returns the listeners that the client notifies of changes to the deployment; an empty list if there are none. */
    public List<TopologyListener> topologyListeners() {
        return values.topologyListeners;
    }

    /** Returns the library built on this driver that the client names to servers; empty unless set. */
    public Optional<WrappingLibrary> wrappingLibrary() {
        return Optional.ofNullable(values.wrappingLibrary);
    }

    /**
     * Returns how old a connection may become before the client closes it, once it is not in use; zero means no limit.
     */
    public Duration maxLifeTime() {
        return values.maxLifeTime;
    }

    /** Returns how long after the creation of a pool its first background run fills it up. */
    public Duration maintenanceDelay() {
        return values.maintenanceDelay;
    }

    /** Returns the interval between background runs that close and open connections of a pool. */
    public Duration maintenanceFrequency() {
        return values.maintenanceFrequency;
    }

    /** Returns the resolver that finds the addresses of hosts; empty if the JVM does. */
    public Optional<NameResolver> nameResolver() {
        return Optional.ofNullable(values.nameResolver);
    }

    /** Returns the resolver that looks up SRV and TXT records; empty if dnsjava does. */
    public Optional<DnsResolver> dnsResolver() {
        return Optional.ofNullable(values.dnsResolver);
    }

    /** Returns the size of the sockets' receive buffers in bytes; 0 means that the system decides. */
    public int receiveBufferSize() {
        return values.receiveBufferSize;
    }

    /** Returns the size of the sockets' send buffers in bytes; 0 means that the system decides. */
    public int sendBufferSize() {
        return values.sendBufferSize;
    }

    /** Returns the domain that servers named by SRV records must be in; empty if it is the SRV host's own domain. */
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
        return "MongoClientSettings[" + deployment() + ", read preference " + values.readPreference + ", read concern "
                + values.readConcern + ", write concern " + values.writeConcern
                + timeout().map(limit -> ", timeout " + limit.toMillis() + " ms").orElse("") + ", pool of "
                + minPoolSize() + " to " + (maxPoolSize() == 0 ? "any number of" : maxPoolSize())
                + " connections, connect timeout "
                + connectTimeout().toMillis() + " ms, server selection timeout "
                + serverSelectionTimeout().toMillis() + " ms, heartbeat every " + heartbeatFrequency().toMillis()
                + " ms" + (retryReads() ? "" : ", no retryable reads") + (retryWrites() ? "" : ", no retryable writes")
                + "]";
    }

    /** Which deployment it is and how it is reached, without secrets. */
    String deployment() {
        return (values.srvHost == null ? "hosts " + values.hosts : "SRV host " + values.srvHost)
                + (values.replicaSet == null ? "" : ", replica set " + values.replicaSet)
                + (values.directConnection ? ", direct" : "") + (loadBalanced() ? ", load balanced" : "")
                + (tls() ? ", TLS" : "") + (values.credential == null ? "" : ", " + values.credential);
    }
}
