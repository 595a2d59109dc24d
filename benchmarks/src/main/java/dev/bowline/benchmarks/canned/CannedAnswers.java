package dev.bowline.benchmarks.canned;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** What one client is answered: looks at no more of a request than it takes to choose the reply. */
final class CannedAnswers {
    private static final int EXHAUST_ALLOWED = 1 << 16;
    private static final byte[] ZSTD = ascii("zstd");
    private static final byte[] LONGEST_WAIT = ascii("maxAwaitTimeMS\0");

    /** Where replies go. */
    interface Sink {
        /**
         * Sends a canned reply.
         *
         * @param count what to put in place of {@code n}, or negative to leave it
         */
        void send(byte[] reply, int requestId, int count) throws IOException;
    }

    private final CannedReplies replies;
    private final Sink sink;
    /**
     * What the next heartbeat answers: a reply of a stream is the answer to the one before it. 0 without a listener.
     */
    private int streamingTo;
    private long heartbeatNanos;
    private long nextHeartbeat;

    CannedAnswers(CannedReplies replies, Sink sink) {
        this.replies = replies;
        this.sink = sink;
    }

    /** Answers the message that lies there. */
    void answer(ByteBuffer input, int start, int length) throws IOException {
        int requestId = input.getInt(start + 4);
        switch (input.getInt(start + 12)) {
            case CannedMessage.OP_QUERY -> sink.send(
                    replies.legacyHello(offersZstd(input, start, start + length)), requestId, -1);
            case CannedMessage.OP_MSG -> answerMessage(input, start + 16, start + length, requestId, false);
            case CannedMessage.OP_COMPRESSED -> {
                byte[] packed = new byte[length - 25];
                input.get(start + 25, packed);
                byte[] body = Zstd.decompress(packed, input.getInt(start + 20));
                answerMessage(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN), 0, body.length, requestId, true);
            }
            default -> throw new IOException("Opcode " + input.getInt(start + 12));
        }
    }

    /** Sends a heartbeat if this client streams them and one is due. */
    void stream() throws IOException {
        if (streamingTo != 0 && System.nanoTime() - nextHeartbeat >= 0) {
            streamHello(streamingTo);
        }
    }

    private void streamHello(int answeredId) throws IOException {
        nextHeartbeat = System.nanoTime() + heartbeatNanos;
        sink.send(replies.streamedHello().plain(), answeredId, -1);
        streamingTo = CannedMessage.REPLY_ID;
    }

    private void answerMessage(ByteBuffer input, int start, int end, int requestId, boolean compressed)
            throws IOException {
        int flags = input.getInt(start);
        int body = start + 5;
        String command = text(input, body + 5);
        if (command.equals("hello") || command.equalsIgnoreCase("ismaster")) {
            if ((flags & EXHAUST_ALLOWED) != 0) {
                heartbeatNanos = longestWaitNanos(input, start, end);
                streamHello(requestId);
            } else {
                sink.send(replies.hello(offersZstd(input, start, end)).plain(), requestId, -1);
            }
        } else if ((flags & CannedMessage.MORE_TO_COME) == 0) {
            CannedMessage reply = reply(input, body, command);
            int count = isCounted(command) ? documentsAfter(input, body + input.getInt(body), end) : -1;
            sink.send(compressed ? reply.compressed() : reply.plain(), requestId, compressed ? -1 : count);
        }
    }

    private CannedMessage reply(ByteBuffer input, int body, String command) {
        return switch (command) {
            case "find", "aggregate" -> replies.find(text(input, body + 5 + command.length() + 1 + 4));
            case "getMore" -> replies.rest();
            default -> replies.byCommand(command);
        };
    }

    private static boolean offersZstd(ByteBuffer input, int start, int end) {
        return find(ZSTD, input, start, end) >= 0;
    }

    private static long longestWaitNanos(ByteBuffer input, int start, int end) throws IOException {
        int at = find(LONGEST_WAIT, input, start, end);
        if (at < 0) {
            throw new IOException("A hello that asks for a stream must say how long to wait");
        }
        return TimeUnit.MILLISECONDS.toNanos(input.getInt(at + LONGEST_WAIT.length));
    }

    private static int find(byte[] sought, ByteBuffer input, int start, int end) {
        for (int at = start; at <= end - sought.length; at++) {
            int same = 0;
            while (same < sought.length && input.get(at + same) == sought[same]) {
                same++;
            }
            if (same == sought.length) {
                return at;
            }
        }
        return -1;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isCounted(String command) {
        return command.equals("insert") || command.equals("update") || command.equals("delete");
    }

    /** Counts the documents of the document sequences that follow the body; 1 if there are none. */
    private static int documentsAfter(ByteBuffer input, int from, int end) {
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

    private static String text(ByteBuffer input, int at) {
        int end = at;
        while (input.get(end) != 0) {
            end++;
        }
        byte[] name = new byte[end - at];
        input.get(at, name);
        return new String(name, StandardCharsets.US_ASCII);
    }
}
