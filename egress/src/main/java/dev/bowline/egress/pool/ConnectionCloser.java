package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;

/** Something that holds outbound connections and can be told to drop them. */
public interface ConnectionCloser {
    /** Drops the connections to all hosts that are not marked keep-open. */
    void dropConnections();

    /** Drops the connections to this host, unless it is marked keep-open. */
    void dropConnections(ServerAddress host);

    /** Marks a host, known or not, as one whose connections are not dropped; or takes that mark away. */
    void keepOpen(ServerAddress host, boolean keep);
}
