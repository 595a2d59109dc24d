package dev.bowline.conformance.unified;

import dev.bowline.EstablishmentFailurePolicy;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.UnifiedSchema;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.driver.event.TopologyLogMessages;
import dev.bowline.egress.event.ConnectionLogMessages;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.options.SessionOptions;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.OidcCallback.Token;
import dev.bowline.settings.ServerApi;
import dev.bowline.settings.ServerMonitoringMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Makes the entities of a test. */
final class EntityFactory {
    private static final OptionTable<SessionOptions> SESSION = OptionTable.<SessionOptions>empty()
            .with("causalConsistency", (o, v) -> o.causalConsistency(Options.flag(v)))
            .with("snapshot", (o, v) -> o.snapshot(Options.flag(v)))
            .with("defaultTimeoutMS", (o, v) -> o.defaultTimeout(Options.millis(v)))
            .with("defaultTransactionOptions",
                    (o, v) -> o.defaultTransaction(Options.TRANSACTION.from(v.asDocument())));

    private static final Duration QUICK_HEARTBEAT = Duration.ofMillis(500);
    /** Tests read documents in messages as documents, which they cannot if they are cut. */
    private static final int MAX_LOGGED_DOCUMENT_LENGTH = 10_000;

    private final Entities entities;
    private final Target target;
    private final Skips skips;
    private final @Nullable BsonDocument clusterTime;
    private final boolean quickHeartbeats;
    private final boolean polling;
    private final boolean later;

    /**
     * @param clusterTime to which sessions are advanced, so that routers know of the initial data; null for none
     * @param quickHeartbeats whether clients that do not say otherwise look at their servers often, as the format
     *     allows for tests that make servers fail
     * @param polling whether clients that do not say otherwise ask servers how they are instead of listening to them
     * @param later whether clients have the later policy about connections that cannot be established
     */
    EntityFactory(Entities entities, Target target, Skips skips, @Nullable BsonDocument clusterTime,
            boolean quickHeartbeats, boolean polling, boolean later) {
        this.entities = entities;
        this.target = target;
        this.skips = skips;
        this.clusterTime = clusterTime;
        this.quickHeartbeats = quickHeartbeats;
        this.polling = polling;
        this.later = later;
    }

    void create(BsonDocument entity) {
        UnifiedSchema.checkEntity(entity);
        String kind = entity.getFirstKey();
        BsonDocument spec = entity.getDocument(kind);
        String id = spec.getString("id").getValue();
        switch (kind) {
            case "client" -> client(id, spec);
            case "database" -> entities.add(id, database(spec));
            case "collection" -> entities.add(id, collection(spec));
            case "bucket" -> entities.add(id, bucket(spec));
            case "session" -> entities.add(id, session(spec));
            case "thread" -> entities.add(id, new ThreadEntity(id, target.time()));
            case "clientEncryption" -> throw new SkippedException(skips.reason("encryption"), "");
            default -> throw new MismatchException("There is no kind of entity \"" + kind + "\"");
        }
    }

    private void client(String id, BsonDocument spec) {
        if (spec.containsKey("autoEncryptOpts")) {
            throw new SkippedException(skips.reason("encryption"), "");
        }
        Map<String, List<EventList>> stores = new LinkedHashMap<>();
        Documents.list(spec, "storeEventsAsEntities").forEach(store -> {
            EventList list = new EventList();
            entities.add(store.getString("id").getValue(), list);
            Documents.strings(store, "events")
                    .forEach(event -> stores.computeIfAbsent(event, name -> new ArrayList<>()).add(list));
        });
        Observer observer = new Observer(ObserverSettings.of(spec, stores), target.time());
        BsonDocument uriOptions = spec.getDocument("uriOptions", new BsonDocument());
        boolean oidc = "MONGODB-OIDC".equals(Documents.string(uriOptions, "authMechanism")) && target.isSimulated();
        MongoClientSettingsBuilder settings = MongoClientSettings.builder().environment(target.environment())
                .connectionString(oidc ? target.anonymousUriFor(spec, skips) : target.uriFor(spec, skips));
        if (oidc) {
            // In place of the placeholder, which names an environment that would have to be set up for the whole
            // process.
            settings.credential(MongoCredential.oidc(request -> Token.of(SimulatedDeployments.OIDC_TOKEN)))
                    .allowSecretsInTheClear(true);
        }
        BsonDocument tracing = Documents.document(spec, "observeTracingMessages");
        SpanRecorder spans = tracing == null
                ? null
                : new SpanRecorder(Documents.isTrue(tracing, "enableCommandPayload"));
        if (spans != null) {
            settings.tracer(spans);
        }
        if (later) {
            settings.establishmentFailurePolicy(EstablishmentFailurePolicy.BACK_OFF);
        }
        if (spec.containsKey("observeLogMessages")) {
            // First, because an event may be what the test waits for before it looks at the messages.
            settings.addConnectionPoolListener(new ConnectionLogMessages(observer::logged))
                    .addTopologyListener(new TopologyLogMessages(observer::logged, MAX_LOGGED_DOCUMENT_LENGTH))
                    .maxLoggedDocumentLength(MAX_LOGGED_DOCUMENT_LENGTH);
        }
        SessionLedger ledger = new SessionLedger();
        settings.addCommandListener(ledger).addCommandListener(observer).addConnectionPoolListener(observer)
                .addTopologyListener(observer);
        if (quickHeartbeats && !has(uriOptions, "heartbeatFrequencyMS")) {
            settings.heartbeatFrequency(QUICK_HEARTBEAT);
        }
        if (polling && !has(uriOptions, "serverMonitoringMode")) {
            settings.serverMonitoringMode(ServerMonitoringMode.POLL);
        }
        BsonDocument api = Documents.document(spec, "serverApi");
        if (api != null) {
            settings.serverApi(serverApi(api));
        }
        MongoClient client = MongoClient.connect(settings.build());
        entities.add(id, new ClientEntity(client, observer, ledger, spans));
        long awaitMillis = spec.getNumber("awaitMinPoolSizeMS", new BsonInt32(0)).longValue();
        if (awaitMillis > 0) {
            observer.awaitPools(client.settings().minPoolSize(), Duration.ofMillis(awaitMillis));
        }
    }

    private static boolean has(BsonDocument uriOptions, String option) {
        return uriOptions.keySet().stream().anyMatch(option::equalsIgnoreCase);
    }

    private static ServerApi serverApi(BsonDocument document) {
        ServerApi api = ServerApi.version(document.getString("version").getValue());
        Boolean strict = Documents.bool(document, "strict");
        Boolean deprecationErrors = Documents.bool(document, "deprecationErrors");
        api = strict == null ? api : api.withStrict(strict);
        return deprecationErrors == null ? api : api.withDeprecationErrors(deprecationErrors);
    }

    private MongoDatabase database(BsonDocument spec) {
        String name = spec.getString("databaseName").getValue();
        target.uses(name);
        MongoDatabase database = entities.get(spec.getString("client").getValue(), ClientEntity.class).client()
                .database(name);
        BsonDocument options = spec.getDocument("databaseOptions", new BsonDocument());
        for (String key : options.keySet()) {
            database = switch (key) {
                case "readConcern" -> database.with(Concerns.read(options.getDocument(key)));
                case "readPreference" -> database.with(Concerns.preference(options.getDocument(key)));
                case "writeConcern" -> database.with(Concerns.write(options.getDocument(key)));
                case "timeoutMS" -> database.withTimeout(Options.millis(options.getNumber(key)));
                default -> throw new MismatchException("There is no option \"" + key + "\" of a database");
            };
        }
        return database;
    }

    private GridFsBucket bucket(BsonDocument spec) {
        MongoDatabase database = entities.get(spec.getString("database").getValue(), MongoDatabase.class);
        BsonDocument options = spec.getDocument("bucketOptions", new BsonDocument());
        GridFsBucket bucket = GridFsBucket.of(database, o -> {
            if (options.containsKey("bucketName")) {
                o.bucketName(options.getString("bucketName").getValue());
            }
            if (options.containsKey("chunkSizeBytes")) {
                o.chunkSizeBytes(options.getNumber("chunkSizeBytes").intValue());
            }
        });
        for (String key : options.keySet()) {
            bucket = switch (key) {
                case "bucketName", "chunkSizeBytes" -> bucket;
                case "readConcern" -> bucket.with(Concerns.read(options.getDocument(key)));
                case "readPreference" -> bucket.with(Concerns.preference(options.getDocument(key)));
                case "writeConcern" -> bucket.with(Concerns.write(options.getDocument(key)));
                case "timeoutMS" -> bucket.withTimeout(Options.millis(options.getNumber(key)));
                default -> throw new MismatchException("There is no option \"" + key + "\" of a bucket");
            };
        }
        return bucket;
    }

    private MongoCollection<BsonDocument> collection(BsonDocument spec) {
        MongoCollection<BsonDocument> collection = entities
                .get(spec.getString("database").getValue(), MongoDatabase.class)
                .collection(spec.getString("collectionName").getValue(), BsonDocument.class);
        BsonDocument options = spec.getDocument("collectionOptions", new BsonDocument());
        for (String key : options.keySet()) {
            collection = switch (key) {
                case "readConcern" -> collection.with(Concerns.read(options.getDocument(key)));
                case "readPreference" -> collection.with(Concerns.preference(options.getDocument(key)));
                case "writeConcern" -> collection.with(Concerns.write(options.getDocument(key)));
                case "timeoutMS" -> collection.withTimeout(Options.millis(options.getNumber(key)));
                default -> throw new MismatchException("There is no option \"" + key + "\" of a collection");
            };
        }
        return collection;
    }

    private SessionEntity session(BsonDocument spec) {
        BsonDocument options = spec.getDocument("sessionOptions", new BsonDocument());
        Consumer<SessionOptions> configure = SESSION.from(options, "snapshotTime");
        BsonValue snapshotTime = options.get("snapshotTime");
        if (snapshotTime != null) {
            // The name of a value that an earlier session returned, or the time itself.
            BsonTimestamp time = snapshotTime.isString()
                    ? entities.get(snapshotTime.asString().getValue(), BsonTimestamp.class)
                    : snapshotTime.asTimestamp();
            configure = configure.andThen(o -> o.snapshotTime(time));
        }
        SessionEntity session = new SessionEntity(entities
                .get(spec.getString("client").getValue(), ClientEntity.class).client().startSession(configure));
        if (clusterTime != null) {
            session.session().advanceClusterTime(clusterTime);
        }
        return session;
    }
}
