package dev.bowline.sync;

import com.mongodb.Function;
import com.mongodb.ServerAddress;
import com.mongodb.ServerCursor;
import com.mongodb.client.MongoCursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor whose documents are turned into something else.
 *
 * @param <T> what the other cursor yields
 * @param <U> what this one yields
 */
public final class MappedMongoCursor<T, U> implements MongoCursor<U> {
    private final MongoCursor<T> proxied;
    private final Function<T, U> mapper;

    MappedMongoCursor(MongoCursor<T> proxied, Function<T, U> mapper) {
        this.proxied = proxied;
        this.mapper = mapper;
    }

    @Override
    public void close() {
        proxied.close();
    }

    @Override
    public boolean hasNext() {
        return proxied.hasNext();
    }

    @Override
    public U next() {
        return mapper.apply(proxied.next());
    }

    @Override
    public int available() {
        return proxied.available();
    }

    @Override
    public @Nullable U tryNext() {
        T document = proxied.tryNext();
        return document == null ? null : mapper.apply(document);
    }

    @Override
    public void remove() {
        proxied.remove();
    }

    @Override
    public @Nullable ServerCursor getServerCursor() {
        return proxied.getServerCursor();
    }

    @Override
    public ServerAddress getServerAddress() {
        return proxied.getServerAddress();
    }
}
