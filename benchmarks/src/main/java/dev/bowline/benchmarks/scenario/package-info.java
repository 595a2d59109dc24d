/**
 * What cannot be measured by repeating an operation: the first operation of a process, what an idle client holds, and
 * what a writer feels when the primary is killed, stepped down or frozen. Contestants are paired here too: fresh
 * processes by turns, or both writing to the same deployment through the same fault.
 */
@NullMarked
package dev.bowline.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
