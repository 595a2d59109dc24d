/**
 * Aggregation pipelines: parsed and checked whole, then run as a chain of iterators over a snapshot of collections.
 *
 * <p>Stages stream where they can, so that a cursor holds what it needs for the next batch and no more. A run belongs
 * to one cursor and is used by one thread at a time; pipelines are immutable.
 */
@NullMarked
package dev.bowline.simulator.aggregate;

import org.jspecify.annotations.NullMarked;
