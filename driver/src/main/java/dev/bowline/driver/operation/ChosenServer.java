package dev.bowline.driver.operation;

import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.environment.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * The server of one attempt, before there is a connection to it.
 *
 * @param pin the connection that must be used, or null to check one out
 * @param checkOutDeadline when the wait for a connection ends; only a {@code timeoutMS} sets it
 * @param minRoundTripNanos of the server when it was selected, if there is a {@code timeoutMS}; an error on another
 *            connection may make the server Unknown, and its round trip time with it
 */
record ChosenServer(Server server, @Nullable PinnedConnection pin, Deadline checkOutDeadline,
        @Nullable Long minRoundTripNanos) {

    /** Client-side operations timeout, "Server Selection": check-out gets the time that selection left. */
    static ChosenServer of(Call call, Server server, @Nullable PinnedConnection pin, Deadline selection) {
        return call.hasTimeout()
                ? new ChosenServer(server, pin, selection, server.description().minRoundTripNanos())
                : new ChosenServer(server, pin, Deadline.NEVER, null);
    }
}
