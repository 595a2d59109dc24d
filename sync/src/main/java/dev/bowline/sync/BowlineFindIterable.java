package dev.bowline.sync;

import com.mongodb.CursorType;
import com.mongodb.ExplainVerbosity;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.Collation;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.Find;
import dev.bowline.driver.operation.FindFirst;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoException;
import dev.bowline.options.CommandFields;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.Decoder;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * {@code find} under the official interface.
 *
 * @param <T> the type of its documents
 */
public final class BowlineFindIterable<T> extends BowlineIterable<T> implements FindIterable<T> {
    private final ClientContext.Name name;
    private final Class<?> documentClass;
    private final Class<T> resultClass;
    private Bson filter;
    private @Nullable Options options;

    /** What few calls set, so that the others do not pay for it. */
    private static final class Options {
        int limit;
        int skip;
        long maxAwaitMillis;
        @Nullable
        Bson projection;
        @Nullable
        Bson sort;
        boolean noCursorTimeout;
        boolean partial;
        CursorType cursorType = CursorType.NonTailable;
        @Nullable
        Collation collation;
        @Nullable
        BsonValue comment;
        @Nullable
        Bson hint;
        @Nullable
        String hintString;
        @Nullable
        Bson let;
        @Nullable
        Bson max;
        @Nullable
        Bson min;
        boolean returnKey;
        boolean showRecordId;
        @Nullable
        Boolean allowDiskUse;
    }

    BowlineFindIterable(View view, @Nullable ClientSession session, ClientContext.Name name, Class<?> documentClass,
            Class<T> resultClass, Bson filter) {
        super(view, session);
        this.name = name;
        this.documentClass = documentClass;
        this.resultClass = Require.notNull("resultClass", resultClass);
        this.filter = Require.notNull("filter", filter);
    }

    private Options options() {
        if (options == null) {
            options = new Options();
        }
        return options;
    }

    private CommandFields fields() {
        Options set = options;
        if (set == null) {
            return CommandFields.NONE;
        }
        return new Fields(view, documentClass).bson("sort", set.sort).bson("projection", set.projection)
                .ifNotZero("skip", set.skip).ifTrue("noCursorTimeout", set.noCursorTimeout)
                .ifTrue("allowPartialResults", set.partial).collation(set.collation).comment(set.comment)
                .hint(set.hint, set.hintString).bson("let", set.let).bson("max", set.max).bson("min", set.min)
                .ifTrue("returnKey", set.returnKey).ifTrue("showRecordId", set.showRecordId)
                .flag("allowDiskUse", set.allowDiskUse).get();
    }

    private Find<T> operation(Decoder<T> decoder, int limit) {
        CommandFields fields = fields();
        int effective = limit;
        Integer size = sentBatchSize();
        if (size != null && size < 0 && limit >= 0) {
            // A negative size means one batch, after which the server closes the cursor.
            size = -size;
            if (size < limit) {
                effective = -size;
            } else {
                fields = fields.isEmpty() ? new CommandFields() : fields;
                fields.put("singleBatch", true);
            }
        }
        dev.bowline.options.CursorType type = cursorType();
        CursorSettings<T> settings = new CursorSettings<>(decoder, effective < 0 ? null : size,
                Math.max(0, effective), type,
                type == dev.bowline.options.CursorType.TAILABLE_AWAIT && options != null ? options.maxAwaitMillis : 0,
                ourTimeoutMode(), fields.get("comment"));
        return new Find<>(name.ours(), view.bson(filter, documentClass), fields, effective, maxTimeMillis, settings);
    }

    private dev.bowline.options.CursorType cursorType() {
        CursorType type = options == null ? CursorType.NonTailable : options.cursorType;
        return switch (type) {
            case NonTailable -> dev.bowline.options.CursorType.NON_TAILABLE;
            case Tailable -> dev.bowline.options.CursorType.TAILABLE;
            case TailableAwait -> dev.bowline.options.CursorType.TAILABLE_AWAIT;
        };
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        view.client.requireOpen();
        OperationScope scope = view.scope(session);
        try {
            return view.client.executor().execute(operation(view.codec(resultClass), options == null
                    ? 0
                    : options.limit), scope);
        } catch (MongoException e) {
            throw view.client.inTransaction(view.client.errors.ofQuery(e, view.client), scope);
        }
    }

    @Override
    public @Nullable T first() {
        view.client.requireOpen();
        if (timeoutMode != null || cursorType().isTailable()) {
            return super.first();
        }
        OperationScope scope = view.scope(session);
        try {
            return view.client.executor().execute(new FindFirst<>(name.ours(), name.full(),
                    view.bson(filter, documentClass), fields(), maxTimeMillis, view.codec(resultClass)), scope);
        } catch (MongoException e) {
            throw view.client.inTransaction(view.client.errors.ofQuery(e, view.client), scope);
        }
    }

    @Override
    public FindIterable<T> filter(@Nullable Bson filter) {
        this.filter = filter == null ? new BsonDocument() : filter;
        return this;
    }

    @Override
    public FindIterable<T> limit(int limit) {
        options().limit = limit;
        return this;
    }

    @Override
    public FindIterable<T> skip(int skip) {
        options().skip = skip;
        return this;
    }

    @Override
    public FindIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public FindIterable<T> maxAwaitTime(long maxAwaitTime, TimeUnit timeUnit) {
        options().maxAwaitMillis = Timeouts.millis(maxAwaitTime, timeUnit);
        return this;
    }

    @Override
    public FindIterable<T> projection(@Nullable Bson projection) {
        options().projection = projection;
        return this;
    }

    @Override
    public FindIterable<T> sort(@Nullable Bson sort) {
        options().sort = sort;
        return this;
    }

    @Override
    public FindIterable<T> noCursorTimeout(boolean noCursorTimeout) {
        options().noCursorTimeout = noCursorTimeout;
        return this;
    }

    @Override
    public FindIterable<T> partial(boolean partial) {
        options().partial = partial;
        return this;
    }

    @Override
    public FindIterable<T> cursorType(CursorType cursorType) {
        options().cursorType = Require.notNull("cursorType", cursorType);
        return this;
    }

    @Override
    public FindIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public FindIterable<T> collation(@Nullable Collation collation) {
        options().collation = collation;
        return this;
    }

    @Override
    public FindIterable<T> comment(@Nullable String comment) {
        return comment(comment == null ? null : new BsonString(comment));
    }

    @Override
    public FindIterable<T> comment(@Nullable BsonValue comment) {
        options().comment = comment;
        return this;
    }

    @Override
    public FindIterable<T> hint(@Nullable Bson hint) {
        options().hint = hint;
        return this;
    }

    @Override
    public FindIterable<T> hintString(@Nullable String hint) {
        options().hintString = hint;
        return this;
    }

    @Override
    public FindIterable<T> let(@Nullable Bson variables) {
        options().let = variables;
        return this;
    }

    @Override
    public FindIterable<T> max(@Nullable Bson max) {
        options().max = max;
        return this;
    }

    @Override
    public FindIterable<T> min(@Nullable Bson min) {
        options().min = min;
        return this;
    }

    @Override
    public FindIterable<T> returnKey(boolean returnKey) {
        options().returnKey = returnKey;
        return this;
    }

    @Override
    public FindIterable<T> showRecordId(boolean showRecordId) {
        options().showRecordId = showRecordId;
        return this;
    }

    @Override
    public FindIterable<T> allowDiskUse(@Nullable Boolean allowDiskUse) {
        options().allowDiskUse = allowDiskUse;
        return this;
    }

    @Override
    public FindIterable<T> timeoutMode(TimeoutMode mode) {
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
        return Explanations.explain(view, session, operation(view.codec(resultClass), options == null
                ? 0
                : options.limit), explainResultClass, verbosity);
    }
}
