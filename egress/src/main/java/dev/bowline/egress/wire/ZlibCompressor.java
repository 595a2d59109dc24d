package dev.bowline.egress.wire;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** zlib, which every JDK has. */
final class ZlibCompressor extends Compressor {
    private static final int CHUNK_BYTES = 4096;

    private final int level;

    ZlibCompressor(int level) {
        super("zlib", 2);
        if (level < -1 || level > 9) {
            throw new IllegalArgumentException("The zlib compression level is " + level + ", not between -1 and 9");
        }
        this.level = level;
    }

    @Override
    void compress(byte[] bytes, int offset, int length, WireBuffer target) {
        Deflater deflater = new Deflater(level);
        try {
            deflater.setInput(bytes, offset, length);
            deflater.finish();
            while (!deflater.finished()) {
                target.ensure(CHUNK_BYTES);
                target.position += deflater.deflate(target.bytes, target.position,
                        target.bytes.length - target.position);
            }
        } finally {
            deflater.end();
        }
    }

    @Override
    void uncompress(byte[] bytes, int offset, int length, WireBuffer target, int size) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, offset, length);
            int end = target.position + size;
            while (!inflater.finished()) {
                // One byte more than announced, to notice that there is more.
                target.ensure(Math.min(CHUNK_BYTES, end + 1 - target.position));
                int room = Math.min(target.bytes.length - target.position, end + 1 - target.position);
                int count = inflater.inflate(target.bytes, target.position, room);
                target.position += count;
                if (target.position > end) {
                    throw wrongSize(size, "more");
                }
                if (count == 0 && !inflater.finished()) {
                    throw damaged(inflater.needsDictionary() ? "it needs a dictionary" : "it is cut off");
                }
            }
            if (target.position != end) {
                throw wrongSize(size, inflater.getBytesWritten() + " bytes");
            }
            if (inflater.getRemaining() > 0) {
                throw damaged(inflater.getRemaining() + " bytes follow it");
            }
        } catch (DataFormatException e) {
            throw damaged(String.valueOf(e.getMessage()));
        } finally {
            inflater.end();
        }
    }
}
