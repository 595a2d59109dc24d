/**
 * The bytes: BSON over reusable buffers, and the messages OP_MSG, OP_QUERY, OP_REPLY and OP_COMPRESSED.
 *
 * <p>Buffers belong to one connection and are used by one thread at a time. No length read from a peer is trusted.
 */
@NullMarked
package dev.bowline.egress.wire;

import org.jspecify.annotations.NullMarked;
