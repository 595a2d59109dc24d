package dev.bowline.sync;

import com.mongodb.Function;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.cursor.TimeoutMode;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the iterables have in common. Nothing reaches a server before a cursor is asked for; options are read then.
 *
 * @param <T> the type of its documents
 */
public abstract class BowlineIterable<T> implements MongoIterable<T> {
    final View view;
    final @Nullable ClientSession session;
    @Nullable
    Integer batchSize;
    @Nullable
    TimeoutMode timeoutMode;
    long maxTimeMillis;

    BowlineIterable(View view, @Nullable ClientSession session) {
        this.view = view;
        this.session = session;
    }

    /** Runs the command. */
    abstract dev.bowline.cursor.MongoCursor<T> open();

    @Override
    public MongoCursor<T> iterator() {
        return cursor();
    }

    @Override
    public MongoCursor<T> cursor() {
        return new BowlineMongoCursor<>(view.client, open());
    }

    @Override
    public @Nullable T first() {
        try (MongoCursor<T> cursor = cursor()) {
            return cursor.hasNext() ? cursor.next() : null;
        }
    }

    @Override
    public void forEach(Consumer<? super T> action) {
        try (MongoCursor<T> cursor = cursor()) {
            while (cursor.hasNext()) {
                action.accept(cursor.next());
            }
        }
    }

    @Override
    public <A extends Collection<? super T>> A into(A target) {
        forEach(target::add);
        return target;
    }

    @Override
    public <U> MongoIterable<U> map(Function<T, U> mapper) {
        return new MappedMongoIterable<>(this, mapper);
    }

    @Override
    public MongoIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    void setTimeoutMode(TimeoutMode mode) {
        timeoutMode = Timeouts.requireTimeout(view.scope, mode);
    }

    /** The size of a batch as it is sent: zero leaves it to the server. */
    @Nullable
    Integer sentBatchSize() {
        return batchSize == null || batchSize == 0 ? null : batchSize;
    }

    dev.bowline.options.@Nullable TimeoutMode ourTimeoutMode() {
        return Timeouts.ours(timeoutMode);
    }
}
