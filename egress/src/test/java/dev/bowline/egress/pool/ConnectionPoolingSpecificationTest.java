package dev.bowline.egress.pool;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.MongoPoolClearedException;
import dev.bowline.egress.error.MongoPoolClosedException;
import dev.bowline.egress.error.MongoWaitQueueTimeoutException;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the cases of style "unit" of the specification's own format against {@link HostPool}. */
class ConnectionPoolingSpecificationTest {
    private static final ServerAddress ADDRESS = new ServerAddress("localhost", 27017);
    private static final Set<String> KEYS = Set.of("version", "style", "description", "poolOptions", "operations",
            "error", "events", "ignore", "runOn", "failPoint");
    private static final long DEFAULT_WAIT_MILLIS = 10_000;

    @TestFactory
    Stream<DynamicTest> allCasesOfStyleUnit() throws IOException {
        Path directory = Path.of(System.getProperty("bowline.spec-tests", "../../shared/spec-tests"),
                "connection-monitoring-and-pooling", "cmap-format");
        assumeTrue(Files.isDirectory(directory), () -> "No specification data in " + directory);
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
                BsonDocument definition = BsonDocument.parse(Files.readString(file));
                assertThat(definition.keySet()).as(file.toString()).isSubsetOf(KEYS);
                String style = definition.getString("style").getValue();
                assertThat(style).as(file.toString()).isIn("unit", "integration");
                if (style.equals("unit")) {
                    tests.add(DynamicTest.dynamicTest(file.getFileName() + ": "
                            + definition.getString("description").getValue(), () -> new Case(definition).run()));
                }
            }
        }
        assertThat(tests).as("cases of style unit in " + directory).isNotEmpty();
        return tests.stream();
    }

    /** One file: its own pool, its own threads. */
    private static final class Case {
        private final BsonDocument definition;
        private final RecordedEvents events = new RecordedEvents();
        private final Map<String, CompletableFuture<PooledConnection>> labels = new HashMap<>();
        private final Map<String, ExecutorService> threads = new LinkedHashMap<>();
        private final Map<String, Future<?>> lastOf = new LinkedHashMap<>();
        private final ThreadEnvironment environment = new ThreadEnvironment();
        private final PoolMaintainer maintainer = new PoolMaintainer(environment);
        private final HostPool pool;

        Case(BsonDocument definition) {
            this.definition = definition;
            this.pool = new HostPool(ADDRESS, settings(definition.getDocument("poolOptions", new BsonDocument())),
                    (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                    maintainer, PoolOwner.NOBODY, List.of(events));
            pool.announce().run();
        }

        void run() throws Exception {
            Throwable thrown = null;
            try {
                for (BsonValue operation : definition.getArray("operations")) {
                    start(operation.asDocument());
                }
            } catch (ExecutionException e) {
                thrown = e.getCause();
            } catch (RuntimeException e) {
                thrown = e;
            } finally {
                threads.values().forEach(ExecutorService::shutdownNow);
            }
            checkError(thrown);
            checkEvents();
            pool.close().run();
            maintainer.close();
        }

        private void start(BsonDocument operation) throws Exception {
            if (operation.containsKey("thread")) {
                String name = operation.getString("thread").getValue();
                lastOf.put(name, requireNonNull(threads.get(name)).submit(() -> {
                    perform(operation);
                    return null;
                }));
            } else {
                perform(operation);
            }
        }

        private void perform(BsonDocument operation) throws Exception {
            switch (operation.getString("name").getValue()) {
                case "start" -> threads.put(target(operation), Executors.newSingleThreadExecutor());
                case "wait" -> TimeUnit.MILLISECONDS.sleep(operation.getNumber("ms").longValue()); // the format's own
                case "waitForThread" -> waitForThread(target(operation));
                case "waitForEvent" -> events.await(operation.getString("event").getValue(),
                        operation.getNumber("count").intValue(),
                        operation.getNumber("timeout", new BsonInt32((int) DEFAULT_WAIT_MILLIS)).longValue());
                case "checkOut" -> {
                    PooledConnection connection = pool.checkOut(Deadline.NEVER);
                    if (operation.containsKey("label")) {
                        label(operation.getString("label").getValue()).complete(connection);
                    }
                }
                case "checkIn" -> pool.checkIn(label(operation.getString("connection").getValue())
                        .get(DEFAULT_WAIT_MILLIS, TimeUnit.MILLISECONDS));
                case "clear" -> pool.clear(new ClearReason(null,
                        operation.getBoolean("interruptInUseConnections", org.bson.BsonBoolean.FALSE).getValue(), null))
                        .run();
                case "close" -> pool.close().run();
                case "ready" -> pool.ready().run();
                default -> throw new AssertionError("Unknown operation " + operation);
            }
        }

        private synchronized CompletableFuture<PooledConnection> label(String name) {
            return labels.computeIfAbsent(name, key -> new CompletableFuture<>());
        }

        private void waitForThread(String name) throws InterruptedException, ExecutionException, TimeoutException {
            Future<?> last = lastOf.get(name);
            if (last != null) {
                last.get(DEFAULT_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        private void checkError(@Nullable Throwable thrown) {
            if (!definition.containsKey("error")) {
                assertThat(thrown).isNull();
                return;
            }
            BsonDocument expected = definition.getDocument("error");
            Class<?> type = switch (expected.getString("type").getValue()) {
                case "PoolClosedError" -> MongoPoolClosedException.class;
                case "PoolClearedError" -> MongoPoolClearedException.class;
                case "WaitQueueTimeoutError" -> MongoWaitQueueTimeoutException.class;
                default -> throw new AssertionError("Unknown error " + expected);
            };
            assertThat(thrown).isInstanceOf(type);
            assertThat(String.valueOf(requireNonNull(thrown).getMessage()).toLowerCase(Locale.ROOT))
                    .startsWith(expected.getString("message", new BsonString("")).getValue().toLowerCase(Locale.ROOT));
        }

        private void checkEvents() throws Exception {
            List<String> ignored = definition.getArray("ignore", new BsonArray()).stream()
                    .map(name -> name.asString().getValue()).toList();
            List<ConnectionPoolEvent> seen = events.all().stream()
                    .filter(event -> !ignored.contains(RecordedEvents.name(event))).toList();
            BsonArray expected = definition.getArray("events");
            assertThat(seen).hasSizeGreaterThanOrEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                checkEvent(seen.get(i), expected.get(i).asDocument(), "event " + i + " of " + seen);
            }
        }

        private static void checkEvent(ConnectionPoolEvent event, BsonDocument expected, String where)
                throws Exception {
            assertThat(RecordedEvents.name(event)).as(where).isEqualTo(expected.getString("type").getValue());
            Map<String, Object> fields = fields(event);
            for (Map.Entry<String, BsonValue> entry : expected.entrySet()) {
                if (entry.getKey().equals("type")) {
                    continue;
                }
                Object actual = fields.get(entry.getKey());
                assertThat(actual).as(entry.getKey() + " of " + where).isNotNull();
                if (!isAny(entry.getValue())) {
                    checkField(requireNonNull(actual), entry.getValue(), entry.getKey() + " of " + where);
                }
            }
        }

        private static void checkField(Object actual, BsonValue expected, String where) {
            if (expected.isNumber()) {
                assertThat(((Number) actual).longValue()).as(where).isEqualTo(expected.asNumber().longValue());
            } else if (expected.isBoolean()) {
                assertThat(actual).as(where).isEqualTo(expected.asBoolean().getValue());
            } else if (expected.isDocument()) {
                Map<?, ?> map = (Map<?, ?>) actual;
                for (Map.Entry<String, BsonValue> entry : expected.asDocument().entrySet()) {
                    checkField(requireNonNull(map.get(entry.getKey())), entry.getValue(),
                            entry.getKey() + " of " + where);
                }
            } else {
                assertThat(actual).as(where).isEqualTo(expected.asString().getValue());
            }
        }

        private static boolean isAny(BsonValue value) {
            return value.equals(new BsonInt32(42)) || value.equals(new BsonString("42"));
        }

        private static Map<String, Object> fields(ConnectionPoolEvent event) throws Exception {
            Map<String, Object> fields = new HashMap<>();
            for (RecordComponent component : event.getClass().getRecordComponents()) {
                fields.put(component.getName(), component.getAccessor().invoke(event));
            }
            switch (event) {
                case ConnectionClosedEvent closed -> fields.put("reason", closed.reason().id());
                case ConnectionCheckOutFailedEvent failed -> fields.put("reason", failed.reason().id());
                case ConnectionPoolClearedEvent cleared ->
                    fields.put("interruptInUseConnections", cleared.interruptInUseConnections());
                case ConnectionPoolCreatedEvent created -> fields.put("options", created.options());
                default -> {
                }
            }
            return fields;
        }

        private static String target(BsonDocument operation) {
            return operation.getString("target").getValue();
        }

        private static PoolSettings settings(BsonDocument options) {
            PoolSettings settings = PoolSettings.defaults();
            for (Map.Entry<String, BsonValue> option : options.entrySet()) {
                long value = option.getValue().asNumber().longValue();
                settings = switch (option.getKey()) {
                    case "maxPoolSize" -> settings.withMaxPoolSize((int) value);
                    case "minPoolSize" -> settings.withMinPoolSize((int) value);
                    case "maxIdleTimeMS" -> settings.withMaxIdleTimeMillis(value);
                    case "maxConnecting" -> settings.withMaxConnecting((int) value);
                    case "waitQueueTimeoutMS" -> settings.withWaitQueueTimeoutMillis(value);
                    case "backgroundThreadIntervalMS" -> settings.withMaintenanceIntervalMillis(value);
                    default -> throw new AssertionError("Unknown option " + option.getKey());
                };
            }
            return settings;
        }
    }
}
