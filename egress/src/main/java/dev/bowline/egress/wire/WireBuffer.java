package dev.bowline.egress.wire;

import dev.bowline.error.MongoClientException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growable array of bytes that belongs to one connection and is used again for every message. It grows to what a
 * message needs and shrinks again: at once after a very large message, and after a run of small ones otherwise, so that
 * a pool of connections does not keep the memory of the largest message each has ever carried. A very large array is
 * left to the collector, and taken again for the next large message if the collector has not come for it meanwhile.
 *
 * <p>Used by one thread at a time.
 */
public final class WireBuffer {
    /**
     * Enough for heartbeats, so that connections which carry nothing else stay small; a buffer never becomes smaller.
     */
    static final int INITIAL_BYTES = 2 * 1024;
    /** Up to this size a buffer is kept as it is. */
    static final int KEPT_BYTES = 128 * 1024;
    /** Beyond this size a buffer is given up as soon as its message is done. */
    static final int LARGE_BYTES = 1024 * 1024;
    /** So many messages in a row must have left most of a middling buffer unused before it shrinks. */
    static final int SMALL_USES_BEFORE_SHRINKING = 8;
    /** No message of the protocol comes near this; it bounds what a runaway encoder can take. */
    static final int MAX_BYTES = 256 * 1024 * 1024;

    private static final int PIECE_CHARS = 2048;
    private static final CharBuffer NO_CHARS = CharBuffer.allocate(0);
    private static final WeakReference<byte[]> NONE = new WeakReference<>(null);

    /** What it shrinks to. Kept, so that giving memory back needs none: that is when there may be none left. */
    private final byte[] initial;
    private final ByteBuffer initialView;

    byte[] bytes;
    int position;
    private int smallUses;
    private WeakReference<byte[]> large = NONE;
    private ByteBuffer view;
    private @Nullable CharsetEncoder encoder;
    private CharBuffer piece = NO_CHARS;

    public WireBuffer() {
        this(INITIAL_BYTES);
    }

    public WireBuffer(int initialBytes) {
        initial = new byte[initialBytes];
        initialView = ByteBuffer.wrap(initial);
        bytes = initial;
        view = initialView;
    }

    /** The array that holds the content now. It is replaced when the buffer grows or shrinks. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes have been written since the last {@link #reset}. */
    public int size() {
        return position;
    }

    public int capacity() {
        return bytes.length;
    }

    /**
     * Starts over, giving memory back if the content just dropped, or a run of those before it, shows it is not needed.
     */
    public void reset() {
        int capacity = bytes.length;
        if (capacity > KEPT_BYTES) {
            smallUses = position <= capacity / 4 ? smallUses + 1 : 0;
            if (capacity > LARGE_BYTES || smallUses >= SMALL_USES_BEFORE_SHRINKING) {
                leaveToCollector();
                bytes = initial;
                view = initialView;
                smallUses = 0;
            }
        }
        position = 0;
    }

    /** Makes room for so many more bytes after the current content, without changing the size. */
    void ensure(int more) {
        if (more > bytes.length - position) {
            grow(more);
        }
    }

    /** Makes it at least this large, which must be more than it is. */
    void growTo(int capacity) {
        byte[] left = capacity > KEPT_BYTES ? large.get() : null;
        if (left == null || left.length < capacity) {
            replace(Arrays.copyOf(bytes, capacity));
        } else {
            System.arraycopy(bytes, 0, left, 0, bytes.length);
            replace(left);
        }
    }

    /** A view of a part of the content, valid until the next call of this method or the next growth. */
    ByteBuffer view(int from, int to) {
        return view.limit(to).position(from);
    }

    void putByte(int value) {
        ensure(1);
        bytes[position++] = (byte) value;
    }

    void putInt(int value) {
        ensure(4);
        LittleEndian.putInt(bytes, position, value);
        position += 4;
    }

    void putLong(long value) {
        ensure(8);
        LittleEndian.putLong(bytes, position, value);
        position += 8;
    }

    void putBytes(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, position, length);
        position += length;
    }

    /** Puts text in UTF-8, without garbage: piece by piece, because the encoder is fast only on arrays. */
    void putText(String text) {
        int length = text.length();
        ensure(length + 2 * Math.min(length, PIECE_CHARS));
        for (int start = 0; start < length;) {
            int end = Math.min(length, start + PIECE_CHARS);
            if (end < length && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            putPiece(text, start, end);
            start = end;
        }
    }

    private void putPiece(String text, int start, int end) {
        if (encoder == null) {
            encoder = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
            piece = CharBuffer.allocate(PIECE_CHARS);
        }
        int length = end - start;
        ensure(3 * length);
        text.getChars(start, end, piece.array(), 0);
        encoder.reset().encode(piece.limit(length).position(0), view.limit(bytes.length).position(position), true);
        position = view.position();
    }

    private void grow(int more) {
        long needed = (long) position + more;
        if (needed > MAX_BYTES) {
            throw new MongoClientException(
                    "A message of " + needed + " bytes is more than the " + MAX_BYTES + " that a buffer may hold");
        }
        long doubled = Math.max(needed, Math.max(2L * bytes.length, INITIAL_BYTES));
        growTo((int) Math.min(doubled, MAX_BYTES));
    }

    private void leaveToCollector() {
        if (bytes.length > LARGE_BYTES && large.get() != bytes) {
            try {
                large = new WeakReference<>(bytes);
            } catch (OutOfMemoryError e) {
                // Taking the array again would only have been a convenience.
                large = NONE;
            }
        }
    }

    private void replace(byte[] replacement) {
        bytes = replacement;
        view = ByteBuffer.wrap(replacement);
    }
}
