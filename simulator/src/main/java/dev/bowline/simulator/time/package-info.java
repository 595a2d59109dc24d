/**
 * Virtual time: an {@link dev.bowline.egress.environment.Environment} in which exactly one thread runs at a time, the
 * seed chooses which, and the clock jumps to the next event when no thread can run. One seed is one run.
 *
 * <p>For this to hold, whatever runs here blocks only through the environment, never waits while holding a lock, and
 * never lets an identity hash decide an order. There are no locks in this package: the simulation is single-threaded by
 * construction.
 */
@NullMarked
package dev.bowline.simulator.time;

import org.jspecify.annotations.NullMarked;
