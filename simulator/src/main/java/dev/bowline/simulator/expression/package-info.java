/**
 * Aggregation expressions: parsed and checked whole before a document is looked at, then evaluated over values.
 *
 * <p>Everything here is immutable after parsing and is used by many threads; what an evaluation needs to know of the
 * moment (time, randomness, the time limit) comes with its {@link dev.bowline.simulator.expression.Scope}.
 */
@NullMarked
package dev.bowline.simulator.expression;

import org.jspecify.annotations.NullMarked;
