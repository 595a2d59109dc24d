package dev.bowline.driver.operation;

import dev.bowline.driver.operation.WriteCommands.Update;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.options.CommandFields;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** {@code findAndModify}: {@code findOneAndDelete}, {@code findOneAndReplace} and {@code findOneAndUpdate}. */
public final class FindAndModify<T> extends WriteOperation<@Nullable T> {
    private static final int HINT_REFUSED = 8;
    private static final int HINT_KNOWN = 9;
    private static final DecoderContext CONTEXT = DecoderContext.builder().build();

    private final Bson filter;
    private final @Nullable Update<T> update;
    private final Codec<T> codec;
    private final CommandFields fields;
    private final long maxTimeMillis;

    private FindAndModify(Namespace namespace, Bson filter, @Nullable Update<T> update, Codec<T> codec,
            CommandFields fields, long maxTimeMillis) {
        super(namespace);
        this.filter = filter;
        this.update = update;
        this.codec = codec;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
    }

    public static <T> FindAndModify<T> delete(Namespace namespace, Bson filter, Codec<T> codec, CommandFields fields,
            long maxTimeMillis) {
        return new FindAndModify<>(namespace, filter, null, codec, fields, maxTimeMillis);
    }

    public static <T> FindAndModify<T> replace(Namespace namespace, Bson filter, T replacement, Codec<T> codec,
            CommandFields fields, long maxTimeMillis) {
        return new FindAndModify<>(namespace, filter, new Update<>(replacement, codec), codec, fields, maxTimeMillis);
    }

    public static <T> FindAndModify<T> update(Namespace namespace, Bson filter, Bson update, Codec<T> codec,
            CommandFields fields, long maxTimeMillis) {
        return new FindAndModify<>(namespace, filter, new Update<>(update, null), codec, fields, maxTimeMillis);
    }

    public static <T> FindAndModify<T> pipeline(Namespace namespace, Bson filter, List<? extends Bson> pipeline,
            Codec<T> codec, CommandFields fields, long maxTimeMillis) {
        return new FindAndModify<>(namespace, filter, new Update<>(pipeline, null), codec, fields, maxTimeMillis);
    }

    @Override
    String commandName() {
        return "findAndModify";
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Override
    void checkAgainst(Attempt attempt) {
        // Before 4.2 servers ignore the field in this command; 4.2 refuses it, which only an acknowledged write learns.
        if (attempt.maxWireVersion() < HINT_REFUSED && fields.has("hint")) {
            throw attempt.unsupported("A hint in findAndModify");
        }
        WriteCommands.checkHint(fields, HINT_KNOWN, attempt);
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString("findAndModify", namespace.collection());
        body.writeName("query");
        BsonFields.writeBson(body, filter, attempt.registry());
        if (update == null) {
            body.writeBoolean("remove", true);
        } else {
            update.write(body, "update", attempt.registry());
        }
        BsonFields.write(body, fields, attempt);
    }

    @Override
    @SuppressWarnings("NullAway") // It does not see that the type argument is nullable.
    @Nullable
    T parse(ReplyEnvelope reply, Attempt attempt) {
        if (reply.hasWriteConcernError) {
            BsonDocument document = reply.toDocument();
            throw new MongoWriteConcernException(WriteReplies.writeConcernError(document, commandName()), document,
                    attempt.address());
        }
        if (reply.valueOffset < 0) {
            if (!reply.valueIsNull && update == null) {
                throw reply.missing(commandName(), "value");
            }
            return null;
        }
        return codec.decode(reply.reply().reader(reply.valueOffset, reply.valueLength), CONTEXT);
    }

    @Override
    @SuppressWarnings("NullAway") // It does not see that the type argument is nullable.
    @Nullable
    T unacknowledged() {
        return null;
    }
}
