package dev.bowline.sync;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.ListSearchIndexesIterable;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.Collation;
import dev.bowline.driver.operation.Aggregate;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.options.CommandFields;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The search indexes of a collection under the official interface.
 *
 * @param <T> the type of its documents
 */
public final class BowlineListSearchIndexesIterable<T> extends BowlineIterable<T>
        implements
            ListSearchIndexesIterable<T> {
    private final ClientContext.Name name;
    private final Class<T> resultClass;
    private @Nullable String indexName;
    private @Nullable Boolean allowDiskUse;
    private @Nullable Collation collation;
    private @Nullable BsonValue comment;

    BowlineListSearchIndexesIterable(View view, ClientContext.Name name, Class<T> resultClass) {
        super(view, null);
        this.name = name;
        this.resultClass = Require.notNull("resultClass", resultClass);
    }

    private Aggregate<T> operation() {
        CommandFields fields = new Fields(view, BsonDocument.class).flag("allowDiskUse", allowDiskUse)
                .collation(collation).comment(comment).get();
        Document which = indexName == null ? new Document() : new Document("name", indexName);
        List<Bson> stages = List.of(new Document("$listSearchIndexes", which));
        CursorSettings<T> settings = CursorSettings.of(view.codec(resultClass), batchSize, fields.get("comment"))
                .with(ourTimeoutMode());
        return new Aggregate<>(name.ours().database(), name.ours().collection(), stages, fields, maxTimeMillis,
                view.registry(), settings).withoutReadConcern();
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        return view.execute(operation(), null);
    }

    @Override
    public ListSearchIndexesIterable<T> name(String indexName) {
        this.indexName = Require.notNull("indexName", indexName);
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> allowDiskUse(@Nullable Boolean allowDiskUse) {
        this.allowDiskUse = allowDiskUse;
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> collation(@Nullable Collation collation) {
        this.collation = collation;
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public ListSearchIndexesIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
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
        return Explanations.explain(view, null, operation(), explainResultClass, verbosity);
    }
}
