/**
 * Discovery and monitoring without threads: the single-threaded rules of the Server Discovery and Monitoring
 * specification, over the same pure transition that the live topology applies.
 *
 * <p>Meant for short-lived processes. Nothing here has a lock: one thread uses a client at a time, and it alone applies
 * what checks found. Each check has a short-lived virtual thread, so that a server that does not answer delays no
 * other.
 */
@NullMarked
package dev.bowline.driver.scan;

import org.jspecify.annotations.NullMarked;
