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

/** A database whose methods return at once; see {@link AsyncMongoClient}. */
public final class AsyncMongoDatabase {
    private final MongoDatabase database;

    AsyncMongoDatabase(MongoDatabase database) {
        this.database = database;
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

    public AsyncMongoDatabase withTimeout(Duration timeout) {
        return new AsyncMongoDatabase(database.withTimeout(timeout));
    }

    public AsyncMongoCollection<Document> collection(String name) {
        return new AsyncMongoCollection<>(database.collection(name));
    }

    public <T> AsyncMongoCollection<T> collection(String name, Class<T> type) {
        return new AsyncMongoCollection<>(database.collection(name, type));
    }

    public CompletableFuture<Document> runCommand(Bson command) {
        return call(blocking -> blocking.runCommand(command));
    }

    public <R> CompletableFuture<R> runCommand(Bson command, Class<R> type, Consumer<RunCommandOptions> options) {
        return call(blocking -> blocking.runCommand(command, type, options));
    }

    public Flow.Publisher<Document> runCursorCommand(Bson command, Consumer<RunCursorCommandOptions> options) {
        return publish(database.runCursorCommand(command, options));
    }

    public Flow.Publisher<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return publish(database.aggregate(pipeline, options));
    }

    /** Events as they come, for as long as there is demand; until the subscription is cancelled. */
    public Flow.Publisher<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return publish(database.watch(pipeline, options));
    }

    /** The same, with the events as they are. */
    public <R> Flow.Publisher<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return publish(database.watch(pipeline, eventType, options));
    }

    public Flow.Publisher<Document> listCollections(Consumer<ListCollectionsOptions> options) {
        return publish(database.listCollections(options));
    }

    public CompletableFuture<List<String>> listCollectionNames() {
        return call(blocking -> blocking.listCollectionNames().toList());
    }

    public CompletableFuture<@Nullable Void> createCollection(String name, Consumer<CreateCollectionOptions> options) {
        return AsyncMongoCollection.run(database.client(), () -> database.createCollection(name, options));
    }

    public CompletableFuture<@Nullable Void> modifyCollection(String name, Consumer<ModifyCollectionOptions> options) {
        return AsyncMongoCollection.run(database.client(), () -> database.modifyCollection(name, options));
    }

    public CompletableFuture<@Nullable Void> drop() {
        return AsyncMongoCollection.run(database.client(), database::drop);
    }

    private <R extends @Nullable Object> CompletableFuture<R> call(Function<MongoDatabase, R> body) {
        return VirtualTask.start(database.client().environment(), () -> body.apply(database));
    }

    private <R> Flow.Publisher<R> publish(MongoIterable<R> documents) {
        return new CursorPublisher<>(database.client().environment(), documents);
    }
}
