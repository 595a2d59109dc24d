package dev.bowline;

import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.CreateCollectionOptions;
import dev.bowline.options.ListCollectionsOptions;
import dev.bowline.options.ModifyCollectionOptions;
import dev.bowline.options.RunCommandOptions;
import dev.bowline.options.RunCursorCommandOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** A database whose methods return at once; see {@link AsyncMongoClient}. */
public final class AsyncMongoDatabase {
    private final MongoDatabase database;
    private final AsyncCalls calls;

    AsyncMongoDatabase(MongoDatabase database) {
        this.database = database;
        this.calls = new AsyncCalls(database.client().environment());
    }

    /** The same database with methods that block. */
    public MongoDatabase blocking() {
        return database;
    }

    /** Returns the name of the database. */
    public String name() {
        return database.name();
    }

    /**
     * Returns a view of this database whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public AsyncMongoDatabase with(ClientSession session) {
        return new AsyncMongoDatabase(database.with(session));
    }

    /** Returns a view of this database whose reads go to the servers that the read preference selects. */
    public AsyncMongoDatabase with(ReadPreference readPreference) {
        return new AsyncMongoDatabase(database.with(readPreference));
    }

    /** Returns a view of this database whose reads use the read concern. */
    public AsyncMongoDatabase with(ReadConcern readConcern) {
        return new AsyncMongoDatabase(database.with(readConcern));
    }

    /** Returns a view of this database whose writes use the write concern. */
    public AsyncMongoDatabase with(WriteConcern writeConcern) {
        return new AsyncMongoDatabase(database.with(writeConcern));
    }

    /** Returns a view of this database that encodes and decodes documents with the codecs of the registry. */
    public AsyncMongoDatabase with(CodecRegistry codecRegistry) {
        return new AsyncMongoDatabase(database.with(codecRegistry));
    }

    /**
     * Returns a view of this database whose operations must complete within the timeout, retries included; zero means
     * no limit.
     *
     * @throws IllegalArgumentException if the timeout is negative
     */
    public AsyncMongoDatabase withTimeout(Duration timeout) {
        return new AsyncMongoDatabase(database.withTimeout(timeout));
    }

    /**
     * Returns a collection of {@link Document}s. Sends nothing; the collection need not exist. See
     * {@link MongoDatabase#collection(String)}.
     */
    public AsyncMongoCollection<Document> collection(String collection) {
        return new AsyncMongoCollection<>(database.collection(collection));
    }

    /**
     * Returns a collection whose documents are of this type. Sends nothing; the collection need not exist. See
     * {@link MongoDatabase#collection(String, Class)}.
     */
    public <T> AsyncMongoCollection<T> collection(String collection, Class<T> type) {
        return new AsyncMongoCollection<>(database.collection(collection, type));
    }

    /**
     * Runs a command as it is, on the primary. The future completes with the reply. Not retried. See
     * {@link MongoDatabase#runCommand(Bson)}.
     */
    public CompletableFuture<Document> runCommand(Bson command) {
        return calls.call(() -> database.runCommand(command));
    }

    /**
     * Runs a command as it is, on a server that the read preference of the options selects. The future completes with
     * the reply. Not retried. See {@link MongoDatabase#runCommand(Bson, Consumer)}.
     */
    public CompletableFuture<Document> runCommand(Bson command, Consumer<RunCommandOptions> options) {
        return calls.call(() -> database.runCommand(command, options));
    }

    /**
     * Runs a command as it is, on a server that the read preference of the options selects. The future completes with
     * the reply, decoded as this type. Not retried. See {@link MongoDatabase#runCommand(Bson, Class, Consumer)}.
     */
    public <R> CompletableFuture<R> runCommand(Bson command, Class<R> type, Consumer<RunCommandOptions> options) {
        return calls.call(() -> database.runCommand(command, type, options));
    }

    /**
     * Runs a command that opens a cursor, on the primary, and returns the documents of the cursor. Not retried. See
     * {@link MongoDatabase#runCursorCommand(Bson)}.
     */
    public AsyncMongoIterable<Document> runCursorCommand(Bson command) {
        return AsyncMongoIterable.of(database.runCursorCommand(command), calls);
    }

    /**
     * Runs a command that opens a cursor, with these options, and returns the documents of the cursor. Not retried. See
     * {@link MongoDatabase#runCursorCommand(Bson, Consumer)}.
     */
    public AsyncMongoIterable<Document> runCursorCommand(Bson command, Consumer<RunCursorCommandOptions> options) {
        return AsyncMongoIterable.of(database.runCursorCommand(command, options), calls);
    }

    /**
     * Runs a command that opens a cursor, with these options, and decodes the documents of the cursor as this type. Not
     * retried. See {@link MongoDatabase#runCursorCommand(Bson, Class, Consumer)}.
     */
    public <R> AsyncMongoIterable<R> runCursorCommand(Bson command, Class<R> type,
            Consumer<RunCursorCommandOptions> options) {
        return AsyncMongoIterable.of(database.runCursorCommand(command, type, options), calls);
    }

    /**
     * Runs a pipeline that starts from the database. Retried once as a read, unless the pipeline ends in {@code $out}
     * or {@code $merge}. See {@link MongoDatabase#aggregate(List)}.
     */
    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(database.aggregate(pipeline), calls);
    }

    /** Runs a pipeline on the database and reads its results as this type. */
    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType) {
        return AsyncMongoIterable.of(database.aggregate(pipeline, resultType), calls);
    }

    /**
     * Runs a pipeline that starts from the database, with these options. Retried once as a read, unless the pipeline
     * ends in {@code $out} or {@code $merge}. See {@link MongoDatabase#aggregate(List, Consumer)}.
     */
    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(database.aggregate(pipeline, options), calls);
    }

    /**
     * Runs a pipeline that starts from the database, with these options, and decodes the results as this type. Retried
     * once as a read, unless the pipeline ends in {@code $out} or {@code $merge}. See
     * {@link MongoDatabase#aggregate(List, Class, Consumer)}.
     */
    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> type,
            Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(database.aggregate(pipeline, type, options), calls);
    }

    /** Events as they come, for as long as there is demand; until the subscription is canceled. */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch() {
        return AsyncMongoIterable.of(database.watch(), calls);
    }

    /** The changes of this database that pass a pipeline. */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(database.watch(pipeline), calls);
    }

    /**
     * Publishes the changes in this database that pass a pipeline, until the subscription is canceled. Resumes after
     * errors. See {@link MongoDatabase#watch(List, Consumer)}.
     */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(database.watch(pipeline, options), calls);
    }

    /** The same, with the events as they are. */
    public <R> AsyncMongoIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(database.watch(pipeline, eventType, options), calls);
    }

    /**
     * Lists all collections and views of this database; the result is empty if there are none. Retried once as a read.
     * See {@link MongoDatabase#listCollections()}.
     */
    public AsyncMongoIterable<Document> listCollections() {
        return AsyncMongoIterable.of(database.listCollections(), calls);
    }

    /**
     * Lists the collections and views that match the options; the result is empty if there are none. Retried once as a
     * read. See {@link MongoDatabase#listCollections(Consumer)}.
     */
    public AsyncMongoIterable<Document> listCollections(Consumer<ListCollectionsOptions> options) {
        return AsyncMongoIterable.of(database.listCollections(options), calls);
    }

    /**
     * Lists the names of all collections and views of this database; the result is empty if there are none. Retried
     * once as a read. See {@link MongoDatabase#listCollectionNames()}.
     */
    public AsyncMongoIterable<String> listCollectionNames() {
        return AsyncMongoIterable.of(database.listCollectionNames(), calls);
    }

    /**
     * Lists the names of the collections and views that match the options; the result is empty if there are none.
     * Retried once as a read. See {@link MongoDatabase#listCollectionNames(Consumer)}.
     */
    public AsyncMongoIterable<String> listCollectionNames(Consumer<ListCollectionsOptions> options) {
        return AsyncMongoIterable.of(database.listCollectionNames(options), calls);
    }

    /**
     * Creates a collection. The future fails if the server refuses, for example because the name is taken. Not retried.
     * See {@link MongoDatabase#createCollection(String)}.
     */
    public CompletableFuture<@Nullable Void> createCollection(String collection) {
        return calls.run(() -> database.createCollection(collection));
    }

    /**
     * Creates a collection or view with these options. The future fails if the name is taken. Not retried. See
     * {@link MongoDatabase#createCollection(String, Consumer)}.
     */
    public CompletableFuture<@Nullable Void> createCollection(String collection,
            Consumer<CreateCollectionOptions> options) {
        return calls.run(() -> database.createCollection(collection, options));
    }

    /**
     * Creates a view of a collection, through a pipeline. The future fails if the name is taken. Not retried. See
     * {@link MongoDatabase#createView(String, String, List)}.
     */
    public CompletableFuture<@Nullable Void> createView(String view, String viewOn, List<? extends Bson> pipeline) {
        return calls.run(() -> database.createView(view, viewOn, pipeline));
    }

    /**
     * Changes the options of a collection or view. The future fails if there is no such collection. Not retried. See
     * {@link MongoDatabase#modifyCollection(String, Consumer)}.
     */
    public CompletableFuture<@Nullable Void> modifyCollection(String collection,
            Consumer<ModifyCollectionOptions> options) {
        return calls.run(() -> database.modifyCollection(collection, options));
    }

    /**
     * Drops the database with all its collections. Does nothing if the database does not exist. Not retried. See
     * {@link MongoDatabase#drop()}.
     */
    public CompletableFuture<@Nullable Void> drop() {
        return calls.run(database::drop);
    }

    @Override
    public String toString() {
        return "Async" + database;
    }
}
