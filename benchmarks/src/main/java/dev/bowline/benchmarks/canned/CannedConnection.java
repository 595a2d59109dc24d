package dev.bowline.benchmarks.canned;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/** One client of the canned server: cuts its bytes into messages and queues the reply to each. */
final class CannedConnection implements CannedAnswers.Sink {
    private static final int SMALL = 4 * 1024;
    private static final int LONGEST = 64 << 20;

    private final SocketChannel channel;
    private final CannedAnswers answers;
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private ByteBuffer input = direct(SMALL);
    private final ByteBuffer small = direct(SMALL);

    CannedConnection(SocketChannel channel, CannedReplies replies) {
        this.channel = channel;
        this.answers = new CannedAnswers(replies, this);
    }

    /** Reads what is there and answers whole messages. Returns false at the end of the stream. */
    boolean read() throws IOException {
        if (channel.read(input) < 0) {
            return false;
        }
        int start = 0;
        while (input.position() - start >= 16) {
            int length = input.getInt(start);
            if (length < 16 || length > LONGEST) {
                return false;
            }
            if (input.position() - start < length) {
                break;
            }
            answers.answer(input, start, length);
            start += length;
        }
        if (start == input.position()) {
            input.clear();
        } else {
            input.flip().position(start);
            input.compact();
        }
        if (input.position() >= 16 && input.getInt(0) > input.capacity()) {
            ByteBuffer larger = direct(Integer.highestOneBit(input.getInt(0)) * 2);
            input = larger.put(input.flip());
        }
        flush();
        return true;
    }

    /** Sends what is queued. Returns true if some of it is left. */
    boolean flush() throws IOException {
        for (ByteBuffer next = unsent.peek(); next != null; next = unsent.peek()) {
            channel.write(next);
            if (next.hasRemaining()) {
                return true;
            }
            unsent.remove();
        }
        return false;
    }

    /** Sends a heartbeat if one is due. */
    void stream() throws IOException {
        answers.stream();
        flush();
    }

    @Override
    public void send(byte[] reply, int requestId, int count) throws IOException {
        ByteBuffer out;
        if (unsent.isEmpty() && reply.length <= small.capacity()) {
            out = small.clear();
        } else {
            out = direct(reply.length);
        }
        out.put(reply).flip();
        out.putInt(CannedMessage.RESPONSE_TO, requestId);
        if (count >= 0) {
            out.putInt(CannedMessage.COUNT, count);
        }
        if (unsent.isEmpty()) {
            channel.write(out);
        }
        if (out.hasRemaining()) {
            ByteBuffer rest = direct(out.remaining());
            unsent.add(rest.put(out).flip());
        }
    }

    private static ByteBuffer direct(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
