/**
 * Discovery and monitoring without threads: the single-threaded rules of the Server Discovery and Monitoring
 * specification, over the same pure transition that the live topology applies.
 *
 * <p>Meant for short-lived processes. Nothing here has a lock: one thread uses a client at a time, and all checks happen
 * on that thread, inline with its operations.
 */
@NullMarked
package dev.bowline.driver.scan;

import org.jspecify.annotations.NullMarked;
