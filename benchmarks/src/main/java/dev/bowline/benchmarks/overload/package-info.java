/** What an application gets out of a server that sheds load, with and without client backpressure. */
@NullMarked
package dev.bowline.benchmarks.overload;

import org.jspecify.annotations.NullMarked;
