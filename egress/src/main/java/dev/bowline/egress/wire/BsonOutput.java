package dev.bowline.egress.wire;

import static dev.bowline.egress.wire.BsonTypes.MAX_DEPTH;

import org.bson.BsonBinarySubType;
import org.bson.BsonSerializationException;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The bytes under a {@link BsonBufferWriter}: puts one thing after another, with no notion of what ought to come next.
 * The codecs of this room use it directly.
 */
abstract class BsonOutput extends NamedBsonWriter {
    /** A fixed-size value is at most so long, so a name is written with this much room behind it. */
    private static final int FIXED_VALUE_BYTES = 16;
    /** The names of the first elements of arrays, each with its final zero in the four bytes of a number. */
    private static final int[] SMALL_INDEXES = smallIndexes();

    final WireBuffer buffer;
    private final KeyCache keys = new KeyCache();
    private KeyCache.Key lastKey = keys.start;
    int depth;

    BsonOutput(WireBuffer buffer) {
        this.buffer = buffer;
    }

    /** Forgets the names of the elements written so far: those of a handshake do not come again. */
    final void forgetKeys() {
        keys.clear();
        lastKey = keys.start;
    }

    final WireBuffer buffer() {
        return buffer;
    }

    /** Puts the type and name of an element: of a document if there is a name, otherwise of an array. */
    final void putElement(int type, @Nullable String name, int index) {
        if (name == null) {
            putIndex(type, index);
        } else {
            putElement(type, name);
        }
    }

    /** Puts an element's type and name, with room behind it for a value of fixed size. */
    final void putElement(int type, String name) {
        KeyCache.Key key = lastKey.next;
        if (key == null || key.text != name) {
            key = find(key, name);
            if (key == null) {
                putNewElement(type, name);
                return;
            }
        }
        lastKey = key;
        int position = buffer.position;
        buffer.ensure(1 + key.size + FIXED_VALUE_BYTES);
        byte[] bytes = buffer.bytes;
        bytes[position++] = (byte) type;
        key.put(bytes, position);
        buffer.position = position + key.size;
    }

    /** The key of this name, which is not the very string that was guessed. */
    private KeyCache.@Nullable Key find(KeyCache.@Nullable Key guess, String name) {
        KeyCache.Key other = lastKey.other;
        if (other != null && other.text == name) {
            return other;
        }
        if (guess != null && guess.text.equals(name)) {
            guess.text = name;
            return guess;
        }
        KeyCache.Key key = keys.find(name);
        if (key != null) {
            lastKey.follow(key);
        }
        return key;
    }

    private void putNewElement(int type, String name) {
        buffer.putByte(type);
        int start = buffer.position;
        Utf8.putCString(buffer, name, FIXED_VALUE_BYTES);
        keys.admit(name, buffer.bytes, start, buffer.position - start, name.hashCode());
    }

    /** Puts the type and name of an array's element, with room behind it for a value of fixed size. */
    final void putIndex(int type, int index) {
        buffer.ensure(12 + FIXED_VALUE_BYTES);
        byte[] bytes = buffer.bytes;
        int position = buffer.position;
        bytes[position++] = (byte) type;
        if (index < SMALL_INDEXES.length) {
            LittleEndian.putInt(bytes, position, SMALL_INDEXES[index]);
            buffer.position = position + (index < 10 ? 2 : index < 100 ? 3 : 4);
        } else {
            buffer.position = position;
            Utf8.putCString(buffer, Integer.toString(index), FIXED_VALUE_BYTES);
        }
    }

    private static int[] smallIndexes() {
        int[] indexes = new int[1000];
        byte[] four = new byte[4];
        for (int index = 0; index < indexes.length; index++) {
            String text = Integer.toString(index);
            for (int i = 0; i < four.length; i++) {
                four[i] = i < text.length() ? (byte) text.charAt(i) : 0;
            }
            indexes[index] = LittleEndian.getInt(four, 0);
        }
        return indexes;
    }

    final void putObjectId(ObjectId id) {
        buffer.ensure(12);
        int position = buffer.position;
        id.putToByteBuffer(buffer.view(position, position + 12));
        buffer.position = position + 12;
    }

    final void putDecimal128(Decimal128 value) {
        buffer.putLong(value.getLow());
        buffer.putLong(value.getHigh());
    }

    final void putBinary(byte subtype, byte[] data) {
        boolean old = subtype == BsonBinarySubType.OLD_BINARY.getValue();
        buffer.putInt(old ? data.length + 4 : data.length);
        buffer.putByte(subtype);
        if (old) {
            buffer.putInt(data.length);
        }
        buffer.putBytes(data, 0, data.length);
    }

    /** Begins a document or array on the direct path. */
    final int putStart() {
        if (++depth > MAX_DEPTH) {
            throw tooDeep();
        }
        int start = buffer.position;
        buffer.ensure(4);
        buffer.position = start + 4;
        return start;
    }

    /** Ends what {@link #putStart} began. */
    final void putEnd(int start) {
        depth--;
        buffer.putByte(0);
        LittleEndian.putInt(buffer.bytes, start, buffer.position - start);
    }

    final void putRaw(RawBsonDocument document) {
        ByteBuf content = document.getByteBuffer();
        try {
            int length = content.remaining();
            buffer.ensure(length);
            content.get(buffer.bytes, buffer.position, length);
            buffer.position += length;
        } finally {
            content.release();
        }
    }

    private static BsonSerializationException tooDeep() {
        return new BsonSerializationException(
                "The document is nested more than " + MAX_DEPTH + " levels deep; does it contain itself?");
    }
}
