package dev.bowline.driver.operation;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.session.ClusterTime;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.session.TransactionState;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.error.MongoClientException;
import dev.bowline.settings.ServerApi;
import org.bson.BsonTimestamp;

/** Writes the fields that are not an operation's own: session, transaction, concerns, time limits, gossip. */
final class CommandBody {
    private static final byte[] PRIMARY_PREFERRED = OperationScope
            .bytes(ReadPreference.primaryPreferred().toDocument());

    private CommandBody() {}

    static void writeCommonFields(BsonBufferWriter body, Operation<?> operation, Attempt attempt) {
        OperationExecutor executor = attempt.call().executor();
        Session session = attempt.call().session();
        boolean inTransaction = attempt.call().inTransaction() && operation.joinsTransaction();
        body.writeString("$db", operation.database);
        writeSession(body, operation, attempt);
        writeReadConcern(body, operation, attempt, inTransaction);
        if (operation.takesWriteConcern() && !inTransaction) {
            byte[] concern = attempt.scope().writeConcernBytes;
            if (concern != null) {
                body.writeRaw("writeConcern", concern, 0, concern.length);
            }
        }
        writeMaxTime(body, operation, attempt);
        if (operation.target() == Operation.Target.READ_PREFERENCE && operation.sendsReadPreference()) {
            writeReadPreference(body, attempt, inTransaction);
        }
        ClusterTime time = ClusterTime.later(executor.clock().current(),
                session == null ? null : session.clusterTime());
        if (time != null) {
            body.writeRaw("$clusterTime", time.bytes(), 0, time.bytes().length);
        }
        ServerApi api = executor.serverApi();
        if (api != null) {
            body.writeString("apiVersion", api.version());
            if (api.strict().isPresent()) {
                body.writeBoolean("apiStrict", api.strict().get());
            }
            if (api.deprecationErrors().isPresent()) {
                body.writeBoolean("apiDeprecationErrors", api.deprecationErrors().get());
            }
        }
    }

    private static void writeSession(BsonBufferWriter body, Operation<?> operation, Attempt attempt) {
        ServerSession serverSession = attempt.call().serverSession();
        if (serverSession == null || !operation.usesSession()) {
            return;
        }
        body.writeRaw("lsid", serverSession.lsid(), 0, serverSession.lsid().length);
        Session session = attempt.call().session();
        boolean joins = session != null && session.inTransaction() && operation.joinsTransaction();
        if (session != null && (joins || operation.endsTransaction())) {
            body.writeInt64("txnNumber", serverSession.transactionNumber());
            if (session.state() == TransactionState.STARTING) {
                body.writeBoolean("startTransaction", true);
            }
            body.writeBoolean("autocommit", false);
        } else if (attempt.transactionNumber() > 0) {
            body.writeInt64("txnNumber", attempt.transactionNumber());
        }
    }

    private static void writeReadConcern(BsonBufferWriter body, Operation<?> operation, Attempt attempt,
            boolean inTransaction) {
        Session session = attempt.call().session();
        if (inTransaction && session != null) {
            if (session.state() == TransactionState.STARTING) {
                writeReadConcern(body, session.transactionReadConcern(), session);
            }
            return;
        }
        boolean snapshot = session != null && session.settings().snapshot() && operation.startsRead();
        if (!operation.takesReadConcern() && !snapshot) {
            if (session != null && operation.takesWriteConcern() && operation.joinsTransaction()) {
                // Causal consistency, "Causally consistent read and write commands": only the time, a write has no
                // level.
                writeReadConcern(body, ReadConcern.DEFAULT, session);
            }
            return;
        }
        if (session == null) {
            byte[] concern = attempt.scope().readConcernBytes;
            if (concern != null) {
                body.writeRaw("readConcern", concern, 0, concern.length);
            }
        } else if (snapshot) {
            body.beginDocument("readConcern");
            body.writeString("level", "snapshot");
            BsonTimestamp time = session.snapshotTime();
            if (time != null) {
                body.writeTimestamp("atClusterTime", time);
            }
            body.endDocument();
        } else {
            writeReadConcern(body, attempt.scope().readConcern(), session);
        }
    }

    private static void writeReadConcern(BsonBufferWriter body, ReadConcern concern, Session session) {
        BsonTimestamp after = session.settings().causalConsistency() ? session.operationTime() : null;
        if (concern.isServerDefault() && after == null) {
            return;
        }
        body.beginDocument("readConcern");
        if (!concern.isServerDefault()) {
            body.writeString("level", concern.level().orElseThrow());
        }
        if (after != null) {
            body.writeTimestamp("afterClusterTime", after);
        }
        body.endDocument();
    }

    private static void writeMaxTime(BsonBufferWriter body, Operation<?> operation, Attempt attempt) {
        long millis;
        if (attempt.call().hasTimeout()) {
            millis = operation.derivesMaxTime() ? attempt.remainingServerMillis() : 0;
        } else {
            millis = operation.maxTimeMillis();
        }
        if (millis > 0) {
            body.writeInt64("maxTimeMS", millis);
        }
    }

    /** Server selection, "Passing read preference to mongos and load balancers" and "Topology type: Single". */
    private static void writeReadPreference(BsonBufferWriter body, Attempt attempt, boolean inTransaction) {
        if (attempt.isStandalone()) {
            return;
        }
        byte[] preference = inTransaction ? null : attempt.scope().readPreferenceBytes;
        boolean direct = attempt.call().executor().topologyType() == TopologyType.SINGLE && !attempt.isRouter();
        if (preference == null && direct) {
            preference = PRIMARY_PREFERRED;
        }
        if (preference != null) {
            body.writeRaw("$readPreference", preference, 0, preference.length);
        }
    }

    /** Refuses what a session or transaction does not allow. */
    static void check(Operation<?> operation, Call call) {
        Session session = call.session();
        if (session == null || !operation.joinsTransaction()) {
            return;
        }
        if (session.inTransaction() && operation.target() == Operation.Target.READ_PREFERENCE
                && !(session.transactionReadPreference().isPrimary() && operation.readsFromPrimary(call))) {
            throw new MongoClientException("Read preference in a transaction must be primary");
        }
    }
}
