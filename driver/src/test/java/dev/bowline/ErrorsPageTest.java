package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.pool.ClearReason;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.error.MongoException;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** docs/errors.md names what the public API throws: every exception of its tables is provoked here. */
@Timeout(120)
class ErrorsPageTest {
    private static final Pattern NAME = Pattern.compile("`(\\w+(?:Exception))`");
    private static Deployment deployment;

    record Account(int id, Thread owner) {}

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
    }

    @AfterAll
    static void stop() {
        deployment.close();
    }

    @Test
    void whatGoesWrongBetweenAClientAndItsServersIsAMongoExceptionOfTheTable() throws Exception {
        Map<String, ThrowingCallable> provoked = new LinkedHashMap<>();
        provoked.put("MongoServerSelectionTimeoutException", () -> with(
                "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=20", things -> things.find().first()));
        provoked.put("MongoWaitQueueTimeoutException", () -> whileTheOnlyConnectionIsHeld("&waitQueueTimeoutMS=20",
                client -> {}));
        provoked.put("MongoPoolClosedException", () -> whileTheOnlyConnectionIsHeld("", MongoClient::close));
        provoked.put("MongoPoolClearedException", () -> whileTheOnlyConnectionIsHeld("&retryReads=false",
                client -> pool(client).clear(new ClearReason(new IllegalStateException("dead"), false, null)).run()));
        provoked.put("MongoSocketException", () -> failing("find", "closeConnection: true", "&retryReads=false",
                things -> things.find().first()));
        provoked.put("MongoSocketTimeoutException", () -> failing("find", "blockConnection: true, blockTimeMS: 2000",
                "&retryReads=false&socketTimeoutMS=50", things -> things.find().first()));
        provoked.put("MongoOperationTimeoutException", () -> failing("find",
                "blockConnection: true, blockTimeMS: 2000", "", things -> things.withTimeout(Duration.ofMillis(50))
                        .find().first()));
        provoked.put("MongoSecurityException", () -> {
            try (Deployment guarded = Deployment.builder().replicaSet(1).user("ada", "right").start()) {
                with(guarded.connectionString().replaceFirst("//([^@]*@)?", "//ada:wrong@"),
                        things -> things.find().first());
            }
        });
        provoked.put("MongoIncompatibleDriverException", () -> {
            try (ReplyingServer old = new ReplyingServer(command -> null)) {
                old.hello = old.hello.clone().append("maxWireVersion", new BsonInt32(2));
                with(old.connectionString(), things -> things.find().first());
            }
        });
        provoked.put("MongoProtocolException", () -> {
            try (ReplyingServer server = new ReplyingServer(command -> BsonDocument
                    .parse("{ok: 1, cursor: {id: 0, ns: 'other.other', firstBatch: []}}"))) {
                with(server.connectionString(), things -> things.find().first());
            }
        });
        provoked.put("MongoCommandException", () -> failing("find", "errorCode: 2", "", things -> things.find()
                .first()));
        provoked.put("MongoWriteException", () -> with(uri(), things -> {
            things.insertOne(new Document("_id", "twice"));
            things.insertOne(new Document("_id", "twice"));
        }));
        provoked.put("MongoBulkWriteException", () -> with(uri(), things -> things
                .insertMany(List.of(new Document("_id", "again"), new Document("_id", "again")))));
        provoked.put("MongoWriteConcernException", () -> failing("insert",
                "writeConcernError: {code: 64, errmsg: 'waiting for replication timed out'}", "",
                things -> things.with(WriteConcern.MAJORITY).insertOne(new Document())));
        provoked.put("MongoInterruptedException", () -> with(uri(), things -> {
            Thread.currentThread().interrupt();
            try {
                things.find().first();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }));
        provoked.put("MongoConfigurationException", () -> MongoClient.connect("mongodb://"));
        assertThat(provoked.keySet()).containsExactlyInAnyOrderElementsOf(names("# Errors, and what to do"));
        check(provoked, true);
    }

    @Test
    void theOthersAreThoseOfTheSecondTable() throws Exception {
        Map<String, ThrowingCallable> provoked = new LinkedHashMap<>();
        provoked.put("IllegalArgumentException", () -> with(uri(), things -> things
                .updateOne(new Document(), new Document("x", 1))));
        provoked.put("NullPointerException", () -> with(uri(), things -> things.insertOne(null)));
        provoked.put("NoSuchElementException", () -> with(uri(), things -> {
            try (var cursor = things.find(new Document("_id", "nowhere")).cursor()) {
                cursor.next();
            }
        }));
        provoked.put("CodecConfigurationException", () -> {
            try (MongoClient client = MongoClient.connect(uri())) {
                client.database("errors").collection("accounts", Account.class)
                        .insertOne(new Account(1, Thread.currentThread()));
            }
        });
        provoked.put("BsonSerializationException", () -> with(uri(), things -> things
                .insertOne(new Document("a\0b", 1))));
        provoked.put("BsonInvalidOperationException", () -> with(uri(), things -> things
                .insertOne(new Document("_id", "text").append("n", "x"))
                .insertedId().asInt32()));
        provoked.put("JsonParseException", () -> {
            try (MongoClient client = MongoClient.connect(uri())) {
                client.database("errors").collection("texts", JsonObject.class).insertOne(new JsonObject("{no json"));
            }
        });
        provoked.put("UncheckedIOException", () -> {
            try (MongoClient client = MongoClient.connect(uri())) {
                GridFsBucket.of(client.database("errors")).upload("file", new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("The disk is gone");
                    }
                });
            }
        });
        provoked.put("CompletionException", () -> failing("find", "errorCode: 2", "", things -> {}, client -> client
                .async().database("errors").collection("things").find().toList().join()));
        provoked.put("CancellationException", () -> {
            try (MongoClient client = MongoClient.connect(uri())) {
                CompletableFuture<?> future = client.async().database("errors").collection("things").find().toList()
                        .toCompletableFuture();
                future.cancel(true);
                future.join();
            }
        });
        // A bug of ours: there is no way to provoke one.
        List<String> listed = new ArrayList<>(names("## What is not a MongoException"));
        listed.remove("IllegalStateException");
        assertThat(provoked.keySet()).containsExactlyInAnyOrderElementsOf(listed);
        check(provoked, false);
    }

    private static void check(Map<String, ThrowingCallable> provoked, boolean ofMongo) {
        provoked.forEach((name, operation) -> {
            Throwable thrown = catchThrowable(operation);
            assertThat(thrown).as(name).isNotNull();
            assertThat(thrown.getClass().getSimpleName()).as("%s, which was %s", name, thrown).isEqualTo(name);
            assertThat(thrown instanceof MongoException).as(name).isEqualTo(ofMongo);
        });
    }

    /** The exceptions in the first column of the table under a heading. */
    private static List<String> names(String heading) throws IOException {
        List<String> names = new ArrayList<>();
        String text = Files.readString(Path.of("../docs/errors.md"));
        int start = text.indexOf(heading + "\n");
        assertThat(start).as(heading).isNotNegative();
        int end = text.indexOf("\n## ", start + heading.length());
        for (String line : text.substring(start, end < 0 ? text.length() : end).split("\n")) {
            if (line.startsWith("| `")) {
                NAME.matcher(line.split("\\|")[1]).results().forEach(match -> names.add(match.group(1)));
            }
        }
        return names;
    }

    private static String uri() {
        return deployment.connectionString();
    }

    private static void with(String uri, Consumer<MongoCollection<Document>> use) {
        try (MongoClient client = MongoClient.connect(uri)) {
            use.accept(client.database("errors").collection("things"));
        }
    }

    private static void failing(String command, String data, String options,
            Consumer<MongoCollection<Document>> use) {
        failing(command, data, options, use, client -> {});
    }

    private static void failing(String command, String data, String options,
            Consumer<MongoCollection<Document>> use, Consumer<MongoClient> further) {
        try (MongoClient client = MongoClient.connect(uri() + options)) {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['"
                    + command + "'], " + data + "}}");
            use.accept(client.database("errors").collection("things"));
            further.accept(client);
        } finally {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
        }
    }

    /** Finds with a pool of one connection, which another thread holds; does something else when the find waits. */
    private static void whileTheOnlyConnectionIsHeld(String options, Consumer<MongoClient> meanwhile)
            throws Throwable {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                ReplyingServer server = new ReplyingServer(command -> {
                    held.countDown();
                    var unused = catchThrowable(release::await);
                    return null;
                });
                MongoClient client = MongoClient.connect(server.connectionString() + "&maxPoolSize=1" + options)) {
            try {
                MongoCollection<Document> things = client.database("errors").collection("things");
                threads.submit(() -> catchThrowable(things::estimatedDocumentCount));
                held.await();
                var found = threads.submit(() -> catchThrowable(() -> things.find().first()));
                while (!found.isDone() && pool(client).statistics().waiting() == 0) {
                    Thread.onSpinWait();
                }
                meanwhile.accept(client);
                throw found.get();
            } finally {
                release.countDown();
            }
        }
    }

    private static HostPool pool(MongoClient client) {
        Topology topology = client.core().topology();
        return topology.server(topology.description().servers().get(0).address()).pool();
    }
}
