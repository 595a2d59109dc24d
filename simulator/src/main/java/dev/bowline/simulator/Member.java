package dev.bowline.simulator;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.server.Server;

/** A server of a deployment, to name it to the deployment's controls. */
public final class Member {
    private final Server server;
    private final int index;

    Member(Server server, int index) {
        this.server = server;
        this.index = index;
    }

    /** Its place in {@link Deployment#members}, and its id in a replica set configuration. */
    public int index() {
        return index;
    }

    /** The address that clients connect to. */
    public ServerAddress address() {
        return server.address();
    }

    /** How many clients' connections are open. */
    public int openConnections() {
        return server.openConnections();
    }

    /** How many connections it has accepted since it was made. */
    public long acceptedConnections() {
        return server.acceptedConnections();
    }

    Server server() {
        return server;
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
