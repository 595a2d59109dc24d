package dev.bowline.doubles;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A connection without a socket that is open until it is ended. It has no buffers; a subclass may answer commands. */
public class ConnectionDouble implements Connection {
    private final ConnectionDescription description;
    private volatile boolean open = true;
    private volatile boolean closed;

    public ConnectionDouble(ConnectionDescription description) {
        this.description = description;
    }

    /** To a server of today that said nothing of interest. */
    public ConnectionDouble(long id, ServerAddress address, @Nullable ObjectId serviceId) {
        this(new ConnectionDescription(address, id, null, serviceId, 6, 25, 16 << 20, 48_000_000, 100_000, 30, null,
                new BsonDocument(), 0));
    }

    /** What a network error does to a real one. */
    public void breakDown() {
        open = false;
    }

    public final boolean isClosed() {
        return closed;
    }

    @Override
    public final ConnectionDescription description() {
        return description;
    }

    @Override
    public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final RequestWriter request(int flags) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final Reply exchange(RequestWriter request, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final void send(RequestWriter request, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final Reply receive(Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final boolean hasMoreToCome() {
        return false;
    }

    @Override
    public void abort(RuntimeException reason) {
        breakDown();
    }

    @Override
    public final boolean isOpen() {
        return open;
    }

    @Override
    public final void close() {
        closed = true;
        breakDown();
    }
}
