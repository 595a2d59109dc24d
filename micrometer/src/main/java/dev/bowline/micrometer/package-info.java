/**
 * Meters of commands, pools, heartbeats, retries and failovers, and observations of operations, for Micrometer. Counters
 * and gauges are safe for use by many threads; there is no lock.
 */
@NullMarked
package dev.bowline.micrometer;

import org.jspecify.annotations.NullMarked;
