/**
 * Streams that are ready for the protocol: name resolution, TCP or Unix socket, SOCKS5, TLS.
 *
 * <p>Deadlines and aborts are the {@link dev.bowline.egress.environment.ByteStream}'s own.
 */
@NullMarked
package dev.bowline.egress.stream;

import org.jspecify.annotations.NullMarked;
