package dev.bowline;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a {@link SourcePublisher} publishes, opened for one subscriber. */
interface PublishedSource<T> extends AutoCloseable {
    /** Whether nothing is left and nothing will come. */
    boolean isExhausted();

    /** The next item, or null if there is none right now. Blocks for a limited time at most. */
    @Nullable
    T poll();

    @Override
    void close();

    /** The documents of a cursor. A change stream or tailable cursor may have nothing to say for ever. */
    static <T> PublishedSource<T> of(MongoCursor<T> cursor) {
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

    /** The chunks of a file. */
    static PublishedSource<ByteBuffer> of(GridFsDownloadStream stream) {
        return new PublishedSource<>() {
            @Override
            public boolean isExhausted() {
                return stream.isExhausted();
            }

            @Override
            public @Nullable ByteBuffer poll() {
                return stream.readChunk();
            }

            @Override
            public void close() {
                stream.close();
            }
        };
    }
}
