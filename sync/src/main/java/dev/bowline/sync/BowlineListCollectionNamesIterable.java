package dev.bowline.sync;

import com.mongodb.client.ListCollectionNamesIterable;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The names that {@code listCollections} yields, under the official interface. */
public final class BowlineListCollectionNamesIterable extends MappedMongoIterable<BsonDocument, String>
        implements
            ListCollectionNamesIterable {
    private final BowlineListCollectionsIterable<BsonDocument> collections;

    BowlineListCollectionNamesIterable(BowlineListCollectionsIterable<BsonDocument> collections) {
        super(collections, info -> info.getString("name").getValue());
        this.collections = collections;
    }

    @Override
    public ListCollectionNamesIterable filter(@Nullable Bson filter) {
        collections.filter(filter);
        return this;
    }

    @Override
    public ListCollectionNamesIterable maxTime(long maxTime, TimeUnit timeUnit) {
        collections.maxTime(maxTime, timeUnit);
        return this;
    }

    @Override
    public ListCollectionNamesIterable batchSize(int batchSize) {
        collections.batchSize(batchSize);
        return this;
    }

    @Override
    public ListCollectionNamesIterable comment(@Nullable String comment) {
        collections.comment(comment);
        return this;
    }

    @Override
    public ListCollectionNamesIterable comment(@Nullable BsonValue comment) {
        collections.comment(comment);
        return this;
    }

    @Override
    public ListCollectionNamesIterable authorizedCollections(boolean authorizedCollections) {
        collections.authorizedCollections(authorizedCollections);
        return this;
    }
}
