package dev.bowline;

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
