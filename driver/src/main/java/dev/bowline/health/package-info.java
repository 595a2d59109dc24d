/** The health of a client at a moment: immutable values, made without I/O from what the client knows. */
@org.jspecify.annotations.NullMarked
package dev.bowline.health;
