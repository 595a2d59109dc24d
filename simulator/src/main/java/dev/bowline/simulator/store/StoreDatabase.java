package dev.bowline.simulator.store;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.NamespaceExistsException;
import de.bwaldvogel.mongo.oplog.Oplog;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A database as the engine's aggregation stages see it. Commands do not come this way: the front end owns them. */
public final class StoreDatabase implements MongoDatabase {
    private final Store store;
    private final String name;
    final SortedMap<String, StoredCollection> collections = new TreeMap<>();

    StoreDatabase(Store store, String name) {
        this.store = store;
        this.name = name;
    }

    /** Its collections by name, in order. */
    public SortedMap<String, StoredCollection> collections() {
        return collections;
    }

    @Override
    public String getDatabaseName() {
        return name;
    }

    @Override
    public boolean isEmpty() {
        return collections.isEmpty();
    }

    @Override
    public MongoCollection<?> createCollectionOrThrowIfExists(String collectionName, CollectionOptions options) {
        if (collections.containsKey(collectionName)) {
            throw new NamespaceExistsException("Collection already exists. NS: " + name + "." + collectionName);
        }
        return store.collectionOrCreate(new Namespace(name, collectionName));
    }

    @Override
    public @Nullable MongoCollection<?> resolveCollection(String collectionName, boolean throwIfNotFound) {
        StoredCollection collection = collections.get(collectionName);
        if (collection == null && throwIfNotFound) {
            throw new MongoServerError(26, "NamespaceNotFound", "ns not found");
        }
        return collection;
    }

    @Override
    public void dropCollection(String collectionName, Oplog oplog) {
        store.drop(new Namespace(name, collectionName));
    }

    @Override
    public void moveCollection(MongoDatabase oldDatabase, MongoCollection<?> collection, String newCollectionName) {
        store.rename(new Namespace(oldDatabase.getDatabaseName(), collection.getCollectionName()),
                new Namespace(name, newCollectionName));
    }

    @Override
    public void drop(Oplog oplog) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void unregisterCollection(String collectionName) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void handleClose(Channel channel) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Document handleCommand(Channel channel, String command, Document query, DatabaseResolver resolver,
            Oplog oplog) {
        throw new UnsupportedOperationException();
    }

    @Override
    public QueryResult handleQuery(MongoQuery query) {
        throw new UnsupportedOperationException();
    }
}
