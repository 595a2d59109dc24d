package dev.bowline.egress.wire;

/** The compressor numbered 0, which leaves the content as it is. Servers may send it; it is never asked for. */
final class NoCompressor extends Compressor {
    NoCompressor() {
        super("noop", 0);
    }

    @Override
    void compress(byte[] bytes, int offset, int length, WireBuffer target) {
        target.putBytes(bytes, offset, length);
    }

    @Override
    void uncompress(byte[] bytes, int offset, int length, WireBuffer target, int size) {
        if (length != size) {
            throw wrongSize(size, length + " bytes");
        }
        target.putBytes(bytes, offset, length);
    }
}
