/**
 * Connections to any number of hosts, for executors: section "Connection Pooling" of the egress networking document.
 *
 * <p>{@link dev.bowline.egress.hosts.HostPools} holds one {@code SpecificPool} for each host, which queues requests
 * over the {@code HostPool} of that host. A {@link dev.bowline.egress.hosts.PoolController} decides how many
 * connections each host has; the pool makes them in the background, in its own time, so that no request's deadline ends
 * the making of a connection.
 *
 * <p>Lock rule: one lock guards the map of hosts, and one the plain state of each host. Neither is held while the
 * other, a pool's lock, a controller or a request is called.
 */
@NullMarked
package dev.bowline.egress.hosts;

import org.jspecify.annotations.NullMarked;
