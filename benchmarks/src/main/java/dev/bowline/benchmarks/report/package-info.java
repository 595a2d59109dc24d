/**
 * Results for people: tables in Markdown, charts in SVG, the budget with what was reached, and the section of the
 * documentation.
 */
@NullMarked
package dev.bowline.benchmarks.report;

import org.jspecify.annotations.NullMarked;
