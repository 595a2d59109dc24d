package dev.bowline.egress.wire;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A stream whose input is given beforehand and whose output is kept; counts the calls. */
final class ScriptedStream implements ByteStream {
    final ByteArrayOutputStream written = new ByteArrayOutputStream();
    int reads;
    int writes;
    int largestReadRoom;
    private final byte[] input;
    private final int chunk;
    private int position;

    ScriptedStream(byte[] input) {
        this(input, Integer.MAX_VALUE);
    }

    /** @param chunk how many bytes one read yields at most */
    ScriptedStream(byte[] input, int chunk) {
        this.input = input;
        this.chunk = chunk;
    }

    @Override
    public int read(ByteBuffer buffer) {
        reads++;
        largestReadRoom = Math.max(largestReadRoom, buffer.remaining());
        if (position == input.length) {
            return -1;
        }
        int count = Math.min(chunk, Math.min(buffer.remaining(), input.length - position));
        buffer.put(input, position, count);
        position += count;
        return count;
    }

    @Override
    public void write(ByteBuffer buffer) {
        writes++;
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        written.writeBytes(bytes);
    }

    @Override
    public void arm(Deadline deadline) {}

    @Override
    public boolean disarm() {
        return true;
    }

    @Override
    public void abort(Throwable reason) {}

    @Override
    public @Nullable Throwable abortReason() {
        return null;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
