/**
 * Pools of connections: {@code HostPool} for one endpoint (the Connection Monitoring and Pooling specification) and
 * {@code ConnectionPool} for every host (the pooling part of egress networking).
 *
 * <p>One lock per host pool. Under it the code only decides; what it decided is done after the lock is released.
 */
@NullMarked
package dev.bowline.egress.pool;

import org.jspecify.annotations.NullMarked;
