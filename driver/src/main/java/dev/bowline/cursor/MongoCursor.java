package dev.bowline.cursor;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a query, fetched batch by batch. One thread at a time. Close it unless you read it to its end: it
 * then closes itself.
 *
 * @param <T> the type of the documents
 */
public interface MongoCursor<T extends @Nullable Object> extends Iterator<T>, AutoCloseable {
    /** Whether there is another document. Fetches a batch if need be; on a tailable cursor waits until there is one. */
    @Override
    boolean hasNext();

    /** The next document; throws {@link java.util.NoSuchElementException} if there is none. */
    @Override
    T next();

    /** The next document, or null if there is none right now. Asks the server at most once. */
    @Nullable
    T tryNext();

    /** How many documents can be had without asking the server. */
    int available();

    /** The server's id of this cursor, or 0 if the server has closed it. */
    long id();

    /** The server that holds the cursor. */
    ServerAddress serverAddress();

    /** Closes the cursor, and on the server too if it is still open there. Never throws. */
    @Override
    void close();

    /** The same within a time of its own instead of the timeout the cursor was opened with; zero for no limit. */
    void close(Duration timeout);
}
