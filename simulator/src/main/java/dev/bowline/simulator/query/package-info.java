/**
 * Filters, projections, sort orders and updates: each parsed and checked whole before a document is looked at.
 *
 * <p>What a parser returns is immutable and shared by threads. Documents are never changed in place: an update returns
 * another document, which shares with the old one what did not change.
 */
@NullMarked
package dev.bowline.simulator.query;

import org.jspecify.annotations.NullMarked;
