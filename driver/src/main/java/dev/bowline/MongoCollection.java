package dev.bowline;

import dev.bowline.bulk.BulkWriteOptions;
import dev.bowline.bulk.WriteModel;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.Aggregate;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.Distinct;
import dev.bowline.driver.operation.Explain;
import dev.bowline.driver.operation.Find;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoCommandException;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.CommandFields;
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
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection. Immutable and cheap; the {@code with} methods yield views.
 *
 * <p>Methods that are "retried once" are retried until the timeout expires if there is one, and not at all inside a
 * transaction or if {@code retryReads} or {@code retryWrites} is off. docs/retryable-operations.md lists which
 * operations are retried after which errors.
 *
 * @param <T> the type of its documents
 */
public final class MongoCollection<T> {
    static final int NAMESPACE_NOT_FOUND = 26;
    private static final BsonDocument EVERYTHING = new BsonDocument();

    private final MongoClient client;
    private final Namespace namespace;
    private final String fullName;
    private final Class<T> type;
    private final Codec<T> codec;
    private final OperationScope scope;
    private final CollectionWrites<T> writes;

    MongoCollection(MongoClient client, Namespace namespace, Class<T> type, OperationScope scope) {
        this.client = client;
        this.namespace = namespace;
        this.fullName = namespace.fullName();
        this.type = Objects.requireNonNull(type, "type");
        this.scope = scope;
        this.codec = scope.registry().get(type);
        this.writes = new CollectionWrites<>(client, namespace, codec, scope);
    }

    /** Database and collection, with a dot between them. */
    public String namespace() {
        return fullName;
    }

    /** Returns the name of the collection, without the database. */
    public String name() {
        return namespace.collection();
    }

    /** Returns the type that documents of this collection are decoded to. */
    public Class<T> type() {
        return type;
    }

    /**
     * Returns a view of this collection whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public MongoCollection<T> with(ClientSession session) {
        return view(scope.with(session.session()));
    }

    /** Returns a view of this collection whose reads go to the servers that the read preference selects. */
    public MongoCollection<T> with(ReadPreference readPreference) {
        return view(scope.with(Objects.requireNonNull(readPreference, "readPreference")));
    }

    /** Returns a view of this collection whose reads use the read concern. */
    public MongoCollection<T> with(ReadConcern readConcern) {
        return view(scope.with(Objects.requireNonNull(readConcern, "readConcern")));
    }

    /** Returns a view of this collection whose writes use the write concern. */
    public MongoCollection<T> with(WriteConcern writeConcern) {
        return view(scope.with(Objects.requireNonNull(writeConcern, "writeConcern")));
    }

    /** Returns a view of this collection that encodes and decodes documents with the codecs of the registry. */
    public MongoCollection<T> with(CodecRegistry codecRegistry) {
        return view(scope.with(Objects.requireNonNull(codecRegistry, "codecRegistry")));
    }

    /** With a limit for whole operations, retries included; zero for no limit. */
    public MongoCollection<T> withTimeout(Duration timeout) {
        return view(scope.withTimeoutMillis(Arguments.requireTimeout(timeout).toMillis()));
    }

    /** The same collection with documents of another type. */
    public <R> MongoCollection<R> withType(Class<R> other) {
        return new MongoCollection<>(client, namespace, other, scope);
    }

    private MongoCollection<T> view(OperationScope other) {
        return new MongoCollection<>(client, namespace, type, other);
    }

    // Reads -----------------------------------------------------------------------------------------------------------

    /**
     * Finds all documents; the result is empty if there are none. Nothing is sent until the result is used. The first
     * command is retried once as a read, fetching further batches is not.
     */
    public MongoIterable<T> find() {
        return find(EVERYTHING);
    }

    /**
     * Finds the documents that match the filter; the result is empty if there are none. Nothing is sent until the
     * result is used. The first command is retried once as a read, fetching further batches is not.
     */
    public MongoIterable<T> find(Bson filter) {
        return new FindIterable<>(client, namespace, fullName, codec, scope, filter, null);
    }

    /**
     * Finds the documents that match the filter, with options such as sort and limit; the result is empty if there are
     * none. Nothing is sent until the result is used. The first command is retried once as a read, fetching further
     * batches is not.
     */
    public MongoIterable<T> find(Bson filter, Consumer<FindOptions> options) {
        return find(filter, codec, options);
    }

    /**
     * Finds documents and reads them as another type, for example a record with the fields of a projection. Retried
     * once where reads are retried.
     */
    public <R> MongoIterable<R> find(Bson filter, Class<R> resultType) {
        return find(filter, resultType, options -> {});
    }

    /** Finds documents by these options and reads them as another type. Retried once where reads are retried. */
    public <R> MongoIterable<R> find(Bson filter, Class<R> resultType, Consumer<FindOptions> options) {
        return find(filter, scope.registry().get(resultType), options);
    }

    /** Finds documents and reads them by the given codec instead of the collection's. */
    public <R> MongoIterable<R> find(Bson filter, Codec<R> own, Consumer<FindOptions> options) {
        return new FindIterable<>(client, namespace, fullName, own, scope, filter,
                Arguments.configured(options, new FindOptions()));
    }

    /**
     * Runs a pipeline on this collection and returns the resulting documents. Nothing is sent until the result is used.
     * The first command is retried once as a read, unless the pipeline ends in {@code $out} or {@code $merge}.
     */
    public MongoIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return aggregate(pipeline, Document.class, options -> {});
    }

    /** Runs a pipeline and reads its results as this type. Retried once where reads are retried, unless it writes. */
    public <R> MongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType) {
        return aggregate(pipeline, resultType, options -> {});
    }

    /**
     * Runs a pipeline on this collection with these options and returns the resulting documents. Nothing is sent until
     * the result is used. The first command is retried once as a read, unless the pipeline ends in {@code $out} or
     * {@code $merge}.
     */
    public MongoIterable<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return aggregate(pipeline, Document.class, options);
    }

    /** Runs a pipeline. One that ends in {@code $out} or {@code $merge} runs when its results are asked for. */
    public <R> MongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType,
            Consumer<AggregateOptions> options) {
        return Aggregations.aggregate(client, scope, namespace.database(), namespace.collection(), pipeline,
                scope.registry().get(resultType), options);
    }

    /**
     * Returns how the server would find documents; see {@link ExplainVerbosity}. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public BsonDocument explain(Bson filter, ExplainVerbosity verbosity, Consumer<FindOptions> options) {
        FindOptions configured = Arguments.configured(options, new FindOptions());
        Find<T> find = new Find<>(namespace, Objects.requireNonNull(filter, "filter"), configured.fields(),
                configured.limit(), configured.maxTimeMillis(),
                CursorSettings.of(codec, configured.batchSize(), null));
        return client.executor().execute(new Explain(find, verbosity), scope);
    }

    /**
     * Returns how the server would run a pipeline; see {@link ExplainVerbosity}. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public BsonDocument explain(List<? extends Bson> pipeline, ExplainVerbosity verbosity,
            Consumer<AggregateOptions> options) {
        Aggregate<T> aggregate = Aggregations.operation(scope, namespace.database(), namespace.collection(),
                List.copyOf(pipeline), codec, Arguments.configured(options, new AggregateOptions()));
        return client.executor().execute(new Explain(aggregate, verbosity), scope);
    }

    /** The distinct values of a field in all documents; an empty list if there are none. Retried once. */
    public <R> List<R> distinct(String field, Class<R> valueType) {
        return distinct(field, new BsonDocument(), valueType);
    }

    /** The distinct values of a field in the documents that match; an empty list if there are none. Retried once. */
    public <R> List<R> distinct(String field, Bson filter, Class<R> valueType) {
        return distinct(field, filter, valueType, options -> {});
    }

    /**
     * Returns the distinct values of a field in the documents that match the filter; an empty list if there are none.
     * Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public <R> List<R> distinct(String field, Bson filter, Class<R> valueType, Consumer<DistinctOptions> options) {
        DistinctOptions configured = Arguments.configured(options, new DistinctOptions());
        return client.executor().execute(new Distinct<>(namespace, Objects.requireNonNull(field, "field"),
                Objects.requireNonNull(filter, "filter"), configured.fields(), configured.maxTimeMillis(),
                scope.registry().get(valueType)), scope);
    }

    /**
     * Maps and reduces documents by JavaScript on the server, and returns the results.
     *
     * @deprecated by the server since version 5.0; an aggregation does it faster and without JavaScript
     */
    @Deprecated
    public <R> List<R> mapReduce(String map, String reduce, Class<R> resultType, Consumer<MapReduceOptions> options) {
        return MapReduces.inline(client, namespace, scope, map, reduce, scope.registry().get(resultType), options);
    }

    /**
     * The same, with the results stored in a collection of this database.
     *
     * @deprecated by the server since version 5.0; an aggregation that ends in {@code $merge} or {@code $out} does it
     */
    @Deprecated
    public void mapReduce(String map, String reduce, String target, MapReduceAction action,
            Consumer<MapReduceOptions> options) {
        MapReduces.toCollection(client, namespace, scope, map, reduce, target, action, options);
    }

    /**
     * Counts all documents, by an aggregation; 0 if there are none. {@link #estimatedDocumentCount()} is faster.
     * Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public long countDocuments() {
        return countDocuments(EVERYTHING);
    }

    /**
     * Counts the documents that match the filter, by an aggregation; 0 if there are none. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public long countDocuments(Bson filter) {
        return countDocuments(filter, options -> {});
    }

    /**
     * Counts the documents that match the filter, by an aggregation, one by one if there is no index for it; 0 if there
     * are none. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public long countDocuments(Bson filter, Consumer<CountOptions> options) {
        return Counts.byAggregation(client, namespace, scope, filter, options);
    }

    /**
     * Counts by the server's own {@code count}: quicker than {@link #countDocuments(Bson)}, but in a sharded cluster it
     * may count documents on the move twice, and it is not allowed in transactions.
     */
    public long count(Bson filter, Consumer<CountOptions> options) {
        return Counts.byCommand(client, namespace, scope, filter, options);
    }

    /**
     * Returns the number of documents according to the collection's metadata; 0 if the collection does not exist. Fast,
     * but wrong after an unclean shutdown. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public long estimatedDocumentCount() {
        return estimatedDocumentCount(options -> {});
    }

    /**
     * Returns the number of documents according to the collection's metadata; 0 if the collection does not exist. Fast,
     * but wrong after an unclean shutdown. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public long estimatedDocumentCount(Consumer<EstimatedCountOptions> options) {
        return Counts.byMetadata(client, namespace, scope, options);
    }

    /** Watches all changes in this collection. Each use opens a change stream, which resumes after errors. */
    public ChangeStreamIterable<ChangeStreamDocument<T>> watch() {
        return watch(List.of(), options -> {});
    }

    /** The changes of this collection that pass a pipeline. Resumes after errors. */
    public ChangeStreamIterable<ChangeStreamDocument<T>> watch(List<? extends Bson> pipeline) {
        return watch(pipeline, options -> {});
    }

    /** Watches the changes in this collection, through a pipeline. */
    public ChangeStreamIterable<ChangeStreamDocument<T>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return Watches.watch(client, scope, namespace.database(), namespace.collection(), pipeline,
                new ChangeStreamDecoder<>(codec, scope.registry()), options);
    }

    /** The same, with the events as they are. */
    public <R> ChangeStreamIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return Watches.watch(client, scope, namespace.database(), namespace.collection(), pipeline,
                scope.registry().get(eventType), options);
    }

    // Writes ----------------------------------------------------------------------------------------------------------

    /**
     * Inserts a document and returns its {@code _id}. Retried once as a write.
     *
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public InsertOneResult insertOne(T document) {
        return writes.insertOne(document, CommandFields.NONE);
    }

    /**
     * Inserts a document with these options and returns its {@code _id}. Retried once as a write.
     *
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public InsertOneResult insertOne(T document, Consumer<InsertOneOptions> options) {
        return writes.insertOne(document, Arguments.configured(options, new InsertOneOptions()).fields());
    }

    /**
     * Inserts documents in order, in as few commands as they fit into, and returns their {@code _id}s. Stops at the
     * first error. Each command is retried once as a write.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoBulkWriteException if a write or its replication fails; it holds the result so far
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public InsertManyResult insertMany(List<? extends T> documents) {
        return insertMany(documents, options -> {});
    }

    /**
     * Inserts documents, in as few commands as they fit into, and returns their {@code _id}s. Each command is retried
     * once as a write.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoBulkWriteException if a write or its replication fails; it holds the result so far
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public InsertManyResult insertMany(List<? extends T> documents, Consumer<InsertManyOptions> options) {
        return writes.insertMany(documents, options);
    }

    /**
     * Applies update operators to the first document that matches the filter. The matched count is 0 if there is none.
     * Retried once as a write.
     *
     * @throws IllegalArgumentException if the update holds no update operators
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateOne(Bson filter, Bson update) {
        return writes.update(filter, update, false, null);
    }

    /**
     * Applies update operators to the first document that matches the filter, with options such as {@code upsert}. The
     * matched count is 0 if there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the update holds no update operators
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateOne(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return writes.update(filter, update, false, options);
    }

    /**
     * Applies an update pipeline to the first document that matches the filter. The matched count is 0 if there is
     * none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the pipeline is empty
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateOne(Bson filter, List<? extends Bson> pipeline) {
        return writes.update(filter, pipeline, false, null);
    }

    /**
     * Applies an update pipeline to the first document that matches the filter, with options such as {@code upsert}.
     * The matched count is 0 if there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the pipeline is empty
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateOne(Bson filter, List<? extends Bson> pipeline, Consumer<UpdateOptions> options) {
        return writes.update(filter, pipeline, false, options);
    }

    /**
     * Applies update operators to all documents that match the filter. The matched count is 0 if there are none. Not
     * retried.
     *
     * @throws IllegalArgumentException if the update holds no update operators
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateMany(Bson filter, Bson update) {
        return writes.update(filter, update, true, null);
    }

    /**
     * Applies update operators to all documents that match the filter, with options such as {@code upsert}. The matched
     * count is 0 if there are none. Not retried.
     *
     * @throws IllegalArgumentException if the update holds no update operators
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateMany(Bson filter, Bson update, Consumer<UpdateOptions> options) {
        return writes.update(filter, update, true, options);
    }

    /**
     * Applies an update pipeline to all documents that match the filter. The matched count is 0 if there are none. Not
     * retried.
     *
     * @throws IllegalArgumentException if the pipeline is empty
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateMany(Bson filter, List<? extends Bson> pipeline) {
        return writes.update(filter, pipeline, true, null);
    }

    /**
     * Applies an update pipeline to all documents that match the filter, with options such as {@code upsert}. The
     * matched count is 0 if there are none. Not retried.
     *
     * @throws IllegalArgumentException if the pipeline is empty
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult updateMany(Bson filter, List<? extends Bson> pipeline, Consumer<UpdateOptions> options) {
        return writes.update(filter, pipeline, true, options);
    }

    /**
     * Replaces the first document that matches the filter. The matched count is 0 if there is none. Retried once as a
     * write.
     *
     * @throws IllegalArgumentException if the first field of the replacement is an update operator
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult replaceOne(Bson filter, T replacement) {
        return replaceOne(filter, replacement, options -> {});
    }

    /**
     * Replaces the first document that matches the filter, with options such as {@code upsert}. The matched count is 0
     * if there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the first field of the replacement is an update operator
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write, for example because of a duplicate
     *         key
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public UpdateResult replaceOne(Bson filter, T replacement, Consumer<ReplaceOptions> options) {
        return writes.replaceOne(filter, replacement, options);
    }

    /**
     * Deletes the first document that matches the filter. The deleted count is 0 if there is none. Retried once as a
     * write.
     *
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public DeleteResult deleteOne(Bson filter) {
        return deleteOne(filter, options -> {});
    }

    /**
     * Deletes the first document that matches the filter, with these options. The deleted count is 0 if there is none.
     * Retried once as a write.
     *
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public DeleteResult deleteOne(Bson filter, Consumer<DeleteOptions> options) {
        return writes.delete(filter, false, options);
    }

    /**
     * Deletes all documents that match the filter. The deleted count is 0 if there are none. Not retried.
     *
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public DeleteResult deleteMany(Bson filter) {
        return deleteMany(filter, options -> {});
    }

    /**
     * Deletes all documents that match the filter, with these options. The deleted count is 0 if there are none. Not
     * retried.
     *
     * @throws dev.bowline.error.MongoWriteException if the server refuses the write
     * @throws dev.bowline.error.MongoWriteConcernException if the server applies the write but does not confirm its
     *         replication
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public DeleteResult deleteMany(Bson filter, Consumer<DeleteOptions> options) {
        return writes.delete(filter, true, options);
    }

    /**
     * Deletes the first document that matches the filter and returns it; null if there is none. Retried once as a
     * write.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndDelete(Bson filter) {
        return findOneAndDelete(filter, options -> {});
    }

    /**
     * Deletes the first document that matches the filter, by the sort order of the options, and returns it; null if
     * there is none. Retried once as a write.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndDelete(Bson filter, Consumer<FindOneAndDeleteOptions> options) {
        return writes.findOneAndDelete(filter, options);
    }

    /**
     * Replaces the first document that matches the filter and returns it as it was before; null if there is none.
     * Retried once as a write.
     *
     * @throws IllegalArgumentException if the first field of the replacement is an update operator
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write, for example because of a
     *         duplicate key
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndReplace(Bson filter, T replacement) {
        return findOneAndReplace(filter, replacement, options -> {});
    }

    /**
     * Replaces the first document that matches the filter and returns it as it was before or as it is after, whichever
     * the options ask for; null if there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the first field of the replacement is an update operator
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write, for example because of a
     *         duplicate key
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndReplace(Bson filter, T replacement, Consumer<FindOneAndReplaceOptions> options) {
        return writes.findOneAndReplace(filter, replacement, options);
    }

    /**
     * Applies update operators to the first document that matches the filter and returns it as it was before; null if
     * there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the update holds no update operators
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write, for example because of a
     *         duplicate key
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndUpdate(Bson filter, Bson update) {
        return findOneAndUpdate(filter, update, options -> {});
    }

    /**
     * Applies update operators to the first document that matches the filter and returns it as it was before or as it
     * is after, whichever the options ask for; null if there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the update holds no update operators
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write, for example because of a
     *         duplicate key
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndUpdate(Bson filter, Bson update, Consumer<FindOneAndUpdateOptions> options) {
        return writes.findOneAndUpdate(filter, update, options);
    }

    /**
     * Applies an update pipeline to the first document that matches the filter and returns it as it was before or as it
     * is after, whichever the options ask for; null if there is none. Retried once as a write.
     *
     * @throws IllegalArgumentException if the pipeline is empty
     * @throws dev.bowline.error.MongoCommandException if the server refuses the write, for example because of a
     *         duplicate key
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public @Nullable T findOneAndUpdate(Bson filter, List<? extends Bson> pipeline,
            Consumer<FindOneAndUpdateOptions> options) {
        return writes.findOneAndUpdate(filter, pipeline, options);
    }

    /**
     * Runs many writes in order, in as few commands as they fit into, and stops at the first error. Each command is
     * retried once as a write, unless it contains an {@code updateMany} or {@code deleteMany}.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoBulkWriteException if a write or its replication fails; it holds the result so far
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public BulkWriteResult bulkWrite(List<? extends WriteModel<T>> models) {
        return bulkWrite(models, options -> {});
    }

    /**
     * Runs many writes, in as few commands as they fit into. Each command is retried once as a write, unless it
     * contains an {@code updateMany} or {@code deleteMany}.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoBulkWriteException if a write or its replication fails; it holds the result so far
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public BulkWriteResult bulkWrite(List<? extends WriteModel<T>> models, Consumer<BulkWriteOptions> options) {
        return writes.bulkWrite(models, options);
    }

    // The collection itself -------------------------------------------------------------------------------------------

    /** The indexes of this collection. */
    public MongoIndexes indexes() {
        return new MongoIndexes(client, namespace, scope);
    }

    /** The search indexes that Atlas keeps for this collection. */
    public MongoSearchIndexes searchIndexes() {
        return new MongoSearchIndexes(client, namespace, scope);
    }

    /**
     * Creates an index and returns its name. Does nothing if the same index exists. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public String createIndex(Bson keys) {
        return createIndex(keys, options -> {});
    }

    /**
     * Creates an index with these options and returns its name. Does nothing if the same index exists. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public String createIndex(Bson keys, Consumer<IndexOptions> options) {
        return indexes().create(List.of(IndexModel.of(keys, options)), command -> {}).get(0);
    }

    /**
     * Creates indexes in one command and returns their names. Not retried.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public List<String> createIndexes(List<IndexModel> models) {
        return indexes().create(models, command -> {});
    }

    /**
     * Lists the indexes of this collection as the server describes them; the result is empty if the collection does not
     * exist. Retried once as a read.
     */
    public MongoIterable<Document> listIndexes() {
        return indexes().list(options -> {});
    }

    /**
     * Drops the index with this name. Does nothing if the collection does not exist. Not retried.
     *
     * @throws IllegalArgumentException if the name is {@code *}
     * @throws dev.bowline.error.MongoCommandException if the collection has no such index
     */
    public void dropIndex(String indexName) {
        indexes().drop(indexName, options -> {});
    }

    /**
     * Drops the index with these keys. Does nothing if the collection does not exist. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the collection has no such index
     */
    public void dropIndex(Bson keys) {
        indexes().drop(keys, options -> {});
    }

    /**
     * Drops all indexes except the one on {@code _id}. Does nothing if the collection does not exist. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public void dropIndexes() {
        indexes().dropAll(options -> {});
    }

    /**
     * Drops the collection. Does nothing if there is none. Not retried.
     *
     * @throws dev.bowline.error.MongoException if the server refuses or cannot be reached
     */
    public void drop() {
        try {
            client.executor().execute(AdministrativeCommand.onCollection(namespace, "drop", CommandFields.NONE, 0),
                    scope);
        } catch (MongoCommandException e) {
            if (e.code() != NAMESPACE_NOT_FOUND && !e.errorMessage().equals("ns not found")) {
                throw e;
            }
        }
    }

    /**
     * Renames the collection, within the same database. Not retried.
     *
     * @throws dev.bowline.error.MongoException if there is no such collection, the new name is taken, or the server
     *         cannot be reached
     */
    public void rename(String newName, Consumer<RenameOptions> options) {
        RenameOptions configured = Arguments.configured(options, new RenameOptions());
        client.executor().execute(AdministrativeCommand.renameCollection(namespace,
                new Namespace(namespace.database(), newName), configured.fields()), scope);
    }

    MongoClient client() {
        return client;
    }

    @Override
    public String toString() {
        return "MongoCollection[" + fullName + " of " + type.getSimpleName() + ", " + scope + "]";
    }
}
