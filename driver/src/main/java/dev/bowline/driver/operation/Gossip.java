package dev.bowline.driver.operation;

import dev.bowline.driver.session.ClusterClock;
import dev.bowline.driver.session.ClusterTime;
import dev.bowline.driver.session.Session;
import dev.bowline.egress.wire.ElementCursor;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/** The times and tokens that replies carry for the commands after them. Driver sessions, "Gossipping the cluster time". */
final class Gossip {
    private static final byte[] CLUSTER_TIME = {'c', 'l', 'u', 's', 't', 'e', 'r', 'T', 'i', 'm', 'e'};

    private Gossip() {}

    /** Advances the client's clock, and the session if there is one, to what the reply says. */
    static void hear(ReplyEnvelope envelope, ClusterClock clock, @Nullable Session session) {
        if (envelope.clusterTimeOffset >= 0) {
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
        return new RawBsonDocument(Arrays.copyOfRange(envelope.bytes(), offset, offset + length))
                .decode(new BsonDocumentCodec());
    }
}
