/**
 * Options of operations. An options object is made for one call and configured in it; it is not thread-safe and does no
 * I/O.
 */
@org.jspecify.annotations.NullMarked
package dev.bowline.options;
