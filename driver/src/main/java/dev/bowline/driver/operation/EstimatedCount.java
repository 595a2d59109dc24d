package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;

/** {@code count}: without a query from the collection's metadata, with one by looking. */
public final class EstimatedCount extends Operation<Long> {
    private final Namespace namespace;
    private final CommandFields fields;
    private final long maxTimeMillis;

    public EstimatedCount(Namespace namespace, CommandFields fields, long maxTimeMillis) {
        super(namespace.database());
        this.namespace = namespace;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
    }

    @Override
    String commandName() {
        return "count";
    }

    @Override
    Target target() {
        return Target.READ_PREFERENCE;
    }

    @Override
    Retryability retryability(Execution execution) {
        return Retryability.READ;
    }

    @Override
    boolean takesReadConcern() {
        return true;
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Execution execution) {
        body.writeString("count", namespace.collection());
        BsonFields.write(body, fields, execution.registry());
    }

    @Override
    Long parse(ReplyEnvelope reply, Execution execution) {
        return reply.requireN("count");
    }
}
