/**
 * Deployments of simulated MongoDB servers that can be killed, frozen, partitioned and stepped down, for tests of
 * drivers and of applications.
 *
 * <p>Start with {@link dev.bowline.simulator.Deployment}. Its methods may be called from any thread; what they change
 * is guarded inside the servers and the replication model, and they return when the change is in effect.
 */
@NullMarked
package dev.bowline.simulator;

import org.jspecify.annotations.NullMarked;
