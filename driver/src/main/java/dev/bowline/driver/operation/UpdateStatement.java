package dev.bowline.driver.operation;

import dev.bowline.driver.operation.WriteCommands.Update;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.options.CommandFields;
import dev.bowline.result.UpdateResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** {@code update} with one statement: {@code updateOne}, {@code updateMany} and {@code replaceOne}. */
public final class UpdateStatement extends WriteStatement<UpdateResult> {
    private static final byte[] ID = "_id".getBytes(StandardCharsets.UTF_8);
    private static final UpdateResult UNACKNOWLEDGED = new UpdateResult(false, 0, 0, null);

    private final Update<?> update;

    private UpdateStatement(Namespace namespace, Bson filter, Update<?> update, boolean multi, CommandFields statement,
            CommandFields fields) {
        super(namespace, filter, multi, statement, fields);
        this.update = update;
    }

    /** Updates by operators. */
    public static UpdateStatement update(Namespace namespace, Bson filter, Bson update, boolean multi,
            CommandFields statement, CommandFields fields) {
        return new UpdateStatement(namespace, filter, new Update<>(update, null), multi, statement, fields);
    }

    /** Updates by a pipeline. */
    public static UpdateStatement pipeline(Namespace namespace, Bson filter, List<? extends Bson> pipeline,
            boolean multi, CommandFields statement, CommandFields fields) {
        return new UpdateStatement(namespace, filter, new Update<>(pipeline, null), multi, statement, fields);
    }

    public static <T> UpdateStatement replace(Namespace namespace, Bson filter, T replacement, Codec<T> codec,
            CommandFields statement, CommandFields fields) {
        return new UpdateStatement(namespace, filter, new Update<>(replacement, codec), false, statement, fields);
    }

    @Override
    String commandName() {
        return "update";
    }

    @Override
    void checkAgainst(Attempt attempt) {
        WriteCommands.checkHint(statement, 8, attempt);
    }

    @Override
    void writeSequences(RequestWriter request, Attempt attempt) {
        BsonBufferWriter writer = request.beginSequence("updates");
        WriteCommands.writeUpdate(writer, filter, update, multi, statement, attempt.registry());
        request.endSequence();
    }

    @Override
    UpdateResult parse(ReplyEnvelope reply, Attempt attempt) {
        WriteReplies.check(reply, "update", attempt);
        long n = reply.requireN("update");
        if (reply.nModified < 0) {
            throw reply.missing("update", "nModified");
        }
        BsonValue upserted = upsertedId(reply);
        return new UpdateResult(true, upserted == null ? n : n - 1, reply.nModified, upserted);
    }

    private static @Nullable BsonValue upsertedId(ReplyEnvelope reply) {
        if (reply.upsertedOffset < 0) {
            return null;
        }
        ElementCursor elements = reply.elements(reply.upsertedOffset, reply.upsertedLength);
        if (!elements.next()) {
            return null;
        }
        ElementCursor upserted = new ElementCursor().in(elements);
        while (upserted.next()) {
            if (upserted.nameEquals(ID)) {
                return BsonFields.value(upserted);
            }
        }
        throw new MongoProtocolException("The reply to 'update' has an upserted document without an _id");
    }

    @Override
    UpdateResult unacknowledged() {
        return UNACKNOWLEDGED;
    }
}
