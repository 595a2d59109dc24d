package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.MongoServerException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Which sessions of a client are still checked out when it is closed: a session that was used must be among those which
 * {@code endSessions} names, or its connection must have broken. Driver Sessions, prose test 10.
 *
 * <p>Its methods hold its monitor; they only take notes.
 */
public final class SessionLedger implements CommandListener {
    private record Request(ServerAddress address, long connectionId, int requestId) {}

    private final Set<BsonDocument> out = new LinkedHashSet<>();
    private final Set<BsonDocument> spoilt = new HashSet<>();
    private final Map<Request, BsonDocument> byRequest = new HashMap<>();

    @Override
    public synchronized void commandStarted(CommandStartedEvent event) {
        if (event.commandName().equals("endSessions")) {
            event.command().getArray("endSessions").stream().map(BsonValue::asDocument).forEach(out::remove);
        } else if (event.command().get("lsid") instanceof BsonDocument lsid && !spoilt.contains(lsid)) {
            out.add(lsid);
            byRequest.put(new Request(event.address(), event.connectionId(), event.requestId()), lsid);
        }
    }

    /** A session is not used again if the server did not answer, so the pool does not take it back. */
    @Override
    public synchronized void commandFailed(CommandFailedEvent event) {
        BsonDocument lsid = byRequest.remove(new Request(event.address(), event.connectionId(), event.requestId()));
        if (lsid != null && !(event.failure() instanceof MongoServerException)) {
            spoilt.add(lsid);
            out.remove(lsid);
        }
    }

    /** Closes the client and returns the sessions that it did not have back; empty if it could reach no server. */
    public Set<BsonDocument> close(MongoClient client) {
        boolean reaches = client.topology().hasDataBearingServer();
        client.close();
        return reaches ? stillOut() : Set.of();
    }

    private synchronized Set<BsonDocument> stillOut() {
        return Set.copyOf(out);
    }
}
