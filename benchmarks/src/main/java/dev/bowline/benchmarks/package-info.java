/** Microbenchmarks, and side-by-side runs against the official driver and a bare socket. */
@NullMarked
package dev.bowline.benchmarks;

import org.jspecify.annotations.NullMarked;
