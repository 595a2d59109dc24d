package dev.bowline.micrometer;

import dev.bowline.MongoClientSettingsBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;

/**
 * Binds the meters of a client to a registry. Those of commands and pools have the names and tags that the dashboards for
 * the official driver and for Spring use:
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>meter</th><th>kind</th><th>tags</th></tr>
 * <tr><td>{@code mongodb.driver.commands}</td><td>timer</td>
 * <td>command, database, collection, server.address, cluster.id, status (SUCCESS, FAILED)</td></tr>
 * <tr><td>{@code mongodb.driver.pool.size}, {@code .checkedout}, {@code .waitqueuesize}</td><td>gauges</td>
 * <td>server.address, cluster.id</td></tr>
 * <tr><td>{@code mongodb.driver.pool.checkoutfailed}</td><td>counter</td><td>server.address, cluster.id</td></tr>
 * <tr><td>{@code mongodb.driver.pool.cleared}</td><td>counter</td><td>server.address, cluster.id</td></tr>
 * <tr><td>{@code mongodb.driver.operations.freed}</td><td>counter</td><td>server.address, cluster.id</td></tr>
 * <tr><td>{@code mongodb.driver.operations.retried}</td><td>counter</td>
 * <td>command, reason, server.address, cluster.id</td></tr>
 * <tr><td>{@code mongodb.driver.heartbeats}</td><td>timer</td><td>server.address, cluster.id, status</td></tr>
 * <tr><td>{@code mongodb.driver.failovers}</td><td>timer: how long there was no primary</td><td>cluster.id</td></tr>
 * </table>
 */
public final class MongoMetrics {
    private final MeterRegistry registry;
    private final Tags tags;

    /**
     * Creates a binding.
     *
     * @param clusterId tells the deployments of an application apart: the tag {@code cluster.id} of every meter
     */
    public MongoMetrics(MeterRegistry registry, String clusterId) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.tags = Tags.of(Tag.of("cluster.id", Objects.requireNonNull(clusterId, "clusterId")));
    }

    /** Adds the listeners that feed the meters to the settings of a client, and returns the same builder. */
    public MongoClientSettingsBuilder bindTo(MongoClientSettingsBuilder settings) {
        return settings.addCommandListener(new CommandMeters(registry, tags))
                .addConnectionPoolListener(new PoolMeters(registry, tags))
                .addTopologyListener(new TopologyMeters(registry, tags));
    }
}
