package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.SessionKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The open cursors of one server. */
final class Cursors {
    /** Largest total of documents in one batch. */
    private static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;

    /** Gives a cursor documents beyond those it started with. */
    interface Source {
        /** Adds what there is now to the queue; may wait for something to come. */
        void fill(Request request, Deque<Encoded> queue, int wanted);

        /** The token from which this stream resumes after the batch just taken, or null if it is no such stream. */
        @Nullable
        Encoded resumeToken(Deque<Encoded> queue, @Nullable Encoded lastTaken);

        /** True once nothing more will ever come. */
        boolean exhausted();

        /** True if it waits for something to come, so that the client may say how long. */
        boolean waits();
    }

    /** One cursor. Used by one request at a time, as its client is bound to do. */
    static final class Cursor {
        final long id;
        final Namespace namespace;
        final Deque<Encoded> queue;
        final @Nullable Source source;
        final @Nullable SessionKey session;
        final long txnNumber;
        /** How many more documents the query's limit allows. */
        long remaining;
        volatile boolean killed;
        /** What the command that opened it declared of the stable API. */
        final List<@Nullable Object> api;

        Cursor(long id, Namespace namespace, Deque<Encoded> queue, @Nullable Source source,
                @Nullable SessionKey session,
                long txnNumber, long remaining, List<@Nullable Object> api) {
            this.id = id;
            this.namespace = namespace;
            this.queue = queue;
            this.source = source;
            this.session = session;
            this.txnNumber = txnNumber;
            this.remaining = remaining;
            this.api = api;
        }

        /** The next batch: at most this many documents and not more bytes than a message holds. */
        List<Encoded> take(long count) {
            List<Encoded> batch = new ArrayList<>();
            long bytes = 0;
            while (batch.size() < count && remaining > 0 && !queue.isEmpty()) {
                int size = queue.getFirst().bytes().length;
                if (!batch.isEmpty() && bytes + size > MAX_BATCH_BYTES) {
                    break;
                }
                bytes += size;
                batch.add(queue.removeFirst());
                remaining--;
            }
            return batch;
        }

        /**
         * True if the server knows there is no more. After a batch as full as was asked for it does not know, unless
         * the limit has been reached, and keeps the cursor.
         */
        boolean isDone(int taken, long asked) {
            if (source instanceof Documents) {
                return remaining <= 0 || (queue.isEmpty() && taken < asked && source.exhausted());
            }
            if (source != null) {
                return source.exhausted() && queue.isEmpty();
            }
            return remaining <= 0 || (queue.isEmpty() && taken < asked);
        }
    }

    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final Map<Long, Cursor> open = new LinkedHashMap<>();

    Cursors(Environment environment) {
        this.environment = environment;
    }

    Cursor create(Namespace namespace, List<Encoded> documents, @Nullable Source source, Request request, long limit) {
        long id = (environment.random().nextLong() & Long.MAX_VALUE) | 1;
        return new Cursor(id, namespace, new ArrayDeque<>(documents), source, request.session,
                request.inTransaction ? request.txnNumber : -1, limit <= 0 ? Long.MAX_VALUE : limit,
                StableApi.declared(request));
    }

    void keep(Cursor cursor) {
        lock.lock();
        try {
            open.put(cursor.id, cursor);
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Cursor get(long id) {
        lock.lock();
        try {
            return open.get(id);
        } finally {
            lock.unlock();
        }
    }

    boolean isChangeStream(long id) {
        Cursor cursor = get(id);
        return cursor != null && cursor.source instanceof ChangeStreams.Stream;
    }

    boolean kill(long id) {
        Cursor cursor;
        lock.lock();
        try {
            cursor = open.remove(id);
        } finally {
            lock.unlock();
        }
        if (cursor != null) {
            cursor.killed = true;
        }
        return cursor != null;
    }

    void killOf(SessionKey session) {
        lock.lock();
        try {
            open.values().removeIf(cursor -> {
                boolean matches = session.equals(cursor.session);
                cursor.killed |= matches;
                return matches;
            });
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            open.values().forEach(cursor -> cursor.killed = true);
            open.clear();
        } finally {
            lock.unlock();
        }
    }
}
