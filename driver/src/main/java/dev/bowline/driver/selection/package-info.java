/**
 * Chooses the server of an operation: write selection, read preferences with tag sets and max staleness, the latency
 * window, and the better of two random servers.
 *
 * <p>Implements the public specifications server selection and max staleness. Pure functions of descriptions: no lock,
 * no clock, no thread. What follows from one description is computed once and kept with it, in
 * {@link dev.bowline.driver.selection.SelectionCandidates}; waiting for a better description is the topology's
 * business.
 */
@NullMarked
package dev.bowline.driver.selection;

import org.jspecify.annotations.NullMarked;
