package dev.bowline.sync;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A cursor over what one reply brought in full. */
final class ListedCursor<T> implements dev.bowline.cursor.MongoCursor<T> {
    private static final ServerAddress UNKNOWN = new ServerAddress("localhost", ServerAddress.DEFAULT_PORT);

    private final List<T> values;
    private final ServerAddress address;
    private int position;

    ListedCursor(List<T> values, @Nullable ServerAddress address) {
        this.values = values;
        this.address = address == null ? UNKNOWN : address;
    }

    @Override
    public boolean hasNext() {
        return position < values.size();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return values.get(position++);
    }

    @Override
    public @Nullable T tryNext() {
        return hasNext() ? next() : null;
    }

    @Override
    public int available() {
        return values.size() - position;
    }

    @Override
    public long id() {
        return 0;
    }

    @Override
    public ServerAddress serverAddress() {
        return address;
    }

    @Override
    public void close() {}

    @Override
    public void close(Duration timeout) {}
}
