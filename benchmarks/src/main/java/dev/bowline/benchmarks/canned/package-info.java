/**
 * Servers for benchmarks, as programs of their own. The canned one costs next to nothing: one thread, non-blocking I/O,
 * replies prepared in advance with only the request id patched in. It answers hello as a member of a replica set or as
 * a router and streams heartbeats, so that any driver accepts it.
 */
@NullMarked
package dev.bowline.benchmarks.canned;

import org.jspecify.annotations.NullMarked;
