package dev.bowline.egress.wire;

import java.util.Arrays;
import java.util.Objects;
import org.bson.BsonType;
import org.bson.types.ObjectId;

/**
 * Goes through the elements of an encoded document, in place and without allocation, for those who look for a few known
 * fields: the envelope of a reply. Values that are not asked for are passed over by their length.
 *
 * <p>A cursor may be put {@linkplain #on on} another document at any time. What it finds malformed ends in a
 * {@link dev.bowline.error.MongoProtocolException}.
 */
public final class ElementCursor {
    private static final byte[] NOTHING = new byte[0];

    private byte[] bytes = NOTHING;
    private int origin;
    private int limit;
    private int nameOffset;
    private int nameLength;
    private int type;
    private int valueOffset;
    private int valueLength;

    /** Puts the cursor before the first element of this document; returns itself. */
    public ElementCursor on(byte[] document, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, document.length);
        bytes = document;
        origin = offset;
        int size = BsonSize.ofDocument(document, "document length", offset, offset + length, offset);
        limit = offset + size - 1;
        valueOffset = offset + 4;
        valueLength = 0;
        type = 0;
        return this;
    }

    /** Keeps no bytes; of no use until it is put {@linkplain #on on} others. */
    void letGo() {
        bytes = NOTHING;
        valueOffset = 0;
        valueLength = 0;
        limit = 0;
    }

    /** Puts this cursor before the first element of the document or array that the other stands on; returns itself. */
    public ElementCursor in(ElementCursor parent) {
        if (parent.type != BsonTypes.DOCUMENT && parent.type != BsonTypes.ARRAY) {
            throw parent.wrongType("a document or an array");
        }
        return on(parent.bytes, parent.valueOffset, parent.valueLength);
    }

    /** Goes to the next element; false if there is none. */
    public boolean next() {
        int position = valueOffset + valueLength;
        if (position == limit) {
            return false;
        }
        type = bytes[position++] & 0xFF;
        nameOffset = position;
        int name = BsonSize.ofCString(bytes, "name", position, limit, origin);
        nameLength = name - 1;
        valueOffset = position + name;
        valueLength = BsonSize.ofValue(bytes, type, valueOffset, limit, origin);
        return true;
    }

    /** The type byte of the current element. */
    public int type() {
        return type;
    }

    public boolean is(BsonType other) {
        return type == (other.getValue() & 0xFF);
    }

    /** Whether the element's name is this one, given in UTF-8. */
    public boolean nameEquals(byte[] name) {
        int length = name.length;
        return nameLength == length && Arrays.equals(bytes, nameOffset, nameOffset + length, name, 0, length);
    }

    public String name() {
        return Utf8.get(bytes, nameOffset, nameLength, origin);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Where the value starts in {@link #bytes}; an embedded document or array starts with its length. */
    public int offset() {
        return valueOffset;
    }

    /** How many bytes the value has. */
    public int length() {
        return valueLength;
    }

    /** A number of any type, cut to an int as a cast does. */
    public int intValue() {
        return (int) longValue();
    }

    /** A number of any type but decimal, cut to a long as a cast does. */
    public long longValue() {
        return switch (type) {
            case BsonTypes.INT32 -> LittleEndian.getInt(bytes, valueOffset);
            case BsonTypes.INT64 -> LittleEndian.getLong(bytes, valueOffset);
            case BsonTypes.DOUBLE -> (long) Double.longBitsToDouble(LittleEndian.getLong(bytes, valueOffset));
            default -> throw wrongType("a number");
        };
    }

    public double doubleValue() {
        return switch (type) {
            case BsonTypes.INT32 -> LittleEndian.getInt(bytes, valueOffset);
            case BsonTypes.INT64 -> LittleEndian.getLong(bytes, valueOffset);
            case BsonTypes.DOUBLE -> Double.longBitsToDouble(LittleEndian.getLong(bytes, valueOffset));
            default -> throw wrongType("a number");
        };
    }

    /** A boolean, or a number that is not zero: servers answer {@code ok} with either. */
    public boolean booleanValue() {
        return type == BsonTypes.BOOLEAN ? bytes[valueOffset] == 1 : doubleValue() != 0;
    }

    public String stringValue() {
        if (type != BsonTypes.STRING) {
            throw wrongType("a string");
        }
        return Utf8.get(bytes, valueOffset + 4, valueLength - 5, origin);
    }

    /** The raw bits of a timestamp or a date. */
    public long int64Bits() {
        if (type != BsonTypes.TIMESTAMP && type != BsonTypes.DATE_TIME && type != BsonTypes.INT64) {
            throw wrongType("a timestamp or a date");
        }
        return LittleEndian.getLong(bytes, valueOffset);
    }

    public ObjectId objectIdValue() {
        if (type != BsonTypes.OBJECT_ID) {
            throw wrongType("an ObjectId");
        }
        return new ObjectId(Arrays.copyOfRange(bytes, valueOffset, valueOffset + 12));
    }

    public boolean isNumber() {
        return type == BsonTypes.INT32 || type == BsonTypes.INT64 || type == BsonTypes.DOUBLE;
    }

    private RuntimeException wrongType(String expected) {
        return Malformed.bson("value of '" + name() + "'", valueOffset - origin,
                "is of type 0x" + Integer.toHexString(type) + " where " + expected + " belongs");
    }
}
