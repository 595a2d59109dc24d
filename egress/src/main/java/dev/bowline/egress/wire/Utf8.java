package dev.bowline.egress.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.bson.BsonSerializationException;

/**
 * Text to bytes and back. Most keys and values are short and ASCII: a plain look at the characters and a copy of their
 * lower halves beats the library's encoder there, and the encoder beats the loop on long ones. An unpaired surrogate,
 * which UTF-8 cannot express, is written as a question mark, as everywhere in Java.
 */
final class Utf8 {
    private static final int LOOP_BELOW = 256;
    private static final int REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** Appends a string that ends in a zero byte, leaving room for {@code spare} more bytes behind it. */
    static void putCString(WireBuffer buffer, String text, int spare) {
        int length = text.length();
        buffer.ensure(length + 1 + spare);
        byte[] bytes = buffer.bytes;
        int position = buffer.position;
        for (int i = 0; i < length; i++) {
            int c = text.charAt(i);
            if (Integer.compareUnsigned(c - 1, 0x7F) >= 0) {
                putUnusualCString(buffer, text, spare);
                return;
            }
            bytes[position++] = (byte) c;
        }
        bytes[position++] = 0;
        buffer.position = position;
    }

    private static void putUnusualCString(WireBuffer buffer, String text, int spare) {
        if (text.indexOf(0) >= 0) {
            throw new BsonSerializationException("The name or pattern '" + text.replace("\0", "\\0")
                    + "' has a zero character at index " + text.indexOf(0) + ", which BSON cannot express there");
        }
        byte[] encoded = text.getBytes(UTF_8);
        buffer.ensure(encoded.length + 1 + spare);
        buffer.putBytes(encoded, 0, encoded.length);
        buffer.bytes[buffer.position++] = 0;
    }

    /** Appends a string with its length before it and a zero byte behind. */
    // getBytes is deprecated for dropping the upper halves, which are known to be zero here.
    @SuppressWarnings("deprecation")
    static void putString(WireBuffer buffer, String text) {
        int length = text.length();
        if (length < LOOP_BELOW) {
            int seen = 0;
            for (int i = 0; i < length; i++) {
                seen |= text.charAt(i);
            }
            if (seen < 0x80) {
                buffer.ensure(length + 5);
                byte[] bytes = buffer.bytes;
                int position = buffer.position;
                LittleEndian.putInt(bytes, position, length + 1);
                text.getBytes(0, length, bytes, position + 4);
                bytes[position + 4 + length] = 0;
                buffer.position = position + length + 5;
                return;
            }
        }
        int start = buffer.position;
        buffer.ensure(5);
        buffer.position = start + 4;
        buffer.putText(text);
        buffer.putByte(0);
        LittleEndian.putInt(buffer.bytes, start, buffer.position - start - 4);
    }

    /** Text from bytes that must be valid UTF-8. {@code origin} is where the document starts, for the message. */
    static String get(byte[] bytes, int offset, int length, int origin) {
        String text = new String(bytes, offset, length, UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            // Either the sender wrote that character, or the library put it in the place of what it could not read.
            check(bytes, offset, length, origin);
        }
        return text;
    }

    /** Refuses bytes that are not valid UTF-8. */
    static void check(byte[] bytes, int offset, int length, int origin) {
        ByteBuffer input = ByteBuffer.wrap(bytes, offset, length);
        try {
            UTF_8.newDecoder().decode(input);
        } catch (CharacterCodingException e) {
            throw Malformed.bson("text", input.position() - origin, "is not valid UTF-8");
        }
    }

    /** Whether all bytes are ASCII, and so certainly valid. */
    static boolean isAscii(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int i = offset;
        for (; i + 8 <= end; i += 8) {
            if ((LittleEndian.getLong(bytes, i) & 0x8080808080808080L) != 0) {
                return false;
            }
        }
        for (; i < end; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }
}
