package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Builds one message at a time in a connection's buffer: begin, write the sections, {@link #finish}, {@link #message}.
 * Beginning again drops whatever was there, finished or not.
 *
 * <p>Clients write OP_MSG and OP_QUERY with it; OP_REPLY is there for servers in tests and simulations.
 */
public final class RequestWriter {
    /** A message up to this size may be sent compressed even if compression made it longer. */
    private static final int MAX_GROWN_BYTES = 256 * 1024;

    private final WireBuffer buffer;
    private final WireBuffer compressed = new WireBuffer(0);
    private final BsonBufferWriter writer;
    private final CRC32C checksum = new CRC32C();
    private int requestId;
    private int opCode;
    private int flags;
    private int bodyOffset;
    private int sequenceOffset;
    private boolean finished;
    private WireBuffer outgoing;

    public RequestWriter(WireBuffer buffer) {
        this.buffer = buffer;
        this.writer = new BsonBufferWriter(buffer);
        this.outgoing = buffer;
    }

    /** Forgets the field names of the messages written so far, because later messages have others. */
    public void forgetKeys() {
        writer.forgetKeys();
    }

    /** Begins an OP_MSG. Its body, a section of kind 0, comes next; see {@link #body}. */
    public RequestWriter beginOpMsg(int newRequestId, int newFlags) {
        return beginOpMsg(newRequestId, 0, newFlags);
    }

    /** Begins an OP_MSG that answers another. */
    public RequestWriter beginOpMsg(int newRequestId, int responseTo, int newFlags) {
        begin(newRequestId, responseTo, OpCode.OP_MSG);
        flags = newFlags;
        buffer.putInt(newFlags);
        return this;
    }

    /** Begins an OP_QUERY; the query is written next, as the {@link #body}. */
    public RequestWriter beginOpQuery(int newRequestId, int newFlags, String namespace, int skip, int toReturn) {
        begin(newRequestId, 0, OpCode.OP_QUERY);
        flags = newFlags;
        buffer.putInt(newFlags);
        Utf8.putCString(buffer, namespace, 0);
        buffer.putInt(skip);
        buffer.putInt(toReturn);
        return this;
    }

    /** Begins an OP_REPLY with one document, which is written next, as the {@link #body}. */
    public RequestWriter beginOpReply(int newRequestId, int responseTo, int newFlags) {
        begin(newRequestId, responseTo, OpCode.OP_REPLY);
        flags = newFlags;
        buffer.putInt(newFlags);
        buffer.putLong(0);
        buffer.putInt(0);
        buffer.putInt(1);
        return this;
    }

    /**
     * The writer for the body. The first call begins the section; the document must be begun and ended by the caller.
     */
    public BsonBufferWriter body() {
        if (bodyOffset == 0) {
            if (opCode == OpCode.OP_MSG) {
                buffer.putByte(0);
            }
            bodyOffset = buffer.position;
        }
        return writer;
    }

    /**
     * Begins a section of kind 1 after the body; its documents are written to the returned writer one after another.
     */
    public BsonBufferWriter beginSequence(String identifier) {
        if (opCode != OpCode.OP_MSG || sequenceOffset != 0 || !writer.isAtTop()) {
            throw new IllegalStateException("A document sequence cannot begin here");
        }
        buffer.putByte(1);
        sequenceOffset = buffer.position;
        buffer.putInt(0);
        Utf8.putCString(buffer, identifier, 0);
        return writer;
    }

    public void endSequence() {
        if (sequenceOffset == 0 || !writer.isAtTop()) {
            throw new IllegalStateException("No document sequence can end here");
        }
        LittleEndian.putInt(buffer.bytes, sequenceOffset, buffer.position - sequenceOffset);
        sequenceOffset = 0;
    }

    /** Makes room for so many more bytes at once, for a caller that knows the size in advance. */
    public void expect(int bytes) {
        int needed = (int) Math.min((long) buffer.position + bytes, WireBuffer.MAX_BYTES);
        if (needed > buffer.capacity()) {
            buffer.growTo(needed);
        }
    }

    public int requestId() {
        return requestId;
    }

    public int opCode() {
        return opCode;
    }

    public int flags() {
        return flags;
    }

    /** Whether the message says that no reply is wanted. */
    public boolean moreToCome() {
        return opCode == OpCode.OP_MSG && (flags & OpCode.MORE_TO_COME) != 0;
    }

    /** Whether the message allows replies that announce another. */
    public boolean exhaustAllowed() {
        return opCode == OpCode.OP_MSG && (flags & OpCode.EXHAUST_ALLOWED) != 0;
    }

    /** How many bytes the message has so far, before compression. */
    public int size() {
        return buffer.position;
    }

    /** The array with the message as it was written, not compressed; the body is at {@link #bodyOffset}. */
    public byte[] bytes() {
        return buffer.bytes;
    }

    /** Where the body's document starts in {@link #bytes}. */
    public int bodyOffset() {
        return bodyOffset;
    }

    /** Completes the message. Nothing can be written to it afterwards. */
    public void finish() {
        finish(null);
    }

    /** Completes the message, and compresses it unless there is no compressor or its command must stay readable. */
    public void finish(@Nullable Compressor compressor) {
        if (finished) {
            throw new IllegalStateException("The message is already complete");
        }
        if (bodyOffset == 0 || sequenceOffset != 0 || !writer.isAtTop() || buffer.position < bodyOffset + 5) {
            throw new IllegalStateException("The message is not complete: a document or section has not ended");
        }
        if (compressor != null && opCode == OpCode.OP_MSG
                && CompressibleCommands.allows(buffer.bytes, bodyOffset, buffer.position)) {
            // A checksum inside a compressed message has no meaning to a server; the flag goes.
            LittleEndian.putInt(buffer.bytes, OpCode.HEADER_BYTES, flags & ~OpCode.CHECKSUM_PRESENT);
            LittleEndian.putInt(buffer.bytes, 0, buffer.position);
            compress(compressor);
        } else {
            boolean summed = opCode == OpCode.OP_MSG && (flags & OpCode.CHECKSUM_PRESENT) != 0;
            LittleEndian.putInt(buffer.bytes, 0, summed ? buffer.position + 4 : buffer.position);
            if (summed) {
                checksum.reset();
                checksum.update(buffer.bytes, 0, buffer.position);
                buffer.putInt((int) checksum.getValue());
            }
        }
        finished = true;
    }

    /** A view of the finished message, ready to be sent. */
    public ByteBuffer message() {
        if (!finished) {
            throw new IllegalStateException("The message is not complete");
        }
        return outgoing.view(0, outgoing.position);
    }

    /** Gives memory back after a large message. To be called when the connection comes to rest. */
    public void release() {
        buffer.reset();
        compressed.reset();
        bodyOffset = 0;
        finished = false;
        writer.reset();
    }

    private void begin(int newRequestId, int responseTo, int newOpCode) {
        buffer.reset();
        compressed.reset();
        writer.reset();
        outgoing = buffer;
        requestId = newRequestId;
        opCode = newOpCode;
        flags = 0;
        bodyOffset = 0;
        sequenceOffset = 0;
        finished = false;
        header(buffer, newRequestId, responseTo, newOpCode);
    }

    private static void header(WireBuffer target, int requestId, int responseTo, int opCode) {
        target.putInt(0);
        target.putInt(requestId);
        target.putInt(responseTo);
        target.putInt(opCode);
    }

    private void compress(Compressor compressor) {
        header(compressed, requestId, LittleEndian.getInt(buffer.bytes, 8), OpCode.OP_COMPRESSED);
        compressed.putInt(opCode);
        compressed.putInt(buffer.position - OpCode.HEADER_BYTES);
        compressed.putByte(compressor.id());
        compressor.compress(buffer.bytes, OpCode.HEADER_BYTES, buffer.position - OpCode.HEADER_BYTES, compressed);
        LittleEndian.putInt(compressed.bytes, 0, compressed.position);
        // What does not get smaller may get larger than a server takes; a small message cannot.
        boolean grown = compressed.position > buffer.position && buffer.position > MAX_GROWN_BYTES;
        outgoing = grown ? buffer : compressed;
    }
}
