package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * {@code getMore}. Not retried after errors, since the server has moved on; but where an overloaded one has not run it.
 */
final class GetMore<T> extends Operation<GetMore.Batch<T>> {
    record Batch<T>(long id, List<T> documents, @Nullable BsonDocument postBatchResumeToken) {}

    private final Namespace namespace;
    private final String expectedNamespace;
    private final long id;
    private final @Nullable Integer batchSize;
    private final CursorSettings<T> settings;

    GetMore(Namespace namespace, String expectedNamespace, long id, @Nullable Integer batchSize,
            CursorSettings<T> settings) {
        super(namespace.database());
        this.namespace = namespace;
        this.expectedNamespace = expectedNamespace;
        this.id = id;
        this.batchSize = batchSize;
        this.settings = settings;
    }

    @Override
    String commandName() {
        return "getMore";
    }

    @Override
    boolean startsRead() {
        return false;
    }

    @Override
    Long cursorId() {
        return id;
    }

    @Override
    String collection() {
        return namespace.collection();
    }

    @Override
    Target target() {
        return Target.READ_PREFERENCE;
    }

    @Override
    long maxTimeMillis() {
        return settings.maxAwaitMillis();
    }

    /** The server bounds a cursor by its first command; only waiting for new documents is bounded here. */
    @Override
    boolean derivesMaxTime() {
        return false;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeInt64("getMore", id);
        body.writeString("collection", namespace.collection());
        if (batchSize != null && batchSize > 0) {
            body.writeInt32("batchSize", batchSize);
        }
        if (attempt.call().hasTimeout()) {
            long left = attempt.remainingServerMillis();
            long await = settings.maxAwaitMillis();
            if (await > 0) {
                body.writeInt64("maxTimeMS", left == 0 ? await : Math.min(await, left));
            }
        }
        // Servers before 4.4 refuse the field.
        if (settings.comment() != null && attempt.maxWireVersion() >= 9) {
            BsonFields.write(body, "comment", settings.comment(), attempt.registry());
        }
    }

    @Override
    Batch<T> parse(ReplyEnvelope reply, Attempt attempt) {
        CursorReply cursor = new CursorReply(reply, "getMore", expectedNamespace);
        return new Batch<>(cursor.id(), cursor.decodeAll(settings.decoder()), cursor.postBatchResumeToken());
    }
}
