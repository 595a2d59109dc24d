package dev.bowline.egress.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers keys and which key came after which, so that the next document of the same shape needs no new strings:
 * a key is guessed from the one before it and only its bytes are compared. Keys that are not guessed are looked
 * up by hash, and a key enters the cache when it is seen a second time, so that documents whose keys are data do not fill it.
 *
 * <p>Bounded; belongs to one reader.
 */
final class KeyCache {
    private static final int SLOTS = 512;
    private static final int MAX_KEY_BYTES = 64;

    /** A key with the bytes it has in a document, its final zero included. */
    static final class Key {
        final String text;
        /** The number of bytes, the final zero included. */
        final int size;
        private final byte[] bytes;
        private final long head;
        private final long headMask;
        private final long tail;
        @Nullable
        Key next;

        private Key(String text, byte[] bytes) {
            this.text = text;
            this.bytes = bytes;
            this.size = bytes.length;
            byte[] padded = Arrays.copyOf(bytes, Math.max(size, 8));
            this.head = LittleEndian.getLong(padded, 0);
            this.headMask = size >= 8 ? -1L : (1L << (8 * size)) - 1;
            this.tail = LittleEndian.getLong(padded, padded.length - 8);
        }

        /** Whether these bytes begin with this key and its final zero. */
        boolean matches(byte[] other, int offset, int limit) {
            if (size > limit - offset) {
                return false;
            }
            if (offset + 8 > other.length) {
                return Arrays.equals(other, offset, offset + size, bytes, 0, size);
            }
            return ((LittleEndian.getLong(other, offset) ^ head) & headMask) == 0
                    && (size <= 8 || LittleEndian.getLong(other, offset + size - 8) == tail)
                    && (size <= 16 || Arrays.equals(other, offset + 8, offset + size - 8, bytes, 8, size - 8));
        }
    }

    /** Stands before the first key of a document. */
    final Key start = new Key("", new byte[1]);
    private final @Nullable Key[] table = new Key[SLOTS];
    private final int[] seenOnce = new int[SLOTS];

    /** The key of these bytes if it is in the cache now. The bytes are those of the key with its final zero. */
    @Nullable
    Key find(byte[] bytes, int offset, int size, int hash) {
        Key key = table[slot(hash)];
        return key != null && key.size == size && key.matches(bytes, offset, offset + size) ? key : null;
    }

    /** Notes that this key was seen; puts it in the cache and returns it if that was not the first time. */
    @Nullable
    Key admit(String text, byte[] bytes, int offset, int size, int hash) {
        int slot = slot(hash);
        if (size > MAX_KEY_BYTES || seenOnce[slot] != hash) {
            seenOnce[slot] = hash;
            return null;
        }
        Key key = new Key(text, Arrays.copyOfRange(bytes, offset, offset + size));
        table[slot] = key;
        return key;
    }

    private static int slot(int hash) {
        return (hash ^ (hash >>> 15)) & (SLOTS - 1);
    }
}
