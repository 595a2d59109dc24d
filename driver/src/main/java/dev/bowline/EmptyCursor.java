package dev.bowline;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The cursor of a collection that does not exist. */
final class EmptyCursor<T> implements MongoCursor<T> {
    private final ServerAddress address;

    EmptyCursor(@Nullable ServerAddress address) {
        this.address = Objects.requireNonNull(address, "address");
    }

    @Override
    public boolean hasNext() {
        return false;
    }

    @Override
    public T next() {
        throw new NoSuchElementException("The cursor has no documents");
    }

    @Override
    public @Nullable T tryNext() {
        return null;
    }

    @Override
    public int available() {
        return 0;
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
