/** The pool of one host against the official driver's, both with connections that do nothing. */
@NullMarked
package dev.bowline.benchmarks.pool;

import org.jspecify.annotations.NullMarked;
