package dev.bowline.cursor;

import dev.bowline.changestream.ChangeStreamOptions;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The events of a change stream. It resumes by itself after failovers and broken connections, so that no event is
 * missed and none comes twice; what cannot be resumed is thrown. {@link #hasNext} waits for an event as long as it
 * takes, {@link #tryNext} as long as {@code maxAwaitTime}. One thread at a time.
 */
public interface ChangeStreamCursor<T> extends MongoCursor<T> {
    /**
     * Where a stream would have to go on to see everything that {@link #next} has not returned yet; hand it to
     * {@link ChangeStreamOptions#resumeAfter}. It advances also while {@link #tryNext} finds nothing, so an application
     * that stores it asks after every call. Null if the server has not given one yet.
     */
    @Nullable
    BsonDocument resumeToken();
}
