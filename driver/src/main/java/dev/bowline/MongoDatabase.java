package dev.bowline;

import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.ListCursor;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.operation.RunCommand;
import dev.bowline.driver.session.Session;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CreateCollectionOptions;
import dev.bowline.options.ListCollectionsOptions;
import dev.bowline.options.ModifyCollectionOptions;
import dev.bowline.options.RunCommandOptions;
import dev.bowline.options.RunCursorCommandOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** A database. Immutable and cheap; the {@code with} methods yield views. */
public final class MongoDatabase {
    private final MongoClient client;
    private final String name;
    private final OperationScope scope;

    MongoDatabase(MongoClient client, String name, OperationScope scope) {
        this.client = client;
        this.name = Namespace.checkDatabase(name);
        this.scope = scope;
    }

    /** Returns the name of the database. */
    public String name() {
        return name;
    }

    /**
     * Returns a view of this database whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public MongoDatabase with(ClientSession session) {
        return new MongoDatabase(client, name, scope.with(session.session()));
    }

    /** Returns a view of this database whose reads go to the servers that the read preference selects. */
    public MongoDatabase with(ReadPreference readPreference) {
        return new MongoDatabase(client, name, scope.with(Objects.requireNonNull(readPreference, "readPreference")));
    }

    /** Returns a view of this database whose reads use the read concern. */
    public MongoDatabase with(ReadConcern readConcern) {
        return new MongoDatabase(client, name, scope.with(Objects.requireNonNull(readConcern, "readConcern")));
    }

    /** Returns a view of this database whose writes use the write concern. */
    public MongoDatabase with(WriteConcern writeConcern) {
        return new MongoDatabase(client, name, scope.with(Objects.requireNonNull(writeConcern, "writeConcern")));
    }

    /** Returns a view of this database that encodes and decodes documents with the codecs of the registry. */
    public MongoDatabase with(CodecRegistry codecRegistry) {
        return new MongoDatabase(client, name, scope.with(Objects.requireNonNull(codecRegistry, "codecRegistry")));
    }

    /** With a limit for whole operations, retries included; zero for no limit. */
    public MongoDatabase withTimeout(Duration timeout) {
        return new MongoDatabase(client, name,
                scope.withTimeoutMillis(Arguments.requireTimeout(timeout).toMillis()));
    }

    /**
     * Returns a collection of {@link Document}s. Sends nothing; the collection need not exist.
     *
     * @throws IllegalArgumentException if the name is empty or contains a null character
     */
    public MongoCollection<Document> collection(String collection) {
        return collection(collection, Document.class);
    }

    /** A collection of anything that has a codec; records and sealed types need none. */
    public <T> MongoCollection<T> collection(String collection, Class<T> type) {
        return new MongoCollection<>(client, new Namespace(name, collection), type, scope);
    }

    /**
     * Runs a command as it is, on the primary, and returns the reply. Not retried.
     *
     * @throws IllegalArgumentException if the command is empty
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public Document runCommand(Bson command) {
        return runCommand(command, Document.class, options -> {});
    }

    /**
     * Runs a command as it is, on a server that the read preference of the options selects, and returns the reply. Not
     * retried.
     *
     * @throws IllegalArgumentException if the command is empty
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public Document runCommand(Bson command, Consumer<RunCommandOptions> options) {
        return runCommand(command, Document.class, options);
    }

    /**
     * Runs a command as it is, on a server that the read preference of the options selects, and decodes the reply as
     * this type. Not retried.
     *
     * @throws IllegalArgumentException if the command is empty
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public <R> R runCommand(Bson command, Class<R> type, Consumer<RunCommandOptions> options) {
        RunCommandOptions configured = Arguments.configured(options, new RunCommandOptions());
        RunCommand<R> operation = new RunCommand<>(name, document(command), codec(type));
        return client.executor().execute(operation, scope.with(configured.readPreference()));
    }

    /**
     * Runs a command that opens a cursor, on the primary, and returns the documents of the cursor. Nothing is sent
     * until the result is used. Not retried.
     */
    public MongoIterable<Document> runCursorCommand(Bson command) {
        return runCursorCommand(command, Document.class, options -> {});
    }

    /**
     * Runs a command that opens a cursor, with these options, and returns the documents of the cursor. Nothing is sent
     * until the result is used. Not retried.
     */
    public MongoIterable<Document> runCursorCommand(Bson command, Consumer<RunCursorCommandOptions> options) {
        return runCursorCommand(command, Document.class, options);
    }

    /**
     * Runs a command that opens a cursor, with these options, and decodes the documents of the cursor as this type.
     * Nothing is sent until the result is used. Not retried.
     */
    public <R> MongoIterable<R> runCursorCommand(Bson command, Class<R> type,
            Consumer<RunCursorCommandOptions> options) {
        RunCursorCommandOptions configured = Arguments.configured(options, new RunCursorCommandOptions());
        BsonDocument document = document(command);
        CursorSettings<R> cursor = new CursorSettings<>(codec(type), configured.batchSize(), 0,
                configured.cursorType(), Arguments.limitMillis(configured.maxAwaitTime()), configured.timeoutMode(),
                configured.fields().get("comment"));
        OperationScope reading = scope.with(configured.readPreference());
        return () -> client.executor().execute(new RunCommand.Cursor<>(name, document, cursor), reading);
    }

    /**
     * Runs a pipeline that starts from the database, such as one that begins with {@code $currentOp}. Nothing is sent
     * until the result is used. The first command is retried once as a read, unless the pipeline ends in {@code $out}
     * or {@code $merge}.
     */
    public MongoIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return aggregate(pipeline, Document.class, options -> {});
    }

    /** Runs a pipeline on the database and reads its results as this type. Retried once, unless it writes. */
    public <R> MongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultType) {
        return aggregate(pipeline, resultType, options -> {});
    }

    /**
     * Runs a pipeline that starts from the database, with these options. Nothing is sent until the result is used. The
     * first command is retried once as a read, unless the pipeline ends in {@code $out} or {@code $merge}.
     */
    public MongoIterable<Document> aggregate(List<? extends Bson> pipeline, Consumer<AggregateOptions> options) {
        return aggregate(pipeline, Document.class, options);
    }

    /**
     * Runs a pipeline that starts from the database, with these options, and decodes the results as this type. Nothing
     * is sent until the result is used. The first command is retried once as a read, unless the pipeline ends in
     * {@code $out} or {@code $merge}.
     */
    public <R> MongoIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> type,
            Consumer<AggregateOptions> options) {
        return Aggregations.aggregate(client, scope, name, null, pipeline, codec(type), options);
    }

    /**
     * Watches all changes in all collections of this database. Each use opens a change stream, which resumes after
     * errors.
     */
    public ChangeStreamIterable<ChangeStreamDocument<Document>> watch() {
        return watch(List.of(), options -> {});
    }

    /** The changes of this database that pass a pipeline. Resumes after errors. */
    public ChangeStreamIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline) {
        return watch(pipeline, options -> {});
    }

    /** Watches the changes in all collections of this database, through a pipeline. */
    public ChangeStreamIterable<ChangeStreamDocument<Document>> watch(List<? extends Bson> pipeline,
            Consumer<ChangeStreamOptions> options) {
        return Watches.watch(client, scope, name, null, pipeline,
                new ChangeStreamDecoder<>(codec(Document.class), scope.registry()), options);
    }

    /** The same, with the events as they are. */
    public <R> ChangeStreamIterable<R> watch(List<? extends Bson> pipeline, Class<R> eventType,
            Consumer<ChangeStreamOptions> options) {
        return Watches.watch(client, scope, name, null, pipeline, scope.registry().get(eventType), options);
    }

    /**
     * Lists all collections and views of this database as the server describes them. The result is empty if there are
     * none. Nothing is sent until it is used. The client asks the primary of a replica set. Retried once as a read.
     */
    public MongoIterable<Document> listCollections() {
        return listCollections(options -> {});
    }

    /**
     * Lists the collections and views that match the options, as the server describes them. The result is empty if
     * there are none. Nothing is sent until it is used. The client asks the primary of a replica set. Retried once as a
     * read.
     */
    public MongoIterable<Document> listCollections(Consumer<ListCollectionsOptions> options) {
        ListCollectionsOptions configured = Arguments.configured(options, new ListCollectionsOptions());
        // "Enumerating Collections": the server repeats the comment; in a replica set, only the primary is queried.
        CursorSettings<Document> cursor = CursorSettings.of(codec(Document.class), configured.batchSize(), null)
                .with(configured.timeoutMode());
        OperationScope primary = scope.with(ReadPreference.primary());
        return () -> client.executor().execute(
                ListCursor.collections(name, configured.fields(), configured.maxTimeMillis(), cursor), primary);
    }

    /**
     * Lists the names of all collections and views of this database. The result is empty if there are none. Nothing is
     * sent until it is used. The client asks the primary of a replica set. Retried once as a read.
     */
    public MongoIterable<String> listCollectionNames() {
        return listCollectionNames(options -> {});
    }

    /**
     * Lists the names of the collections and views that match the options. The result is empty if there are none.
     * Nothing is sent until it is used. The client asks the primary of a replica set. Retried once as a read.
     */
    public MongoIterable<String> listCollectionNames(Consumer<ListCollectionsOptions> options) {
        Consumer<ListCollectionsOptions> names = o -> o.nameOnly(o.namesSuffice(scope.registry()));
        return listCollections(options.andThen(names)).map(info -> ListedNames.of(info, "listCollections"));
    }

    /**
     * Creates a collection. Not required before the first insert. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses, for example because the name is taken
     */
    public void createCollection(String collection) {
        createCollection(collection, options -> {});
    }

    /**
     * Creates a collection or view with these options. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the name is taken, or the server refuses the options
     */
    public void createCollection(String collection, Consumer<CreateCollectionOptions> options) {
        CreateCollectionOptions configured = Arguments.configured(options, new CreateCollectionOptions());
        run("create", collection, configured.fields(), configured.maxTimeMillis());
    }

    /**
     * Creates a view of a collection, through a pipeline. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if a collection or view with this name exists, or the server
     *         refuses the pipeline
     */
    public void createView(String view, String viewOn, List<? extends Bson> pipeline) {
        createCollection(view, options -> options.viewOn(viewOn).pipeline(pipeline));
    }

    /**
     * Changes the options of a collection or view by {@code collMod}. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if there is no such collection, or the server refuses the options
     */
    public void modifyCollection(String collection, Consumer<ModifyCollectionOptions> options) {
        ModifyCollectionOptions configured = Arguments.configured(options, new ModifyCollectionOptions());
        run("collMod", collection, configured.fields(), configured.maxTimeMillis());
    }

    /**
     * Drops the database with all its collections. Does nothing if the database does not exist. Not retried.
     *
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public void drop() {
        client.executor().execute(AdministrativeCommand.dropDatabase(name, CommandFields.NONE), scope);
    }

    private void run(String command, String collection, CommandFields fields, long maxTimeMillis) {
        client.executor().execute(AdministrativeCommand.onCollection(new Namespace(name, collection), command, fields,
                maxTimeMillis), scope);
    }

    /** The client that this database was taken from. */
    public MongoClient client() {
        return client;
    }

    /**
     * The limit of each operation, retries included. Empty if there is none, or while {@code withTransaction} of this
     * view's session limits all its operations as a whole.
     */
    public Optional<Duration> timeout() {
        Session session = scope.session();
        return scope.timeoutMillis() <= 0 || (session != null && session.limit() != null)
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(scope.timeoutMillis()));
    }

    OperationScope scope() {
        return scope;
    }

    private BsonDocument document(Bson command) {
        return command.toBsonDocument(BsonDocument.class, scope.registry());
    }

    private <R> Codec<R> codec(Class<R> type) {
        return scope.registry().get(type);
    }

    @Override
    public String toString() {
        return "MongoDatabase[" + name + ", " + scope + "]";
    }
}
