/**
 * Pools of connections: {@link dev.bowline.egress.pool.HostPool} for one endpoint (the Connection Monitoring and
 * Pooling specification, whole) and the pools of every host in {@code dev.bowline.egress.hosts} (section "Connection
 * Pooling" of egress networking). The second is another owner of the first, not another mechanism: a topology readies,
 * clears and closes its pools; an executor's pools are ready from the start and follow a controller.
 *
 * <p>One lock per host pool. Under it {@code PoolCore} only decides; what it decided is an
 * {@link dev.bowline.egress.pool.Effects}, done after the lock is released: wake, interrupt, deliver events, close,
 * establish. Callers establish on their own thread; the maintaining thread establishes and closes nothing itself. What
 * holds whenever the lock is free is written down in {@code PoolInvariants}.
 */
@NullMarked
package dev.bowline.egress.pool;

import org.jspecify.annotations.NullMarked;
