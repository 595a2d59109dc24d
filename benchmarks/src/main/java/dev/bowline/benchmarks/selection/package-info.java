/** What choosing a server costs, apart from the live topology. */
@NullMarked
package dev.bowline.benchmarks.selection;

import org.jspecify.annotations.NullMarked;
