package dev.bowline.driver.operation;

import dev.bowline.driver.session.ClusterClock;
import dev.bowline.driver.session.ClusterTime;
import dev.bowline.driver.session.Session;
import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.error.MongoProtocolException;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The times and tokens that replies carry for the commands after them. Driver sessions, "Gossipping the cluster time".
 */
final class Gossip {
    /** A cluster time has a signature and little else. It is kept, and sent with every command, so it must be short. */
    private static final int MAX_CLUSTER_TIME_BYTES = 4096;
    private static final byte[] CLUSTER_TIME = {'c', 'l', 'u', 's', 't', 'e', 'r', 'T', 'i', 'm', 'e'};

    private Gossip() {}

    /** Advances the client's clock, and the session if there is one, to what the reply says. */
    static void hear(ReplyEnvelope envelope, ClusterClock clock, @Nullable Session session) {
        if (envelope.clusterTimeOffset >= 0) {
            if (envelope.clusterTimeLength > MAX_CLUSTER_TIME_BYTES) {
                throw new MongoProtocolException("The $clusterTime of a reply has " + envelope.clusterTimeLength
                        + " bytes, more than " + MAX_CLUSTER_TIME_BYTES);
            }
            ElementCursor elements = envelope.elements(envelope.clusterTimeOffset, envelope.clusterTimeLength);
            while (elements.next()) {
                if (elements.nameEquals(CLUSTER_TIME)) {
                    advance(elements.int64Bits(), envelope, clock, session);
                    break;
                }
            }
        }
        if (session == null) {
            return;
        }
        if (envelope.operationTime != 0) {
            session.advanceOperationTime(new BsonTimestamp(envelope.operationTime));
        }
        if (envelope.recoveryTokenOffset >= 0) {
            session.noteRecoveryToken(document(envelope, envelope.recoveryTokenOffset, envelope.recoveryTokenLength));
        }
    }

    private static void advance(long time, ReplyEnvelope envelope, ClusterClock clock, @Nullable Session session) {
        boolean clientBehind = clock.isBehind(time);
        if (clientBehind || session != null) {
            ClusterTime clusterTime = new ClusterTime(time, Arrays.copyOfRange(envelope.bytes(),
                    envelope.clusterTimeOffset, envelope.clusterTimeOffset + envelope.clusterTimeLength));
            if (clientBehind) {
                clock.advance(clusterTime);
            }
            if (session != null) {
                session.advanceClusterTime(clusterTime);
            }
        }
    }

    private static BsonDocument document(ReplyEnvelope envelope, int offset, int length) {
        return FastCodecs.bsonDocument().decode(envelope.reply().reader(offset, length), CursorReply.CONTEXT);
    }
}
