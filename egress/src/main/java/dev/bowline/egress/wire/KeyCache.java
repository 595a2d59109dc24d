package dev.bowline.egress.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers keys. For a reader, also which key came after which, so that the next document of the same shape needs no
 * new strings: a key is guessed from the one before it and only its bytes are compared. Keys that are not guessed are
 * looked up by hash. The first few hundred keys enter the cache at once and later ones when they are seen a second
 * time, so that documents whose keys are data do not evict the others.
 *
 * <p>Bounded: it grows with the number of keys, and starts over when there are too many. Belongs to one reader or
 * writer.
 */
final class KeyCache {
    private static final int MIN_SLOTS = 32;
    private static final int MAX_SLOTS = 1024;
    private static final int MAX_KEY_BYTES = 64;
    /**
     * So many places are looked at for one key, and of keys with the same hash only one is in the cache. Keys made to
     * collide then stay outside, which costs little more than to have no cache.
     */
    static final int MAX_PROBES = 16;

    /** A key with the bytes it has in a document, its final zero included. */
    static final class Key {
        /** The string that was used last for this key: its user is likely to pass the same string again. */
        String text;
        /** The number of bytes, the final zero included. */
        final int size;
        private final int hash;
        private final byte[] bytes;
        private final long head;
        private final long headMask;
        private final long tail;
        /** The key that came after this one last, and the one before that: trees and arrays often alternate. */
        @Nullable
        Key next;
        @Nullable
        Key other;

        private Key(String text, int hash, byte[] bytes) {
            this.text = text;
            this.hash = hash;
            this.bytes = bytes;
            this.size = bytes.length;
            byte[] padded = Arrays.copyOf(bytes, Math.max(size, 8));
            this.head = LittleEndian.getLong(padded, 0);
            this.headMask = size >= 8 ? -1L : (1L << (8 * size)) - 1;
            this.tail = LittleEndian.getLong(padded, padded.length - 8);
        }

        /** Notes which key came after this one. */
        void follow(Key key) {
            other = next;
            next = key;
        }

        /** Puts the key with its final zero; up to 16 bytes from the offset on may be overwritten. */
        void put(byte[] target, int offset) {
            if (size > 16) {
                System.arraycopy(bytes, 0, target, offset, size);
                return;
            }
            LittleEndian.putLong(target, offset, head);
            if (size > 8) {
                LittleEndian.putLong(target, offset + size - 8, tail);
            }
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
    final Key start = new Key("", 0, new byte[1]);
    /** By hash, with the next free slot taken where the proper one is not free; at most half full. */
    private @Nullable Key[] table = new Key[MIN_SLOTS];
    /** Hashes of keys that were seen and not let in; only once the table is large. */
    private int @Nullable [] seenOnce;
    private int mask = MIN_SLOTS - 1;
    private int count;

    /** For a reader: the key of these bytes, its final zero included, if it is in the cache. */
    @Nullable
    Key find(byte[] bytes, int offset, int size, int hash) {
        int slot = slot(hash);
        int probes = 0;
        for (Key key = table[slot]; key != null && probes < MAX_PROBES; key = table[slot], probes++) {
            if (key.hash == hash) {
                return key.size == size && key.matches(bytes, offset, offset + size) ? key : null;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** For a writer: the key of this text if it is in the cache. */
    @Nullable
    Key find(String text) {
        int hash = text.hashCode();
        int slot = slot(hash);
        int probes = 0;
        for (Key key = table[slot]; key != null && probes < MAX_PROBES; key = table[slot], probes++) {
            if (key.text == text) {
                return key;
            }
            if (key.hash == hash) {
                if (!key.text.equals(text)) {
                    return null;
                }
                key.text = text;
                return key;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** Notes that this key, which is not in the cache, was seen; returns it if it is there now. */
    @Nullable
    Key admit(String text, byte[] bytes, int offset, int size, int hash) {
        if (size > MAX_KEY_BYTES) {
            return null;
        }
        int slot = slot(hash);
        if (seenOnce != null && seenOnce[slot] != hash) {
            seenOnce[slot] = hash;
            return null;
        }
        if (free(hash) < 0) {
            return null;
        }
        if (++count > table.length / 2) {
            makeRoom();
        }
        Key key = new Key(text, hash, Arrays.copyOfRange(bytes, offset, offset + size));
        insert(key);
        return key;
    }

    private void insert(Key key) {
        int slot = free(key.hash);
        if (slot >= 0) {
            table[slot] = key;
        }
    }

    /** A place for a key with this hash; -1 if one has the same, or all places where it would be looked for are taken. */
    private int free(int hash) {
        int slot = slot(hash);
        for (int probes = 0; probes < MAX_PROBES; probes++) {
            Key key = table[slot];
            if (key == null) {
                return slot;
            }
            if (key.hash == hash) {
                return -1;
            }
            slot = (slot + 1) & mask;
        }
        return -1;
    }

    /** Forgets all keys. */
    void clear() {
        table = new Key[MIN_SLOTS];
        seenOnce = null;
        mask = MIN_SLOTS - 1;
        count = 0;
        // Or the chain of guesses would keep the old keys alive.
        start.next = null;
        start.other = null;
    }

    private void makeRoom() {
        @Nullable
        Key[] old = table;
        if (old.length == MAX_SLOTS) {
            clear();
            count = 1;
            return;
        }
        int slots = old.length * 2;
        table = new Key[slots];
        seenOnce = slots == MAX_SLOTS ? new int[slots] : null;
        mask = slots - 1;
        for (Key key : old) {
            if (key != null) {
                insert(key);
            }
        }
    }

    private int slot(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 16)) & mask;
    }
}
