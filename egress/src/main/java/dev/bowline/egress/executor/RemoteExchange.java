package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.RawBytes;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import java.nio.ByteBuffer;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** One remote command over one connection, in blocking steps. */
final class RemoteExchange {
    /** A reply, and whether another follows. */
    record Answer(BsonDocument reply, boolean moreToCome) {
        static final Answer NONE = new Answer(new BsonDocument(), false);
    }

    private RemoteExchange() {}

    /** Sends the request and waits for the first reply; for a fire-and-forget request there is none to wait for. */
    static Answer start(Connection connection, RemoteCommandRequest request, boolean exhaust, Deadline deadline) {
        int flags = request.fireAndForget() ? OpCode.MORE_TO_COME : exhaust ? OpCode.EXHAUST_ALLOWED : 0;
        RequestWriter writer = connection.request(flags);
        RawBsonDocument body = request.body();
        ByteBuffer bytes = RawBytes.of(body);
        writer.body().writeRaw(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        if (request.fireAndForget()) {
            connection.send(writer, deadline);
            return Answer.NONE;
        }
        return answer(connection.exchange(writer, deadline));
    }

    /** Waits for the next reply of an exhaust command. */
    static Answer next(Connection connection, Deadline deadline) {
        return answer(connection.receive(deadline));
    }

    /** When this request must have ended, if it begins now. */
    static Deadline deadline(Environment environment, RemoteCommandRequest request) {
        long nanos = request.localTimeoutNanos();
        return nanos == Long.MAX_VALUE ? Deadline.NEVER : Deadline.afterNanos(environment, nanos);
    }

    /** What a failed exchange is reported as; one that we broke off ourselves carries its status. */
    static Status status(Throwable failure) {
        return failure instanceof RemoteCommandException known ? known.status() : Status.of(failure);
    }

    private static Answer answer(Reply reply) {
        return new Answer(reply.toDocument(), reply.moreToCome());
    }
}
