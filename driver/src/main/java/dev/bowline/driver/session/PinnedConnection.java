package dev.bowline.driver.session;

import dev.bowline.driver.topology.Server;
import dev.bowline.egress.pool.PooledConnection;

/**
 * A connection through a load balancer that several commands must share, because only the server behind it knows the
 * transaction or the cursor. Checked in when the last of its users releases it. One thread at a time.
 */
public final class PinnedConnection {
    private final Server server;
    private final PooledConnection connection;
    private int users;

    public PinnedConnection(Server server, PooledConnection connection) {
        this.server = server;
        this.connection = connection;
    }

    public Server server() {
        return server;
    }

    public PooledConnection connection() {
        return connection;
    }

    public void retain() {
        users++;
    }

    public void release() {
        if (--users == 0) {
            connection.close();
        }
    }
}
