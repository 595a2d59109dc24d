package dev.bowline;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection whose methods return at once; see {@link AsyncMongoClient}.
 *
 * @param <T> the type of its documents
 */
public final class AsyncMongoCollection<T> {
    private final MongoCollection<T> collection;

    AsyncMongoCollection(MongoCollection<T> collection) {
        this.collection = collection;
    }

    /** The same collection with methods that block. */
    public MongoCollection<T> blocking() {
        return collection;
    }

    public AsyncMongoCollection<T> with(ClientSession session) {
        return new AsyncMongoCollection<>(collection.with(session));
    }

    public AsyncMongoCollection<T> with(ReadPreference readPreference) {
        return new AsyncMongoCollection<>(collection.with(readPreference));
    }

    public AsyncMongoCollection<T> with(ReadConcern readConcern) {
        return new AsyncMongoCollection<>(collection.with(readConcern));
    }

    public AsyncMongoCollection<T> with(WriteConcern writeConcern) {
        return new AsyncMongoCollection<>(collection.with(writeConcern));
    }

    public AsyncMongoCollection<T> withTimeout(Duration timeout) {
        return new AsyncMongoCollection<>(collection.withTimeout(timeout));
    }

    public Flow.Publisher<T> find(Bson filter) {
        return publish(collection.find(filter));
    }

    public Flow.Publisher<T> find(Bson filter, Consumer<FindOptions> options) {
        return publish(collection.find(filter, options));
    }

    /** The first document that matches, or null if there is none. */
    public CompletableFuture<@Nullable T> findFirst(Bson filter) {
        return call(blocking -> blocking.find(filter).first());
    }

    public Flow.Publisher<Document> aggregate(List<? extends Bson> pipeline) {
        return publish(collection.aggregate(pipeline));
    }

    public <R> Flow.Publisher<R> aggregate(List<? extends Bson> pipeline, Class<R> type,
            Consumer<AggregateOptions> options) {
        return publish(collection.aggregate(pipeline, type, options));
    }

    public <R> CompletableFuture<List<R>> distinct(String field, Bson filter, Class<R> type,
            Consumer<DistinctOptions> options) {
        return call(blocking -> blocking.distinct(field, filter, type, options));
    }

    public CompletableFuture<Long> countDocuments(Bson filter, Consumer<CountOptions> options) {
        return call(blocking -> blocking.countDocuments(filter, options));
    }

    public CompletableFuture<Long> estimatedDocumentCount() {
        return call(MongoCollection::estimatedDocumentCount);
    }

    public CompletableFuture<InsertOneResult> insertOne(T document) {
        return call(blocking -> blocking.insertOne(document));
    }

    public CompletableFuture<InsertOneResult> insertOne(T document, Consumer<InsertOneOptions> options) {
        return call(blocking -> blocking.insertOne(document, options));
    }

    public CompletableFuture<InsertManyResult> insertMany(List<? extends T> documents,
            Consumer<InsertManyOptions> options) {
        return call(blocking -> blocking.insertMany(documents, options));
    }

    public CompletableFuture<UpdateResult> updateOne(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return call(blocking -> blocking.updateOne(filter, update, options));
    }

    public CompletableFuture<UpdateResult> updateMany(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return call(blocking -> blocking.updateMany(filter, update, options));
    }

    public CompletableFuture<UpdateResult> replaceOne(Bson filter, T replacement, Consumer<ReplaceOptions> options) {
        return call(blocking -> blocking.replaceOne(filter, replacement, options));
    }

    public CompletableFuture<DeleteResult> deleteOne(Bson filter, Consumer<DeleteOptions> options) {
        return call(blocking -> blocking.deleteOne(filter, options));
    }

    public CompletableFuture<DeleteResult> deleteMany(Bson filter, Consumer<DeleteOptions> options) {
        return call(blocking -> blocking.deleteMany(filter, options));
    }

    public CompletableFuture<@Nullable T> findOneAndDelete(Bson filter, Consumer<FindOneAndDeleteOptions> options) {
        return call(blocking -> blocking.findOneAndDelete(filter, options));
    }

    public CompletableFuture<@Nullable T> findOneAndReplace(Bson filter, T replacement,
            Consumer<FindOneAndReplaceOptions> options) {
        return call(blocking -> blocking.findOneAndReplace(filter, replacement, options));
    }

    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, Bson update,
            Consumer<FindOneAndUpdateOptions> options) {
        return call(blocking -> blocking.findOneAndUpdate(filter, update, options));
    }

    public CompletableFuture<BulkWriteResult> bulkWrite(List<? extends WriteModel<T>> models,
            Consumer<BulkWriteOptions> options) {
        return call(blocking -> blocking.bulkWrite(models, options));
    }

    public CompletableFuture<String> createIndex(Bson keys, Consumer<IndexOptions> options) {
        return call(blocking -> blocking.createIndex(keys, options));
    }

    public Flow.Publisher<Document> listIndexes() {
        return publish(collection.listIndexes());
    }

    public CompletableFuture<@Nullable Void> dropIndex(String name) {
        return run(collection.client(), () -> collection.dropIndex(name));
    }

    public CompletableFuture<@Nullable Void> drop() {
        return run(collection.client(), collection::drop);
    }

    private <R extends @Nullable Object> CompletableFuture<R> call(Function<MongoCollection<T>, R> body) {
        return VirtualTask.start(collection.client().environment(), () -> body.apply(collection));
    }

    /** Events as they come, for as long as there is demand; until the subscription is cancelled. */
    public Flow.Publisher<ChangeStreamDocument<T>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return publish(collection.watch(pipeline, options));
    }

    /** The same, with the events as they are. */
    public <R> Flow.Publisher<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return publish(collection.watch(pipeline, eventType, options));
    }

    private <R> Flow.Publisher<R> publish(MongoIterable<R> documents) {
        return new CursorPublisher<>(collection.client().environment(), documents);
    }

    @SuppressWarnings("NullAway") // A future of nothing holds null.
    static CompletableFuture<@Nullable Void> run(MongoClient client, Runnable body) {
        return VirtualTask.start(client.environment(), () -> {
            body.run();
            return null;
        });
    }
}
