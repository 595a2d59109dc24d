package dev.bowline.egress.wire;

import static dev.bowline.egress.wire.BsonTypes.MAX_DEPTH;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDbPointer;
import org.bson.BsonRegularExpression;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The bytes under a {@link BsonBufferReader}: takes one thing after another from them, checking each, with no notion of
 * what ought to come next. The codecs of this room use it directly.
 */
abstract class BsonInput extends NamedBsonReader {
    private static final @Nullable Object[] NOTHING_HELD = new Object[0];
    private static final int MIN_HELD = 32;
    private static final int MAX_IDLE_HELD = 4096;

    private final KeyCache keys = new KeyCache();
    KeyCache.Key lastKey = keys.start;
    byte[] bytes = new byte[0];
    /** The same bytes, once needed: an ObjectId is made from a buffer without a copy in between. */
    private @Nullable ByteBuffer view;
    /** Where the input starts; offsets in messages count from here. */
    int origin;
    int position;
    /** The offset of the final zero of the innermost open document; at the top, the end of the input. */
    int limit;
    int depth;
    // What is open at each depth from 1 on: the limit of what surrounds it, and whether it is an array.
    int[] outerLimits = new int[16];
    boolean[] arrays = new boolean[16];
    private @Nullable Object[] held = NOTHING_HELD;
    private int heldCount;

    /** Forgets the names of the elements read so far: those of a handshake do not come again. */
    final void forgetKeys() {
        keys.clear();
        lastKey = keys.start;
    }

    /** Starts over on these bytes, keeping what was learnt about keys. */
    final void start(byte[] newBytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, newBytes.length);
        if (newBytes != bytes) {
            bytes = newBytes;
            view = null;
        }
        origin = offset;
        position = offset;
        limit = offset + length;
        depth = 0;
        lastKey = keys.start;
        dropHeld();
    }

    /**
     * Releases the state of a half-read document. Allocates nothing: there may be no memory left.
     */
    final void dropHeld() {
        if (held.length > MAX_IDLE_HELD) {
            held = NOTHING_HELD;
        } else if (heldCount > 0) {
            Arrays.fill(held, 0, heldCount, null);
        }
        heldCount = 0;
    }

    final byte[] bytes() {
        return bytes;
    }

    final int position() {
        return position;
    }

    final int origin() {
        return origin;
    }

    /** Goes into the document or array here. */
    final void enter(String field) {
        int length = BsonSize.ofDocument(bytes, field, position, limit, origin);
        checkWhole(length);
        if (++depth > MAX_DEPTH) {
            throw BsonSize.tooDeep(position, origin);
        }
        if (depth >= outerLimits.length) {
            outerLimits = Arrays.copyOf(outerLimits, depth * 2);
            arrays = Arrays.copyOf(arrays, depth * 2);
        }
        outerLimits[depth] = limit;
        limit = position + length - 1;
        position += 4;
    }

    /** The outermost document must be all of the input. */
    final void checkWhole(int length) {
        if (depth == 0 && length != limit - position) {
            throw Malformed.bson("document length", 0,
                    "is " + length + ", but there are " + (limit - position) + " bytes");
        }
    }

    /** Goes out of the document or array whose end was reached. */
    final void leave() {
        position = limit + 1;
        limit = outerLimits[depth--];
    }

    /** The type of the next element, or 0 at the end of the document. */
    final int takeType() {
        if (position == limit) {
            return 0;
        }
        int typeByte = bytes[position++] & 0xFF;
        if (typeByte == 0) {
            throw BsonSize.unknownType(0, position - 1, origin);
        }
        return typeByte;
    }

    /** For a type byte, just taken with its name, that means nothing. */
    final RuntimeException unknownType(int typeByte) {
        return BsonSize.valueOfUnknownType(typeByte, position, origin);
    }

    final String takeKey() {
        KeyCache.Key guess = lastKey.next;
        if (guess != null && guess.matches(bytes, position, limit)) {
            lastKey = guess;
            position += guess.size;
            return guess.text;
        }
        KeyCache.Key other = lastKey.other;
        if (other != null && other.matches(bytes, position, limit)) {
            lastKey = other;
            position += other.size;
            return other.text;
        }
        return lookUpKey();
    }

    private String lookUpKey() {
        int start = position;
        int end = start;
        int hash = 0;
        byte b;
        do {
            if (end == limit) {
                throw Malformed.bson("name", start - origin, "does not end before the document does");
            }
            b = bytes[end++];
            hash = hash * 31 + b;
        } while (b != 0);
        int size = end - start;
        KeyCache.Key key = keys.find(bytes, start, size, hash);
        String text;
        if (key == null) {
            text = Utf8.get(bytes, start, size - 1, origin);
            key = keys.admit(text, bytes, start, size, hash);
        } else {
            text = key.text;
        }
        if (key != null) {
            lastKey.follow(key);
            lastKey = key;
        }
        position = end;
        return text;
    }

    /** How many values are held; what is held from here on is for the array that is being read. */
    final int held() {
        return heldCount;
    }

    /** Holds a value of an array until the array ends and its length is known. */
    final void hold(@Nullable Object value) {
        if (heldCount == held.length) {
            held = Arrays.copyOf(held, Math.max(MIN_HELD, heldCount * 2));
        }
        held[heldCount++] = value;
    }

    /** Moves the values held from this one on into a list. */
    @SuppressWarnings("unchecked")
    final <T extends @Nullable Object> void release(int from, List<T> target) {
        for (int i = from; i < heldCount; i++) {
            target.add((T) held[i]);
            held[i] = null;
        }
        heldCount = from;
        if (held.length > MAX_IDLE_HELD && from == 0) {
            held = NOTHING_HELD;
        }
    }

    /** Passes over the name of an array's element, which carries no information. */
    final void takeIndex() {
        position += BsonSize.ofCString(bytes, "index", position, limit, origin);
    }

    final int takeInt32(String field) {
        int start = need(4, field);
        return LittleEndian.getInt(bytes, start);
    }

    final long takeInt64(String field) {
        int start = need(8, field);
        return LittleEndian.getLong(bytes, start);
    }

    final double takeDouble() {
        return Double.longBitsToDouble(takeInt64("double"));
    }

    final boolean takeBoolean() {
        int start = need(1, "boolean");
        byte value = bytes[start];
        if (value != 0 && value != 1) {
            throw Malformed.bson("boolean", start - origin, "is " + value + ", neither 0 nor 1");
        }
        return value == 1;
    }

    final String takeString() {
        int start = position;
        int size = BsonSize.ofString(bytes, start, limit, origin);
        position = start + size;
        return Utf8.get(bytes, start + 4, size - 5, origin);
    }

    /** The code of code with scope; the scope, a document, is what comes next. */
    final String takeCodeBeforeScope() {
        BsonSize.ofCodeWithScope(bytes, position, limit, origin);
        position += 4;
        return takeString();
    }

    final ObjectId takeObjectId() {
        int start = need(12, "ObjectId");
        ByteBuffer buffer = view;
        if (buffer == null) {
            buffer = ByteBuffer.wrap(bytes);
            view = buffer;
        }
        return new ObjectId(buffer.limit(start + 12).position(start));
    }

    final Decimal128 takeDecimal128() {
        int start = need(16, "decimal128");
        return Decimal128.fromIEEE754BIDEncoding(LittleEndian.getLong(bytes, start + 8),
                LittleEndian.getLong(bytes, start));
    }

    final BsonRegularExpression takeRegularExpression() {
        String pattern = takeCString("regular expression");
        return new BsonRegularExpression(pattern, takeCString("regular expression options"));
    }

    final BsonDbPointer takeDbPointer() {
        String namespace = takeString();
        return new BsonDbPointer(namespace, takeObjectId());
    }

    /** The subtype of the binary value here, which is checked and not yet passed. */
    final byte takeBinarySubtype() {
        BsonSize.ofBinary(bytes, position, limit, origin);
        return bytes[position + 4];
    }

    /** The content of a binary value; call {@link #takeBinarySubtype} first. */
    final byte[] takeBinary() {
        int length = LittleEndian.getInt(bytes, position);
        int start = position + 5;
        position = start + length;
        return Arrays.copyOfRange(bytes, bytes[start - 1] == 2 ? start + 4 : start, position);
    }

    /** The same, into an array that has room for it; returns its length. */
    final int takeBinary(byte[] target) {
        int length = LittleEndian.getInt(bytes, position);
        int start = position + 5;
        position = start + length;
        int from = bytes[start - 1] == 2 ? start + 4 : start;
        System.arraycopy(bytes, from, target, 0, position - from);
        return position - from;
    }

    private String takeCString(String field) {
        int start = position;
        int size = BsonSize.ofCString(bytes, field, start, limit, origin);
        position = start + size;
        return Utf8.get(bytes, start, size - 1, origin);
    }

    private int need(int length, String field) {
        int start = position;
        if (length > limit - start) {
            throw Malformed.bson(field, start - origin, "is cut off: " + (limit - start) + " bytes are left");
        }
        position = start + length;
        return start;
    }
}
