package dev.bowline.sync;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import dev.bowline.driver.operation.ChangeStream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The cursor of a change stream under the official interface.
 *
 * @param <T> the type of its events
 */
public final class BowlineMongoChangeStreamCursor<T> extends BowlineMongoCursor<T>
        implements
            MongoChangeStreamCursor<T> {
    private final ChangeStream<T> stream;
    private final @Nullable BsonDocument given;
    private boolean iterated;

    /** @param given where the stream starts, or null */
    BowlineMongoChangeStreamCursor(ClientContext client, ChangeStream<T> stream, @Nullable BsonDocument given) {
        super(client, stream);
        this.stream = stream;
        this.given = given;
    }

    @Override
    public boolean hasNext() {
        iterated = true;
        return super.hasNext();
    }

    @Override
    public T next() {
        iterated = true;
        return super.next();
    }

    @Override
    public @Nullable T tryNext() {
        iterated = true;
        return super.tryNext();
    }

    /** Null until the first event has been asked for, unless the stream has a given start. */
    @Override
    public @Nullable BsonDocument getResumeToken() {
        return iterated ? stream.resumeToken() : given;
    }

    @Override
    void requireOpenToRead() {
        try {
            requireOpen();
        } catch (IllegalStateException e) {
            // The official driver wraps it, for change streams only.
            throw MongoException.fromThrowableNonNull(e);
        }
    }
}
