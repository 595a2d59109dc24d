package dev.bowline;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerFilter;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.NameResolver;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.Tracer;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerApi;
import dev.bowline.settings.ServerMonitoringMode;
import dev.bowline.settings.WrappingLibrary;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistry;

/**
 * Collects the settings of a client. Calls are applied in order and the later one wins, whether it is a method of this
 * builder or an option within {@link #connectionString}; a connection string changes only what it mentions. What the
 * TXT record of a {@code mongodb+srv} host says ranks below all of them.
 *
 * <p>A value out of range is refused at once; a combination that cannot work is refused by {@link #build}.
 */
public final class MongoClientSettingsBuilder {
    private static final int MAX_APP_NAME_BYTES = 128;
    private static final Duration MIN_HEARTBEAT = Duration.ofMillis(500);

    final SettingValues values;

    MongoClientSettingsBuilder(SettingValues values) {
        this.values = values;
    }

    /** Checks the combination and yields immutable settings. Reaches no network. */
    public MongoClientSettings build() {
        SettingValues snapshot = values.copy();
        SettingsRules.check(snapshot);
        return new MongoClientSettings(snapshot);
    }

    /** Applies every option of a connection string. */
    public MongoClientSettingsBuilder connectionString(String connectionString) {
        return connectionString(ConnectionString.parse(connectionString));
    }

    /** Applies every option of a connection string. */
    public MongoClientSettingsBuilder connectionString(ConnectionString connectionString) {
        ConnectionStringSettings.apply(connectionString, this);
        return this;
    }

    /** The servers to begin with; takes the place of {@link #srvHost}. */
    public MongoClientSettingsBuilder hosts(List<ServerAddress> hosts) {
        values.hosts = List.copyOf(hosts);
        values.srvHost = null;
        return this;
    }

    /** The host whose SRV records name the servers, as in {@code mongodb+srv}; takes the place of {@link #hosts}. */
    public MongoClientSettingsBuilder srvHost(String srvHost) {
        values.srvHost = Objects.requireNonNull(srvHost, "srvHost");
        values.hosts = List.of();
        return this;
    }

    /** The service in the name of the SRV records, {@code mongodb} by default. */
    public MongoClientSettingsBuilder srvServiceName(String srvServiceName) {
        values.srvServiceName = Objects.requireNonNull(srvServiceName, "srvServiceName");
        return this;
    }

    /** How many of the servers that the SRV records name are used; 0 for all. */
    public MongoClientSettingsBuilder srvMaxHosts(int srvMaxHosts) {
        values.srvMaxHosts = SettingRanges.atLeast(0, srvMaxHosts, "srvMaxHosts");
        return this;
    }

    /** The database that {@code MongoClient.database()} without a name yields. */
    public MongoClientSettingsBuilder database(String database) {
        values.database = Objects.requireNonNull(database, "database");
        return this;
    }

    /** Whether to use the one given host as it is, without discovering its deployment. */
    public MongoClientSettingsBuilder directConnection(boolean directConnection) {
        values.directConnection = directConnection;
        return this;
    }

    /** The name that the replica set must have. */
    public MongoClientSettingsBuilder replicaSet(String replicaSet) {
        values.replicaSet = Objects.requireNonNull(replicaSet, "replicaSet");
        return this;
    }

    /** Whether the one host given is a load balancer. */
    public MongoClientSettingsBuilder loadBalanced(boolean loadBalanced) {
        values.loadBalanced = loadBalanced;
        return this;
    }

    /**
     * Sets the whole credential, in place of one from a connection string. Without one, connections are not
     * authenticated.
     */
    public MongoClientSettingsBuilder credential(MongoCredential credential) {
        values.credential = Objects.requireNonNull(credential, "credential");
        values.credentialSourceDefaulted = false;
        return this;
    }

    /** Whether connections are encrypted; by default only for {@code mongodb+srv}. */
    public MongoClientSettingsBuilder tls(boolean tls) {
        values.tls = tls;
        return this;
    }

    /** Whether any certificate will do. For tests only: a man in the middle can then read and change all traffic. */
    public MongoClientSettingsBuilder tlsAllowInvalidCertificates(boolean allow) {
        values.tlsAllowInvalidCertificates = allow;
        return this;
    }

    /** Whether a certificate for another host will do. */
    public MongoClientSettingsBuilder tlsAllowInvalidHostnames(boolean allow) {
        values.tlsAllowInvalidHostnames = allow;
        return this;
    }

    /** Sets both {@link #tlsAllowInvalidCertificates} and {@link #tlsAllowInvalidHostnames}. */
    public MongoClientSettingsBuilder tlsInsecure(boolean insecure) {
        return tlsAllowInvalidCertificates(insecure).tlsAllowInvalidHostnames(insecure);
    }

    /** PEM certificates to trust instead of the JVM's own. */
    public MongoClientSettingsBuilder tlsCaFile(Path tlsCaFile) {
        values.tlsCaFile = Objects.requireNonNull(tlsCaFile, "tlsCaFile");
        return this;
    }

    /** A PEM file with the client's certificate and its private key. */
    public MongoClientSettingsBuilder tlsCertificateKeyFile(Path tlsCertificateKeyFile) {
        values.tlsCertificateKeyFile = Objects.requireNonNull(tlsCertificateKeyFile, "tlsCertificateKeyFile");
        return this;
    }

    /** What opens the private key if it is encrypted. */
    public MongoClientSettingsBuilder tlsCertificateKeyFilePassword(String password) {
        values.tlsCertificateKeyFilePassword = Objects.requireNonNull(password, "password");
        return this;
    }

    /** A context of your own, which decides about trust and keys instead of the files. */
    public MongoClientSettingsBuilder sslContext(SSLContext sslContext) {
        values.sslContext = Objects.requireNonNull(sslContext, "sslContext");
        return this;
    }

    /**
     * The largest reply that is read, uncompressed and in bytes, whatever a server announces: at least 16,384, and
     * 48,016,384 unless set. A larger reply ends the connection with a
     * {@link dev.bowline.error.MongoProtocolException}.
     */
    public MongoClientSettingsBuilder maxReplyBytes(int bytes) {
        values.maxReplyBytes = SettingRanges.atLeast(16 * 1024, bytes, "maxReplyBytes");
        return this;
    }

    /**
     * How many rounds of hashing a server may ask for when SCRAM authenticates the client: at least 4,096, and 600,000
     * unless set. Set it higher only for a deployment whose {@code scramSHA256IterationCount} is higher.
     */
    public MongoClientSettingsBuilder maxScramIterations(int iterations) {
        values.maxScramIterations = SettingRanges.atLeast(4096, iterations, "maxScramIterations");
        return this;
    }

    /**
     * Whether a password (PLAIN) or a token may be sent over a connection that is not encrypted, where every host on
     * the way can read it. Without this such a client cannot be made.
     */
    public MongoClientSettingsBuilder allowSecretsInTheClear(boolean allow) {
        values.allowSecretsInTheClear = allow;
        return this;
    }

    /** How long opening a connection may take; 0 for no limit of its own. */
    public MongoClientSettingsBuilder connectTimeout(Duration connectTimeout) {
        values.connectTimeout = SettingRanges.notNegative(connectTimeout, "connectTimeout");
        return this;
    }

    /**
     * How long one exchange on a connection may take where no {@link #timeout} is set; 0, the default, for no limit.
     */
    public MongoClientSettingsBuilder socketTimeout(Duration socketTimeout) {
        values.socketTimeout = SettingRanges.notNegative(socketTimeout, "socketTimeout");
        return this;
    }

    /** The name or address of a SOCKS5 proxy, through which all servers are reached; it resolves their names. */
    public MongoClientSettingsBuilder proxyHost(String proxyHost) {
        if (Objects.requireNonNull(proxyHost, "proxyHost").isEmpty()) {
            throw new MongoConfigurationException("proxyHost is empty");
        }
        values.proxyHost = proxyHost;
        return this;
    }

    /** The proxy's port; 1080 unless set. */
    public MongoClientSettingsBuilder proxyPort(int proxyPort) {
        if (proxyPort < 1 || proxyPort > 65535) {
            throw SettingRanges.outOfRange("proxyPort", proxyPort, "from 1 to 65535");
        }
        values.proxyPort = proxyPort;
        return this;
    }

    /** The proxy's user, at most 255 bytes; empty for none. */
    public MongoClientSettingsBuilder proxyUsername(String proxyUsername) {
        values.proxyUsername = SettingRanges.proxyName(proxyUsername, "proxyUsername");
        return this;
    }

    /** The password of the proxy's user, at most 255 bytes; empty for none. */
    public MongoClientSettingsBuilder proxyPassword(String proxyPassword) {
        values.proxyPassword = SettingRanges.proxyName(proxyPassword, "proxyPassword");
        return this;
    }

    /** The most connections to one server; 0 for no limit. */
    public MongoClientSettingsBuilder maxPoolSize(int maxPoolSize) {
        values.maxPoolSize = SettingRanges.atLeast(0, maxPoolSize, "maxPoolSize");
        return this;
    }

    /** How many connections to each server are kept open. */
    public MongoClientSettingsBuilder minPoolSize(int minPoolSize) {
        values.minPoolSize = SettingRanges.atLeast(0, minPoolSize, "minPoolSize");
        return this;
    }

    /** How long a connection may lie unused before it is closed; 0 for no limit. */
    public MongoClientSettingsBuilder maxIdleTime(Duration maxIdleTime) {
        values.maxIdleTime = SettingRanges.notNegative(maxIdleTime, "maxIdleTime");
        return this;
    }

    /** How old a connection may become before it is closed, once it is not in use; 0, the default, for no limit. */
    public MongoClientSettingsBuilder maxLifeTime(Duration maxLifeTime) {
        values.maxLifeTime = SettingRanges.notNegative(maxLifeTime, "maxLifeTime");
        return this;
    }

    /** How long after a pool was made its background run fills it up for the first time; 0 unless set. */
    public MongoClientSettingsBuilder maintenanceDelay(Duration maintenanceDelay) {
        values.maintenanceDelay = SettingRanges.notNegative(maintenanceDelay, "maintenanceDelay");
        return this;
    }

    /** How often pools are looked through for connections to close and to make; ten seconds unless set. */
    public MongoClientSettingsBuilder maintenanceFrequency(Duration maintenanceFrequency) {
        if (maintenanceFrequency.isZero()) {
            throw SettingRanges.outOfRange("maintenanceFrequency", maintenanceFrequency, "more than 0");
        }
        values.maintenanceFrequency = SettingRanges.notNegative(maintenanceFrequency, "maintenanceFrequency");
        return this;
    }

    /** How many connections to one server may be opened at the same time. */
    public MongoClientSettingsBuilder maxConnecting(int maxConnecting) {
        values.maxConnecting = SettingRanges.atLeast(1, maxConnecting, "maxConnecting");
        return this;
    }

    /** How long an operation waits for a connection where no {@link #timeout} is set; 0 for no limit. */
    public MongoClientSettingsBuilder waitQueueTimeout(Duration waitQueueTimeout) {
        values.waitQueueTimeout = SettingRanges.notNegative(waitQueueTimeout, "waitQueueTimeout");
        return this;
    }

    /** How often servers are checked, at least every half second. */
    public MongoClientSettingsBuilder heartbeatFrequency(Duration heartbeatFrequency) {
        if (heartbeatFrequency.compareTo(MIN_HEARTBEAT) < 0) {
            throw SettingRanges.outOfRange("heartbeatFrequency", heartbeatFrequency, "at least 500 ms");
        }
        values.heartbeatFrequency = Objects.requireNonNull(heartbeatFrequency, "heartbeatFrequency");
        return this;
    }

    /**
     * Sets whether servers report changes by themselves or the client polls them; {@link ServerMonitoringMode#AUTO} by
     * default.
     */
    public MongoClientSettingsBuilder serverMonitoringMode(ServerMonitoringMode serverMonitoringMode) {
        values.serverMonitoringMode = Objects.requireNonNull(serverMonitoringMode, "serverMonitoringMode");
        return this;
    }

    /**
     * How long a primary may take to answer a question of the driver once another member has won an election. If it
     * does not answer, operations that wait for it are ended, and retried where the rules allow; one that answers is
     * left alone. 1 second by default, and more where the network is slow. Zero turns it off: operations then wait
     * until the monitor's own timeout, {@code connectTimeout} plus {@code heartbeatFrequency}.
     */
    public MongoClientSettingsBuilder frozenPrimaryTimeout(Duration frozenPrimaryTimeout) {
        values.frozenPrimaryTimeout = SettingRanges.notNegative(frozenPrimaryTimeout, "frozenPrimaryTimeout");
        return this;
    }

    /** How long an operation waits for a server that fits; 0 means not to wait. */
    public MongoClientSettingsBuilder serverSelectionTimeout(Duration serverSelectionTimeout) {
        values.serverSelectionTimeout = SettingRanges.notNegative(serverSelectionTimeout, "serverSelectionTimeout");
        return this;
    }

    /** How much farther than the nearest a server may be to share its load. */
    public MongoClientSettingsBuilder localThreshold(Duration localThreshold) {
        values.localThreshold = SettingRanges.notNegative(localThreshold, "localThreshold");
        return this;
    }

    /** A say of your own in server selection. */
    public MongoClientSettingsBuilder serverFilter(ServerFilter serverFilter) {
        values.serverFilter = Objects.requireNonNull(serverFilter, "serverFilter");
        return this;
    }

    /** How long an operation may take from beginning to end, retries and all; 0 for no limit, even of its parts. */
    public MongoClientSettingsBuilder timeout(Duration timeout) {
        values.timeout = SettingRanges.notNegative(timeout, "timeout");
        return this;
    }

    /** Sets which servers the client reads from; the primary by default. */
    public MongoClientSettingsBuilder readPreference(ReadPreference readPreference) {
        values.readPreference = Objects.requireNonNull(readPreference, "readPreference");
        return this;
    }

    /** Sets the read concern of the client; the server's default unless set. */
    public MongoClientSettingsBuilder readConcern(ReadConcern readConcern) {
        values.readConcern = Objects.requireNonNull(readConcern, "readConcern");
        return this;
    }

    /** Sets the write concern of the client; the server's default unless set. */
    public MongoClientSettingsBuilder writeConcern(WriteConcern writeConcern) {
        values.writeConcern = Objects.requireNonNull(writeConcern, "writeConcern");
        return this;
    }

    /** Whether a read that failed for reasons that may pass is tried again. */
    public MongoClientSettingsBuilder retryReads(boolean retryReads) {
        values.retryReads = retryReads;
        return this;
    }

    /**
     * {@code maxAdaptiveRetries}: how often at most an operation is repeated once a server has said that it is
     * overloaded, each time after a longer pause. 2 unless set; 0 for never.
     *
     * @throws IllegalArgumentException if it is less than 0
     */
    public MongoClientSettingsBuilder maxAdaptiveRetries(int maxAdaptiveRetries) {
        if (maxAdaptiveRetries < 0) {
            throw new IllegalArgumentException("maxAdaptiveRetries is " + maxAdaptiveRetries + ", less than 0");
        }
        values.maxAdaptiveRetries = maxAdaptiveRetries;
        return this;
    }

    /**
     * {@code enableOverloadRetargeting}: whether repetitions avoid the server that was overloaded, where the read
     * preference allows others. False unless set: the others may soon be overloaded too. Routers are always avoided so.
     */
    public MongoClientSettingsBuilder enableOverloadRetargeting(boolean enableOverloadRetargeting) {
        values.enableOverloadRetargeting = enableOverloadRetargeting;
        return this;
    }

    /** Traces transactions, operations and the commands of each attempt. Without a tracer no span is made. */
    public MongoClientSettingsBuilder tracer(Tracer tracer) {
        values.tracer = Objects.requireNonNull(tracer, "tracer");
        return this;
    }

    /** What a connection that cannot be established says about its server. See there. */
    public MongoClientSettingsBuilder establishmentFailurePolicy(EstablishmentFailurePolicy policy) {
        values.establishmentFailurePolicy = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /** Whether a write that failed for reasons that may pass is tried again, with at most one effect. */
    public MongoClientSettingsBuilder retryWrites(boolean retryWrites) {
        values.retryWrites = retryWrites;
        return this;
    }

    /**
     * How many characters of a command or of a reply, heartbeats included, are logged before it is cut; 1000 unless
     * said otherwise.
     */
    public MongoClientSettingsBuilder maxLoggedDocumentLength(int characters) {
        if (characters < 0) {
            throw SettingRanges.outOfRange("maxLoggedDocumentLength", String.valueOf(characters), "0 or more");
        }
        values.maxLoggedDocumentLength = characters;
        return this;
    }

    /** A name for the server's logs, at most 128 bytes long. */
    public MongoClientSettingsBuilder appName(String appName) {
        int length = appName.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_APP_NAME_BYTES) {
            throw SettingRanges.outOfRange("appName", length + " bytes long",
                    "at most " + MAX_APP_NAME_BYTES + " bytes long");
        }
        values.appName = Objects.requireNonNull(appName, "appName");
        return this;
    }

    /** Compressors in order of preference: {@code zstd}, {@code snappy}, {@code zlib}. */
    public MongoClientSettingsBuilder compressors(List<String> compressors) {
        for (String name : compressors) {
            if (!List.of("zstd", "snappy", "zlib").contains(name)) {
                throw SettingRanges.outOfRange("compressors", compressors, "of zstd, snappy and zlib");
            }
        }
        values.compressors = List.copyOf(compressors);
        return this;
    }

    /** From 0, which does not compress, to 9; -1 for the default. */
    public MongoClientSettingsBuilder zlibCompressionLevel(int level) {
        if (level < -1 || level > 9) {
            throw SettingRanges.outOfRange("zlibCompressionLevel", level, "from -1 to 9");
        }
        values.zlibCompressionLevel = level;
        return this;
    }

    /** The version of the stable API to declare with every command. */
    public MongoClientSettingsBuilder serverApi(ServerApi serverApi) {
        values.serverApi = Objects.requireNonNull(serverApi, "serverApi");
        return this;
    }

    /** How values of type {@code UUID} are encoded. */
    public MongoClientSettingsBuilder uuidRepresentation(UuidRepresentation uuidRepresentation) {
        values.uuidRepresentation = Objects.requireNonNull(uuidRepresentation, "uuidRepresentation");
        return this;
    }

    /** Codecs for your own types. */
    public MongoClientSettingsBuilder codecRegistry(CodecRegistry codecRegistry) {
        values.codecRegistry = Objects.requireNonNull(codecRegistry, "codecRegistry");
        return this;
    }

    /** Adds a listener. */
    public MongoClientSettingsBuilder addCommandListener(CommandListener listener) {
        values.commandListeners = with(values.commandListeners, listener);
        return this;
    }

    /** Adds a listener. */
    public MongoClientSettingsBuilder addConnectionPoolListener(ConnectionPoolListener listener) {
        values.connectionPoolListeners = with(values.connectionPoolListeners, listener);
        return this;
    }

    /** Adds a listener. */
    public MongoClientSettingsBuilder addTopologyListener(TopologyListener listener) {
        values.topologyListeners = with(values.topologyListeners, listener);
        return this;
    }

    /** A library that wraps this one, to be named to the server. */
    public MongoClientSettingsBuilder wrappingLibrary(WrappingLibrary wrappingLibrary) {
        values.wrappingLibrary = Objects.requireNonNull(wrappingLibrary, "wrappingLibrary");
        return this;
    }

    /** Finds the addresses of hosts in place of the JVM's own way. */
    public MongoClientSettingsBuilder nameResolver(NameResolver nameResolver) {
        values.nameResolver = Objects.requireNonNull(nameResolver, "nameResolver");
        return this;
    }

    /** Looks up the records of {@code mongodb+srv} hosts; without one dnsjava does, where it is present. */
    public MongoClientSettingsBuilder dnsResolver(DnsResolver dnsResolver) {
        values.dnsResolver = Objects.requireNonNull(dnsResolver, "dnsResolver");
        return this;
    }

    /** The size of sockets' receive buffers in bytes; 0, the default, leaves it to the system. */
    public MongoClientSettingsBuilder receiveBufferSize(int bytes) {
        values.receiveBufferSize = SettingRanges.atLeast(0, bytes, "receiveBufferSize");
        return this;
    }

    /** The size of sockets' send buffers in bytes; 0, the default, leaves it to the system. */
    public MongoClientSettingsBuilder sendBufferSize(int bytes) {
        values.sendBufferSize = SettingRanges.atLeast(0, bytes, "sendBufferSize");
        return this;
    }

    /** The domain that servers named by SRV records must be in, in place of the SRV host's own. */
    public MongoClientSettingsBuilder srvAllowedHostsSuffix(String suffix) {
        values.srvAllowedHostsSuffix = Objects.requireNonNull(suffix, "suffix");
        return this;
    }

    /** For modules that adapt this one: the public settings neither go below half a second nor change the minimum. */
    void heartbeat(Duration frequency, Duration min) {
        values.heartbeatFrequency = frequency;
        values.minHeartbeatFrequency = min;
    }

    /** Where time, threads and the network come from; for simulations. */
    public MongoClientSettingsBuilder environment(Environment environment) {
        values.environment = Objects.requireNonNull(environment, "environment");
        return this;
    }

    private static <T> List<T> with(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(Objects.requireNonNull(more, "listener"));
        return List.copyOf(longer);
    }
}
