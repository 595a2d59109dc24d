package dev.bowline.egress.wire;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Zstandard, by the optional library zstd-jni. */
final class ZstdCompressor extends Compressor {
    private static final int CHUNK_BYTES = 16 * 1024;
    /** So much memory is taken on the word of an announced size. */
    private static final int AT_ONCE_BYTES = 64 * 1024;
    /** Compressors that do not know how much is to come use windows up to this size (8 MB). */
    private static final int USUAL_WINDOW_LOG = 23;

    ZstdCompressor() {
        super("zstd", 3);
    }

    @Override
    void compress(byte[] bytes, int offset, int length, WireBuffer target) {
        int bound = Math.toIntExact(Zstd.compressBound(length));
        target.ensure(bound);
        long count = Zstd.compressByteArray(target.bytes, target.position, bound, bytes, offset, length,
                Zstd.defaultCompressionLevel());
        if (Zstd.isError(count)) {
            throw new IllegalStateException(
                    "Zstandard could not compress " + length + " bytes: " + Zstd.getErrorName(count));
        }
        target.position += (int) count;
    }

    @Override
    void uncompress(byte[] bytes, int offset, int length, WireBuffer target, int size) {
        if (size <= AT_ONCE_BYTES) {
            uncompressAtOnce(bytes, offset, length, target, size);
        } else {
            uncompressByStream(bytes, offset, length, target, size);
        }
    }

    /** Without the 128 KB that a stream takes for itself. */
    private void uncompressAtOnce(byte[] bytes, int offset, int length, WireBuffer target, int size) {
        target.ensure(size);
        long count;
        try {
            count = Zstd.decompressByteArray(target.bytes, target.position, size, bytes, offset, length);
        } catch (ZstdException e) {
            throw e.getErrorCode() == Zstd.errDstSizeTooSmall()
                    ? wrongSize(size, "more")
                    : damaged(String.valueOf(e.getMessage()));
        }
        if (count != size) {
            throw wrongSize(size, count + " bytes");
        }
        target.position += size;
    }

    /** Piece by piece, because the format allows almost any ratio and the announced size is not to be trusted. */
    private void uncompressByStream(byte[] bytes, int offset, int length, WireBuffer target, int size) {
        try (ZstdInputStreamNoFinalizer input = new ZstdInputStreamNoFinalizer(
                new ByteArrayInputStream(bytes, offset, length))) {
            // The window is memory too, and its size is announced in the content: no more than it could need.
            input.setLongMax(Math.max(USUAL_WINDOW_LOG, Integer.SIZE - Integer.numberOfLeadingZeros(size)));
            int end = target.position + size;
            while (true) {
                // One byte more than announced, to notice that there is more.
                target.ensure(Math.min(CHUNK_BYTES, end + 1 - target.position));
                int room = Math.min(target.bytes.length - target.position, end + 1 - target.position);
                int count = input.read(target.bytes, target.position, room);
                if (count <= 0) {
                    break;
                }
                target.position += count;
                if (target.position > end) {
                    throw wrongSize(size, "more");
                }
            }
            if (target.position != end) {
                throw wrongSize(size, (size - (end - target.position)) + " bytes");
            }
        } catch (ZstdException | IOException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }
}
