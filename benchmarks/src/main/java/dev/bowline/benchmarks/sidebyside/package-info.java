/**
 * Side-by-side runs: the same work, the same server, the same run, by Bowline, the official driver and a bare socket.
 *
 * <p>Each contestant lives in a warmed JVM of its own. They take turns in slices, each slice is compared with its
 * neighbour's, and the figure is the median of the ratios: on a shared machine nothing else means anything.
 */
@NullMarked
package dev.bowline.benchmarks.sidebyside;

import org.jspecify.annotations.NullMarked;
