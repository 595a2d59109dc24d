package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;

/** {@code count}: without a query from the collection's metadata, with one by looking. */
public final class EstimatedCount extends ReadOperation<Long> {

    public EstimatedCount(Namespace namespace, CommandFields fields, long maxTimeMillis) {
        super(namespace, fields, maxTimeMillis);
    }

    @Override
    String commandName() {
        return "count";
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString("count", namespace.collection());
        BsonFields.write(body, fields, attempt);
    }

    @Override
    Long parse(ReplyEnvelope reply, Attempt attempt) {
        return reply.requireN("count");
    }
}
