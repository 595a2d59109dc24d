/**
 * Read concern, write concern and read preference: immutable values that say where an operation goes and what it
 * promises.
 */
@org.jspecify.annotations.NullMarked
package dev.bowline.concern;
