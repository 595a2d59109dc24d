package dev.bowline.driver.async;

import dev.bowline.cursor.MongoCursor;
import org.jspecify.annotations.Nullable;

/** What a {@link SourcePublisher} publishes, opened for one subscriber. */
public interface PublishedSource<T> extends AutoCloseable {
    /** Whether nothing is left and nothing will come. */
    boolean isExhausted();

    /** The next item, or null if there is none right now. Blocks for a limited time at most. */
    @Nullable
    T poll();

    @Override
    void close();

    /** The documents of a cursor. A change stream or tailable cursor may never have another one. */
    public static <T> PublishedSource<T> of(MongoCursor<T> cursor) {
        return new PublishedSource<>() {
            @Override
            public boolean isExhausted() {
                return cursor.id() == 0 && cursor.available() == 0;
            }

            @Override
            public @Nullable T poll() {
                return cursor.tryNext();
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }
}
