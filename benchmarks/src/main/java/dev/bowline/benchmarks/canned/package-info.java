/**
 * A server that costs next to nothing: one thread, non-blocking I/O, replies prepared in advance with only the request id
 * patched in. It answers hello as the primary of a replica set and streams heartbeats, so that any driver accepts it.
 */
@NullMarked
package dev.bowline.benchmarks.canned;

import org.jspecify.annotations.NullMarked;
