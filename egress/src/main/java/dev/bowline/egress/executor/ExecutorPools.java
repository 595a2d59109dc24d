package dev.bowline.egress.executor;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.pool.ConnectionPool;
import dev.bowline.egress.pool.ConnectionPoolSettings;
import dev.bowline.egress.pool.LimitController;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.stream.TlsSettings;
import java.util.List;

/** The pools of one executor: one for each way in which requests ask for TLS, all with one maintaining thread. */
final class ExecutorPools implements AutoCloseable {
    private final Environment environment;
    private final ExecutorSettings settings;
    private final PoolMaintainer maintainer;

    ExecutorPools(Environment environment, ExecutorSettings settings) {
        this.environment = environment;
        this.settings = settings;
        this.maintainer = new PoolMaintainer(environment);
    }

    ConnectionPool make(TlsMode mode) {
        ConnectionPoolSettings defaults = ConnectionPoolSettings.defaults();
        return new ConnectionPool(
                new ConnectionPoolSettings(settings.hostTimeout(), defaults.refreshRequirement(),
                        defaults.refreshTimeout()),
                new LimitController(settings.minConnections(), settings.maxConnections(), settings.maxConnecting()),
                new ConnectionFactory(environment, connection(mode)), environment, maintainer, List.of());
    }

    @Override
    public void close() {
        maintainer.close();
    }

    private ConnectionSettings connection(TlsMode mode) {
        ConnectionSettings global = settings.connection();
        TlsSettings tls = global.stream().tls();
        return switch (mode) {
            case GLOBAL -> global;
            case ENABLED -> global.withStream(global.stream().withTls(enabled(tls)));
            case DISABLED -> global.withStream(global.stream().withTls(TlsSettings.DISABLED));
        };
    }

    private static TlsSettings enabled(TlsSettings tls) {
        return new TlsSettings(true, tls.allowInvalidHostnames(), tls.allowInvalidCertificates(), tls.context(),
                tls.caFile(), tls.certificateKeyFile(), tls.certificateKeyFilePassword());
    }
}
