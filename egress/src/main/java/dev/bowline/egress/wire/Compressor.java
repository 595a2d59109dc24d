package dev.bowline.egress.wire;

import dev.bowline.error.MongoConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to compress messages. Instances hold no state and may be used by many threads. */
public abstract sealed class Compressor permits ZlibCompressor, SnappyCompressor, ZstdCompressor, NoCompressor {
    /** The names that a handshake and a connection string know. */
    public static final List<String> NAMES = List.of("snappy", "zlib", "zstd");

    private final String name;
    private final int id;

    Compressor(String name, int id) {
        this.name = name;
        this.id = id;
    }

    /** The compressor of this name with its default level. */
    public static Compressor named(String name) {
        return named(name, -1);
    }

    /**
     * The compressor of this name.
     *
     * @param zlibLevel for zlib, from -1 (its default) to 9
     * @throws MongoConfigurationException if there is none of that name, or the library it needs is absent
     */
    public static Compressor named(String name, int zlibLevel) {
        return switch (name) {
            case "zlib" -> new ZlibCompressor(zlibLevel);
            case "snappy" -> {
                require("snappy", "org.xerial.snappy.Snappy", "org.xerial.snappy:snappy-java");
                yield new SnappyCompressor();
            }
            case "zstd" -> {
                require("zstd", "com.github.luben.zstd.Zstd", "com.github.luben:zstd-jni");
                yield new ZstdCompressor();
            }
            default -> throw new MongoConfigurationException(
                    "There is no compressor named '" + name + "'; there are " + String.join(", ", NAMES));
        };
    }

    /** Whether there is a compressor of this name and the library it needs is present. */
    public static boolean isAvailable(String name) {
        try {
            named(name);
            return true;
        } catch (MongoConfigurationException e) {
            return false;
        }
    }

    /** The compressor with this number in the protocol, or null if there is none. */
    static @Nullable Compressor numbered(int id) {
        return switch (id) {
            case 0 -> new NoCompressor();
            case 1 -> named("snappy");
            case 2 -> named("zlib");
            case 3 -> named("zstd");
            default -> null;
        };
    }

    public final String name() {
        return name;
    }

    /** The number of this compressor in the protocol. */
    public final int id() {
        return id;
    }

    /** Appends the compressed form of these bytes. */
    abstract void compress(byte[] bytes, int offset, int length, WireBuffer target);

    /**
     * Appends the uncompressed form of these bytes, which must have exactly the given size. The memory taken follows
     * what is really there, not what was announced.
     *
     * @throws dev.bowline.error.MongoProtocolException if the bytes are damaged or have another size
     */
    abstract void uncompress(byte[] bytes, int offset, int length, WireBuffer target, int size);

    static RuntimeException wrongSize(int size, String actual) {
        return Malformed.message("uncompressedSize", OpCode.HEADER_BYTES + 4,
                "is " + size + ", but the content has " + actual);
    }

    final RuntimeException damaged(String problem) {
        return Malformed.message("compressedMessage", OpCode.COMPRESSED_HEADER_BYTES,
                "is not valid " + name + ": " + problem);
    }

    @Override
    public final String toString() {
        return name;
    }

    private static void require(String compressor, String className, String artifact) {
        try {
            Class.forName(className, false, Compressor.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new MongoConfigurationException("The compressor " + compressor + " needs the library " + artifact
                    + ", which is not on the class path or module path", e);
        }
    }
}
