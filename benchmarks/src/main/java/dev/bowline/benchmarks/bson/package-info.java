/** Microbenchmarks of BSON: ours against the library's, the same documents and the same kind of buffers. */
@NullMarked
package dev.bowline.benchmarks.bson;

import org.jspecify.annotations.NullMarked;
