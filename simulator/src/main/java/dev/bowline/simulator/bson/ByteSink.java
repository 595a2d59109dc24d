package dev.bowline.simulator.bson;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes, little-endian. */
public final class ByteSink {
    private byte[] bytes;
    private int size;

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    public void reset() {
        size = 0;
        if (bytes.length > 1 << 20) {
            bytes = new byte[1 << 13];
        }
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    public void writeByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    public void writeInt(int value) {
        ensure(4);
        setInt(size, value);
        size += 4;
    }

    public void writeLong(long value) {
        ensure(8);
        setInt(size, (int) value);
        setInt(size + 4, (int) (value >>> 32));
        size += 8;
    }

    /** A big-endian long, as UUIDs are written. */
    public void writeLongBigEndian(long value) {
        writeLong(Long.reverseBytes(value));
    }

    public void writeBytes(byte[] source) {
        writeBytes(source, 0, source.length);
    }

    public void writeBytes(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    public void writeCString(String value) {
        writeText(value);
        writeByte(0);
    }

    public void writeString(String value) {
        int at = size;
        writeInt(0);
        writeText(value);
        writeByte(0);
        setInt(at, size - at - 4);
    }

    public void setInt(int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >>> 8);
        bytes[at + 2] = (byte) (value >>> 16);
        bytes[at + 3] = (byte) (value >>> 24);
    }

    private void writeText(String value) {
        int length = value.length();
        ensure(length);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                size -= i;
                writeBytes(value.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[size++] = (byte) c;
        }
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
