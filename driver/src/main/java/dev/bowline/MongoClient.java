package dev.bowline;

import dev.bowline.bulk.ClientBulkWriteOptions;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.ClientObserver;
import dev.bowline.driver.operation.ClientSeam;
import dev.bowline.driver.operation.ListDatabases;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.session.SessionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.health.ClientHealth;
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
import org.bson.BsonInt32;
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
        final Observers observers;
        volatile boolean closed;

        Shared(MongoClientSettings settings) {
            this.settings = settings;
            this.observers = new Observers(settings);
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

    /**
     * Creates a client with these settings. Does not wait for a server: the client discovers the deployment in the
     * background.
     *
     * @throws dev.bowline.error.MongoConfigurationException if the settings ask for something that this driver does not
     *         support
     */
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

    /**
     * Returns a view of this client whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public MongoClient with(ClientSession session) {
        return new MongoClient(shared, scope.with(session.session()));
    }

    /** Returns a view of this client whose reads go to the servers that the read preference selects. */
    public MongoClient with(ReadPreference readPreference) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(readPreference, "readPreference")));
    }

    /** Returns a view of this client whose reads use the read concern. */
    public MongoClient with(ReadConcern readConcern) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(readConcern, "readConcern")));
    }

    /** Returns a view of this client whose writes use the write concern. */
    public MongoClient with(WriteConcern writeConcern) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(writeConcern, "writeConcern")));
    }

    /** Returns a view of this client that encodes and decodes documents with the codecs of the registry. */
    public MongoClient with(CodecRegistry codecRegistry) {
        return new MongoClient(shared, scope.with(Objects.requireNonNull(codecRegistry, "codecRegistry")));
    }

    /** With a limit for whole operations, retries included; zero for no limit. */
    public MongoClient withTimeout(Duration timeout) {
        return new MongoClient(shared, scope.withTimeoutMillis(Arguments.requireTimeout(timeout).toMillis()));
    }

    /**
     * Returns the database with this name. Sends nothing; the database need not exist.
     *
     * @throws IllegalArgumentException if the name is empty or contains a character that database names must not
     *         contain
     */
    public MongoDatabase database(String name) {
        return new MongoDatabase(this, name, scope);
    }

    /**
     * Returns the database that the connection string names. Sends nothing.
     *
     * @throws MongoConfigurationException if the connection string names no database
     */
    public MongoDatabase database() {
        return database(shared.settings.database().orElseThrow(
                () -> new MongoConfigurationException(
                        "The connection string names no database; use database(name), or append /name to the hosts")));
    }

    /**
     * Lists all databases of the deployment as the server describes them; an empty list if there are none. Asks the
     * primary of a replica set. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public List<BsonDocument> listDatabases() {
        return listDatabases(options -> {});
    }

    /**
     * Lists the databases that match the options, as the server describes them; an empty list if there are none. Asks
     * the primary of a replica set. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public List<BsonDocument> listDatabases(Consumer<ListDatabasesOptions> options) {
        ListDatabasesOptions configured = Arguments.configured(options, new ListDatabasesOptions());
        // "Enumerating Databases": in a replica set, only the primary is queried.
        return executor().execute(new ListDatabases(configured.fields(), configured.maxTimeMillis()),
                scope.with(ReadPreference.primary()));
    }

    /**
     * Lists the names of all databases of the deployment; an empty list if there are none. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public List<String> listDatabaseNames() {
        return listDatabaseNames(options -> {});
    }

    /**
     * Lists the names of the databases that match the options; an empty list if there are none. Retried once as a read.
     *
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server reports an
     *         error
     */
    public List<String> listDatabaseNames(Consumer<ListDatabasesOptions> options) {
        Consumer<ListDatabasesOptions> names = o -> o.nameOnly(o.namesSuffice(scope.registry()));
        return listDatabases(options.andThen(names)).stream()
                .map(database -> ListedNames.of(database, "listDatabases")).toList();
    }

    /**
     * Runs many writes to any collections in order, in as few commands as they fit into, and stops at the first error.
     * Needs server 8.0. Each command is retried once as a write, unless it contains an {@code updateMany} or
     * {@code deleteMany}.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoClientBulkWriteException if a write or its replication fails; it holds the result
     *         so far
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public ClientBulkWriteResult bulkWrite(List<ClientNamespacedWriteModel> models) {
        return bulkWrite(models, options -> {});
    }

    /**
     * Runs many writes to any collections, in as few commands as they fit into. Needs server 8.0. Each command is
     * retried once as a write, unless it contains an {@code updateMany} or {@code deleteMany}.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoClientBulkWriteException if a write or its replication fails; it holds the result
     *         so far
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public ClientBulkWriteResult bulkWrite(List<ClientNamespacedWriteModel> models,
            Consumer<ClientBulkWriteOptions> options) {
        ClientBulkWriteOptions configured = Arguments.configured(options, new ClientBulkWriteOptions());
        return ClientModels.bulkWrite(models, configured, scope.registry()).run(executor(),
                ClientModels.scope(configured, scope));
    }

    /**
     * Watches all changes in the deployment, except those to system databases. Each use opens a change stream, which
     * resumes after errors.
     */
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

    /**
     * Starts a session with the default options. Close it when done; see {@link #startSession(Consumer)}.
     *
     * @throws dev.bowline.error.MongoException if this client is closed
     */
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
     * The health of this client now: the state of each server and its pool, and whether writes find a server. Cheap;
     * does no I/O, except that the first use of a client opens it.
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
        database("admin").withTimeout(timeout).runCommand(new BsonDocument("ping", new BsonInt32(1)),
                options -> options.readPreference(readPreference));
        return Duration.ofNanos(environment().nanoTime() - start);
    }

    /**
     * Shows an observer what this client does from now on, until {@link #removeObserver}. Listeners of the settings, in
     * contrast, see everything from the beginning.
     */
    public void addObserver(ClientObserver observer) {
        shared.observers.add(Objects.requireNonNull(observer, "observer"));
    }

    /** Ends what {@link #addObserver} began. Operations under way still end at the observer. */
    public void removeObserver(ClientObserver observer) {
        shared.observers.remove(observer);
    }

    /** Returns the settings that this client was created with. */
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
            made = new ClientCore(shared.settings.resolved(), shared.libraries, shared.observers);
        } finally {
            // After a failure the next operation tries again.
            shared.core.set(made);
        }
        if (shared.closed) {
            made.close(scope);
        }
        return made;
    }

    /** The deployment and what this view says about its operations, without secrets. */
    @Override
    public String toString() {
        return "MongoClient[" + shared.settings.deployment() + ", " + scope + (shared.closed ? ", closed" : "") + "]";
    }
}
