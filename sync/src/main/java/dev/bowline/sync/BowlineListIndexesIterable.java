package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.ListIndexesIterable;
import com.mongodb.client.cursor.TimeoutMode;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.ListCursor;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.options.CommandFields;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code listIndexes} under the official interface. A collection that does not exist has none.
 *
 * @param <T> the type of its documents
 */
public final class BowlineListIndexesIterable<T> extends BowlineIterable<T> implements ListIndexesIterable<T> {
    private final ClientContext.Name name;
    private final Class<T> resultClass;
    private @Nullable BsonValue comment;

    BowlineListIndexesIterable(View view, @Nullable ClientSession session, ClientContext.Name name,
            Class<T> resultClass) {
        super(view, session);
        this.name = name;
        this.resultClass = Require.notNull("resultClass", resultClass);
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        view.client.requireOpen();
        CommandFields fields = new Fields(view, BsonDocument.class).comment(comment).get();
        CursorSettings<T> settings = CursorSettings.of(view.codec(resultClass), sentBatchSize(), fields.get("comment"))
                .with(ourTimeoutMode());
        try {
            return view.client.executor().execute(ListCursor.indexes(name.ours(), fields, maxTimeMillis, settings),
                    view.primaryScope(session));
        } catch (MongoCommandException e) {
            if (Namespaces.isMissing(e)) {
                return new ListedCursor<>(List.of(), e.serverAddress());
            }
            throw view.client.official(e);
        } catch (MongoException e) {
            throw view.client.official(e);
        }
    }

    @Override
    public ListIndexesIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public ListIndexesIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public ListIndexesIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public ListIndexesIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public ListIndexesIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
        return this;
    }
}
