package dev.bowline.conformance.unit;

import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.pool.ClearReason;
import dev.bowline.egress.pool.EstablishmentFailure;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One file of the pooling format: its own pool and its own threads. */
final class PoolingCase implements AutoCloseable {
    private static final Set<String> KEYS = Set.of("version", "style", "description", "poolOptions", "operations",
            "error", "events", "ignore", "runOn", "failPoint");
    private static final Set<String> STYLES = Set.of("unit", "integration");
    private static final Set<String> OPERATION_KEYS = Set.of("name", "thread", "target", "ms", "event", "count",
            "timeout", "label", "connection", "interruptInUseConnections");
    private static final int PATIENCE_MILLIS = 10_000;

    private final BsonDocument test;
    private final PoolEvents events = new PoolEvents();
    private final Map<String, CompletableFuture<PooledConnection>> labels = new HashMap<>();
    private final Map<String, ExecutorService> threads = new LinkedHashMap<>();
    private final Map<String, Future<?>> lastOf = new HashMap<>();
    private final PoolMaintainer maintainer;
    private final HostPool pool;

    PoolingCase(BsonDocument test, ServerAddress server) {
        Check.knownKeys(test, KEYS, "the file");
        Check.equal(1L, test.getNumber("version").longValue(), "the version of the format");
        Check.that(STYLES.contains(test.getString("style").getValue()), "there is no style " + test.get("style"));
        this.test = test;
        Environment environment = SystemEnvironment.instance();
        this.maintainer = new PoolMaintainer(environment);
        this.pool = new HostPool(server, settings(test.getDocument("poolOptions", new BsonDocument())),
                new ConnectionFactory(environment, connections(test.getDocument("poolOptions", new BsonDocument()))),
                environment, maintainer,
                PoolingCase::clear, List.of(events));
        // A connection made for a label is waited for by name, whichever operation comes first.
        Documents.list(test, "operations").filter(operation -> operation.containsKey("label"))
                .forEach(operation -> labels.put(operation.getString("label").getValue(), new CompletableFuture<>()));
        pool.announce().run();
    }

    /** What a topology would do, which these cases have none of: discovery, "Application errors". */
    private static void clear(EstablishmentFailure failure) {
        HostPool failed = failure.pool();
        if (failure.generation() == failed.generation()) {
            failed.clear(ClearReason.of(failure.error())).run();
        }
    }

    void run() throws Exception {
        Throwable thrown = null;
        try {
            for (BsonValue operation : test.getArray("operations")) {
                start(operation.asDocument());
            }
        } catch (MismatchException e) {
            throw e;
        } catch (ExecutionException e) {
            thrown = e.getCause();
        } catch (RuntimeException e) {
            thrown = e;
        }
        checkError(thrown);
        events.check(Documents.list(test, "events").toList(), Documents.strings(test, "ignore"),
                TimeUnit.SECONDS.toMillis(1));
    }

    private void start(BsonDocument operation) throws Exception {
        Check.knownKeys(operation, OPERATION_KEYS, "an operation");
        String thread = Documents.string(operation, "thread");
        if (thread == null) {
            perform(operation);
            return;
        }
        lastOf.put(thread, thread(thread).submit(() -> {
            perform(operation);
            return null;
        }));
    }

    private void perform(BsonDocument operation) throws Exception {
        switch (operation.getString("name").getValue()) {
            case "start" -> threads.put(target(operation), Executors.newSingleThreadExecutor());
            case "wait" -> TimeUnit.MILLISECONDS.sleep(operation.getNumber("ms").longValue()); // the test asks for it
            case "waitForThread" -> {
                Future<?> last = lastOf.get(target(operation));
                if (last != null) {
                    last.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
            case "waitForEvent" -> events.await(operation.getString("event").getValue(),
                    operation.getNumber("count").intValue(),
                    operation.getNumber("timeout", new BsonInt32(PATIENCE_MILLIS)).longValue());
            case "checkOut" -> {
                PooledConnection connection = pool.checkOut(Deadline.NEVER);
                if (operation.containsKey("label")) {
                    label(operation.getString("label").getValue()).complete(connection);
                }
            }
            case "checkIn" -> pool.checkIn(label(operation.getString("connection").getValue()).get(PATIENCE_MILLIS,
                    TimeUnit.MILLISECONDS));
            case "clear" -> pool.clear(Documents.isTrue(operation, "interruptInUseConnections")
                    ? ClearReason.interrupting(null)
                    : ClearReason.of(null)).run();
            case "close" -> pool.close().run();
            case "ready" -> pool.ready().run();
            default -> throw new MismatchException("there is no operation " + operation.get("name"));
        }
    }

    private ExecutorService thread(String name) {
        ExecutorService thread = threads.get(name);
        if (thread == null) {
            throw new MismatchException("the thread " + name + " was not started");
        }
        return thread;
    }

    private CompletableFuture<PooledConnection> label(String name) {
        CompletableFuture<PooledConnection> connection = labels.get(name);
        if (connection == null) {
            throw new MismatchException("no operation gives a connection the label " + name);
        }
        return connection;
    }

    private static String target(BsonDocument operation) {
        return operation.getString("target").getValue();
    }

    private void checkError(@Nullable Throwable thrown) {
        BsonDocument expected = Documents.document(test, "error");
        if (expected == null) {
            if (thrown != null) {
                throw new MismatchException("expected no error, was " + thrown, thrown);
            }
            return;
        }
        Check.knownKeys(expected, Set.of("type", "message", "address"), "the error");
        Class<?> type = switch (expected.getString("type").getValue()) {
            case "PoolClosedError" -> MongoPoolClosedException.class;
            case "PoolClearedError" -> MongoPoolClearedException.class;
            case "WaitQueueTimeoutError" -> MongoWaitQueueTimeoutException.class;
            default -> throw new MismatchException("there is no error " + expected);
        };
        String message = thrown == null ? "" : String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
        Check.that(type.isInstance(thrown) && message.startsWith(
                expected.getString("message", new BsonString("")).getValue().toLowerCase(Locale.ROOT)),
                "error: expected " + expected + ", was " + thrown);
    }

    /** The name by which a fail point may know the connections. */
    private static ConnectionSettings connections(BsonDocument options) {
        String appName = Documents.string(options, "appName");
        return appName == null ? ConnectionSettings.defaults() : ConnectionSettings.defaults().withAppName(appName);
    }

    private static PoolSettings settings(BsonDocument options) {
        PoolSettings settings = PoolSettings.defaults();
        for (Map.Entry<String, BsonValue> option : options.entrySet()) {
            if (option.getKey().equals("appName")) {
                continue;
            }
            long value = option.getValue().asNumber().longValue();
            settings = switch (option.getKey()) {
                case "maxPoolSize" -> settings.withMaxPoolSize((int) value);
                case "minPoolSize" -> settings.withMinPoolSize((int) value);
                case "maxIdleTimeMS" -> settings.withMaxIdleTimeMillis(value);
                case "maxConnecting" -> settings.withMaxConnecting((int) value);
                case "waitQueueTimeoutMS" -> settings.withWaitQueueTimeoutMillis(value);
                case "backgroundThreadIntervalMS" -> settings.withMaintenanceIntervalMillis(value);
                default -> throw new MismatchException("there is no pool option " + option.getKey());
            };
        }
        return settings;
    }

    @Override
    public void close() {
        pool.close().run();
        maintainer.close();
        threads.values().forEach(ExecutorService::shutdownNow);
    }
}
