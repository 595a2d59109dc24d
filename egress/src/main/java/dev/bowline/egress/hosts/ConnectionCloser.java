package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.ServerAddress;
import java.util.Set;

/**
 * An owner of outbound connections that can drop them. A host is dropped unless it has been marked as to be kept open;
 * that is the only thing that spares it. Connections in use are dropped when they come back; requests that wait go on
 * waiting, for new ones.
 */
public interface ConnectionCloser {
    /** One that holds no connections. */
    ConnectionCloser NONE = new ConnectionCloser() {
        @Override
        public void dropConnections() {}

        @Override
        public void dropConnections(ServerAddress host) {}

        @Override
        public void keepOpen(ServerAddress host, boolean keep) {}
    };

    /** Drops the connections to all hosts that are not marked keep-open. */
    void dropConnections();

    /** Drops the connections to this host, unless it is marked keep-open. */
    void dropConnections(ServerAddress host);

    /** Marks a host, known or not, as one whose connections are not dropped; or takes that mark away. */
    void keepOpen(ServerAddress host, boolean keep);

    /** Identifies closers for a {@link ConnectionCloserManager}; none by default. */
    default Set<String> tags() {
        return Set.of();
    }
}
