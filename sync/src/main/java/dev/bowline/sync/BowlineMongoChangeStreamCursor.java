package dev.bowline.sync;

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

    BowlineMongoChangeStreamCursor(ClientContext client, ChangeStream<T> stream) {
        super(client, stream);
        this.stream = stream;
    }

    @Override
    public @Nullable BsonDocument getResumeToken() {
        return stream.resumeToken();
    }
}
