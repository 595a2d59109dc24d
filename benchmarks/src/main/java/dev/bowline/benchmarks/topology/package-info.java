/** What it costs to keep a topology's description and to select a server from it. */
@NullMarked
package dev.bowline.benchmarks.topology;

import org.jspecify.annotations.NullMarked;
