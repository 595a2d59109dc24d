package dev.bowline.simulator.server;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** The compressors of OP_COMPRESSED, by their number on the wire. */
enum Compression {
    NOOP(0, "noop"), SNAPPY(1, "snappy"), ZLIB(2, "zlib"), ZSTD(3, "zstd");

    private final int id;
    private final String wireName;

    Compression(int id, String wireName) {
        this.id = id;
        this.wireName = wireName;
    }

    int id() {
        return id;
    }

    String wireName() {
        return wireName;
    }

    static @Nullable Compression byId(int id) {
        return id >= 0 && id < values().length ? values()[id] : null;
    }

    /** The first of the client's choice that the server has too. */
    static @Nullable Compression negotiate(List<?> offered, List<String> supported) {
        for (Object name : offered) {
            for (Compression compression : values()) {
                if (compression != NOOP && compression.wireName.equals(name)
                        && supported.contains(compression.wireName)) {
                    return compression;
                }
            }
        }
        return null;
    }

    byte[] compress(byte[] source, int offset, int length) throws IOException {
        byte[] input = Arrays.copyOfRange(source, offset, offset + length);
        return switch (this) {
            case NOOP -> input;
            case SNAPPY -> org.xerial.snappy.Snappy.compress(input);
            case ZLIB -> deflate(input);
            case ZSTD -> com.github.luben.zstd.Zstd.compress(input);
        };
    }

    byte[] decompress(byte[] source, int offset, int length, int uncompressedLength) throws IOException {
        byte[] input = Arrays.copyOfRange(source, offset, offset + length);
        byte[] output = switch (this) {
            case NOOP -> input;
            case SNAPPY -> org.xerial.snappy.Snappy.uncompress(input);
            case ZLIB -> inflate(input, uncompressedLength);
            case ZSTD -> com.github.luben.zstd.Zstd.decompress(input, uncompressedLength);
        };
        if (output.length != uncompressedLength) {
            throw new IOException("Decompressed size is " + output.length + ", not " + uncompressedLength);
        }
        return output;
    }

    private static byte[] deflate(byte[] input) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(input);
            deflater.finish();
            byte[] output = new byte[input.length + input.length / 1000 + 64];
            int size = deflater.deflate(output);
            return Arrays.copyOf(output, size);
        } finally {
            deflater.end();
        }
    }

    private static byte[] inflate(byte[] input, int size) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(input);
            byte[] output = new byte[size];
            int count = inflater.inflate(output);
            return count == size ? output : Arrays.copyOf(output, count);
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
    }
}
