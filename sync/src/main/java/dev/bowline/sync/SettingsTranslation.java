package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.ServerApi;
import com.mongodb.client.SynchronousContextProvider;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterSettings;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.connection.ProxySettings;
import com.mongodb.connection.ServerSettings;
import com.mongodb.connection.SocketSettings;
import com.mongodb.connection.SslSettings;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.driver.operation.ClientSeam;
import dev.bowline.settings.ServerMonitoringMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Official settings as Bowline's. Every field that has a meaning here has it; the others are refused by name. */
final class SettingsTranslation {
    /** What a negative server selection timeout stands for: to wait as long as it takes. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private SettingsTranslation() {}

    static MongoClientSettingsBuilder builder(MongoClientSettings settings) {
        refuse(settings);
        MongoClientSettingsBuilder builder = dev.bowline.MongoClientSettings.builder();
        cluster(builder, settings.getClusterSettings());
        pool(builder, settings.getConnectionPoolSettings());
        server(builder, settings.getServerSettings());
        socket(builder, settings.getSocketSettings());
        tls(builder, settings.getSslSettings());
        if (settings.getCredential() != null) {
            builder.credential(Credentials.ours(settings.getCredential()));
        }
        if (settings.getServerApi() != null) {
            builder.serverApi(serverApi(settings.getServerApi()));
        }
        if (settings.getApplicationName() != null) {
            builder.appName(settings.getApplicationName());
        }
        if (settings.getInetAddressResolver() != null) {
            builder.nameResolver(settings.getInetAddressResolver()::lookupByName);
        }
        if (settings.getDnsClient() != null) {
            builder.dnsResolver(new OfficialDns(settings.getDnsClient()));
        }
        compressors(builder, settings.getCompressorList());
        Long timeout = settings.getTimeout(TimeUnit.MILLISECONDS);
        if (timeout != null) {
            builder.timeout(Duration.ofMillis(timeout));
        }
        NewerSettings.overload(builder, settings);
        return builder.readPreference(Concerns.ours(settings.getReadPreference()))
                .readConcern(Concerns.ours(settings.getReadConcern()))
                .writeConcern(Concerns.ours(settings.getWriteConcern())).retryReads(settings.getRetryReads())
                .retryWrites(settings.getRetryWrites())
                .maxLoggedDocumentLength(settings.getLoggerSettings().getMaxDocumentLength());
    }

    private static void refuse(MongoClientSettings settings) {
        if (settings.getAutoEncryptionSettings() != null) {
            throw Refusals.of("Client-side encryption (autoEncryptionSettings)",
                    "it encrypts inside the official driver's own operations");
        }
        if (settings.getTransportSettings() != null) {
            throw Refusals.of("A transport (transportSettings)", "connections are Bowline's own");
        }
        if (NewerSettings.hasObservability(settings)) {
            throw Refusals.of("Tracing by the official driver (observabilitySettings)",
                    "it traces the official driver's own operations; use a command listener instead");
        }
        if (settings.getContextProvider() != null
                && !(settings.getContextProvider() instanceof SynchronousContextProvider)) {
            throw new IllegalArgumentException("The contextProvider must be an instance of "
                    + SynchronousContextProvider.class.getName() + " when using the synchronous driver");
        }
    }

    private static void cluster(MongoClientSettingsBuilder builder, ClusterSettings settings) {
        if (settings.getSrvHost() != null) {
            builder.srvHost(settings.getSrvHost()).srvServiceName(settings.getSrvServiceName());
            if (settings.getSrvMaxHosts() != null) {
                builder.srvMaxHosts(settings.getSrvMaxHosts());
            }
            if (settings.getSrvAllowedHostsSuffix() != null) {
                builder.srvAllowedHostsSuffix(settings.getSrvAllowedHostsSuffix());
            }
        } else {
            builder.hosts(settings.getHosts().stream().map(Addresses::ours).toList());
        }
        if (settings.getMode() == ClusterConnectionMode.SINGLE) {
            builder.directConnection(true);
        } else if (settings.getMode() == ClusterConnectionMode.LOAD_BALANCED) {
            builder.loadBalanced(true);
        }
        if (settings.getRequiredReplicaSetName() != null) {
            builder.replicaSet(settings.getRequiredReplicaSetName());
        } else if (settings.getRequiredClusterType() != ClusterType.UNKNOWN
                && settings.getRequiredClusterType() != ClusterType.LOAD_BALANCED) {
            throw Refusals.of("A required cluster type of " + settings.getRequiredClusterType(),
                    "only the name of a replica set can be required (requiredReplicaSetName)");
        }
        long selection = settings.getServerSelectionTimeout(TimeUnit.MILLISECONDS);
        builder.serverSelectionTimeout(selection < 0 ? FOR_EVER : Duration.ofMillis(selection))
                .localThreshold(Duration.ofMillis(settings.getLocalThreshold(TimeUnit.MILLISECONDS)));
    }

    private static void pool(MongoClientSettingsBuilder builder, ConnectionPoolSettings settings) {
        long wait = settings.getMaxWaitTime(TimeUnit.MILLISECONDS);
        builder.maxPoolSize(settings.getMaxSize()).minPoolSize(settings.getMinSize())
                // Zero means not to wait there, and to wait without a limit here.
                .waitQueueTimeout(wait < 0 ? Duration.ZERO : Duration.ofMillis(Math.max(1, wait)))
                .maxIdleTime(Duration.ofMillis(settings.getMaxConnectionIdleTime(TimeUnit.MILLISECONDS)))
                .maxLifeTime(Duration.ofMillis(settings.getMaxConnectionLifeTime(TimeUnit.MILLISECONDS)))
                .maintenanceDelay(Duration.ofMillis(settings.getMaintenanceInitialDelay(TimeUnit.MILLISECONDS)))
                .maintenanceFrequency(
                        Duration.ofMillis(Math.max(1, settings.getMaintenanceFrequency(TimeUnit.MILLISECONDS))))
                .maxConnecting(settings.getMaxConnecting());
    }

    private static void server(MongoClientSettingsBuilder builder, ServerSettings settings) {
        Duration frequency = Duration.ofMillis(settings.getHeartbeatFrequency(TimeUnit.MILLISECONDS));
        Duration min = Duration.ofMillis(settings.getMinHeartbeatFrequency(TimeUnit.MILLISECONDS));
        builder.serverMonitoringMode(ServerMonitoringMode.valueOf(settings.getServerMonitoringMode().name()));
        // There the minimum bounds the pauses and not the setting.
        ClientSeam.heartbeat(builder, frequency, min.compareTo(frequency) > 0 ? frequency : min);
    }

    private static void socket(MongoClientSettingsBuilder builder, SocketSettings settings) {
        builder.connectTimeout(Duration.ofMillis(settings.getConnectTimeout(TimeUnit.MILLISECONDS)))
                .socketTimeout(Duration.ofMillis(settings.getReadTimeout(TimeUnit.MILLISECONDS)));
        builder.receiveBufferSize(settings.getReceiveBufferSize()).sendBufferSize(settings.getSendBufferSize());
        ProxySettings proxy = settings.getProxySettings();
        if (proxy.isProxyEnabled()) {
            builder.proxyHost(proxy.getHost()).proxyPort(proxy.getPort());
            if (proxy.getUsername() != null) {
                builder.proxyUsername(proxy.getUsername());
            }
            if (proxy.getPassword() != null) {
                builder.proxyPassword(proxy.getPassword());
            }
        }
    }

    private static void tls(MongoClientSettingsBuilder builder, SslSettings settings) {
        builder.tls(settings.isEnabled()).tlsAllowInvalidHostnames(settings.isInvalidHostNameAllowed());
        if (settings.getContext() != null) {
            builder.sslContext(settings.getContext());
        }
    }

    private static dev.bowline.settings.ServerApi serverApi(ServerApi api) {
        dev.bowline.settings.ServerApi ours = dev.bowline.settings.ServerApi.version(api.getVersion().getValue());
        if (api.getStrict().isPresent()) {
            ours = ours.withStrict(api.getStrict().get());
        }
        return api.getDeprecationErrors().isPresent()
                ? ours.withDeprecationErrors(api.getDeprecationErrors().get())
                : ours;
    }

    private static void compressors(MongoClientSettingsBuilder builder, List<MongoCompressor> compressors) {
        builder.compressors(compressors.stream().map(each -> each.getName().toLowerCase(Locale.ROOT)).toList());
        for (MongoCompressor compressor : compressors) {
            Integer level = compressor.getProperty(MongoCompressor.LEVEL, -1);
            if (compressor.getName().equals("zlib") && level != null) {
                builder.zlibCompressionLevel(level);
            }
        }
    }
}
