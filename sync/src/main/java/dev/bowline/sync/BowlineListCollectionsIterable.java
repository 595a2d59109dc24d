package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.ListCollectionsIterable;
import com.mongodb.client.cursor.TimeoutMode;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.ListCursor;
import dev.bowline.options.CommandFields;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * {@code listCollections} under the official interface. The primary is asked, whatever the read preference.
 *
 * @param <T> the type of its documents
 */
public final class BowlineListCollectionsIterable<T> extends BowlineIterable<T> implements ListCollectionsIterable<T> {
    private final String database;
    private final Class<T> resultClass;
    private final boolean nameOnly;
    private boolean authorizedCollections;
    private @Nullable Bson filter;
    private @Nullable BsonValue comment;

    BowlineListCollectionsIterable(View view, @Nullable ClientSession session, String database, Class<T> resultClass,
            boolean nameOnly) {
        super(view, session);
        this.database = database;
        this.resultClass = Require.notNull("resultClass", resultClass);
        this.nameOnly = nameOnly;
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        CommandFields fields = new Fields(view, BsonDocument.class).bson("filter", filter)
                .ifTrue("nameOnly", nameOnly).ifTrue("authorizedCollections", authorizedCollections).comment(comment)
                .get();
        CursorSettings<T> settings = CursorSettings.of(view.codec(resultClass), sentBatchSize(), fields.get("comment"))
                .with(ourTimeoutMode());
        return view.client.execute(ListCursor.collections(database, fields, maxTimeMillis, settings),
                view.primaryScope(session));
    }

    void authorizedCollections(boolean value) {
        authorizedCollections = value;
    }

    @Override
    public ListCollectionsIterable<T> filter(@Nullable Bson filter) {
        this.filter = filter;
        return this;
    }

    @Override
    public ListCollectionsIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public ListCollectionsIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public ListCollectionsIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public ListCollectionsIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public ListCollectionsIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
        return this;
    }
}
