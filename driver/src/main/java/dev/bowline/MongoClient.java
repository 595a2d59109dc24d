package dev.bowline;

import org.bson.BsonInt32;
import dev.bowline.health.ClientHealth;
import dev.bowline.bulk.ClientBulkWriteOptions;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.operation.ClientSeam;
import dev.bowline.driver.operation.ListDatabases;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.session.SessionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoClientException;
import dev.bowline.options.ListDatabasesOptions;
import dev.bowline.options.SessionOptions;
import dev.bowline.options.TransactionOptions;
import dev.bowline.result.ClientBulkWriteResult;
import dev.bowline.settings.AppendedLibraries;
import dev.bowline.settings.WrappingLibrary;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A client of one deployment. Safe for any number of threads, platform or virtual; make one and keep it. Making it does
 * no I/O: the deployment is discovered in the background and waited for by the first operation.
 *
 * <p>The {@code with} methods yield views that share everything with this client but what they are given.
 */
public final class MongoClient implements AutoCloseable {
    private static final long OPENING_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    static {
        ClientSeam.open(new ClientSeam.Access() {
            @Override
            public OperationExecutor executor(Object client) {
                return ((MongoClient) client).executor();
            }

            @Override
            public OperationScope scope(Object client) {
                return ((MongoClient) client).scope;
            }

            @Override
            public void heartbeat(Object settingsBuilder, Duration frequency, Duration min) {
                ((MongoClientSettingsBuilder) settingsBuilder).heartbeat(frequency, min);
            }
        });
    }

    /** What all views of a client share. */
    private static final class Shared {
        final MongoClientSettings settings;
        /** The machinery once it is made; a thread while that thread makes it. */
        final AtomicReference<@Nullable Object> core = new AtomicReference<>();
        final AppendedLibraries libraries = new AppendedLibraries();
        volatile boolean closed;

        Shared(MongoClientSettings settings) {
            this.settings = settings;
        }
    }

    private final Shared shared;
    private final OperationScope scope;

    private MongoClient(Shared shared, OperationScope scope) {
        this.shared = shared;
        this.scope = scope;
    }

    /** A client for a connection string. */
    public static MongoClient connect(String connectionString) {
        return connect(MongoClientSettings.of(connectionString));
    }

    public static MongoClient connect(MongoClientSettings settings) {
        Objects.requireNonNull(settings, "settings").checkSupported();
        Shared shared = new Shared(settings);
        MongoClient client = new MongoClient(shared, ClientCore.scope(settings));
        if (settings.srvHost().isEmpty()) {
            // Nothing to look up first, so the servers can be watched from now on.
            client.core();
        }
        return client;
    }

    public MongoClient with(ClientSession session) {
        return new MongoClient(shared, scope.with(session.session()));
    }

    public MongoClient with(ReadPreference readPreference) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(readPreference, "readPreference")));
    }

    public MongoClient with(ReadConcern readConcern) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(readConcern, "readConcern")));
    }

    public MongoClient with(WriteConcern writeConcern) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(writeConcern, "writeConcern")));
    }

    public MongoClient with(CodecRegistry codecRegistry) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(codecRegistry, "codecRegistry")));
    }

    /** With a limit for whole operations, retries included; zero for no limit. */
    public MongoClient withTimeout(Duration timeout) {
        return new MongoClient(shared, scope.withTimeoutMillis(Arguments.requireTimeout(timeout).toMillis()));
    }

    public MongoDatabase database(String name) {
        return new MongoDatabase(this, name, scope);
    }

    /** The database named in the connection string. */
    public MongoDatabase database() {
        return database(shared.settings.database().orElseThrow(
                () -> new IllegalStateException("The connection string names no database")));
    }

    /** The databases of the deployment, as the server describes them. */
    public List<BsonDocument> listDatabases() {
        return listDatabases(options -> {});
    }

    public List<BsonDocument> listDatabases(Consumer<ListDatabasesOptions> options) {
        ListDatabasesOptions configured = Arguments.configured(options, new ListDatabasesOptions());
        // Enumerating databases: of a replica set, the primary alone is asked.
        return executor().execute(new ListDatabases(configured.fields(), configured.maxTimeMillis()),
                scope.with(ReadPreference.primary()));
    }

    public List<String> listDatabaseNames() {
        return listDatabaseNames(options -> {});
    }

    public List<String> listDatabaseNames(Consumer<ListDatabasesOptions> options) {
        Consumer<ListDatabasesOptions> names = o -> o.nameOnly(o.namesSuffice(scope.registry()));
        return listDatabases(options.andThen(names)).stream()
                .map(database -> database.getString("name").getValue()).toList();
    }

    public ClientBulkWriteResult bulkWrite(List<ClientNamespacedWriteModel> models) {
        return bulkWrite(models, options -> {});
    }

    /** Runs many writes to any collections, in as few commands as they fit into. Needs server 8.0. */
    public ClientBulkWriteResult bulkWrite(List<ClientNamespacedWriteModel> models,
            Consumer<ClientBulkWriteOptions> options) {
        ClientBulkWriteOptions configured = Arguments.configured(options, new ClientBulkWriteOptions());
        return ClientModels.bulkWrite(models, configured, scope.registry()).run(executor(),
                ClientModels.scope(configured, scope));
    }

    public ChangeStreamIterable<ChangeStreamDocument<Document>> watch() {
        return watch(List.of(), options -> {});
    }

    /** The changes of this deployment that pass a pipeline. Resumes after errors. */
    public ChangeStreamIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline) {
        return watch(pipeline, options -> {});
    }

    /** Watches all changes in the deployment, but those to system databases, through a pipeline. */
    public ChangeStreamIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return Watches.watch(this, scope, null, null, pipeline,
                new ChangeStreamDecoder<>(scope.registry().get(Document.class), scope.registry()), options);
    }

    /** The same, with the events as they are. */
    public <R> ChangeStreamIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return Watches.watch(this, scope, null, null, pipeline, scope.registry().get(eventType), options);
    }

    public ClientSession startSession() {
        return startSession(options -> {});
    }

    /**
     * Starts a session. One thread uses it at a time; close it when done. Use it within a minute: the server may not
     * remember it for longer, and forgets it when it has been idle for half an hour. Writes that are not acknowledged
     * cannot be part of a session; those without a session are not part of an implicit one either.
     */
    public ClientSession startSession(Consumer<SessionOptions> options) {
        SessionOptions configured = Arguments.configured(options, new SessionOptions());
        OperationExecutor executor = executor();
        executor.requireOpen();
        TransactionOptions clientDefaults = new TransactionOptions().readConcern(scope.readConcern())
                .writeConcern(scope.writeConcern()).readPreference(scope.readPreference());
        SessionSettings settings = new SessionSettings(configured.resolvedCausalConsistency(), configured.isSnapshot(),
                configured.defaultTransaction().orElse(clientDefaults), configured.defaultTimeout());
        BsonTimestamp snapshotTime = configured.resolvedSnapshotTime();
        Session session = new Session(executor, executor.sessions(),
                executor.sessions().acquire(executor.sessionTimeoutMinutes()), settings);
        if (snapshotTime != null) {
            session.noteSnapshotTime(snapshotTime);
        }
        return new ClientSession(session, executor, scope);
    }

    /** The same client with methods that do not block. */
    public AsyncMongoClient async() {
        return new AsyncMongoClient(this);
    }

    /** Names a library built on this client to the server, with every connection that is made from now on. */
    public void appendMetadata(WrappingLibrary library) {
        shared.libraries.append(Objects.requireNonNull(library, "library"));
    }

    /** What is known of the deployment now. */
    public TopologyDescription topology() {
        return core().topology().description();
    }

    /**
     * The health of this client now: the state of each server and its pool, and whether writes find a server. Cheap; does
     * no I/O, except that the first use of a client opens it.
     */
    public ClientHealth health() {
        return ClientHealthCheck.of(core().topology(), environment());
    }

    /**
     * Sends a ping to a server that a read preference selects, and returns how long it took, selection included. Not
     * retried.
     *
     * @throws dev.bowline.error.MongoException if no server is found or answers within the timeout
     */
    public Duration ping(ReadPreference readPreference, Duration timeout) {
        long start = environment().nanoTime();
        database("admin").with(readPreference).withTimeout(timeout)
                .runCommand(new BsonDocument("ping", new BsonInt32(1)));
        return Duration.ofNanos(environment().nanoTime() - start);
    }

    public MongoClientSettings settings() {
        return shared.settings;
    }

    /** Ends everything. Operations under way fail. Does nothing the second time. */
    @Override
    public void close() {
        shared.closed = true;
        if (shared.core.get() instanceof ClientCore core) {
            core.close(scope);
        }
    }

    OperationScope scope() {
        return scope;
    }

    Environment environment() {
        return shared.settings.environment();
    }

    OperationExecutor executor() {
        return shared.core.get() instanceof ClientCore core ? core.executor() : core().executor();
    }

    ClientCore core() {
        while (true) {
            Object current = shared.core.get();
            if (current instanceof ClientCore core) {
                return core;
            }
            if (shared.closed) {
                throw new MongoClientException("This client is closed");
            }
            if (current == null && shared.core.compareAndSet(null, Thread.currentThread())) {
                return open();
            }
            // Another thread looks the hosts up; that ends by itself.
            environment().park(Deadline.afterNanos(environment(), OPENING_POLL_NANOS));
        }
    }

    private ClientCore open() {
        ClientCore made = null;
        try {
            made = new ClientCore(shared.settings.resolved(), shared.libraries);
        } finally {
            // After a failure the next operation tries again.
            shared.core.set(made);
        }
        if (shared.closed) {
            made.close(scope);
        }
        return made;
    }
}
