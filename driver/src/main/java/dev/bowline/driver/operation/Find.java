package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CursorType;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** {@code find} with a cursor. */
public final class Find<T> extends CursorOperation<T> {
    private final Namespace namespace;
    private final Bson filter;
    private final CommandFields fields;
    private final int limit;
    private final long maxTimeMillis;

    /**
     * A find on the namespace.
     *
     * @param limit as in the options: negative for a single batch
     */
    public Find(Namespace namespace, Bson filter, CommandFields fields, int limit, long maxTimeMillis,
            CursorSettings<T> settings) {
        super(namespace.database(), settings);
        this.namespace = namespace;
        this.filter = filter;
        this.fields = fields;
        this.limit = limit;
        this.maxTimeMillis = maxTimeMillis;
    }

    @Override
    String collection() {
        return namespace.collection();
    }

    @Override
    String commandName() {
        return "find";
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
    @Nullable
    String expectedNamespace() {
        return namespace.fullName();
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        write(body, namespace, filter, fields, limit, attempt);
        Integer batchSize = settings.batchSize();
        if (batchSize != null && limit >= 0) {
            // One more than the limit lets the server close the cursor with the first batch.
            body.writeInt32("batchSize",
                    batchSize == limit && limit > 0 && limit < Integer.MAX_VALUE ? batchSize + 1 : batchSize);
        }
        if (settings.type().isTailable()) {
            body.writeBoolean("tailable", true);
            if (settings.type() == CursorType.TAILABLE_AWAIT) {
                body.writeBoolean("awaitData", true);
            }
        }
    }

    static void write(BsonBufferWriter body, Namespace namespace, Bson filter, CommandFields fields, int limit,
            Attempt attempt) {
        body.writeString("find", namespace.collection());
        body.writeName("filter");
        BsonFields.writeBson(body, filter, attempt.registry());
        BsonFields.write(body, fields, attempt);
        if (limit != 0) {
            body.writeInt64("limit", Math.abs((long) limit));
            if (limit < 0) {
                body.writeBoolean("singleBatch", true);
            }
        }
    }
}
