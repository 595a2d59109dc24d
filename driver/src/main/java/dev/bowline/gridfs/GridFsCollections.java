package dev.bowline.gridfs;

import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.concern.ReadPreference;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoOperationTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.Document;

/**
 * The two collections of a bucket. For what takes several commands, {@link #within} yields views whose timeouts are
 * what is left of one.
 */
final class GridFsCollections {
    private static final Document FILES_INDEX = new Document("filename", 1).append("uploadDate", 1);
    private static final Document CHUNKS_INDEX = new Document("files_id", 1).append("n", 1);

    private final Environment environment;
    private final MongoDatabase database;
    private final String bucket;
    private final MongoCollection<BsonDocument> files;
    private final MongoCollection<BsonDocument> chunks;
    private final long timeoutMillis;
    /** Shared by all views of a bucket. */
    private final AtomicBoolean indexed;

    GridFsCollections(MongoDatabase database, String bucket, AtomicBoolean indexed) {
        this.environment = database.client().settings().environment();
        this.database = database;
        this.bucket = bucket;
        this.files = database.collection(bucket + ".files", BsonDocument.class);
        this.chunks = database.collection(bucket + ".chunks", BsonDocument.class);
        this.timeoutMillis = database.timeout().map(Duration::toMillis).orElse(0L);
        this.indexed = indexed;
    }

    Environment environment() {
        return environment;
    }

    MongoCollection<BsonDocument> files() {
        return files;
    }

    MongoCollection<BsonDocument> chunks() {
        return chunks;
    }

    /** When something that starts now must have ended. */
    long start() {
        return environment.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, timeoutMillis));
    }

    /** The time that {@link #start} returned, as a deadline for waiting on something other than the server. */
    Deadline deadline(long end) {
        return timeoutMillis <= 0
                ? Deadline.NEVER
                : Deadline.afterNanos(environment, Math.max(0, end - environment.nanoTime()));
    }

    MongoOperationTimeoutException expired() {
        return new MongoOperationTimeoutException("The transfer of a file did not end within " + timeoutMillis + " ms",
                null);
    }

    /** The same collections, limited to what is left until the time that {@link #start} returned. */
    GridFsCollections within(long end) {
        // Inside withTransaction the session limits all operations as a whole, and none may have a timeout of its own.
        if (timeoutMillis <= 0 || database.timeout().isEmpty()) {
            return this;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(end - environment.nanoTime());
        if (left <= 0) {
            throw expired();
        }
        return new GridFsCollections(database.withTimeout(Duration.ofMillis(left)), bucket, indexed);
    }

    /**
     * Makes the indexes before the first file; GridFS, "Before write operations". Each step has what is left of a time.
     */
    void ensureIndexes(long end) {
        if (indexed.get()) {
            return;
        }
        boolean empty = within(end).files.with(ReadPreference.primary())
                .find(new BsonDocument(), o -> o.projection(new BsonDocument("_id", new BsonInt32(1)))).first() == null;
        if (empty) {
            ensure(GridFsCollections::files, FILES_INDEX, false, end);
            ensure(GridFsCollections::chunks, CHUNKS_INDEX, true, end);
        }
        indexed.set(true);
    }

    private void ensure(Function<GridFsCollections, MongoCollection<BsonDocument>> on, Document keys, boolean unique,
            long end) {
        List<Document> present = on.apply(within(end)).with(ReadPreference.primary()).listIndexes().toList();
        for (Document index : present) {
            if (index.get("key") instanceof Document key && same(key, keys)) {
                return;
            }
        }
        on.apply(within(end)).createIndex(keys, options -> {
            if (unique) {
                options.unique(true);
            }
        });
    }

    /** Whether the keys are the same, whatever types the numbers have. */
    private static boolean same(Document one, Document other) {
        if (!List.copyOf(one.keySet()).equals(List.copyOf(other.keySet()))) {
            return false;
        }
        return one.values().stream().allMatch(direction -> direction instanceof Number n && n.doubleValue() == 1);
    }

    static BsonDocument byId(BsonValue id) {
        return new BsonDocument("_id", id);
    }

    static BsonDocument chunksOf(BsonValue id) {
        return new BsonDocument("files_id", id);
    }
}
