/**
 * The bytes: BSON over reusable buffers, and the messages OP_MSG, OP_QUERY, OP_REPLY and OP_COMPRESSED.
 *
 * <p>A {@link dev.bowline.egress.wire.RequestWriter} builds a message in a connection's
 * {@link dev.bowline.egress.wire.WireBuffer}; a {@link dev.bowline.egress.wire.MessageReader} reads one and shows it as
 * a {@link dev.bowline.egress.wire.Reply}, whose envelope is read in place by an
 * {@link dev.bowline.egress.wire.ElementCursor} and whose documents go straight to a codec. The codecs of
 * {@link dev.bowline.egress.wire.FastCodecs} use the buffers directly; any other works through the interfaces of
 * {@code org.mongodb:bson}.
 *
 * <p>There is no lock here: buffers, readers and writers belong to one connection and are used by one thread at a time.
 * No length read from a peer is trusted; what is malformed ends in a {@link dev.bowline.error.MongoProtocolException}.
 * The formats are those of the public BSON, OP_MSG and OP_COMPRESSED specifications; the egress document names them
 * under "wire protocol".
 */
@NullMarked
package dev.bowline.egress.wire;

import org.jspecify.annotations.NullMarked;
