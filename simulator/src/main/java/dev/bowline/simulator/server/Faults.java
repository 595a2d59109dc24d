package dev.bowline.simulator.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What is wrong between one server and its clients. Set from any thread; read by connection threads. */
public final class Faults {
    volatile long requestDelayNanos;
    volatile long replyDelayNanos;
    volatile boolean dropRequests;
    volatile boolean dropReplies;
    final AtomicInteger corruptReplies = new AtomicInteger();
    final AtomicLong closeAfterBytes = new AtomicLong(-1);

    /** Requests are looked at this much later than they arrive. */
    public void requestDelayNanos(long nanos) {
        requestDelayNanos = nanos;
    }

    /** Replies leave this much later than they are ready. */
    public void replyDelayNanos(long nanos) {
        replyDelayNanos = nanos;
    }

    /** Requests vanish on the way: they are not executed. */
    public void dropRequests(boolean drop) {
        dropRequests = drop;
    }

    /** Replies vanish on the way: the request has been executed. */
    public void dropReplies(boolean drop) {
        dropReplies = drop;
    }

    /** The next so many replies have a byte of their header turned. */
    public void corruptReplies(int count) {
        corruptReplies.set(count);
    }

    /** After this many more bytes of replies the connection that carries the last of them is closed; -1 for never. */
    public void closeAfterBytes(long bytes) {
        closeAfterBytes.set(bytes);
    }

    public void clear() {
        requestDelayNanos = 0;
        replyDelayNanos = 0;
        dropRequests = false;
        dropReplies = false;
        corruptReplies.set(0);
        closeAfterBytes.set(-1);
    }
}
