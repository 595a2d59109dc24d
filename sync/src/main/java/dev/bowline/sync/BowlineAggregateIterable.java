package dev.bowline.sync;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.Collation;
import dev.bowline.driver.operation.Aggregate;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.Find;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CursorType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * {@code aggregate} under the official interface. A pipeline that ends in {@code $out} or {@code $merge} is run, and
 * the collection it wrote to is then read.
 *
 * @param <T> the type of its documents
 */
public final class BowlineAggregateIterable<T> extends BowlineIterable<T> implements AggregateIterable<T> {
    private final String database;
    private final @Nullable String collection;
    private final Class<?> documentClass;
    private final Class<T> resultClass;
    private final List<? extends Bson> pipeline;
    private @Nullable Boolean allowDiskUse;
    private long maxAwaitMillis;
    private @Nullable Boolean bypassDocumentValidation;
    private @Nullable Collation collation;
    private @Nullable BsonValue comment;
    private @Nullable Bson hint;
    private @Nullable String hintString;
    private @Nullable Bson let;

    BowlineAggregateIterable(View view, @Nullable ClientSession session, String database, @Nullable String collection,
            Class<?> documentClass, Class<T> resultClass, List<? extends Bson> pipeline) {
        super(view, session);
        this.database = database;
        this.collection = collection;
        this.documentClass = documentClass;
        this.resultClass = Require.notNull("resultClass", resultClass);
        this.pipeline = Require.notNull("pipeline", pipeline);
    }

    private List<Bson> stages() {
        List<Bson> stages = new ArrayList<>(pipeline.size());
        for (Bson stage : pipeline) {
            if (stage == null) {
                throw new IllegalArgumentException("pipeline can not contain a null value");
            }
            stages.add(view.bson(stage, documentClass));
        }
        return stages;
    }

    private CommandFields fields(List<Bson> stages) {
        boolean writes = Aggregate.endsInWrite(stages, view.registry());
        return new Fields(view, documentClass).flag("allowDiskUse", allowDiskUse)
                .flag("bypassDocumentValidation", writes ? bypassDocumentValidation : null).collation(collation)
                .comment(comment)
                .hint(hint, hintString).bson("let", let).get();
    }

    private Aggregate<T> operation(List<Bson> stages) {
        CommandFields fields = fields(stages);
        long await = Aggregate.watches(stages, view.registry()) ? maxAwaitMillis : 0;
        // What is written is not returned, so that its batches have no size.
        Integer size = Aggregate.endsInWrite(stages, view.registry()) ? null : batchSize;
        CursorSettings<T> settings = new CursorSettings<>(view.codec(resultClass), size, 0,
                CursorType.NON_TAILABLE, await, ourTimeoutMode(), fields.get("comment"));
        return new Aggregate<>(database, collection, stages, fields, maxTimeMillis, view.registry(), settings);
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        List<Bson> stages = stages();
        if (!Aggregate.endsInWrite(stages, view.registry())) {
            return view.execute(operation(stages), session);
        }
        requireLifetime();
        view.execute(operation(stages), session).close();
        BsonDocument last = stages.get(stages.size() - 1).toBsonDocument(BsonDocument.class, view.registry());
        return readBack(PipelineTarget.of(last, database));
    }

    /** Reads what the pipeline has written, from the server that the read preference names. */
    private dev.bowline.cursor.MongoCursor<T> readBack(Namespace target) {
        CommandFields fields = new Fields(view, documentClass).collation(collation).get();
        CursorSettings<T> settings = CursorSettings.of(view.codec(resultClass), sentBatchSize(), null);
        return view.execute(new Find<>(target, new BsonDocument(), fields, 0, 0, settings), session);
    }

    private void requireLifetime() {
        if (timeoutMode == TimeoutMode.ITERATION) {
            throw new IllegalArgumentException(
                    "The cursor lifetime timeout mode is the only one for a pipeline that ends in $out or $merge");
        }
    }

    @Override
    public void toCollection() {
        List<Bson> stages = stages();
        if (!Aggregate.endsInWrite(stages, view.registry())) {
            throw new IllegalStateException("The last stage of the aggregation pipeline must be $out or $merge");
        }
        requireLifetime();
        view.execute(operation(stages), session).close();
    }

    @Override
    public AggregateIterable<T> allowDiskUse(@Nullable Boolean allowDiskUse) {
        this.allowDiskUse = allowDiskUse;
        return this;
    }

    @Override
    public AggregateIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public AggregateIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
        return this;
    }

    @Override
    public AggregateIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public AggregateIterable<T> maxAwaitTime(long maxAwaitTime, TimeUnit timeUnit) {
        maxAwaitMillis = Timeouts.millis(maxAwaitTime, timeUnit);
        return this;
    }

    @Override
    public AggregateIterable<T> bypassDocumentValidation(@Nullable Boolean bypass) {
        this.bypassDocumentValidation = bypass;
        return this;
    }

    @Override
    public AggregateIterable<T> collation(@Nullable Collation collation) {
        this.collation = collation;
        return this;
    }

    @Override
    public AggregateIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public AggregateIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public AggregateIterable<T> hint(@Nullable Bson hint) {
        this.hint = hint;
        return this;
    }

    @Override
    public AggregateIterable<T> hintString(@Nullable String hint) {
        this.hintString = hint;
        return this;
    }

    @Override
    public AggregateIterable<T> let(@Nullable Bson variables) {
        this.let = variables;
        return this;
    }

    @Override
    public Document explain() {
        return explain(Document.class, null);
    }

    @Override
    public Document explain(ExplainVerbosity verbosity) {
        return explain(Document.class, Require.notNull("verbosity", verbosity));
    }

    @Override
    public <E> E explain(Class<E> explainResultClass) {
        return explain(explainResultClass, null);
    }

    @Override
    public <E> E explain(Class<E> explainResultClass, @Nullable ExplainVerbosity verbosity) {
        return Explanations.explain(view, session, operation(stages()), explainResultClass, verbosity);
    }
}
