/**
 * Runs files of the unified test format: entities, operations, fail points, expectations, outcomes.
 *
 * <p>One test runs at a time, on the thread of the run; the threads that a test asks for live as long as the test.
 * Observers are called on the driver's threads and guard their lists by a lock of their own. Implements "Test runner
 * implementation" of the unified test format.
 */
@NullMarked
package dev.bowline.conformance.unified;

import org.jspecify.annotations.NullMarked;
