/**
 * What the client knows of a deployment, and how it keeps knowing it: descriptions, the pure transition from one to the
 * next, the live {@code Topology} with its monitors, and the polling of SRV records. Implements the Server Discovery
 * and Monitoring specification with its companions on monitoring, events and load balancers.
 *
 * <p>Rule: one lock per topology. Under it the code applies the pure transition, clears or readies the pools that the
 * new description concerns (lock order: topology, then pool) and publishes the description; sockets, threads, listeners
 * and log messages come after it is released. Readers take one volatile read. Each server is watched by one virtual
 * thread, and by a second one that measures round trips while the first is streaming.
 */
@NullMarked
package dev.bowline.driver.topology;

import org.jspecify.annotations.NullMarked;
