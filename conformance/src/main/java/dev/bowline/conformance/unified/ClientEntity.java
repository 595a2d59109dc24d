package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import java.util.Set;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A client of a test, with what it let be seen and the sessions it took. */
record ClientEntity(MongoClient client, Observer observer, SessionLedger ledger, @Nullable SpanRecorder spans) {
    /** Returns the sessions that are still checked out. */
    Set<BsonDocument> close() {
        return ledger.close(client);
    }
}
