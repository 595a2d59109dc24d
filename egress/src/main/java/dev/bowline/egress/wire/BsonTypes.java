package dev.bowline.egress.wire;

import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The type bytes of BSON elements, as plain numbers for switches in hot code. */
final class BsonTypes {
    static final int DOUBLE = 0x01;
    static final int STRING = 0x02;
    static final int DOCUMENT = 0x03;
    static final int ARRAY = 0x04;
    static final int BINARY = 0x05;
    static final int UNDEFINED = 0x06;
    static final int OBJECT_ID = 0x07;
    static final int BOOLEAN = 0x08;
    static final int DATE_TIME = 0x09;
    static final int NULL = 0x0A;
    static final int REGULAR_EXPRESSION = 0x0B;
    static final int DB_POINTER = 0x0C;
    static final int JAVASCRIPT = 0x0D;
    static final int SYMBOL = 0x0E;
    static final int JAVASCRIPT_WITH_SCOPE = 0x0F;
    static final int INT32 = 0x10;
    static final int TIMESTAMP = 0x11;
    static final int INT64 = 0x12;
    static final int DECIMAL128 = 0x13;
    static final int MAX_KEY = 0x7F;
    static final int MIN_KEY = 0xFF;

    /**
     * Deeper documents are refused in both directions; servers accept at most 250 levels. Decoding a level takes up to a
     * kilobyte of the stack, of which a thread may have few hundred.
     */
    static final int MAX_DEPTH = 256;

    private static final @Nullable BsonType[] BY_BYTE = new BsonType[256];

    static {
        for (BsonType type : BsonType.values()) {
            BY_BYTE[type.getValue() & 0xFF] = type;
        }
        BY_BYTE[0] = null;
    }

    private BsonTypes() {}

    /** The type of this byte, or null if there is none. The end of a document is not a type. */
    static @Nullable BsonType of(int typeByte) {
        return BY_BYTE[typeByte];
    }
}
