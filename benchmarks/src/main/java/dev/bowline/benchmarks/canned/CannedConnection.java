package dev.bowline.benchmarks.canned;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/** One client of the canned server: cuts its bytes into messages and queues the reply to each. */
final class CannedConnection {
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int MORE_TO_COME = 2;
    private static final int EXHAUST_ALLOWED = 1 << 16;
    private static final long HEARTBEAT_NANOS = 10_000_000_000L;

    private final SocketChannel channel;
    private final CannedReplies replies;
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private ByteBuffer input = direct(64 * 1024);
    private final ByteBuffer small = direct(64 * 1024);
    private int streamingTo;
    private long nextHeartbeat;

    CannedConnection(SocketChannel channel, CannedReplies replies) {
        this.channel = channel;
        this.replies = replies;
    }

    /** Reads what is there and answers whole messages. Returns false at the end of the stream. */
    boolean read() throws IOException {
        int count = channel.read(input);
        if (count < 0) {
            return false;
        }
        int start = 0;
        while (input.position() - start >= 16) {
            int length = input.getInt(start);
            if (length < 16 || length > 64 << 20) {
                return false;
            }
            if (input.position() - start < length) {
                break;
            }
            answer(start, length);
            start += length;
        }
        input.flip().position(start);
        input.compact();
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

    /** Sends a heartbeat if this client streams them and one is due. */
    void stream() throws IOException {
        if (streamingTo != 0 && System.nanoTime() - nextHeartbeat >= 0) {
            nextHeartbeat = System.nanoTime() + HEARTBEAT_NANOS;
            send(replies.streamedHello(), streamingTo, -1);
            flush();
        }
    }

    private void answer(int start, int length) throws IOException {
        int requestId = input.getInt(start + 4);
        int opcode = input.getInt(start + 12);
        if (opcode == OP_QUERY) {
            send(replies.helloReply(), requestId, -1);
            return;
        }
        if (opcode != OP_MSG) {
            throw new IOException("Opcode " + opcode);
        }
        int flags = input.getInt(start + 16);
        int body = start + 21;
        String command = name(body + 5);
        if (isHello(command)) {
            if ((flags & EXHAUST_ALLOWED) != 0) {
                streamingTo = requestId;
                nextHeartbeat = System.nanoTime() + HEARTBEAT_NANOS;
                send(replies.streamedHello(), requestId, -1);
            } else {
                send(replies.helloMessage(), requestId, -1);
            }
        } else if ((flags & MORE_TO_COME) == 0) {
            answerCommand(command, body, start + length, requestId);
        }
    }

    private void answerCommand(String command, int body, int end, int requestId) throws IOException {
        if (command.equals("find") && isLarge(body)) {
            send(replies.largeFirstBatch(), requestId, -1);
        } else if (command.equals("getMore")) {
            send(replies.largeRest(), requestId, -1);
        } else if (command.equals("insert") || command.equals("delete")) {
            send(replies.byCommand(command), requestId, documentsAfter(body + input.getInt(body), end));
        } else {
            send(replies.byCommand(command), requestId, -1);
        }
    }

    /** Whether the first element's string value names the large collection. */
    private boolean isLarge(int body) {
        int value = body + 5 + "find".length() + 1;
        return input.getInt(value) == CannedReplies.LARGE_COLLECTION.length() + 1 && input.get(value + 4) == 'l'
                && input.get(value + 5) == 'a';
    }

    /** Counts the documents of the document sequences that follow the body; 1 if there are none. */
    private int documentsAfter(int from, int end) {
        int count = 0;
        int at = from;
        while (at < end && input.get(at) == 1) {
            int sectionEnd = at + 1 + input.getInt(at + 1);
            at += 5;
            while (input.get(at) != 0) {
                at++;
            }
            at++;
            while (at < sectionEnd) {
                at += input.getInt(at);
                count++;
            }
        }
        return Math.max(1, count);
    }

    private void send(byte[] reply, int requestId, int count) throws IOException {
        ByteBuffer out;
        if (unsent.isEmpty() && reply.length <= small.capacity()) {
            out = small.clear();
        } else {
            out = direct(reply.length);
        }
        out.put(reply).flip();
        out.putInt(8, requestId);
        if (count >= 0) {
            out.putInt(CannedReplies.COUNT_OFFSET, count);
        }
        if (unsent.isEmpty()) {
            channel.write(out);
        }
        if (out.hasRemaining()) {
            ByteBuffer rest = direct(out.remaining());
            unsent.add(rest.put(out).flip());
        }
    }

    private String name(int at) {
        int end = at;
        while (input.get(end) != 0) {
            end++;
        }
        byte[] name = new byte[end - at];
        input.get(at, name);
        return new String(name, StandardCharsets.US_ASCII);
    }

    private static boolean isHello(String command) {
        return command.equals("hello") || command.equalsIgnoreCase("ismaster");
    }

    private static ByteBuffer direct(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
