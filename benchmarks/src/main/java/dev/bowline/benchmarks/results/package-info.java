/**
 * What was measured, as values: a spread per measure, an entry per task and contestant, and all entries with the
 * machine they come from, as JSON and back. Nothing here measures and nothing here prints.
 */
@NullMarked
package dev.bowline.benchmarks.results;

import org.jspecify.annotations.NullMarked;
