/**
 * The unified test format as data: what a file may look like ({@link dev.bowline.conformance.format.UnifiedSchema}),
 * and the records that a valid file becomes. Nothing here runs anything.
 *
 * <p>Everything is immutable; no locks, no threads. Implements the sections "Schema version", "Test file syntax" and
 * "Test runner implementation: parsing" of the unified test format.
 */
@NullMarked
package dev.bowline.conformance.format;

import org.jspecify.annotations.NullMarked;
