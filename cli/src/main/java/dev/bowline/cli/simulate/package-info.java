/** {@code bowline simulate}: a deployment that keeps running, with commands from the keyboard and by HTTP. */
@NullMarked
package dev.bowline.cli.simulate;

import org.jspecify.annotations.NullMarked;
