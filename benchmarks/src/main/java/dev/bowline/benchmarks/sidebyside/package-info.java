/**
 * Contestants doing the same work by turns. Every contestant has a JVM of its own ({@link dev.bowline.benchmarks.sidebyside.Worker}),
 * warmed up and with the same flags; it is told over a pipe to do a slice of so many operations and answers with what that slice
 * cost. Neighbouring slices are compared, because a shared machine swings by a factor of two or three within a minute and neighbours
 * swing together. For CPU figures everybody including the server is pinned to one CPU.
 */
@NullMarked
package dev.bowline.benchmarks.sidebyside;

import org.jspecify.annotations.NullMarked;
