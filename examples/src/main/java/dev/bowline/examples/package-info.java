/** Small programs that show Bowline at work. */
@NullMarked
package dev.bowline.examples;

import org.jspecify.annotations.NullMarked;
