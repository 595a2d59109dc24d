package dev.bowline.driver.operation;

import dev.bowline.driver.session.Session;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import org.bson.BsonTimestamp;
import org.bson.codecs.Decoder;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** {@code find} of a single document, which goes straight from the reply to its codec, without a cursor. */
public final class FindFirst<T> extends ReadOperation<@Nullable T> {
    private final String fullName;
    private final Bson filter;
    private final Decoder<T> decoder;

    /**
     * A find of the first document that matches.
     *
     * @param fullName of the namespace; made once by the collection
     */
    public FindFirst(Namespace namespace, String fullName, Bson filter, CommandFields fields, long maxTimeMillis,
            Decoder<T> decoder) {
        super(namespace, fields, maxTimeMillis);
        this.fullName = fullName;
        this.filter = filter;
        this.decoder = decoder;
    }

    @Override
    String commandName() {
        return "find";
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        Find.write(body, namespace, filter, fields, -1, attempt);
    }

    @Override
    @SuppressWarnings("NullAway") // It does not see that the type argument is nullable.
    @Nullable
    T parse(ReplyEnvelope reply, Attempt attempt) {
        CursorReply cursor = new CursorReply(reply, "find", fullName);
        Session session = attempt.call().session();
        BsonTimestamp time = cursor.atClusterTime();
        if (session != null && time != null) {
            session.noteSnapshotTime(time);
        }
        return cursor.decodeFirst(decoder);
    }
}
