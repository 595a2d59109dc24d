package dev.bowline.egress.wire;

/** The numbers of the protocol: operations, and the flags of their messages. */
public final class OpCode {
    public static final int OP_REPLY = 1;
    public static final int OP_QUERY = 2004;
    public static final int OP_COMPRESSED = 2012;
    public static final int OP_MSG = 2013;

    /** OP_MSG: the message ends with a CRC-32C of all before it. */
    public static final int CHECKSUM_PRESENT = 1;
    /** OP_MSG: another message follows without a request; in a request: no reply is wanted. */
    public static final int MORE_TO_COME = 1 << 1;
    /** OP_MSG: the client is prepared for replies with {@link #MORE_TO_COME}. */
    public static final int EXHAUST_ALLOWED = 1 << 16;

    /** OP_QUERY: the server may be a secondary. */
    public static final int SECONDARY_OK = 1 << 2;

    /** Bits 0 to 15 of an OP_MSG's flags must be understood by the reader; the others may be ignored. */
    static final int REQUIRED_FLAGS = 0xFFFF;
    static final int KNOWN_REQUIRED_FLAGS = CHECKSUM_PRESENT | MORE_TO_COME;

    static final int HEADER_BYTES = 16;
    /** The header, and the original operation, uncompressed size and compressor of an OP_COMPRESSED. */
    static final int COMPRESSED_HEADER_BYTES = HEADER_BYTES + 9;

    private OpCode() {}
}
