/** {@code bowline watch}: the live page and its view in a terminal, of a deployment or of a simulated one. */
@NullMarked
package dev.bowline.cli.watch;

import org.jspecify.annotations.NullMarked;
