package dev.bowline;

import dev.bowline.cursor.MongoCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Documents that a server has been, or is still to be, asked for. Nothing is sent before it is used, and each use asks
 * again.
 *
 * @param <T> the type of the documents
 */
public interface MongoIterable<T> extends Iterable<T> {
    /** Runs the command and returns a cursor over its results. Close it, or read it to its end. */
    @Override
    MongoCursor<T> iterator();

    /** The same as {@link #iterator}, for a try statement. */
    default MongoCursor<T> cursor() {
        return iterator();
    }

    /** The first document, or null if there is none. */
    default @Nullable T first() {
        try (MongoCursor<T> cursor = iterator()) {
            return cursor.hasNext() ? cursor.next() : null;
        }
    }

    /** All documents in a list. */
    default List<T> toList() {
        List<T> list = new ArrayList<>();
        forEach(list::add);
        return list;
    }

    /** A stream of the documents. Close it, or read it to its end. */
    default Stream<T> stream() {
        MongoCursor<T> cursor = iterator();
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(cursor, characteristics), false)
                .onClose(cursor::close);
    }

    @Override
    default void forEach(Consumer<? super T> action) {
        try (MongoCursor<T> cursor = iterator()) {
            while (cursor.hasNext()) {
                action.accept(cursor.next());
            }
        }
    }

    /** The same, with each document turned into something else. */
    default <R> MongoIterable<R> map(Function<? super T, ? extends R> mapper) {
        return () -> new MappedCursor<>(iterator(), mapper);
    }
}
