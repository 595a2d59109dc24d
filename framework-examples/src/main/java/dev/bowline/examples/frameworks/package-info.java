/** Programs written for the official interfaces, running on Bowline. */
@NullMarked
package dev.bowline.examples.frameworks;

import org.jspecify.annotations.NullMarked;
