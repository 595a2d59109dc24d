package dev.bowline;

import dev.bowline.cursor.ChangeStreamCursor;

/** A change stream that has not been opened yet. Each use opens one. */
public interface ChangeStreamIterable<T> extends MongoIterable<T> {
    @Override
    ChangeStreamCursor<T> iterator();

    /** Opens the stream. */
    @Override
    default ChangeStreamCursor<T> cursor() {
        return iterator();
    }
}
