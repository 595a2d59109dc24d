package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** {@code getMore}. Never retried: the server has moved on. */
final class GetMore<T> extends Operation<GetMore.Batch<T>> {
    record Batch<T>(long id, List<T> documents, @Nullable BsonDocument postBatchResumeToken) {}

    private final Namespace namespace;
    private final String expectedNamespace;
    private final long id;
    private final @Nullable Integer batchSize;
    private final CursorSettings<T> settings;
    private final boolean bounded;

    /** @param bounded whether the server is told how much of a lifetime's timeout is left */
    GetMore(Namespace namespace, String expectedNamespace, long id, @Nullable Integer batchSize,
            CursorSettings<T> settings, boolean bounded) {
        super(namespace.database());
        this.namespace = namespace;
        this.expectedNamespace = expectedNamespace;
        this.id = id;
        this.batchSize = batchSize;
        this.settings = settings;
        this.bounded = bounded;
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
            } else if (bounded && left > 0 && !settings.perIteration()) {
                body.writeInt64("maxTimeMS", left);
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
