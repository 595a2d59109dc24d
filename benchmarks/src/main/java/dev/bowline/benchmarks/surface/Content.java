package dev.bowline.benchmarks.surface;

import java.io.InputStream;
import java.util.Arrays;

/** The bytes of a file to be stored, made up as they are read. */
final class Content extends InputStream {
    private int left = SurfaceReplies.FILE_BYTES;

    @Override
    public int read() {
        return left-- > 0 ? 1 : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
        if (left <= 0) {
            return -1;
        }
        int part = Math.min(count, left);
        Arrays.fill(bytes, offset, offset + part, (byte) 1);
        left -= part;
        return part;
    }
}
