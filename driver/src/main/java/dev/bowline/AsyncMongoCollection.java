package dev.bowline;

import dev.bowline.bulk.BulkWriteOptions;
import dev.bowline.bulk.WriteModel;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.CountOptions;
import dev.bowline.options.DeleteOptions;
import dev.bowline.options.DistinctOptions;
import dev.bowline.options.EstimatedCountOptions;
import dev.bowline.options.ExplainVerbosity;
import dev.bowline.options.FindOneAndDeleteOptions;
import dev.bowline.options.FindOneAndReplaceOptions;
import dev.bowline.options.FindOneAndUpdateOptions;
import dev.bowline.options.FindOptions;
import dev.bowline.options.IndexModel;
import dev.bowline.options.IndexOptions;
import dev.bowline.options.InsertManyOptions;
import dev.bowline.options.InsertOneOptions;
import dev.bowline.options.MapReduceAction;
import dev.bowline.options.MapReduceOptions;
import dev.bowline.options.RenameOptions;
import dev.bowline.options.ReplaceOptions;
import dev.bowline.options.UpdateOptions;
import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.DeleteResult;
import dev.bowline.result.InsertManyResult;
import dev.bowline.result.InsertOneResult;
import dev.bowline.result.UpdateResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.codecs.Codec;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection whose methods return at once; see {@link AsyncMongoClient}.
 *
 * @param <T> the type of its documents
 */
public final class AsyncMongoCollection<T> {
    private final MongoCollection<T> collection;
    private final AsyncCalls calls;

    AsyncMongoCollection(MongoCollection<T> collection) {
        this.collection = collection;
        this.calls = new AsyncCalls(collection.client().environment());
    }

    /** The same collection with methods that block. */
    public MongoCollection<T> blocking() {
        return collection;
    }

    public String name() {
        return collection.name();
    }

    public String namespace() {
        return collection.namespace();
    }

    public Class<T> type() {
        return collection.type();
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

    public AsyncMongoCollection<T> with(CodecRegistry codecRegistry) {
        return new AsyncMongoCollection<>(collection.with(codecRegistry));
    }

    public AsyncMongoCollection<T> withTimeout(Duration timeout) {
        return new AsyncMongoCollection<>(collection.withTimeout(timeout));
    }

    public <R> AsyncMongoCollection<R> withType(Class<R> other) {
        return new AsyncMongoCollection<>(collection.withType(other));
    }

    // Reads -----------------------------------------------------------------------------------------------------------

    public AsyncMongoIterable<T> find() {
        return AsyncMongoIterable.of(collection.find(), calls);
    }

    public AsyncMongoIterable<T> find(Bson filter) {
        return AsyncMongoIterable.of(collection.find(filter), calls);
    }

    public AsyncMongoIterable<T> find(Bson filter, Consumer<FindOptions> options) {
        return AsyncMongoIterable.of(collection.find(filter, options), calls);
    }

    /** Finds documents and reads them as another type. */
    public <R> AsyncMongoIterable<R> find(Bson filter, Class<R> resultType) {
        return AsyncMongoIterable.of(collection.find(filter, resultType), calls);
    }

    /** Finds documents by these options and reads them as another type. */
    public <R> AsyncMongoIterable<R> find(Bson filter, Class<R> resultType, Consumer<FindOptions> options) {
        return AsyncMongoIterable.of(collection.find(filter, resultType, options), calls);
    }

    /** Finds documents and reads them by the given codec. */
    public <R> AsyncMongoIterable<R> find(Bson filter, Codec<R> own, Consumer<FindOptions> options) {
        return AsyncMongoIterable.of(collection.find(filter, own, options), calls);
    }

    /** Runs a pipeline and reads its results as this type. */
    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline, resultType), calls);
    }

    /** The distinct values of a field in all documents; an empty list if there are none. */
    public <R> CompletableFuture<List<R>> distinct(String field, Class<R> valueType) {
        return calls.call(() -> collection.distinct(field, valueType));
    }

    /** The changes of this collection that pass a pipeline. */
    public AsyncMongoIterable<ChangeStreamDocument<T>> watch(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(collection.watch(pipeline), calls);
    }

    /** The first document that matches, or null if there is none. */
    public CompletableFuture<@Nullable T> findFirst(Bson filter) {
        return calls.call(() -> collection.find(filter).first());
    }

    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline), calls);
    }

    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline, options), calls);
    }

    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType,
            Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline, resultType, options), calls);
    }

    public CompletableFuture<BsonDocument> explain(Bson filter, ExplainVerbosity verbosity,
            Consumer<FindOptions> options) {
        return calls.call(() -> collection.explain(filter, verbosity, options));
    }

    public CompletableFuture<BsonDocument> explain(List<? extends Bson> pipeline, ExplainVerbosity verbosity,
            Consumer<AggregateOptions> options) {
        return calls.call(() -> collection.explain(pipeline, verbosity, options));
    }

    public <R> CompletableFuture<List<R>> distinct(String field, Bson filter, Class<R> valueType) {
        return calls.call(() -> collection.distinct(field, filter, valueType));
    }

    public <R> CompletableFuture<List<R>> distinct(String field, Bson filter, Class<R> valueType,
            Consumer<DistinctOptions> options) {
        return calls.call(() -> collection.distinct(field, filter, valueType, options));
    }

    /** @deprecated as the blocking method is */
    @Deprecated
    public <R> CompletableFuture<List<R>> mapReduce(String map, String reduce, Class<R> resultType,
            Consumer<MapReduceOptions> options) {
        return calls.call(() -> collection.mapReduce(map, reduce, resultType, options));
    }

    /** @deprecated as the blocking method is */
    @Deprecated
    public CompletableFuture<@Nullable Void> mapReduce(String map, String reduce, String target, MapReduceAction action,
            Consumer<MapReduceOptions> options) {
        return calls.run(() -> collection.mapReduce(map, reduce, target, action, options));
    }

    public CompletableFuture<Long> countDocuments() {
        return calls.call(() -> collection.countDocuments());
    }

    public CompletableFuture<Long> countDocuments(Bson filter) {
        return calls.call(() -> collection.countDocuments(filter));
    }

    public CompletableFuture<Long> countDocuments(Bson filter, Consumer<CountOptions> options) {
        return calls.call(() -> collection.countDocuments(filter, options));
    }

    public CompletableFuture<Long> count(Bson filter, Consumer<CountOptions> options) {
        return calls.call(() -> collection.count(filter, options));
    }

    public CompletableFuture<Long> estimatedDocumentCount() {
        return calls.call(() -> collection.estimatedDocumentCount());
    }

    public CompletableFuture<Long> estimatedDocumentCount(Consumer<EstimatedCountOptions> options) {
        return calls.call(() -> collection.estimatedDocumentCount(options));
    }

    /** Events as they come, for as long as there is demand; until the subscription is cancelled. */
    public AsyncMongoIterable<ChangeStreamDocument<T>> watch() {
        return AsyncMongoIterable.of(collection.watch(), calls);
    }

    public AsyncMongoIterable<ChangeStreamDocument<T>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(collection.watch(pipeline, options), calls);
    }

    /** The same, with the events as they are. */
    public <R> AsyncMongoIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(collection.watch(pipeline, eventType, options), calls);
    }

    // Writes ----------------------------------------------------------------------------------------------------------

    public CompletableFuture<InsertOneResult> insertOne(T document) {
        return calls.call(() -> collection.insertOne(document));
    }

    public CompletableFuture<InsertOneResult> insertOne(T document, Consumer<InsertOneOptions> options) {
        return calls.call(() -> collection.insertOne(document, options));
    }

    public CompletableFuture<InsertManyResult> insertMany(List<? extends T> documents) {
        return calls.call(() -> collection.insertMany(documents));
    }

    public CompletableFuture<InsertManyResult> insertMany(List<? extends T> documents,
            Consumer<InsertManyOptions> options) {
        return calls.call(() -> collection.insertMany(documents, options));
    }

    public CompletableFuture<UpdateResult> updateOne(Bson filter, Bson update) {
        return calls.call(() -> collection.updateOne(filter, update));
    }

    public CompletableFuture<UpdateResult> updateOne(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateOne(filter, update, options));
    }

    public CompletableFuture<UpdateResult> updateOne(Bson filter, List<? extends Bson> pipeline) {
        return calls.call(() -> collection.updateOne(filter, pipeline));
    }

    public CompletableFuture<UpdateResult> updateOne(Bson filter, List<? extends Bson> pipeline,
            Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateOne(filter, pipeline, options));
    }

    public CompletableFuture<UpdateResult> updateMany(Bson filter, Bson update) {
        return calls.call(() -> collection.updateMany(filter, update));
    }

    public CompletableFuture<UpdateResult> updateMany(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateMany(filter, update, options));
    }

    public CompletableFuture<UpdateResult> updateMany(Bson filter, List<? extends Bson> pipeline) {
        return calls.call(() -> collection.updateMany(filter, pipeline));
    }

    public CompletableFuture<UpdateResult> updateMany(Bson filter, List<? extends Bson> pipeline,
            Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateMany(filter, pipeline, options));
    }

    public CompletableFuture<UpdateResult> replaceOne(Bson filter, T replacement) {
        return calls.call(() -> collection.replaceOne(filter, replacement));
    }

    public CompletableFuture<UpdateResult> replaceOne(Bson filter, T replacement, Consumer<ReplaceOptions> options) {
        return calls.call(() -> collection.replaceOne(filter, replacement, options));
    }

    public CompletableFuture<DeleteResult> deleteOne(Bson filter) {
        return calls.call(() -> collection.deleteOne(filter));
    }

    public CompletableFuture<DeleteResult> deleteOne(Bson filter, Consumer<DeleteOptions> options) {
        return calls.call(() -> collection.deleteOne(filter, options));
    }

    public CompletableFuture<DeleteResult> deleteMany(Bson filter) {
        return calls.call(() -> collection.deleteMany(filter));
    }

    public CompletableFuture<DeleteResult> deleteMany(Bson filter, Consumer<DeleteOptions> options) {
        return calls.call(() -> collection.deleteMany(filter, options));
    }

    public CompletableFuture<@Nullable T> findOneAndDelete(Bson filter) {
        return calls.call(() -> collection.findOneAndDelete(filter));
    }

    public CompletableFuture<@Nullable T> findOneAndDelete(Bson filter, Consumer<FindOneAndDeleteOptions> options) {
        return calls.call(() -> collection.findOneAndDelete(filter, options));
    }

    public CompletableFuture<@Nullable T> findOneAndReplace(Bson filter, T replacement) {
        return calls.call(() -> collection.findOneAndReplace(filter, replacement));
    }

    public CompletableFuture<@Nullable T> findOneAndReplace(Bson filter, T replacement,
            Consumer<FindOneAndReplaceOptions> options) {
        return calls.call(() -> collection.findOneAndReplace(filter, replacement, options));
    }

    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, Bson update) {
        return calls.call(() -> collection.findOneAndUpdate(filter, update));
    }

    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, Bson update,
            Consumer<FindOneAndUpdateOptions> options) {
        return calls.call(() -> collection.findOneAndUpdate(filter, update, options));
    }

    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, List<? extends Bson> pipeline,
            Consumer<FindOneAndUpdateOptions> options) {
        return calls.call(() -> collection.findOneAndUpdate(filter, pipeline, options));
    }

    public CompletableFuture<BulkWriteResult> bulkWrite(List<? extends WriteModel<T>> models) {
        return calls.call(() -> collection.bulkWrite(models));
    }

    public CompletableFuture<BulkWriteResult> bulkWrite(List<? extends WriteModel<T>> models,
            Consumer<BulkWriteOptions> options) {
        return calls.call(() -> collection.bulkWrite(models, options));
    }

    // The collection itself -------------------------------------------------------------------------------------------

    public AsyncMongoIndexes indexes() {
        return new AsyncMongoIndexes(collection.indexes(), calls);
    }

    public AsyncMongoSearchIndexes searchIndexes() {
        return new AsyncMongoSearchIndexes(collection.searchIndexes(), calls);
    }

    public CompletableFuture<String> createIndex(Bson keys) {
        return calls.call(() -> collection.createIndex(keys));
    }

    public CompletableFuture<String> createIndex(Bson keys, Consumer<IndexOptions> options) {
        return calls.call(() -> collection.createIndex(keys, options));
    }

    public CompletableFuture<List<String>> createIndexes(List<IndexModel> models) {
        return calls.call(() -> collection.createIndexes(models));
    }

    public AsyncMongoIterable<Document> listIndexes() {
        return AsyncMongoIterable.of(collection.listIndexes(), calls);
    }

    public CompletableFuture<@Nullable Void> dropIndex(String indexName) {
        return calls.run(() -> collection.dropIndex(indexName));
    }

    public CompletableFuture<@Nullable Void> dropIndex(Bson keys) {
        return calls.run(() -> collection.dropIndex(keys));
    }

    public CompletableFuture<@Nullable Void> dropIndexes() {
        return calls.run(collection::dropIndexes);
    }

    public CompletableFuture<@Nullable Void> drop() {
        return calls.run(collection::drop);
    }

    public CompletableFuture<@Nullable Void> rename(String newName, Consumer<RenameOptions> options) {
        return calls.run(() -> collection.rename(newName, options));
    }
}
