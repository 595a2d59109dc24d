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
import org.bson.Document;
import org.bson.codecs.Codec;
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

    /** Returns the name of the collection, without the database. */
    public String name() {
        return collection.name();
    }

    /** Returns the names of the database and the collection, with a dot between them. */
    public String namespace() {
        return collection.namespace();
    }

    /** Returns the type that documents of this collection are decoded to. */
    public Class<T> type() {
        return collection.type();
    }

    /**
     * Returns a view of this collection whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public AsyncMongoCollection<T> with(ClientSession session) {
        return new AsyncMongoCollection<>(collection.with(session));
    }

    /** Returns a view of this collection whose reads go to the servers that the read preference selects. */
    public AsyncMongoCollection<T> with(ReadPreference readPreference) {
        return new AsyncMongoCollection<>(collection.with(readPreference));
    }

    /** Returns a view of this collection whose reads use the read concern. */
    public AsyncMongoCollection<T> with(ReadConcern readConcern) {
        return new AsyncMongoCollection<>(collection.with(readConcern));
    }

    /** Returns a view of this collection whose writes use the write concern. */
    public AsyncMongoCollection<T> with(WriteConcern writeConcern) {
        return new AsyncMongoCollection<>(collection.with(writeConcern));
    }

    /** Returns a view of this collection that encodes and decodes documents with the codecs of the registry. */
    public AsyncMongoCollection<T> with(CodecRegistry codecRegistry) {
        return new AsyncMongoCollection<>(collection.with(codecRegistry));
    }

    /**
     * Returns a view of this collection whose operations must complete within the timeout, retries included; zero means
     * no limit.
     *
     * @throws IllegalArgumentException if the timeout is negative
     */
    public AsyncMongoCollection<T> withTimeout(Duration timeout) {
        return new AsyncMongoCollection<>(collection.withTimeout(timeout));
    }

    /** Returns the same collection with documents of another type. */
    public <R> AsyncMongoCollection<R> withType(Class<R> other) {
        return new AsyncMongoCollection<>(collection.withType(other));
    }

    // Reads -----------------------------------------------------------------------------------------------------------

    /**
     * Finds all documents; the result is empty if there are none. The first command is retried once as a read. See
     * {@link MongoCollection#find()}.
     */
    public AsyncMongoIterable<T> find() {
        return AsyncMongoIterable.of(collection.find(), calls);
    }

    /**
     * Finds the documents that match the filter; the result is empty if there are none. The first command is retried
     * once as a read. See {@link MongoCollection#find(Bson)}.
     */
    public AsyncMongoIterable<T> find(Bson filter) {
        return AsyncMongoIterable.of(collection.find(filter), calls);
    }

    /**
     * Finds the documents that match the filter, with options such as sort and limit; the result is empty if there are
     * none. The first command is retried once as a read. See {@link MongoCollection#find(Bson, Consumer)}.
     */
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

    /**
     * Runs a pipeline on this collection. Retried once as a read, unless the pipeline ends in {@code $out} or
     * {@code $merge}. See {@link MongoCollection#aggregate(List)}.
     */
    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline), calls);
    }

    /**
     * Runs a pipeline on this collection with these options. Retried once as a read, unless the pipeline ends in
     * {@code $out} or {@code $merge}. See {@link MongoCollection#aggregate(List, Consumer)}.
     */
    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline, options), calls);
    }

    /**
     * Runs a pipeline on this collection with these options and decodes the results as this type. Retried once as a
     * read, unless the pipeline ends in {@code $out} or {@code $merge}. See
     * {@link MongoCollection#aggregate(List, Class, Consumer)}.
     */
    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType,
            Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(collection.aggregate(pipeline, resultType, options), calls);
    }

    /**
     * The future completes with how the server would find documents. Not retried. See
     * {@link MongoCollection#explain(Bson, ExplainVerbosity, Consumer)}.
     */
    public CompletableFuture<BsonDocument> explain(Bson filter, ExplainVerbosity verbosity,
            Consumer<FindOptions> options) {
        return calls.call(() -> collection.explain(filter, verbosity, options));
    }

    /**
     * The future completes with how the server would run a pipeline. Not retried. See
     * {@link MongoCollection#explain(List, ExplainVerbosity, Consumer)}.
     */
    public CompletableFuture<BsonDocument> explain(List<? extends Bson> pipeline, ExplainVerbosity verbosity,
            Consumer<AggregateOptions> options) {
        return calls.call(() -> collection.explain(pipeline, verbosity, options));
    }

    /**
     * The future completes with the distinct values of a field in the documents that match the filter; an empty list if
     * there are none. Retried once as a read. See {@link MongoCollection#distinct(String, Bson, Class)}.
     */
    public <R> CompletableFuture<List<R>> distinct(String field, Bson filter, Class<R> valueType) {
        return calls.call(() -> collection.distinct(field, filter, valueType));
    }

    /**
     * The future completes with the distinct values of a field in the documents that match the filter, with these
     * options; an empty list if there are none. Retried once as a read. See
     * {@link MongoCollection#distinct(String, Bson, Class, Consumer)}.
     */
    public <R> CompletableFuture<List<R>> distinct(String field, Bson filter, Class<R> valueType,
            Consumer<DistinctOptions> options) {
        return calls.call(() -> collection.distinct(field, filter, valueType, options));
    }

    /**
     * Runs a map-reduce and returns its results.
     *
     * @deprecated as the blocking method is
     */
    @Deprecated
    public <R> CompletableFuture<List<R>> mapReduce(String map, String reduce, Class<R> resultType,
            Consumer<MapReduceOptions> options) {
        return calls.call(() -> collection.mapReduce(map, reduce, resultType, options));
    }

    /**
     * Runs a map-reduce into a collection.
     *
     * @deprecated as the blocking method is
     */
    @Deprecated
    public CompletableFuture<@Nullable Void> mapReduce(String map, String reduce, String target, MapReduceAction action,
            Consumer<MapReduceOptions> options) {
        return calls.run(() -> collection.mapReduce(map, reduce, target, action, options));
    }

    /**
     * Counts all documents, by an aggregation; 0 if there are none. Retried once as a read. See
     * {@link MongoCollection#countDocuments()}.
     */
    public CompletableFuture<Long> countDocuments() {
        return calls.call(() -> collection.countDocuments());
    }

    /**
     * Counts the documents that match the filter, by an aggregation; 0 if there are none. Retried once as a read. See
     * {@link MongoCollection#countDocuments(Bson)}.
     */
    public CompletableFuture<Long> countDocuments(Bson filter) {
        return calls.call(() -> collection.countDocuments(filter));
    }

    /**
     * Counts the documents that match the filter, by an aggregation, with these options; 0 if there are none. Retried
     * once as a read. See {@link MongoCollection#countDocuments(Bson, Consumer)}.
     */
    public CompletableFuture<Long> countDocuments(Bson filter, Consumer<CountOptions> options) {
        return calls.call(() -> collection.countDocuments(filter, options));
    }

    /**
     * Counts the documents that match the filter, by the server's {@code count} command; 0 if there are none. Retried
     * once as a read. See {@link MongoCollection#count(Bson, Consumer)}.
     */
    public CompletableFuture<Long> count(Bson filter, Consumer<CountOptions> options) {
        return calls.call(() -> collection.count(filter, options));
    }

    /**
     * The future completes with the number of documents according to the collection's metadata; 0 if the collection
     * does not exist. Retried once as a read. See {@link MongoCollection#estimatedDocumentCount()}.
     */
    public CompletableFuture<Long> estimatedDocumentCount() {
        return calls.call(() -> collection.estimatedDocumentCount());
    }

    /**
     * The future completes with the number of documents according to the collection's metadata, with these options; 0
     * if the collection does not exist. Retried once as a read. See
     * {@link MongoCollection#estimatedDocumentCount(Consumer)}.
     */
    public CompletableFuture<Long> estimatedDocumentCount(Consumer<EstimatedCountOptions> options) {
        return calls.call(() -> collection.estimatedDocumentCount(options));
    }

    /** Events as they come, for as long as there is demand; until the subscription is canceled. */
    public AsyncMongoIterable<ChangeStreamDocument<T>> watch() {
        return AsyncMongoIterable.of(collection.watch(), calls);
    }

    /**
     * Publishes the changes in this collection that pass a pipeline, until the subscription is canceled. Resumes after
     * errors. See {@link MongoCollection#watch(List, Consumer)}.
     */
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

    /**
     * Inserts a document. The future completes with its {@code _id}. Retried once as a write. See
     * {@link MongoCollection#insertOne(Object)}.
     */
    public CompletableFuture<InsertOneResult> insertOne(T document) {
        return calls.call(() -> collection.insertOne(document));
    }

    /**
     * Inserts a document with these options. The future completes with its {@code _id}. Retried once as a write. See
     * {@link MongoCollection#insertOne(Object, Consumer)}.
     */
    public CompletableFuture<InsertOneResult> insertOne(T document, Consumer<InsertOneOptions> options) {
        return calls.call(() -> collection.insertOne(document, options));
    }

    /**
     * Inserts documents in order and stops at the first error. The future completes with their {@code _id}s. Each
     * command is retried once as a write. See {@link MongoCollection#insertMany(List)}.
     */
    public CompletableFuture<InsertManyResult> insertMany(List<? extends T> documents) {
        return calls.call(() -> collection.insertMany(documents));
    }

    /**
     * Inserts documents with these options. The future completes with their {@code _id}s. Each command is retried once
     * as a write. See {@link MongoCollection#insertMany(List, Consumer)}.
     */
    public CompletableFuture<InsertManyResult> insertMany(List<? extends T> documents,
            Consumer<InsertManyOptions> options) {
        return calls.call(() -> collection.insertMany(documents, options));
    }

    /**
     * Applies update operators to the first document that matches the filter. The matched count is 0 if there is none.
     * Retried once as a write. See {@link MongoCollection#updateOne(Bson, Bson)}.
     */
    public CompletableFuture<UpdateResult> updateOne(Bson filter, Bson update) {
        return calls.call(() -> collection.updateOne(filter, update));
    }

    /**
     * Applies update operators to the first document that matches the filter, with these options. The matched count is
     * 0 if there is none. Retried once as a write. See {@link MongoCollection#updateOne(Bson, Bson, Consumer)}.
     */
    public CompletableFuture<UpdateResult> updateOne(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateOne(filter, update, options));
    }

    /**
     * Applies an update pipeline to the first document that matches the filter. The matched count is 0 if there is
     * none. Retried once as a write. See {@link MongoCollection#updateOne(Bson, List)}.
     */
    public CompletableFuture<UpdateResult> updateOne(Bson filter, List<? extends Bson> pipeline) {
        return calls.call(() -> collection.updateOne(filter, pipeline));
    }

    /**
     * Applies an update pipeline to the first document that matches the filter, with these options. The matched count
     * is 0 if there is none. Retried once as a write. See {@link MongoCollection#updateOne(Bson, List, Consumer)}.
     */
    public CompletableFuture<UpdateResult> updateOne(Bson filter, List<? extends Bson> pipeline,
            Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateOne(filter, pipeline, options));
    }

    /**
     * Applies update operators to all documents that match the filter. The matched count is 0 if there are none. Not
     * retried. See {@link MongoCollection#updateMany(Bson, Bson)}.
     */
    public CompletableFuture<UpdateResult> updateMany(Bson filter, Bson update) {
        return calls.call(() -> collection.updateMany(filter, update));
    }

    /**
     * Applies update operators to all documents that match the filter, with these options. The matched count is 0 if
     * there are none. Not retried. See {@link MongoCollection#updateMany(Bson, Bson, Consumer)}.
     */
    public CompletableFuture<UpdateResult> updateMany(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateMany(filter, update, options));
    }

    /**
     * Applies an update pipeline to all documents that match the filter. The matched count is 0 if there are none. Not
     * retried. See {@link MongoCollection#updateMany(Bson, List)}.
     */
    public CompletableFuture<UpdateResult> updateMany(Bson filter, List<? extends Bson> pipeline) {
        return calls.call(() -> collection.updateMany(filter, pipeline));
    }

    /**
     * Applies an update pipeline to all documents that match the filter, with these options. The matched count is 0 if
     * there are none. Not retried. See {@link MongoCollection#updateMany(Bson, List, Consumer)}.
     */
    public CompletableFuture<UpdateResult> updateMany(Bson filter, List<? extends Bson> pipeline,
            Consumer<UpdateOptions> options) {
        return calls.call(() -> collection.updateMany(filter, pipeline, options));
    }

    /**
     * Replaces the first document that matches the filter. The matched count is 0 if there is none. Retried once as a
     * write. See {@link MongoCollection#replaceOne(Bson, Object)}.
     */
    public CompletableFuture<UpdateResult> replaceOne(Bson filter, T replacement) {
        return calls.call(() -> collection.replaceOne(filter, replacement));
    }

    /**
     * Replaces the first document that matches the filter, with these options. The matched count is 0 if there is none.
     * Retried once as a write. See {@link MongoCollection#replaceOne(Bson, Object, Consumer)}.
     */
    public CompletableFuture<UpdateResult> replaceOne(Bson filter, T replacement, Consumer<ReplaceOptions> options) {
        return calls.call(() -> collection.replaceOne(filter, replacement, options));
    }

    /**
     * Deletes the first document that matches the filter. The deleted count is 0 if there is none. Retried once as a
     * write. See {@link MongoCollection#deleteOne(Bson)}.
     */
    public CompletableFuture<DeleteResult> deleteOne(Bson filter) {
        return calls.call(() -> collection.deleteOne(filter));
    }

    /**
     * Deletes the first document that matches the filter, with these options. The deleted count is 0 if there is none.
     * Retried once as a write. See {@link MongoCollection#deleteOne(Bson, Consumer)}.
     */
    public CompletableFuture<DeleteResult> deleteOne(Bson filter, Consumer<DeleteOptions> options) {
        return calls.call(() -> collection.deleteOne(filter, options));
    }

    /**
     * Deletes all documents that match the filter. The deleted count is 0 if there are none. Not retried. See
     * {@link MongoCollection#deleteMany(Bson)}.
     */
    public CompletableFuture<DeleteResult> deleteMany(Bson filter) {
        return calls.call(() -> collection.deleteMany(filter));
    }

    /**
     * Deletes all documents that match the filter, with these options. The deleted count is 0 if there are none. Not
     * retried. See {@link MongoCollection#deleteMany(Bson, Consumer)}.
     */
    public CompletableFuture<DeleteResult> deleteMany(Bson filter, Consumer<DeleteOptions> options) {
        return calls.call(() -> collection.deleteMany(filter, options));
    }

    /**
     * Deletes the first document that matches the filter. The future completes with that document, or null if there is
     * none. Retried once as a write. See {@link MongoCollection#findOneAndDelete(Bson)}.
     */
    public CompletableFuture<@Nullable T> findOneAndDelete(Bson filter) {
        return calls.call(() -> collection.findOneAndDelete(filter));
    }

    /**
     * Deletes the first document that matches the filter, by the sort order of the options. The future completes with
     * that document, or null if there is none. Retried once as a write. See
     * {@link MongoCollection#findOneAndDelete(Bson, Consumer)}.
     */
    public CompletableFuture<@Nullable T> findOneAndDelete(Bson filter, Consumer<FindOneAndDeleteOptions> options) {
        return calls.call(() -> collection.findOneAndDelete(filter, options));
    }

    /**
     * Replaces the first document that matches the filter. The future completes with the document as it was before, or
     * null if there is none. Retried once as a write. See {@link MongoCollection#findOneAndReplace(Bson, Object)}.
     */
    public CompletableFuture<@Nullable T> findOneAndReplace(Bson filter, T replacement) {
        return calls.call(() -> collection.findOneAndReplace(filter, replacement));
    }

    /**
     * Replaces the first document that matches the filter. The future completes with the document as it was before or
     * as it is after, whichever the options ask for, or null if there is none. Retried once as a write. See
     * {@link MongoCollection#findOneAndReplace(Bson, Object, Consumer)}.
     */
    public CompletableFuture<@Nullable T> findOneAndReplace(Bson filter, T replacement,
            Consumer<FindOneAndReplaceOptions> options) {
        return calls.call(() -> collection.findOneAndReplace(filter, replacement, options));
    }

    /**
     * Applies update operators to the first document that matches the filter. The future completes with the document as
     * it was before, or null if there is none. Retried once as a write. See
     * {@link MongoCollection#findOneAndUpdate(Bson, Bson)}.
     */
    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, Bson update) {
        return calls.call(() -> collection.findOneAndUpdate(filter, update));
    }

    /**
     * Applies update operators to the first document that matches the filter. The future completes with the document as
     * it was before or as it is after, whichever the options ask for, or null if there is none. Retried once as a
     * write. See {@link MongoCollection#findOneAndUpdate(Bson, Bson, Consumer)}.
     */
    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, Bson update,
            Consumer<FindOneAndUpdateOptions> options) {
        return calls.call(() -> collection.findOneAndUpdate(filter, update, options));
    }

    /**
     * Applies an update pipeline to the first document that matches the filter. The future completes with the document
     * as it was before or as it is after, whichever the options ask for, or null if there is none. Retried once as a
     * write. See {@link MongoCollection#findOneAndUpdate(Bson, List, Consumer)}.
     */
    public CompletableFuture<@Nullable T> findOneAndUpdate(Bson filter, List<? extends Bson> pipeline,
            Consumer<FindOneAndUpdateOptions> options) {
        return calls.call(() -> collection.findOneAndUpdate(filter, pipeline, options));
    }

    /**
     * Runs many writes in order and stops at the first error. Each command is retried once as a write, unless it
     * contains an {@code updateMany} or {@code deleteMany}. See {@link MongoCollection#bulkWrite(List)}.
     */
    public CompletableFuture<BulkWriteResult> bulkWrite(List<? extends WriteModel<T>> models) {
        return calls.call(() -> collection.bulkWrite(models));
    }

    /**
     * Runs many writes with these options. Each command is retried once as a write, unless it contains an
     * {@code updateMany} or {@code deleteMany}. See {@link MongoCollection#bulkWrite(List, Consumer)}.
     */
    public CompletableFuture<BulkWriteResult> bulkWrite(List<? extends WriteModel<T>> models,
            Consumer<BulkWriteOptions> options) {
        return calls.call(() -> collection.bulkWrite(models, options));
    }

    // The collection itself -------------------------------------------------------------------------------------------

    /** Returns the indexes of this collection. Sends nothing. */
    public AsyncMongoIndexes indexes() {
        return new AsyncMongoIndexes(collection.indexes(), calls);
    }

    /** Returns the search indexes that Atlas keeps for this collection. Sends nothing. */
    public AsyncMongoSearchIndexes searchIndexes() {
        return new AsyncMongoSearchIndexes(collection.searchIndexes(), calls);
    }

    /**
     * Creates an index. The future completes with its name. Not retried. See {@link MongoCollection#createIndex(Bson)}.
     */
    public CompletableFuture<String> createIndex(Bson keys) {
        return calls.call(() -> collection.createIndex(keys));
    }

    /**
     * Creates an index with these options. The future completes with its name. Not retried. See
     * {@link MongoCollection#createIndex(Bson, Consumer)}.
     */
    public CompletableFuture<String> createIndex(Bson keys, Consumer<IndexOptions> options) {
        return calls.call(() -> collection.createIndex(keys, options));
    }

    /**
     * Creates indexes in one command. The future completes with their names. Not retried. See
     * {@link MongoCollection#createIndexes(List)}.
     */
    public CompletableFuture<List<String>> createIndexes(List<IndexModel> models) {
        return calls.call(() -> collection.createIndexes(models));
    }

    /**
     * Lists the indexes of this collection; the result is empty if the collection does not exist. Retried once as a
     * read. See {@link MongoCollection#listIndexes()}.
     */
    public AsyncMongoIterable<Document> listIndexes() {
        return AsyncMongoIterable.of(collection.listIndexes(), calls);
    }

    /**
     * Drops the index with this name. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoCollection#dropIndex(String)}.
     */
    public CompletableFuture<@Nullable Void> dropIndex(String indexName) {
        return calls.run(() -> collection.dropIndex(indexName));
    }

    /**
     * Drops the index with these keys. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoCollection#dropIndex(Bson)}.
     */
    public CompletableFuture<@Nullable Void> dropIndex(Bson keys) {
        return calls.run(() -> collection.dropIndex(keys));
    }

    /** Drops all indexes except the one on {@code _id}. Not retried. See {@link MongoCollection#dropIndexes()}. */
    public CompletableFuture<@Nullable Void> dropIndexes() {
        return calls.run(collection::dropIndexes);
    }

    /**
     * Drops the collection. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoCollection#drop()}.
     */
    public CompletableFuture<@Nullable Void> drop() {
        return calls.run(collection::drop);
    }

    /**
     * Renames the collection within its database. The future fails if the collection does not exist. Not retried. See
     * {@link MongoCollection#rename(String, Consumer)}.
     */
    public CompletableFuture<@Nullable Void> rename(String newName, Consumer<RenameOptions> options) {
        return calls.run(() -> collection.rename(newName, options));
    }

    @Override
    public String toString() {
        return "Async" + collection;
    }
}
