/** What mapping records costs beside codecs written by hand. */
@NullMarked
package dev.bowline.benchmarks.mapping;

import org.jspecify.annotations.NullMarked;
