/**
 * Remote commands as values, and an executor that runs them on many hosts (the egress networking document).
 *
 * <p>Blocking code on virtual threads underneath; there is no second I/O path. Callbacks run one at a time on one virtual
 * thread of the executor; futures are completed, and subscribers called, on virtual threads that may block. Nothing is
 * retried unless the caller gives a {@link dev.bowline.egress.executor.RetryStrategy}.
 */
@NullMarked
package dev.bowline.egress.executor;

import org.jspecify.annotations.NullMarked;
