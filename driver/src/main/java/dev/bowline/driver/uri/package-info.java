/**
 * Connection strings: {@code mongodb://} and {@code mongodb+srv://}, their options, and the seed list that a
 * {@code mongodb+srv} string stands for.
 *
 * <p>Implements the public specifications connection string, URI options, initial DNS seed list discovery and the
 * connection string part of authentication. Parsing is a pure function without locks or threads; only
 * {@link dev.bowline.driver.uri.SeedList} asks the resolver, on the caller's thread.
 *
 * <p>Nothing here ever shows a password: neither an error, nor a warning, nor {@code toString}.
 */
@NullMarked
package dev.bowline.driver.uri;

import org.jspecify.annotations.NullMarked;
