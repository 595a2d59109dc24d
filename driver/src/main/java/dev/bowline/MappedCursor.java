package dev.bowline;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cursor whose documents are turned into something else on their way. */
final class MappedCursor<T, R> implements MongoCursor<R> {
    private final MongoCursor<T> cursor;
    private final Function<? super T, ? extends R> mapper;

    MappedCursor(MongoCursor<T> cursor, Function<? super T, ? extends R> mapper) {
        this.cursor = cursor;
        this.mapper = mapper;
    }

    @Override
    public boolean hasNext() {
        return cursor.hasNext();
    }

    @Override
    public R next() {
        return mapper.apply(cursor.next());
    }

    @Override
    public @Nullable R tryNext() {
        T document = cursor.tryNext();
        return document == null ? null : mapper.apply(document);
    }

    @Override
    public int available() {
        return cursor.available();
    }

    @Override
    public long id() {
        return cursor.id();
    }

    @Override
    public ServerAddress serverAddress() {
        return cursor.serverAddress();
    }

    @Override
    public void close() {
        cursor.close();
    }

    @Override
    public void close(Duration timeout) {
        cursor.close(timeout);
    }
}
