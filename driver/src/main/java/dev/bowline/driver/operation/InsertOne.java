package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.options.CommandFields;
import dev.bowline.result.InsertOneResult;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** {@code insert} of one document. */
public final class InsertOne<T> extends WriteOperation<InsertOneResult> {
    private final Codec<T> codec;
    private final CommandFields fields;
    private T document;
    private boolean hasId;
    private @Nullable BsonValue id;

    public InsertOne(Namespace namespace, T document, Codec<T> codec, CommandFields fields) {
        super(namespace);
        this.document = document;
        this.codec = codec;
        this.fields = fields;
    }

    @Override
    String commandName() {
        return "insert";
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString("insert", namespace.collection());
        body.writeBoolean("ordered", true);
        BsonFields.write(body, fields, attempt);
    }

    @Override
    void writeSequences(RequestWriter request, Attempt attempt) {
        Environment environment = attempt.call().executor().environment();
        if (!hasId) {
            document = InsertDocuments.withId(document, codec, environment);
            hasId = true;
        }
        BsonBufferWriter writer = request.beginSequence("documents");
        ObjectId spare = id != null && id.isObjectId() ? id.asObjectId().getValue() : null;
        id = InsertDocuments.write(writer, document, codec, spare, environment,
                attempt.connection().maxBsonObjectSize());
        request.endSequence();
    }

    @Override
    InsertOneResult parse(ReplyEnvelope reply, Attempt attempt) {
        WriteReplies.check(reply, "insert", attempt);
        reply.requireN("insert");
        return new InsertOneResult(true, id);
    }

    @Override
    InsertOneResult unacknowledged() {
        return new InsertOneResult(false, id);
    }
}
