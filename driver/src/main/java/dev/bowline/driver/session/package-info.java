/**
 * Server sessions and their pool, cluster time, client sessions and transactions.
 *
 * <p>Implements the session parts of the retryable writes document (transaction ids) and of the public driver sessions,
 * causal consistency, snapshot and transactions specifications.
 *
 * <p>No locks: the pool of server sessions is a stack and the cluster time a value, both changed by compare-and-set. A
 * {@link dev.bowline.driver.session.Session} belongs to one thread at a time. Nothing here talks to a server.
 */
@NullMarked
package dev.bowline.driver.session;

import org.jspecify.annotations.NullMarked;
