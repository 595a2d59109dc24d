package dev.bowline;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A client whose methods return at once. A thin shell: each call runs the blocking client on a virtual thread of its
 * own. Cancelling a future interrupts the call.
 */
public final class AsyncMongoClient {
    private final MongoClient client;

    AsyncMongoClient(MongoClient client) {
        this.client = client;
    }

    /** The same client with methods that block. */
    public MongoClient blocking() {
        return client;
    }

    public AsyncMongoClient with(ClientSession session) {
        return new AsyncMongoClient(client.with(session));
    }

    public AsyncMongoClient with(ReadPreference readPreference) {
        return new AsyncMongoClient(client.with(readPreference));
    }

    public AsyncMongoClient with(ReadConcern readConcern) {
        return new AsyncMongoClient(client.with(readConcern));
    }

    public AsyncMongoClient with(WriteConcern writeConcern) {
        return new AsyncMongoClient(client.with(writeConcern));
    }

    public AsyncMongoClient withTimeout(Duration timeout) {
        return new AsyncMongoClient(client.withTimeout(timeout));
    }

    public AsyncMongoDatabase database(String name) {
        return new AsyncMongoDatabase(client.database(name));
    }

    public CompletableFuture<List<BsonDocument>> listDatabases(Consumer<ListDatabasesOptions> options) {
        return call(blocking -> blocking.listDatabases(options));
    }

    public CompletableFuture<List<String>> listDatabaseNames() {
        return call(MongoClient::listDatabaseNames);
    }

    public CompletableFuture<ClientBulkWriteResult> bulkWrite(List<ClientWriteModel> models,
            Consumer<ClientBulkWriteOptions> options) {
        return call(blocking -> blocking.bulkWrite(models, options));
    }

    /** Events as they come, for as long as there is demand; until the subscription is cancelled. */
    public Flow.Publisher<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return new CursorPublisher<>(client.environment(), client.watch(pipeline, options));
    }

    /** The same, with the events as they are. */
    public <R> Flow.Publisher<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return new CursorPublisher<>(client.environment(), client.watch(pipeline, eventType, options));
    }

    /** A session to be used by one call at a time: wait for each future before the next call. */
    public CompletableFuture<ClientSession> startSession(Consumer<SessionOptions> options) {
        return call(blocking -> blocking.startSession(options));
    }

    /** Runs anything that blocks, such as a transaction, on a virtual thread. */
    public <R extends @Nullable Object> CompletableFuture<R> call(Function<MongoClient, R> body) {
        return VirtualTask.start(client.environment(), () -> body.apply(client));
    }
}
