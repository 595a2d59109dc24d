package dev.bowline.sync;

import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import dev.bowline.driver.operation.ChangeStream;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A change stream under the official interface.
 *
 * @param <T> the type of the documents in its events
 */
public final class BowlineChangeStreamIterable<T> extends BowlineIterable<ChangeStreamDocument<T>>
        implements
            ChangeStreamIterable<T> {
    private final @Nullable String database;
    private final @Nullable String collection;
    private final Class<?> documentClass;
    private final Codec<ChangeStreamDocument<T>> codec;
    private final List<? extends Bson> pipeline;
    private FullDocument fullDocument = FullDocument.DEFAULT;
    private FullDocumentBeforeChange fullDocumentBeforeChange = FullDocumentBeforeChange.DEFAULT;
    private @Nullable BsonDocument resumeAfter;
    private @Nullable BsonDocument startAfter;
    private @Nullable BsonTimestamp startAtOperationTime;
    private long maxAwaitMillis;
    private @Nullable Collation collation;
    private @Nullable BsonValue comment;
    private boolean showExpandedEvents;

    /**
     * @param database null for the whole deployment
     * @param collection null for the whole database
     */
    BowlineChangeStreamIterable(View view, @Nullable ClientSession session, @Nullable String database,
            @Nullable String collection, Class<?> documentClass, Class<T> resultClass, List<? extends Bson> pipeline) {
        super(view, session);
        this.database = database;
        this.collection = collection;
        this.documentClass = documentClass;
        this.codec = ChangeStreamDocument.createCodec(Require.notNull("resultClass", resultClass), view.registry());
        this.pipeline = Require.notNull("pipeline", pipeline);
    }

    private ChangeStream.Settings settings() {
        List<Bson> stages = new ArrayList<>(pipeline.size());
        for (Bson stage : pipeline) {
            if (stage == null) {
                throw new IllegalArgumentException("pipeline can not contain a null value");
            }
            stages.add(view.bson(stage, documentClass));
        }
        CommandFields stage = new Fields(view, documentClass)
                .text("fullDocument", fullDocument == FullDocument.DEFAULT ? null : fullDocument.getValue())
                .text("fullDocumentBeforeChange",
                        fullDocumentBeforeChange == FullDocumentBeforeChange.DEFAULT
                                ? null
                                : fullDocumentBeforeChange.getValue())
                .ifTrue("showExpandedEvents", showExpandedEvents).get();
        CommandFields fields = new Fields(view, documentClass).collation(collation).comment(comment).get();
        return new ChangeStream.Settings(database, collection, stages, stage, fields, sentBatchSize(), maxAwaitMillis,
                resumeAfter, startAfter, startAtOperationTime);
    }

    private <R> ChangeStream<R> open(Codec<R> decoder) {
        ChangeStream.Settings settings = settings();
        return view.call(() -> ChangeStream.open(settings, decoder, view.client.executor(), view.scope(session)));
    }

    private @Nullable BsonDocument given() {
        return startAfter != null ? startAfter : resumeAfter;
    }

    @Override
    dev.bowline.cursor.MongoCursor<ChangeStreamDocument<T>> open() {
        return open(codec);
    }

    @Override
    public MongoChangeStreamCursor<ChangeStreamDocument<T>> cursor() {
        return new BowlineMongoChangeStreamCursor<>(view.client, open(codec), given());
    }

    @Override
    public <D> MongoIterable<D> withDocumentClass(Class<D> clazz) {
        Codec<D> whole = view.registry().get(Require.notNull("clazz", clazz));
        return new BowlineIterable<>(view, session) {
            @Override
            dev.bowline.cursor.MongoCursor<D> open() {
                return BowlineChangeStreamIterable.this.open(whole);
            }

            @Override
            public MongoChangeStreamCursor<D> cursor() {
                return new BowlineMongoChangeStreamCursor<>(view.client, BowlineChangeStreamIterable.this.open(whole),
                        given());
            }

            @Override
            public MongoIterable<D> batchSize(int batchSize) {
                BowlineChangeStreamIterable.this.batchSize(batchSize);
                return this;
            }
        };
    }

    @Override
    public ChangeStreamIterable<T> fullDocument(FullDocument fullDocument) {
        this.fullDocument = Require.notNull("fullDocument", fullDocument);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> fullDocumentBeforeChange(FullDocumentBeforeChange value) {
        this.fullDocumentBeforeChange = Require.notNull("fullDocumentBeforeChange", value);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> resumeAfter(BsonDocument resumeToken) {
        this.resumeAfter = Require.notNull("resumeToken", resumeToken);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public ChangeStreamIterable<T> maxAwaitTime(long maxAwaitTime, TimeUnit timeUnit) {
        maxAwaitMillis = Timeouts.millis(maxAwaitTime, timeUnit);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> startAtOperationTime(BsonTimestamp startAtOperationTime) {
        this.startAtOperationTime = Require.notNull("startAtOperationTime", startAtOperationTime);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> startAfter(BsonDocument startAfter) {
        this.startAfter = Require.notNull("startAfter", startAfter);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> collation(@Nullable Collation collation) {
        this.collation = collation;
        return this;
    }

    @Override
    public ChangeStreamIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public ChangeStreamIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public ChangeStreamIterable<T> showExpandedEvents(boolean showExpandedEvents) {
        this.showExpandedEvents = showExpandedEvents;
        return this;
    }
}
