/**
 * Compares what a test expects with what was observed: values, events, log messages, errors.
 *
 * <p>Pure functions over immutable values; no locks, no threads. A mismatch is a
 * {@link dev.bowline.conformance.match.MismatchException} whose message names the place. Implements "Evaluating
 * matches" and the expectation sections of the unified test format.
 */
@NullMarked
package dev.bowline.conformance.match;

import org.jspecify.annotations.NullMarked;
