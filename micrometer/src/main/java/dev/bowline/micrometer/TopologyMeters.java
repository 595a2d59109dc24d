package dev.bowline.micrometer;

import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Times heartbeats and failovers, and counts cleared pools and the operations that a clear frees. */
final class TopologyMeters implements TopologyListener {
    private final MeterRegistry registry;
    private final Tags tags;
    /** When the primary was lost, by the registry's clock. Events of a topology come one after the other. */
    private @Nullable Long lostNanos;

    TopologyMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    @Override
    public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
        TopologyDescription now = event.newDescription();
        boolean had = event.previousDescription().type() == TopologyType.REPLICA_SET_WITH_PRIMARY;
        boolean has = now.type() == TopologyType.REPLICA_SET_WITH_PRIMARY;
        if (had && now.type() == TopologyType.REPLICA_SET_NO_PRIMARY) {
            lostNanos = registry.config().clock().monotonicTime();
        } else if (has && lostNanos != null) {
            registry.timer("mongodb.driver.failovers", tags)
                    .record(registry.config().clock().monotonicTime() - lostNanos, TimeUnit.NANOSECONDS);
            lostNanos = null;
        }
    }

    @Override
    public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
        heartbeat(event.address(), event.duration(), "SUCCESS");
    }

    @Override
    public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
        heartbeat(event.address(), event.duration(), "FAILED");
    }

    @Override
    public void poolCleared(ConnectionPoolClearedEvent event) {
        Tags at = tags.and("server.address", event.address().toString());
        registry.counter("mongodb.driver.pool.cleared", at).increment();
        registry.counter("mongodb.driver.operations.freed", at).increment(event.interrupted() + event.waiting());
    }

    private void heartbeat(ServerAddress address, Duration duration, String status) {
        registry.timer("mongodb.driver.heartbeats", tags.and("server.address", address.toString(), "status", status))
                .record(duration);
    }
}
