/** The events of change streams and the options that ask for them. */
@org.jspecify.annotations.NullMarked
package dev.bowline.changestream;
