/** What a connection costs beyond the socket it uses. */
@NullMarked
package dev.bowline.benchmarks.connection;

import org.jspecify.annotations.NullMarked;
