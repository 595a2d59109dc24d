package dev.bowline;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
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
        this.calls = AsyncCalls.of(database.client());
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

    /** The bucket {@code fs} for files of any size. */
    public AsyncGridFsBucket gridFs() {
        return new AsyncGridFsBucket(database.gridFs(), calls);
    }

    /** A bucket for files of any size. Keep it: it makes its indexes once. */
    public AsyncGridFsBucket gridFs(Consumer<GridFsOptions> options) {
        return new AsyncGridFsBucket(database.gridFs(options), calls);
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

    public Flow.Publisher<Document> runCursorCommand(Bson command) {
        return calls.publish(database.runCursorCommand(command));
    }

    public Flow.Publisher<Document> runCursorCommand(Bson command, Consumer<RunCursorCommandOptions> options) {
        return calls.publish(database.runCursorCommand(command, options));
    }

    public <R> Flow.Publisher<R> runCursorCommand(Bson command, Class<R> type,
            Consumer<RunCursorCommandOptions> options) {
        return calls.publish(database.runCursorCommand(command, type, options));
    }

    public Flow.Publisher<Document> aggregate(List<? extends Bson> pipeline) {
        return calls.publish(database.aggregate(pipeline));
    }

    public Flow.Publisher<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return calls.publish(database.aggregate(pipeline, options));
    }

    public <R> Flow.Publisher<R> aggregate(List<? extends Bson> pipeline, Class<R> type,
            Consumer<AggregateOptions> options) {
        return calls.publish(database.aggregate(pipeline, type, options));
    }

    /** Events as they come, for as long as there is demand; until the subscription is cancelled. */
    public Flow.Publisher<ChangeStreamDocument<Document>> watch() {
        return calls.publish(database.watch());
    }

    public Flow.Publisher<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return calls.publish(database.watch(pipeline, options));
    }

    /** The same, with the events as they are. */
    public <R> Flow.Publisher<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return calls.publish(database.watch(pipeline, eventType, options));
    }

    public Flow.Publisher<Document> listCollections() {
        return calls.publish(database.listCollections());
    }

    public Flow.Publisher<Document> listCollections(Consumer<ListCollectionsOptions> options) {
        return calls.publish(database.listCollections(options));
    }

    public Flow.Publisher<String> listCollectionNames() {
        return calls.publish(database.listCollectionNames());
    }

    public Flow.Publisher<String> listCollectionNames(Consumer<ListCollectionsOptions> options) {
        return calls.publish(database.listCollectionNames(options));
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
