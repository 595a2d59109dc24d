/** {@code bowline doctor}: examines step by step why a client can or cannot use a deployment, and says what to do. */
@NullMarked
package dev.bowline.cli.doctor;

import org.jspecify.annotations.NullMarked;
