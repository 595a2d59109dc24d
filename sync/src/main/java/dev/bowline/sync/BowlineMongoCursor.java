package dev.bowline.sync;

import com.mongodb.ServerAddress;
import com.mongodb.ServerCursor;
import com.mongodb.client.MongoCursor;
import dev.bowline.error.MongoException;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A cursor of Bowline's under the official interface.
 *
 * @param <T> the type of its documents
 */
public class BowlineMongoCursor<T> implements MongoCursor<T> {
    private final ClientContext client;
    private final dev.bowline.cursor.MongoCursor<T> cursor;
    /** By which the server knew it at first; an error that ends it takes it away. */
    private final long id;
    private boolean closed;

    BowlineMongoCursor(ClientContext client, dev.bowline.cursor.MongoCursor<T> cursor) {
        this.client = client;
        this.cursor = cursor;
        this.id = cursor.id();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cursor.close();
        }
    }

    @Override
    public boolean hasNext() {
        requireOpenToRead();
        try {
            return cursor.hasNext();
        } catch (MongoException e) {
            throw failed(e);
        }
    }

    @Override
    public T next() {
        requireOpenToRead();
        try {
            if (!cursor.hasNext()) {
                throw new NoSuchElementException();
            }
            return cursor.next();
        } catch (MongoException e) {
            throw failed(e);
        }
    }

    @Override
    public int available() {
        return closed && !(cursor instanceof ListedCursor) ? 0 : cursor.available();
    }

    @Override
    public @Nullable T tryNext() {
        requireOpenToRead();
        try {
            return cursor.tryNext();
        } catch (MongoException e) {
            throw failed(e);
        }
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException("Cursors do not support removal");
    }

    @Override
    public @Nullable ServerCursor getServerCursor() {
        requireOpen();
        return cursor.id() == 0 ? null : new ServerCursor(cursor.id(), getServerAddress());
    }

    @Override
    public ServerAddress getServerAddress() {
        requireOpen();
        return Addresses.official(cursor.serverAddress());
    }

    void requireOpenToRead() {
        requireOpen();
    }

    /** A cursor over what has come in full has nothing to close. */
    void requireOpen() {
        if (closed && !(cursor instanceof ListedCursor)) {
            throw new IllegalStateException("Cursor has been closed");
        }
    }

    ClientContext client() {
        return client;
    }

    private RuntimeException failed(MongoException error) {
        return client.errors.ofFetch(error, id, client);
    }
}
