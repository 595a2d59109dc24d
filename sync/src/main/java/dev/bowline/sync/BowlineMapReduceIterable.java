package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MapReduceIterable;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.MapReduceAction;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.Find;
import dev.bowline.driver.operation.MapReduce;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.options.CommandFields;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonJavaScript;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * {@code mapReduce} under the official interface: inline, or into a collection that is then read.
 *
 * @param <T> the type of its documents
 */
@Deprecated
public final class BowlineMapReduceIterable<T> extends BowlineIterable<T> implements MapReduceIterable<T> {
    private final ClientContext.Name name;
    private final Class<?> documentClass;
    private final Class<T> resultClass;
    private final String mapFunction;
    private final String reduceFunction;
    private @Nullable String collectionName;
    private @Nullable String databaseName;
    private @Nullable String finalizeFunction;
    private @Nullable Bson scope;
    private @Nullable Bson filter;
    private @Nullable Bson sort;
    private int limit;
    private boolean jsMode;
    private boolean verbose = true;
    private MapReduceAction action = MapReduceAction.REPLACE;
    private @Nullable Boolean bypassDocumentValidation;
    private @Nullable Collation collation;

    BowlineMapReduceIterable(View view, @Nullable ClientSession session, ClientContext.Name name,
            Class<?> documentClass, Class<T> resultClass, String mapFunction, String reduceFunction) {
        super(view, session);
        this.name = name;
        this.documentClass = documentClass;
        this.resultClass = Require.notNull("resultClass", resultClass);
        this.mapFunction = Require.notNull("mapFunction", mapFunction);
        this.reduceFunction = Require.notNull("reduceFunction", reduceFunction);
    }

    private CommandFields fields(BsonDocument out) {
        Fields fields = new Fields(view, documentClass).value("map", new BsonJavaScript(mapFunction))
                .value("reduce", new BsonJavaScript(reduceFunction)).value("out", out).bson("query", filter)
                .bson("sort", sort)
                .value("finalize", finalizeFunction == null ? null : new BsonJavaScript(finalizeFunction))
                .bson("scope", scope).ifTrue("verbose", verbose);
        return fields.ifNotZero("limit", limit).ifTrue("jsMode", jsMode)
                .flag("bypassDocumentValidation", collectionName == null ? null : bypassDocumentValidation)
                .collation(collation).get();
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        if (collectionName == null) {
            BsonDocument inline = new BsonDocument("inline", new BsonInt32(1));
            MapReduce<T> operation = new MapReduce<>(name.ours(), fields(inline), maxTimeMillis,
                    view.codec(resultClass));
            return new ListedCursor<>(view.execute(operation, session), operation.answeredBy());
        }
        Namespace target = write(collectionName);
        CommandFields fields = new Fields(view, documentClass).collation(collation).get();
        CursorSettings<T> settings = CursorSettings.of(view.codec(resultClass), sentBatchSize(), null);
        return view.execute(new Find<>(target, new BsonDocument(), fields, 0, 0, settings), session);
    }

    private Namespace write(String collection) {
        BsonDocument out = new BsonDocument(action.getValue(), new BsonString(collection));
        if (databaseName != null) {
            out.append("db", new BsonString(databaseName));
        }
        view.execute(AdministrativeCommand.onCollection(name.ours(), "mapReduce", fields(out), maxTimeMillis), session);
        return new Namespace(databaseName == null ? name.ours().database() : databaseName, collection);
    }

    @Override
    public void toCollection() {
        if (collectionName == null) {
            throw new IllegalStateException("The options must specify a non-inline result");
        }
        write(collectionName);
    }

    @Override
    public MapReduceIterable<T> collectionName(String collectionName) {
        this.collectionName = Require.notNull("collectionName", collectionName);
        return this;
    }

    @Override
    public MapReduceIterable<T> finalizeFunction(@Nullable String finalizeFunction) {
        this.finalizeFunction = finalizeFunction;
        return this;
    }

    @Override
    public MapReduceIterable<T> scope(@Nullable Bson scope) {
        this.scope = scope;
        return this;
    }

    @Override
    public MapReduceIterable<T> sort(@Nullable Bson sort) {
        this.sort = sort;
        return this;
    }

    @Override
    public MapReduceIterable<T> filter(@Nullable Bson filter) {
        this.filter = filter;
        return this;
    }

    @Override
    public MapReduceIterable<T> limit(int limit) {
        this.limit = limit;
        return this;
    }

    @Override
    public MapReduceIterable<T> jsMode(boolean jsMode) {
        this.jsMode = jsMode;
        return this;
    }

    @Override
    public MapReduceIterable<T> verbose(boolean verbose) {
        this.verbose = verbose;
        return this;
    }

    @Override
    public MapReduceIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public MapReduceIterable<T> action(MapReduceAction action) {
        this.action = action;
        return this;
    }

    @Override
    public MapReduceIterable<T> databaseName(@Nullable String databaseName) {
        this.databaseName = databaseName;
        return this;
    }

    @Override
    public MapReduceIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public MapReduceIterable<T> bypassDocumentValidation(@Nullable Boolean bypassDocumentValidation) {
        this.bypassDocumentValidation = bypassDocumentValidation;
        return this;
    }

    @Override
    public MapReduceIterable<T> collation(@Nullable Collation collation) {
        this.collation = collation;
        return this;
    }

    @Override
    public MapReduceIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
        return this;
    }
}
