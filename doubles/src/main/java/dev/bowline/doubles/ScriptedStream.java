package dev.bowline.doubles;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A stream whose input is given beforehand and whose output is kept; counts the calls. */
public final class ScriptedStream implements ByteStream {
    public final ByteArrayOutputStream written = new ByteArrayOutputStream();
    public int reads;
    public int writes;
    public int largestReadRoom;
    private final byte[] input;
    private final int chunk;
    private int position;

    public ScriptedStream(byte[] input) {
        this(input, Integer.MAX_VALUE);
    }

    /**
     * A stream that yields this input.
     *
     * @param chunk how many bytes one read yields at most
     */
    public ScriptedStream(byte[] input, int chunk) {
        this.input = input;
        this.chunk = chunk;
    }

    /** How many bytes of the input have not been read. */
    public int unread() {
        return input.length - position;
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
