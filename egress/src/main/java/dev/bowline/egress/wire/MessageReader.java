package dev.bowline.egress.wire;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.error.MongoConfigurationException;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * Reads messages from a stream into one buffer, header and body together, and checks them. A message that is not
 * what the protocol says ends in a {@link dev.bowline.error.MongoProtocolException}; the stream is then of no more
 * use, since where the next message starts is not known.
 *
 * <p>Used by one thread at a time.
 */
public final class MessageReader {
    /** What servers announce as their largest message. */
    public static final int DEFAULT_MAX_MESSAGE_BYTES = 48_000_000;
    /** Any message is accepted as an answer: what a server reads answers nothing. */
    public static final int ANY = Integer.MIN_VALUE;

    /** A read asks for at most so much: the system keeps a copy of this size for every thread that reads. */
    private static final int MAX_READ_BYTES = 256 * 1024;

    private final boolean requests;
    private final WireBuffer buffer = new WireBuffer();
    private final WireBuffer uncompressed = new WireBuffer(0);
    private final Reply reply = new Reply();
    private final CRC32C checksum = new CRC32C();
    private int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
    /** One bit for each compressor that messages may use, by its number. */
    private int compressors;
    /** Where the current message ends; it starts at 0, and bytes are there up to the buffer's position. */
    private int end;

    private MessageReader(boolean requests) {
        this.requests = requests;
        // A server learns from a message how it may answer; a client has agreed on it before.
        this.compressors = requests ? -1 : 0;
    }

    /** For a client, which receives OP_MSG and OP_REPLY. */
    public static MessageReader forReplies() {
        return new MessageReader(false);
    }

    /** For a server, which receives OP_MSG and OP_QUERY. */
    public static MessageReader forRequests() {
        return new MessageReader(true);
    }

    /** Sets the largest message to accept, compressed or not; more than a buffer can hold is never accepted. */
    public void maxMessageBytes(int max) {
        maxMessageBytes = Math.min(max, WireBuffer.MAX_BYTES);
    }

    /** Forgets the field names of the messages read so far, because later messages have others. */
    public void forgetKeys() {
        reply.forgetKeys();
    }

    /** Accepts messages that this compressor made from now on, because both sides have agreed on it. */
    public void accept(Compressor negotiated) {
        // A peer that may compress may also send uncompressed messages.
        compressors |= 1 << negotiated.id() | 1;
    }

    /**
     * Reads the next message. The reply before becomes invalid.
     *
     * @param expectedResponseTo the id of the request, or of the reply before, that the message must answer; or
     *     {@link #ANY}
     * @throws EOFException if the stream ends before the message does
     */
    public Reply read(ByteStream stream, int expectedResponseTo) throws IOException {
        discardPrevious();
        fill(stream, OpCode.HEADER_BYTES);
        int length = LittleEndian.getInt(buffer.bytes, 0);
        if (length < OpCode.HEADER_BYTES || length > maxMessageBytes) {
            throw Malformed.message("messageLength", 0,
                    "is " + length + ", not between " + OpCode.HEADER_BYTES + " and " + maxMessageBytes);
        }
        int responseTo = LittleEndian.getInt(buffer.bytes, 8);
        if (expectedResponseTo != ANY && responseTo != expectedResponseTo) {
            throw Malformed.message("responseTo", 8,
                    "is " + responseTo + ", but the request was " + expectedResponseTo);
        }
        int opCode = LittleEndian.getInt(buffer.bytes, 12);
        if (!isExpected(opCode) && opCode != OpCode.OP_COMPRESSED) {
            throw unexpected("opCode", 12, opCode);
        }
        fill(stream, length);
        end = length;
        reply.header(opCode, LittleEndian.getInt(buffer.bytes, 4), responseTo, length);
        if (opCode == OpCode.OP_COMPRESSED) {
            uncompress(length);
        } else {
            parse(opCode, buffer.bytes, 0, length);
        }
        return reply;
    }

    /**
     * Gives memory back after a large message, which becomes invalid. To be called when the connection comes to rest.
     */
    public void release() {
        discardPrevious();
    }

    /** Whether bytes beyond the last message have arrived already: on a connection at rest, a sign of trouble. */
    public boolean hasBufferedBytes() {
        return buffer.position > end;
    }

    private boolean isExpected(int opCode) {
        return opCode == OpCode.OP_MSG || opCode == (requests ? OpCode.OP_QUERY : OpCode.OP_REPLY);
    }

    private static RuntimeException unexpected(String field, int offset, int opCode) {
        return Malformed.message(field, offset, "is " + opCode + ", which does not belong here");
    }

    private void discardPrevious() {
        int leftover = buffer.position - end;
        if (leftover == 0) {
            buffer.reset();
        } else if (end > 0) {
            System.arraycopy(buffer.bytes, end, buffer.bytes, 0, leftover);
            buffer.position = leftover;
        }
        end = 0;
        uncompressed.reset();
        reply.letGoUnlessIn(buffer.bytes);
    }

    /**
     * Reads until so many bytes of the message are there. The buffer becomes at most four times what has arrived,
     * because the announced length is not to be trusted, and no more than the message, because what is grown through is
     * garbage.
     */
    private void fill(ByteStream stream, int length) throws IOException {
        while (buffer.position < length) {
            if (buffer.position == buffer.bytes.length) {
                buffer.growTo((int) Math.min(length, 4L * buffer.bytes.length));
            }
            int to = Math.min(buffer.bytes.length, buffer.position + MAX_READ_BYTES);
            int count = stream.read(buffer.view(buffer.position, to));
            if (count < 0) {
                throw new EOFException(buffer.position == 0
                        ? "The peer closed the connection"
                        : looksLikeTls()
                                ? "The peer answered with a record of TLS and closed the connection: it needs TLS"
                                : "The peer closed the connection after " + buffer.position + " bytes of a message");
            }
            buffer.position += count;
        }
    }

    /** What a server that expects TLS answers to anything else: an alert. */
    private boolean looksLikeTls() {
        return buffer.position >= 3 && buffer.bytes[0] == 21 && buffer.bytes[1] == 3 && buffer.bytes[2] <= 4;
    }

    private void uncompress(int length) {
        byte[] bytes = buffer.bytes;
        if (length < OpCode.COMPRESSED_HEADER_BYTES) {
            throw Malformed.message("messageLength", 0, "is " + length + ", too short for a compressed message");
        }
        int opCode = LittleEndian.getInt(bytes, 16);
        int size = LittleEndian.getInt(bytes, 20);
        int compressorId = bytes[24] & 0xFF;
        if (!isExpected(opCode)) {
            throw unexpected("originalOpcode", 16, opCode);
        }
        if (size < 0 || size > maxMessageBytes - OpCode.HEADER_BYTES) {
            throw Malformed.message("uncompressedSize", 20,
                    "is " + size + ", not between 0 and " + (maxMessageBytes - OpCode.HEADER_BYTES));
        }
        if (compressorId < Integer.SIZE && (compressors & 1 << compressorId) == 0) {
            throw Malformed.message("compressorId", 24, "is " + compressorId + ", which was not negotiated");
        }
        Compressor compressor;
        try {
            compressor = Compressor.numbered(compressorId);
        } catch (MongoConfigurationException e) {
            throw Malformed.message("compressorId", 24, "is " + compressorId + ": " + e.getMessage());
        }
        if (compressor == null) {
            throw Malformed.message("compressorId", 24, "is " + compressorId + ", which does not exist");
        }
        // With the header it had before, so that offsets in errors, and a checksum, are those of the uncompressed
        // message.
        uncompressed.putInt(OpCode.HEADER_BYTES + size);
        uncompressed.putInt(reply.requestId());
        uncompressed.putInt(reply.responseTo());
        uncompressed.putInt(opCode);
        compressor.uncompress(bytes, OpCode.COMPRESSED_HEADER_BYTES, length - OpCode.COMPRESSED_HEADER_BYTES,
                uncompressed, size);
        reply.header(opCode, reply.requestId(), reply.responseTo(), length);
        parse(opCode, uncompressed.bytes, 0, uncompressed.position);
    }

    private void parse(int opCode, byte[] bytes, int from, int to) {
        switch (opCode) {
            case OpCode.OP_MSG -> parseMsg(bytes, from, to);
            case OpCode.OP_REPLY -> parseReply(bytes, from, to);
            default -> parseQuery(bytes, from, to);
        }
    }

    private void parseReply(byte[] bytes, int from, int to) {
        int document = from + OpCode.HEADER_BYTES + 20;
        if (to < document) {
            throw Malformed.message("messageLength", 0, "is " + (to - from) + ", too short for an OP_REPLY");
        }
        int count = LittleEndian.getInt(bytes, document - 4);
        if (count != 1) {
            throw Malformed.message("numberReturned", 32, "is " + count + ", not 1");
        }
        reply.flags(LittleEndian.getInt(bytes, from + OpCode.HEADER_BYTES));
        only(bytes, from, document, to);
    }

    private void parseQuery(byte[] bytes, int from, int to) {
        int name = from + OpCode.HEADER_BYTES + 4;
        if (to < name) {
            throw Malformed.message("messageLength", 0, "is " + (to - from) + ", too short for an OP_QUERY");
        }
        int size = BsonSize.ofCString(bytes, "fullCollectionName", name, to, from);
        reply.flags(LittleEndian.getInt(bytes, from + OpCode.HEADER_BYTES));
        reply.namespace(Utf8.get(bytes, name, size - 1, from));
        only(bytes, from, name + size + 8, to);
    }

    /** The one document that reaches to the end of the message. */
    private void only(byte[] bytes, int from, int document, int to) {
        int length = BsonSize.ofDocument(bytes, "body length", document, to, from);
        if (document + length != to) {
            throw Malformed.message("body length", document - from,
                    "is " + length + ", but " + (to - document) + " bytes are left for it");
        }
        reply.body(bytes, document, length);
    }

    private void parseMsg(byte[] bytes, int from, int to) {
        int position = from + OpCode.HEADER_BYTES + 4;
        if (to < position) {
            throw Malformed.message("messageLength", 0, "is " + (to - from) + ", too short for an OP_MSG");
        }
        int flags = LittleEndian.getInt(bytes, from + OpCode.HEADER_BYTES);
        int unknown = flags & OpCode.REQUIRED_FLAGS & ~OpCode.KNOWN_REQUIRED_FLAGS;
        if (unknown != 0) {
            throw Malformed.message("flagBits", OpCode.HEADER_BYTES,
                    "has the required bits 0x" + Integer.toHexString(unknown) + ", which are not known");
        }
        reply.flags(flags);
        int sectionsEnd = to;
        if ((flags & OpCode.CHECKSUM_PRESENT) != 0) {
            sectionsEnd = checkedBefore(bytes, from, position, to);
        }
        int body = -1;
        int bodyLength = 0;
        int sequences = 0;
        while (position < sectionsEnd) {
            int kind = bytes[position];
            if (kind == 0) {
                if (body >= 0) {
                    throw Malformed.message("section kind", position - from, "is a second body");
                }
                body = position + 1;
                bodyLength = BsonSize.ofDocument(bytes, "body length", body, sectionsEnd, from);
                position = body + bodyLength;
            } else if (kind == 1) {
                sequences++;
                position += 1 + DocumentSequence.check(bytes, position + 1, sectionsEnd, from);
            } else {
                throw Malformed.message("section kind", position - from, "is " + kind + ", which does not exist");
            }
        }
        if (body < 0) {
            throw Malformed.message("sections", OpCode.HEADER_BYTES + 4, "have no body");
        }
        if (sequences == 0) {
            reply.body(bytes, body, bodyLength);
        } else {
            WireBuffer target = new WireBuffer(sectionsEnd - from);
            DocumentSequence.merge(bytes, from + OpCode.HEADER_BYTES + 4, sectionsEnd, body, bodyLength, target);
            reply.body(target.bytes, 0, target.position);
        }
    }

    /** Where the sections end before a checksum, which is verified. */
    private int checkedBefore(byte[] bytes, int from, int sections, int to) {
        int offset = to - 4;
        if (offset < sections) {
            throw Malformed.message("checksum", sections - from, "is cut off");
        }
        checksum.reset();
        checksum.update(bytes, from, offset - from);
        int actual = (int) checksum.getValue();
        int announced = LittleEndian.getInt(bytes, offset);
        if (announced != actual) {
            throw Malformed.message("checksum", offset - from, "is 0x" + Integer.toHexString(announced)
                    + ", but the message has 0x" + Integer.toHexString(actual));
        }
        return offset;
    }
}
