package dev.bowline.egress.executor;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.hosts.ConnectionCloser;
import dev.bowline.egress.hosts.HostPools;
import dev.bowline.egress.hosts.HostPoolsSettings;
import dev.bowline.egress.hosts.HostPoolsStatistics;
import dev.bowline.egress.hosts.LimitController;
import dev.bowline.egress.hosts.PoolController;
import dev.bowline.egress.stream.TlsSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pools of one executor: one for each way in which requests ask for TLS. */
final class ExecutorPools implements ConnectionCloser, AutoCloseable {
    private final Environment environment;
    private final ExecutorSettings settings;
    private final PoolController controller;

    /** The pools that almost every request uses, once they are made. */
    private volatile @Nullable HostPools global;

    /** Guards the fields below. Nothing but the making of a pool happens while it is held. */
    private final StateLock lock = new StateLock();
    private final EnumMap<TlsMode, HostPools> byMode = new EnumMap<>(TlsMode.class);
    private final Set<ServerAddress> keptOpen = new TreeSet<>();
    private boolean closed;

    ExecutorPools(Environment environment, ExecutorSettings settings) {
        this.environment = environment;
        this.settings = settings;
        this.controller = settings.controller().orElseGet(() -> new LimitController(settings.minConnections(),
                settings.maxConnections(), settings.maxConnecting()));
    }

    /**
     * The pools for this mode.
     *
     * @throws RemoteCommandException if they are closed
     */
    HostPools of(TlsMode mode) {
        HostPools first = global;
        if (mode == TlsMode.GLOBAL && first != null) {
            return first;
        }
        lock.lock();
        try {
            HostPools known = byMode.get(mode);
            if (known != null) {
                return known;
            }
            if (closed) {
                throw new RemoteCommandException(Status.SHUTDOWN);
            }
            HostPools made = make(mode);
            keptOpen.forEach(host -> made.keepOpen(host, true));
            byMode.put(mode, made);
            if (mode == TlsMode.GLOBAL) {
                global = made;
            }
            return made;
        } finally {
            lock.unlock();
        }
    }

    private HostPools make(TlsMode mode) {
        return new HostPools(
                new HostPoolsSettings(settings.hostTimeout(), settings.refreshRequirement(), settings.refreshTimeout()),
                controller, new ConnectionFactory(environment, connection(mode)), environment,
                settings.listeners());
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        all().forEach(HostPools::close);
    }

    @Override
    public Set<String> tags() {
        return settings.tags();
    }

    @Override
    public void dropConnections() {
        all().forEach(HostPools::dropConnections);
    }

    @Override
    public void dropConnections(ServerAddress host) {
        all().forEach(pools -> pools.dropConnections(host));
    }

    @Override
    public void keepOpen(ServerAddress host, boolean keep) {
        lock.lock();
        try {
            if (keep) {
                keptOpen.add(host);
            } else {
                keptOpen.remove(host);
            }
        } finally {
            lock.unlock();
        }
        all().forEach(pools -> pools.keepOpen(host, keep));
    }

    /** What all pools hold. A host that is reached both with and without TLS is there twice. */
    HostPoolsStatistics statistics() {
        return HostPoolsStatistics.of(all().stream().flatMap(pools -> pools.statistics().hosts().stream()).toList());
    }

    private List<HostPools> all() {
        lock.lock();
        try {
            return List.copyOf(byMode.values());
        } finally {
            lock.unlock();
        }
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
