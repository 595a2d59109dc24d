/**
 * The ground everything stands on: the {@link dev.bowline.egress.environment.Environment} through which all of Bowline
 * blocks, reads clocks and reaches the network, and the small values that every room needs.
 *
 * <p>Only {@code SystemEnvironment} and what it hands out may call the clock, start or
 * park threads, draw randomness or open sockets; an architecture test holds this. Plain state is guarded by
 * {@link dev.bowline.egress.environment.StateLock}s, here and in the rooms above.
 */
@NullMarked
package dev.bowline.egress.environment;

import org.jspecify.annotations.NullMarked;
