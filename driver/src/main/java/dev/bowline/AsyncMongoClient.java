package dev.bowline;

import dev.bowline.bulk.ClientBulkWriteOptions;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.options.ListDatabasesOptions;
import dev.bowline.options.SessionOptions;
import dev.bowline.result.ClientBulkWriteResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A client whose methods return at once. A thin shell: each call runs the blocking client on a virtual thread of its
 * own. A future fails with the exception that the blocking method throws. Canceling a future interrupts the call.
 */
public final class AsyncMongoClient {
    private final MongoClient client;
    private final AsyncCalls calls;

    AsyncMongoClient(MongoClient client) {
        this.client = client;
        this.calls = new AsyncCalls(client.environment());
    }

    /** The same client with methods that block. */
    public MongoClient blocking() {
        return client;
    }

    /**
     * Returns a view of this client whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public AsyncMongoClient with(ClientSession session) {
        return new AsyncMongoClient(client.with(session));
    }

    /** Returns a view of this client whose reads go to the servers that the read preference selects. */
    public AsyncMongoClient with(ReadPreference readPreference) {
        return new AsyncMongoClient(client.with(readPreference));
    }

    /** Returns a view of this client whose reads use the read concern. */
    public AsyncMongoClient with(ReadConcern readConcern) {
        return new AsyncMongoClient(client.with(readConcern));
    }

    /** Returns a view of this client whose writes use the write concern. */
    public AsyncMongoClient with(WriteConcern writeConcern) {
        return new AsyncMongoClient(client.with(writeConcern));
    }

    /** Returns a view of this client that encodes and decodes documents with the codecs of the registry. */
    public AsyncMongoClient with(CodecRegistry codecRegistry) {
        return new AsyncMongoClient(client.with(codecRegistry));
    }

    /**
     * Returns a view of this client whose operations must complete within the timeout, retries included; zero means no
     * limit.
     *
     * @throws IllegalArgumentException if the timeout is negative
     */
    public AsyncMongoClient withTimeout(Duration timeout) {
        return new AsyncMongoClient(client.withTimeout(timeout));
    }

    /**
     * Returns the database with this name. Sends nothing; the database need not exist. See
     * {@link MongoClient#database(String)}.
     */
    public AsyncMongoDatabase database(String name) {
        return new AsyncMongoDatabase(client.database(name));
    }

    /** The database that the connection string names. */
    public AsyncMongoDatabase database() {
        return new AsyncMongoDatabase(client.database());
    }

    /**
     * The future completes with all databases of the deployment as the server describes them; an empty list if there
     * are none. Retried once as a read. See {@link MongoClient#listDatabases()}.
     */
    public CompletableFuture<List<BsonDocument>> listDatabases() {
        return calls.call(() -> client.listDatabases());
    }

    /**
     * The future completes with the databases that match the options, as the server describes them; an empty list if
     * there are none. Retried once as a read. See {@link MongoClient#listDatabases(Consumer)}.
     */
    public CompletableFuture<List<BsonDocument>> listDatabases(Consumer<ListDatabasesOptions> options) {
        return calls.call(() -> client.listDatabases(options));
    }

    /**
     * The future completes with the names of all databases of the deployment; an empty list if there are none. Retried
     * once as a read. See {@link MongoClient#listDatabaseNames()}.
     */
    public CompletableFuture<List<String>> listDatabaseNames() {
        return calls.call(() -> client.listDatabaseNames());
    }

    /**
     * The future completes with the names of the databases that match the options; an empty list if there are none.
     * Retried once as a read. See {@link MongoClient#listDatabaseNames(Consumer)}.
     */
    public CompletableFuture<List<String>> listDatabaseNames(Consumer<ListDatabasesOptions> options) {
        return calls.call(() -> client.listDatabaseNames(options));
    }

    /**
     * Runs many writes to any collections in order and stops at the first error. Needs server 8.0. Each command is
     * retried once as a write, unless it contains an {@code updateMany} or {@code deleteMany}. See
     * {@link MongoClient#bulkWrite(List)}.
     */
    public CompletableFuture<ClientBulkWriteResult> bulkWrite(List<ClientNamespacedWriteModel> models) {
        return calls.call(() -> client.bulkWrite(models));
    }

    /**
     * Runs many writes to any collections with these options. Needs server 8.0. Each command is retried once as a
     * write, unless it contains an {@code updateMany} or {@code deleteMany}. See
     * {@link MongoClient#bulkWrite(List, Consumer)}.
     */
    public CompletableFuture<ClientBulkWriteResult> bulkWrite(List<ClientNamespacedWriteModel> models,
            Consumer<ClientBulkWriteOptions> options) {
        return calls.call(() -> client.bulkWrite(models, options));
    }

    /** Events as they come, for as long as there is demand; until the subscription is canceled. */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch() {
        return AsyncMongoIterable.of(client.watch(), calls);
    }

    /**
     * Sends a ping to a server that a read preference selects, and completes with the time that it took. Not retried.
     */
    public CompletableFuture<Duration> ping(ReadPreference readPreference, Duration timeout) {
        return calls.call(() -> client.ping(readPreference, timeout));
    }

    /** The changes of this deployment that pass a pipeline. */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline) {
        return AsyncMongoIterable.of(client.watch(pipeline), calls);
    }

    /**
     * Publishes the changes in the deployment that pass a pipeline, until the subscription is canceled. Resumes after
     * errors. See {@link MongoClient#watch(List, Consumer)}.
     */
    public AsyncMongoIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(client.watch(pipeline, options), calls);
    }

    /** The same, with the events as they are. */
    public <R> AsyncMongoIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return AsyncMongoIterable.of(client.watch(pipeline, eventType, options), calls);
    }

    /** A session to be used by one call at a time: wait for each future before the next call. */
    public CompletableFuture<ClientSession> startSession() {
        return calls.call(() -> client.startSession());
    }

    /**
     * Starts a session with these options. Wait for the future of each call that uses the session before the next call.
     * See {@link MongoClient#startSession(Consumer)}.
     */
    public CompletableFuture<ClientSession> startSession(Consumer<SessionOptions> options) {
        return calls.call(() -> client.startSession(options));
    }

    /** Runs anything that blocks, such as a transaction, on a virtual thread. */
    public <R extends @Nullable Object> CompletableFuture<R> call(Function<MongoClient, R> body) {
        return calls.call(() -> body.apply(client));
    }

    @Override
    public String toString() {
        return "Async" + client;
    }
}
