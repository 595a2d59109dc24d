package dev.bowline.egress.wire;

import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Snappy, by the optional library snappy-java. */
final class SnappyCompressor extends Compressor {
    /** The densest element of the format makes 64 bytes of 2; announcing more than that is a lie. */
    private static final int MAX_RATIO = 32;

    SnappyCompressor() {
        super("snappy", 1);
    }

    @Override
    void compress(byte[] bytes, int offset, int length, WireBuffer target) {
        try {
            target.ensure(Snappy.maxCompressedLength(length));
            target.position += Snappy.compress(bytes, offset, length, target.bytes, target.position);
        } catch (IOException e) {
            throw new IllegalStateException("Snappy could not compress " + length + " bytes", e);
        }
    }

    @Override
    void uncompress(byte[] bytes, int offset, int length, WireBuffer target, int size) {
        if (size > (long) length * MAX_RATIO) {
            throw wrongSize(size, "only " + length + " bytes even before it is uncompressed");
        }
        try {
            int actual = Snappy.uncompressedLength(bytes, offset, length);
            if (actual != size) {
                throw wrongSize(size, actual + " bytes");
            }
            if (!Snappy.isValidCompressedBuffer(bytes, offset, length)) {
                throw damaged("its elements do not add up");
            }
            target.ensure(size);
            int count = Snappy.uncompress(bytes, offset, length, target.bytes, target.position);
            if (count != size) {
                throw wrongSize(size, count + " bytes");
            }
            target.position += count;
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }
}
