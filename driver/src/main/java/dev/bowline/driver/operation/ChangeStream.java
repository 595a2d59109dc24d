package dev.bowline.driver.operation;

import dev.bowline.cursor.ChangeStreamCursor;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.RawBytes;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CursorType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.Decoder;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A change stream: a cursor that is opened anew, right after the last event it returned, whenever its server or the way
 * there is lost. Change streams, "Resume Process" and "Updating the Cached Resume Token".
 */
public final class ChangeStream<T> implements ChangeStreamCursor<T> {
    private static final byte[] ID = "_id".getBytes(StandardCharsets.UTF_8);
    private static final byte[] EMPTY = {5, 0, 0, 0, 0};
    /** 4.0: from here on a stream can start at a time. */
    private static final int START_AT_TIME_WIRE_VERSION = 7;

    /**
     * What to watch.
     *
     * @param database null for the whole deployment
     * @param collection null for the whole database
     * @param stage options of the {@code $changeStream} stage besides those that say where to start
     * @param fields options of the command
     */
    public record Settings(@Nullable String database, @Nullable String collection, List<Bson> pipeline,
            CommandFields stage, CommandFields fields, @Nullable Integer batchSize, long maxAwaitMillis,
            @Nullable BsonDocument resumeAfter, @Nullable BsonDocument startAfter,
            @Nullable BsonTimestamp startAtOperationTime) {}

    private final Settings settings;
    private final Decoder<T> decoder;
    private final OperationExecutor executor;
    private final OperationScope scope;
    private final ElementCursor elements = new ElementCursor();
    private final BsonBufferReader reader = new BsonBufferReader(EMPTY);
    private BatchCursor<RawBsonDocument> cursor;
    /** Where to go on, or null if it is not known; the token of an event is read on demand. */
    private @Nullable BsonDocument token;
    private @Nullable RawBsonDocument lastEvent;
    private @Nullable BsonTimestamp startTime;
    private boolean returnedAny;
    private boolean mustResume;
    private boolean closed;
    /** Fetched but not returned yet. */
    private @Nullable RawBsonDocument pending;

    private ChangeStream(Settings settings, Decoder<T> decoder, OperationExecutor executor, OperationScope scope) {
        this.settings = settings;
        this.decoder = decoder;
        this.executor = executor;
        this.scope = scope;
        this.token = settings.startAfter() != null ? settings.startAfter() : settings.resumeAfter();
        this.startTime = settings.startAtOperationTime();
        BsonDocument stage = stage(settings.resumeAfter(), settings.startAfter(), startTime);
        this.cursor = executor.execute(aggregate(stage), scope);
        opened();
        boolean anywhere = settings.resumeAfter() == null && settings.startAfter() == null && startTime == null;
        if (anywhere && cursor.available() == 0 && cursor.postBatchResumeToken() == null
                && cursor.maxWireVersion() >= START_AT_TIME_WIRE_VERSION) {
            startTime = cursor.operationTime();
        }
    }

    public static <T> ChangeStream<T> open(Settings settings, Decoder<T> decoder, OperationExecutor executor,
            OperationScope scope) {
        return new ChangeStream<>(settings, decoder, executor, scope);
    }

    // Opening ---------------------------------------------------------------------------------------------------------

    private BsonDocument stage(@Nullable BsonDocument resumeAfter, @Nullable BsonDocument startAfter,
            @Nullable BsonTimestamp startAt) {
        Document stage = new Document();
        settings.stage().forEach(stage::append);
        if (settings.database() == null) {
            stage.append("allChangesForCluster", true);
        }
        if (resumeAfter != null) {
            stage.append("resumeAfter", resumeAfter);
        }
        if (startAfter != null) {
            stage.append("startAfter", startAfter);
        }
        if (startAt != null) {
            stage.append("startAtOperationTime", startAt);
        }
        return new Document("$changeStream", stage).toBsonDocument(BsonDocument.class, scope.registry());
    }

    private Aggregate<RawBsonDocument> aggregate(BsonDocument stage) {
        List<Bson> pipeline = new ArrayList<>(settings.pipeline().size() + 1);
        pipeline.add(stage);
        pipeline.addAll(settings.pipeline());
        String database = settings.database() == null ? "admin" : settings.database();
        return new Aggregate<>(database, settings.collection(), pipeline, settings.fields(), 0, scope.registry(),
                new CursorSettings<>(FastCodecs.rawBsonDocument(), settings.batchSize(), 0, CursorType.TAILABLE_AWAIT,
                        settings.maxAwaitMillis(), null, settings.fields().get("comment")));
    }

    private void opened() {
        if (cursor.available() == 0 && cursor.postBatchResumeToken() != null) {
            noteToken(cursor.postBatchResumeToken());
        }
    }

    /** Opens the stream on whatever server can be had now, with the session it had. */
    private void resume(boolean kills, Deadline deadline) {
        mustResume = true;
        BsonDocument after = resumeToken();
        boolean afterStart = settings.startAfter() != null && !returnedAny;
        BsonDocument stage = after == null
                ? stage(null, null, startTime)
                : afterStart ? stage(null, after, null) : stage(after, null, null);
        try (ImplicitSession session = new ImplicitSession(executor, cursor.abandon(kills))) {
            Aggregate<RawBsonDocument> aggregate = aggregate(stage);
            cursor = executor.traced(Tracing.describe(aggregate), scope, false, span -> executor
                    .executePart(aggregate, scope, deadline, executor.nextOperationId(), session, span));
        }
        mustResume = false;
        opened();
    }

    // Iterating -------------------------------------------------------------------------------------------------------

    @Override
    public boolean hasNext() {
        Deadline deadline = executor.deadline(scope);
        while (pending == null) {
            if (isExhausted()) {
                return false;
            }
            pending = poll(deadline);
        }
        return true;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The change stream has ended");
        }
        return take(Objects.requireNonNull(pending, "pending"));
    }

    @Override
    public @Nullable T tryNext() {
        RawBsonDocument event = pending;
        if (event == null && !isExhausted()) {
            event = poll(executor.deadline(scope));
        }
        return event == null ? null : take(event);
    }

    private boolean isExhausted() {
        requireOpen();
        return !mustResume && cursor.id() == 0 && cursor.available() == 0;
    }

    /** An event if there is one before the server's wait is over. */
    private @Nullable RawBsonDocument poll(Deadline deadline) {
        if (mustResume) {
            resume(true, deadline);
        }
        RawBsonDocument event;
        try {
            event = cursor.tryNext(deadline);
        } catch (MongoOperationTimeoutException e) {
            // Client-side operations timeout, "Change Streams": the next call starts with a resume.
            mustResume = true;
            throw e;
        } catch (MongoException e) {
            if (!ResumableErrors.isResumable(e, cursor.maxWireVersion())) {
                throw e;
            }
            resume(!RetryableErrors.isNetworkError(e), deadline);
            event = cursor.available() > 0 ? cursor.tryNext(deadline) : null;
        }
        BsonDocument afterBatch = cursor.postBatchResumeToken();
        if (event == null && afterBatch != null) {
            noteToken(afterBatch);
        }
        return event;
    }

    private T take(RawBsonDocument event) {
        pending = null;
        ByteBuffer bytes = RawBytes.of(event);
        int offset = bytes.arrayOffset() + bytes.position();
        if (!hasId(bytes.array(), offset, bytes.remaining())) {
            close();
            throw new MongoClientException("Cannot provide resume functionality when the resume token is missing: the "
                    + "pipeline of a change stream must leave the _id as it is");
        }
        reader.reset(bytes.array(), offset, bytes.remaining());
        T decoded = decoder.decode(reader, CursorReply.CONTEXT);
        returnedAny = true;
        BsonDocument afterBatch = cursor.postBatchResumeToken();
        if (cursor.available() == 0 && afterBatch != null) {
            noteToken(afterBatch);
        } else {
            lastEvent = event;
        }
        return decoded;
    }

    private boolean hasId(byte[] bytes, int offset, int length) {
        elements.on(bytes, offset, length);
        while (elements.next()) {
            if (elements.nameEquals(ID)) {
                return elements.is(BsonType.DOCUMENT);
            }
        }
        return false;
    }

    private void noteToken(@Nullable BsonDocument value) {
        token = value;
        lastEvent = null;
    }

    // The rest --------------------------------------------------------------------------------------------------------

    @Override
    public @Nullable BsonDocument resumeToken() {
        RawBsonDocument event = lastEvent;
        if (event != null) {
            noteToken(event.getDocument("_id").clone());
        }
        return token;
    }

    @Override
    public int available() {
        return cursor.available() + (pending == null ? 0 : 1);
    }

    @Override
    public long id() {
        return cursor.id();
    }

    @Override
    public ServerAddress serverAddress() {
        return cursor.serverAddress();
    }

    @Override
    public void close() {
        closed = true;
        pending = null;
        cursor.close();
    }

    @Override
    public void close(Duration timeout) {
        closed = true;
        pending = null;
        cursor.close(timeout);
    }

    private void requireOpen() {
        if (closed) {
            throw new MongoClientException("The change stream is closed");
        }
    }
}
