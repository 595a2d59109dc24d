package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All closers of a process or a client, as one. */
public final class ConnectionCloserManager implements ConnectionCloser {
    private final List<ConnectionCloser> closers = new CopyOnWriteArrayList<>();

    public void add(ConnectionCloser closer) {
        closers.add(closer);
    }

    public void remove(ConnectionCloser closer) {
        closers.remove(closer);
    }

    @Override
    public void dropConnections() {
        closers.forEach(ConnectionCloser::dropConnections);
    }

    @Override
    public void dropConnections(ServerAddress host) {
        closers.forEach(closer -> closer.dropConnections(host));
    }

    @Override
    public void keepOpen(ServerAddress host, boolean keep) {
        closers.forEach(closer -> closer.keepOpen(host, keep));
    }
}
