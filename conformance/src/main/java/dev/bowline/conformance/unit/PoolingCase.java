package dev.bowline.conformance.unit;

import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.ClearReason;
import dev.bowline.egress.pool.EstablishmentFailure;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One file of the pooling format: its own pool and its own threads, in the time of the environment. */
final class PoolingCase implements AutoCloseable {
    private static final Set<String> KEYS = Set.of("version", "style", "description", "poolOptions", "operations",
            "error", "events", "ignore", "runOn", "failPoint");
    private static final Set<String> STYLES = Set.of("unit", "integration");
    private static final Set<String> OPERATION_KEYS = Set.of("name", "thread", "target", "ms", "event", "count",
            "timeout", "label", "connection", "interruptInUseConnections");
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int DELIVERY_MILLIS = 1_000;

    private final BsonDocument test;
    private final CaseTime time;
    private final PoolEvents events;
    private final Map<String, PooledConnection> labels = new ConcurrentHashMap<>();
    private final Map<String, CaseThread> threads = new LinkedHashMap<>();
    private final Environment environment;
    private final PoolMaintainer maintainer;
    private final HostPool pool;

    PoolingCase(BsonDocument test, ServerAddress server, Environment environment) {
        Check.knownKeys(test, KEYS, "the file");
        Check.equal(1L, test.getNumber("version").longValue(), "the version of the format");
        Check.that(STYLES.contains(test.getString("style").getValue()), "there is no style " + test.get("style"));
        this.test = test;
        this.environment = environment;
        this.time = new CaseTime(environment);
        this.events = new PoolEvents(time);
        this.maintainer = new PoolMaintainer(environment);
        this.pool = new HostPool(server, settings(test.getDocument("poolOptions", new BsonDocument())),
                new ConnectionFactory(environment, connections(test.getDocument("poolOptions", new BsonDocument()))),
                environment, maintainer,
                PoolingCase::clear, List.of(events));
        pool.announce().run();
    }

    /** What a topology would do, which these cases have none of: discovery, "Application errors". */
    private static void clear(EstablishmentFailure failure) {
        HostPool failed = failure.pool();
        if (failure.generation() == failed.generation()) {
            failed.clear(ClearReason.of(failure.error())).run();
        }
    }

    void run() {
        RuntimeException thrown = null;
        try {
            for (BsonValue operation : test.getArray("operations")) {
                start(operation.asDocument());
            }
        } catch (MismatchException e) {
            throw e;
        } catch (RuntimeException e) {
            thrown = e;
        }
        checkError(thrown);
        events.check(Documents.list(test, "events").toList(), Documents.strings(test, "ignore"), DELIVERY_MILLIS);
    }

    private void start(BsonDocument operation) {
        Check.knownKeys(operation, OPERATION_KEYS, "an operation");
        String thread = Documents.string(operation, "thread");
        if (thread == null) {
            perform(operation);
        } else {
            thread(thread).submit(operation);
        }
    }

    private void perform(BsonDocument operation) {
        switch (operation.getString("name").getValue()) {
            case "start" -> threads.put(target(operation), new CaseThread(target(operation)));
            case "wait" -> time.sleep(operation.getNumber("ms").longValue());
            case "waitForThread" -> thread(target(operation)).await();
            case "waitForEvent" -> events.await(operation.getString("event").getValue(),
                    operation.getNumber("count").intValue(),
                    operation.getNumber("timeout", new BsonInt32(PATIENCE_MILLIS)).longValue());
            case "checkOut" -> {
                PooledConnection connection = pool.checkOut(Deadline.NEVER);
                if (operation.containsKey("label")) {
                    labels.put(operation.getString("label").getValue(), connection);
                    time.changed();
                }
            }
            case "checkIn" -> pool.checkIn(labeled(operation.getString("connection").getValue()));
            case "clear" -> pool.clear(Documents.isTrue(operation, "interruptInUseConnections")
                    ? ClearReason.interrupting(null)
                    : ClearReason.of(null)).run();
            case "close" -> pool.close().run();
            case "ready" -> pool.ready().run();
            default -> throw new MismatchException("there is no operation " + operation.get("name"));
        }
    }

    private CaseThread thread(String name) {
        CaseThread thread = threads.get(name);
        if (thread == null) {
            throw new MismatchException("the thread " + name + " was not started");
        }
        return thread;
    }

    /** The connection with this label, which another thread may still have to check out. */
    private PooledConnection labeled(String name) {
        Check.that(Documents.list(test, "operations").anyMatch(each -> name.equals(Documents.string(each, "label"))),
                "no operation gives a connection the label " + name);
        time.await(() -> labels.containsKey(name), PATIENCE_MILLIS);
        PooledConnection connection = labels.get(name);
        if (connection == null) {
            throw new MismatchException("no connection " + name + " was checked out within " + PATIENCE_MILLIS + " ms");
        }
        return connection;
    }

    /** Performs one operation after the other, and keeps the first error for the one who waits for it. */
    private final class CaseThread {
        private final String name;
        private final Queue<BsonDocument> operations = new ConcurrentLinkedQueue<>();
        private final AtomicInteger open = new AtomicInteger();
        private volatile boolean closed;
        private volatile @Nullable RuntimeException thrown;

        CaseThread(String name) {
            this.name = name;
            environment.start(name, this::work);
        }

        void submit(BsonDocument operation) {
            open.incrementAndGet();
            operations.add(operation);
            time.changed();
        }

        private void work() {
            while (!closed) {
                BsonDocument operation = operations.poll();
                if (operation == null) {
                    time.await(() -> closed || !operations.isEmpty(), PATIENCE_MILLIS);
                    continue;
                }
                try {
                    perform(operation);
                } catch (RuntimeException e) {
                    thrown = thrown == null ? e : thrown;
                }
                open.decrementAndGet();
                time.changed();
            }
        }

        void await() {
            if (!time.await(() -> open.get() == 0, PATIENCE_MILLIS)) {
                throw new MismatchException("the thread " + name + " did not end within " + PATIENCE_MILLIS + " ms");
            }
            RuntimeException error = thrown;
            if (error != null) {
                throw error;
            }
        }

        void close() {
            closed = true;
            time.changed();
        }
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
        threads.values().forEach(CaseThread::close);
    }
}
