package dev.bowline.benchmarks.surface;

import java.io.OutputStream;

/** Counts what it is given, and looks at a byte of each part. */
final class Counting extends OutputStream {
    private long count;
    private int seen;

    @Override
    public void write(int value) {
        count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        count += length;
        seen += length == 0 ? 0 : bytes[offset];
    }

    long count() {
        return seen == Integer.MIN_VALUE ? -1 : count;
    }
}
