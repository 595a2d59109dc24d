/**
 * One connection to one server: connect, handshake, authenticate, then one exchange at a time.
 *
 * <p>A connection has no lock: one thread uses it at a time, and only abort and close may come from elsewhere.
 */
@NullMarked
package dev.bowline.egress.connection;

import org.jspecify.annotations.NullMarked;
