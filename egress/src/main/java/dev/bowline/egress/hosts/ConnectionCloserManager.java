package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All closers of a process or a client, as one. A mark that is set before a closer is added holds for it too. */
public final class ConnectionCloserManager implements ConnectionCloser {
    private final List<ConnectionCloser> closers = new CopyOnWriteArrayList<>();
    private final List<ServerAddress> keptOpen = new CopyOnWriteArrayList<>();

    /** Adds a closer. */
    public void add(ConnectionCloser closer) {
        closers.add(closer);
        keptOpen.forEach(host -> closer.keepOpen(host, true));
    }

    /** Removes a closer. Does nothing if it was not added. */
    public void remove(ConnectionCloser closer) {
        closers.remove(closer);
    }

    @Override
    public void dropConnections() {
        closers.forEach(ConnectionCloser::dropConnections);
    }

    /** Drops the connections of the closers with this tag, to all hosts that are not marked keep-open. */
    public void dropConnections(String tag) {
        closers.stream().filter(closer -> closer.tags().contains(tag)).forEach(ConnectionCloser::dropConnections);
    }

    @Override
    public void dropConnections(ServerAddress host) {
        closers.forEach(closer -> closer.dropConnections(host));
    }

    @Override
    public void keepOpen(ServerAddress host, boolean keep) {
        keptOpen.remove(host);
        if (keep) {
            keptOpen.add(host);
        }
        closers.forEach(closer -> closer.keepOpen(host, keep));
    }
}
