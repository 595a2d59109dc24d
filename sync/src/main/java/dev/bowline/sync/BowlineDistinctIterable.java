package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.DistinctIterable;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.Collation;
import dev.bowline.driver.operation.Distinct;
import dev.bowline.options.CommandFields;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * {@code distinct} under the official interface.
 *
 * @param <T> the type of the values
 */
public final class BowlineDistinctIterable<T> extends BowlineIterable<T> implements DistinctIterable<T> {
    private final ClientContext.Name name;
    private final Class<?> documentClass;
    private final Class<T> resultClass;
    private final String fieldName;
    private Bson filter;
    private @Nullable Collation collation;
    private @Nullable BsonValue comment;
    private @Nullable Bson hint;
    private @Nullable String hintString;

    BowlineDistinctIterable(View view, @Nullable ClientSession session, ClientContext.Name name, Class<?> documentClass,
            Class<T> resultClass, String fieldName, Bson filter) {
        super(view, session);
        this.name = name;
        this.documentClass = documentClass;
        this.resultClass = Require.notNull("resultClass", resultClass);
        this.fieldName = Require.notNull("mapFunction", fieldName);
        this.filter = filter;
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        CommandFields fields = new Fields(view, documentClass).collation(collation).comment(comment)
                .hint(hint, hintString).get();
        Distinct<T> operation = new Distinct<>(name.ours(), fieldName, view.bson(filter, documentClass), fields,
                maxTimeMillis, view.codec(resultClass));
        return new ListedCursor<>(view.execute(operation, session), operation.answeredBy());
    }

    @Override
    public DistinctIterable<T> filter(@Nullable Bson filter) {
        this.filter = filter == null ? new BsonDocument() : filter;
        return this;
    }

    @Override
    public DistinctIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public DistinctIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public DistinctIterable<T> collation(@Nullable Collation collation) {
        this.collation = collation;
        return this;
    }

    @Override
    public DistinctIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public DistinctIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public DistinctIterable<T> hint(@Nullable Bson hint) {
        this.hint = hint;
        return this;
    }

    @Override
    public DistinctIterable<T> hintString(@Nullable String hintString) {
        this.hintString = hintString;
        return this;
    }

    @Override
    public DistinctIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
        return this;
    }
}
