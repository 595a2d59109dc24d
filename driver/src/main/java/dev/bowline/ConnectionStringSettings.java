package dev.bowline;

import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.driver.uri.UriOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Carries the options of a connection string over into settings: those it has, and no others. */
final class ConnectionStringSettings {
    /** Mechanisms whose users may be defined in any database; users of other mechanisms are external. */
    private static final List<String> FREE_OF_SOURCE = List.of("SCRAM-SHA-1", "SCRAM-SHA-256", "MONGODB-CR", "PLAIN");

    private final ConnectionString source;

    private ConnectionStringSettings(ConnectionString source) {
        this.source = source;
    }

    static void apply(ConnectionString source, MongoClientSettingsBuilder target) {
        ConnectionStringSettings options = new ConnectionStringSettings(source);
        options.applyDeployment(target);
        options.applyCredential(target);
        options.applyTls(target);
        options.applyConnections(target);
        options.applyMonitoring(target);
        options.applyOperations(target);
    }

    private void applyDeployment(MongoClientSettingsBuilder target) {
        if (source.isSrv()) {
            target.srvHost(source.srvHost().orElseThrow());
        } else {
            target.hosts(source.hosts());
        }
        source.database().ifPresent(target::database);
        copy(UriOption.SRV_SERVICE_NAME, target::srvServiceName);
        copy(UriOption.SRV_MAX_HOSTS, target::srvMaxHosts);
        copy(UriOption.DIRECT_CONNECTION, target::directConnection);
        copy(UriOption.REPLICA_SET, target::replicaSet);
        copy(UriOption.LOAD_BALANCED, target::loadBalanced);
    }

    private void applyCredential(MongoClientSettingsBuilder target) {
        source.credential().ifPresent(credential -> {
            target.credential(credential);
            boolean free = credential.mechanism().map(FREE_OF_SOURCE::contains).orElse(true);
            target.values.credentialSourceDefaulted = free && source.option(UriOption.AUTH_SOURCE).isEmpty();
        });
    }

    private void applyTls(MongoClientSettingsBuilder target) {
        source.tls().ifPresent(target::tls);
        copy(UriOption.TLS_INSECURE, target::tlsInsecure);
        copy(UriOption.TLS_ALLOW_INVALID_CERTIFICATES, target::tlsAllowInvalidCertificates);
        copy(UriOption.TLS_ALLOW_INVALID_HOSTNAMES, target::tlsAllowInvalidHostnames);
        copy(UriOption.TLS_CA_FILE, file -> target.tlsCaFile(Path.of(file)));
        copy(UriOption.TLS_CERTIFICATE_KEY_FILE, file -> target.tlsCertificateKeyFile(Path.of(file)));
        copy(UriOption.TLS_CERTIFICATE_KEY_FILE_PASSWORD, target::tlsCertificateKeyFilePassword);
    }

    private void applyConnections(MongoClientSettingsBuilder target) {
        millis(UriOption.CONNECT_TIMEOUT_MS, target::connectTimeout);
        millis(UriOption.SOCKET_TIMEOUT_MS, target::socketTimeout);
        copy(UriOption.PROXY_HOST, target::proxyHost);
        copy(UriOption.PROXY_PORT, target::proxyPort);
        copy(UriOption.PROXY_USERNAME, target::proxyUsername);
        copy(UriOption.PROXY_PASSWORD, target::proxyPassword);
        copy(UriOption.MAX_POOL_SIZE, target::maxPoolSize);
        copy(UriOption.MIN_POOL_SIZE, target::minPoolSize);
        millis(UriOption.MAX_IDLE_TIME_MS, target::maxIdleTime);
        copy(UriOption.MAX_CONNECTING, target::maxConnecting);
        millis(UriOption.WAIT_QUEUE_TIMEOUT_MS, target::waitQueueTimeout);
        copy(UriOption.APP_NAME, target::appName);
        copy(UriOption.COMPRESSORS, target::compressors);
        copy(UriOption.ZLIB_COMPRESSION_LEVEL, target::zlibCompressionLevel);
    }

    private void applyMonitoring(MongoClientSettingsBuilder target) {
        millis(UriOption.HEARTBEAT_FREQUENCY_MS, target::heartbeatFrequency);
        copy(UriOption.SERVER_MONITORING_MODE, target::serverMonitoringMode);
        millis(UriOption.SERVER_SELECTION_TIMEOUT_MS, target::serverSelectionTimeout);
        millis(UriOption.LOCAL_THRESHOLD_MS, target::localThreshold);
    }

    private void applyOperations(MongoClientSettingsBuilder target) {
        millis(UriOption.TIMEOUT_MS, target::timeout);
        source.readPreference().ifPresent(target::readPreference);
        source.readConcern().ifPresent(target::readConcern);
        source.writeConcern().ifPresent(target::writeConcern);
        copy(UriOption.RETRY_READS, target::retryReads);
        copy(UriOption.RETRY_WRITES, target::retryWrites);
        copy(UriOption.MAX_ADAPTIVE_RETRIES, target::maxAdaptiveRetries);
        copy(UriOption.ENABLE_OVERLOAD_RETARGETING, target::enableOverloadRetargeting);
        copy(UriOption.UUID_REPRESENTATION, target::uuidRepresentation);
    }

    private <T> void copy(UriOption<T> option, Consumer<T> setter) {
        source.option(option).ifPresent(setter);
    }

    private void millis(UriOption<Integer> option, Consumer<Duration> setter) {
        source.option(option).ifPresent(millis -> setter.accept(Duration.ofMillis(millis)));
    }
}
