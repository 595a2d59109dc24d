package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.StateLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A handle on a connection that is being established on some thread, with which any other thread can end that at once:
 * an interrupting clear reaches pending connections too.
 */
public final class Establishment {
    /** Guards the two fields below. */
    private final StateLock lock = new StateLock();
    private @Nullable ByteStream stream;
    private @Nullable RuntimeException reason;

    private final Consumer<ConnectionDescription> greeting;

    /** Creates a handle for an establishment whose hello reply the caller does not need. */
    public Establishment() {
        this(description -> {});
    }

    /**
     * Creates a handle for an establishment.
     *
     * @param greeting receives the description of the server after the handshake and before the authentication; called
     *     on the establishing thread
     */
    public Establishment(Consumer<ConnectionDescription> greeting) {
        this.greeting = greeting;
    }

    /** The server has answered the hello. */
    public void greeted(ConnectionDescription description) {
        greeting.accept(description);
    }

    /**
     * Ends the establishment, now or as soon as it has a stream. The first reason wins; it is what the establishing
     * thread throws.
     */
    public void abort(RuntimeException cause) {
        ByteStream current;
        lock.lock();
        try {
            if (reason == null) {
                reason = cause;
            }
            current = stream;
        } finally {
            lock.unlock();
        }
        if (current != null) {
            current.abort(cause);
        }
    }

    /** Whether {@link #abort} has been called. */
    public boolean isAborted() {
        lock.lock();
        try {
            return reason != null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Why the current stream was ended from our side: its own first cause, or ours if it came before there was a
     * stream.
     */
    @Nullable
    Throwable firstCause() {
        lock.lock();
        try {
            Throwable first = stream == null ? null : stream.abortReason();
            return first != null ? first : reason;
        } finally {
            lock.unlock();
        }
    }

    /** Hands the stream in; throws the reason if there is one already. */
    void attach(ByteStream newStream) {
        RuntimeException aborted;
        lock.lock();
        try {
            stream = newStream;
            aborted = reason;
        } finally {
            lock.unlock();
        }
        if (aborted != null) {
            newStream.abort(aborted);
            throw aborted;
        }
    }
}
