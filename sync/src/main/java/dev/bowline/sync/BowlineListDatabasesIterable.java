package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.ListDatabasesIterable;
import com.mongodb.client.cursor.TimeoutMode;
import dev.bowline.driver.operation.ListDatabases;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * {@code listDatabases} under the official interface. The primary is asked, whatever the read preference.
 *
 * @param <T> the type of its documents
 */
public final class BowlineListDatabasesIterable<T> extends BowlineIterable<T> implements ListDatabasesIterable<T> {
    private final Class<T> resultClass;
    private @Nullable Bson filter;
    private @Nullable Boolean nameOnly;
    private @Nullable Boolean authorizedDatabasesOnly;
    private @Nullable BsonValue comment;

    BowlineListDatabasesIterable(View view, @Nullable ClientSession session, Class<T> resultClass) {
        super(view, session);
        this.resultClass = Require.notNull("clazz", resultClass);
    }

    @Override
    dev.bowline.cursor.MongoCursor<T> open() {
        CommandFields fields = new Fields(view, BsonDocument.class).bson("filter", filter).flag("nameOnly", nameOnly)
                .flag("authorizedDatabases", authorizedDatabasesOnly).comment(comment).get();
        ListDatabases operation = new ListDatabases(fields, maxTimeMillis);
        List<BsonDocument> databases = view.client.execute(operation, view.primaryScope(session));
        Codec<T> codec = view.codec(resultClass);
        List<T> decoded = new ArrayList<>(databases.size());
        for (BsonDocument database : databases) {
            decoded.add(codec.decode(new BsonDocumentReader(database), DecoderContext.builder().build()));
        }
        return new ListedCursor<>(decoded, operation.answeredBy());
    }

    @Override
    public ListDatabasesIterable<T> maxTime(long maxTime, TimeUnit timeUnit) {
        maxTimeMillis = Timeouts.millis(maxTime, timeUnit);
        return this;
    }

    @Override
    public ListDatabasesIterable<T> batchSize(int batchSize) {
        this.batchSize = batchSize;
        return this;
    }

    @Override
    public ListDatabasesIterable<T> filter(@Nullable Bson filter) {
        this.filter = filter;
        return this;
    }

    @Override
    public ListDatabasesIterable<T> nameOnly(@Nullable Boolean nameOnly) {
        this.nameOnly = nameOnly;
        return this;
    }

    @Override
    public ListDatabasesIterable<T> authorizedDatabasesOnly(@Nullable Boolean authorizedDatabasesOnly) {
        this.authorizedDatabasesOnly = authorizedDatabasesOnly;
        return this;
    }

    @Override
    public ListDatabasesIterable<T> comment(@Nullable String comment) {
        this.comment = comment == null ? null : new BsonString(comment);
        return this;
    }

    @Override
    public ListDatabasesIterable<T> comment(@Nullable BsonValue comment) {
        this.comment = comment;
        return this;
    }

    @Override
    public ListDatabasesIterable<T> timeoutMode(TimeoutMode mode) {
        setTimeoutMode(mode);
        return this;
    }
}
