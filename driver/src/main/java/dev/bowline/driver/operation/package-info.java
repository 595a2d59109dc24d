/**
 * Operations: one class per command, the loop that runs and retries them, cursors and the splitting of bulk writes.
 *
 * <p>Implements the retryable writes document and the public specifications of CRUD, retryable reads, cursors, command
 * monitoring, transactions and the client-side operation timeout. An operation object belongs to one call, and so to
 * one thread; commands are written straight into the connection's buffer and replies are read where they lie. Nothing
 * here holds a lock.
 */
@NullMarked
package dev.bowline.driver.operation;

import org.jspecify.annotations.NullMarked;
