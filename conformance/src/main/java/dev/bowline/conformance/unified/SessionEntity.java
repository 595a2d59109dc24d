package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import org.bson.BsonDocument;

/** A session, with its id kept for expectations that come after its end. */
record SessionEntity(ClientSession session, BsonDocument id) implements AutoCloseable {
    SessionEntity(ClientSession session) {
        this(session, session.id());
    }

    @Override
    public void close() {
        session.close();
    }
}
