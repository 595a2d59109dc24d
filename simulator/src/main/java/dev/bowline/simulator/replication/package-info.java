/**
 * The replication model: members with logs of their own, terms, votes, elections, lag, commitment and rollback.
 *
 * <p>Two kinds of lock. Each {@link dev.bowline.simulator.replication.Node}'s data lock guards its store; the
 * {@link dev.bowline.simulator.replication.ReplicaSet}'s one lock guards logs, roles, terms, links and configuration.
 * The data lock is taken first. No thread waits or does I/O under either: threads that wait for the log or for a role
 * wait in a {@link dev.bowline.simulator.replication.Waiters}, and are woken after the lock is released.
 */
@NullMarked
package dev.bowline.simulator.replication;

import org.jspecify.annotations.NullMarked;
