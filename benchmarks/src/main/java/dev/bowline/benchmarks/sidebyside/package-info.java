/**
 * Contestants doing the same work by turns. Every contestant has a JVM of its own
 * ({@link dev.bowline.benchmarks.sidebyside.Worker}), warmed up and with the same flags; it reads from a pipe how many
 * operations a slice has, and answers with what that slice cost. Neighboring slices are compared, because a shared
 * machine swings by a factor of two or three within a minute and neighbors swing together. For CPU figures all
 * processes, including the server, are pinned to one CPU.
 */
@NullMarked
package dev.bowline.benchmarks.sidebyside;

import org.jspecify.annotations.NullMarked;
