/** Checks of arguments, shared by the client and its options. Pure functions without state. */
@org.jspecify.annotations.NullMarked
package dev.bowline.driver.argument;
