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

    public String name() {
        return database.name();
    }

    public AsyncMongoDatabase with(ClientSession session) {
        return new AsyncMongoDatabase(database.with(session));
    }

    public AsyncMongoDatabase with(ReadPreference readPreference) {
        return new AsyncMongoDatabase(database.with(readPreference));
    }

    public AsyncMongoDatabase with(ReadConcern readConcern) {
        return new AsyncMongoDatabase(database.with(readConcern));
    }

    public AsyncMongoDatabase with(WriteConcern writeConcern) {
        return new AsyncMongoDatabase(database.with(writeConcern));
    }

    public AsyncMongoDatabase with(CodecRegistry codecRegistry) {
        return new AsyncMongoDatabase(database.with(codecRegistry));
    }

    public AsyncMongoDatabase withTimeout(Duration timeout) {
        return new AsyncMongoDatabase(database.withTimeout(timeout));
    }

    public AsyncMongoCollection<Document> collection(String collection) {
        return new AsyncMongoCollection<>(database.collection(collection));
    }

    public <T> AsyncMongoCollection<T> collection(String collection, Class<T> type) {
        return new AsyncMongoCollection<>(database.collection(collection, type));
    }

    public CompletableFuture<Document> runCommand(Bson command) {
        return calls.call(() -> database.runCommand(command));
    }

    public CompletableFuture<Document> runCommand(Bson command, Consumer<RunCommandOptions> options) {
        return calls.call(() -> database.runCommand(command, options));
    }

    public <R> CompletableFuture<R> runCommand(Bson command, Class<R> type, Consumer<RunCommandOptions> options) {
        return calls.call(() -> database.runCommand(command, type, options));
    }

    public AsyncMongoIterable<Document> runCursorCommand(Bson command) {
        return AsyncMongoIterable.of(database.runCursorCommand(command), calls);
    }

    public AsyncMongoIterable<Document> runCursorCommand(Bson command, Consumer<RunCursorCommandOptions> options) {
        return AsyncMongoIterable.of(database.runCursorCommand(command, options), calls);
    }

    public <R> AsyncMongoIterable<R> runCursorCommand(Bson command, Class<R> type,
            Consumer<RunCursorCommandOptions> options) {
        return AsyncMongoIterable.of(database.runCursorCommand(command, type, options), calls);
    }

    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(database.aggregate(pipeline), calls);
    }

    /** Runs a pipeline on the database and reads its results as this type. */
    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType) {
        return AsyncMongoIterable.of(database.aggregate(pipeline, resultType), calls);
    }

    public AsyncMongoIterable<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(database.aggregate(pipeline, options), calls);
    }

    public <R> AsyncMongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> type,
            Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(database.aggregate(pipeline, type, options), calls);
    }

    /** Events as they come, for as long as there is demand; until the subscription is cancelled. */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch() {
        return AsyncMongoIterable.of(database.watch(), calls);
    }

    /** The changes of this database that pass a pipeline. */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(database.watch(pipeline), calls);
    }

    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(database.watch(pipeline, options), calls);
    }

    /** The same, with the events as they are. */
    public <R> AsyncMongoIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(database.watch(pipeline, eventType, options), calls);
    }

    public AsyncMongoIterable<Document> listCollections() {
        return AsyncMongoIterable.of(database.listCollections(), calls);
    }

    public AsyncMongoIterable<Document> listCollections(Consumer<ListCollectionsOptions> options) {
        return AsyncMongoIterable.of(database.listCollections(options), calls);
    }

    public AsyncMongoIterable<String> listCollectionNames() {
        return AsyncMongoIterable.of(database.listCollectionNames(), calls);
    }

    public AsyncMongoIterable<String> listCollectionNames(Consumer<ListCollectionsOptions> options) {
        return AsyncMongoIterable.of(database.listCollectionNames(options), calls);
    }

    public CompletableFuture<@Nullable Void> createCollection(String collection) {
        return calls.run(() -> database.createCollection(collection));
    }

    public CompletableFuture<@Nullable Void> createCollection(String collection,
            Consumer<CreateCollectionOptions> options) {
        return calls.run(() -> database.createCollection(collection, options));
    }

    public CompletableFuture<@Nullable Void> createView(String view, String viewOn, List<? extends Bson> pipeline) {
        return calls.run(() -> database.createView(view, viewOn, pipeline));
    }

    public CompletableFuture<@Nullable Void> modifyCollection(String collection,
            Consumer<ModifyCollectionOptions> options) {
        return calls.run(() -> database.modifyCollection(collection, options));
    }

    public CompletableFuture<@Nullable Void> drop() {
        return calls.run(database::drop);
    }
}
