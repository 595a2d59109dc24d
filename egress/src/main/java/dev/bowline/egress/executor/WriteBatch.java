package dev.bowline.egress.executor;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.RawBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Writes of one kind to one collection of one host, for {@link TaskExecutor#write}. It keeps the bytes of the
 * documents that it was given.
 *
 * @param host where to write
 * @param database the database
 * @param collection the collection
 * @param kind whether the statements are documents to insert, updates or deletes
 * @param statements what to write, in the form that the command has it
 * @param ordered whether the writes are made in order, and end with the first that fails; otherwise all are tried, in
 * no order
 * @param writeConcern how far the writes must have got before they are acknowledged; empty for the server's default
 * @param timeout how long each command may take; empty for no limit
 */
public record WriteBatch(ServerAddress host, String database, String collection, Kind kind,
        List<RawBsonDocument> statements, boolean ordered, Optional<BsonDocument> writeConcern,
        Optional<Duration> timeout) {
    /** The largest command that is made of more than one statement. */
    private static final int MAX_COMMAND_BYTES = 16 * 1024 * 1024;
    private static final int MAX_STATEMENTS = 100_000;
    /** What a statement takes in an array beside its own bytes. */
    private static final int OVERHEAD_BYTES = 12;

    /** What a batch does. */
    public enum Kind {
        /** Statements are documents. */
        INSERT("insert", "documents"),
        /** Statements have {@code q}, {@code u} and perhaps {@code multi} and {@code upsert}. */
        UPDATE("update", "updates"),
        /** Statements have {@code q} and {@code limit}. */
        DELETE("delete", "deletes");

        private final String command;
        private final String field;

        Kind(String command, String field) {
            this.command = command;
            this.field = field;
        }
    }

    /**
     * Copies the list of statements.
     *
     * @throws IllegalArgumentException if there are no statements
     */
    public WriteBatch {
        statements = List.copyOf(statements);
        if (statements.isEmpty()) {
            throw new IllegalArgumentException("A batch needs at least one write");
        }
    }

    /** Inserts these documents, in order. */
    public static WriteBatch insert(ServerAddress host, String database, String collection,
            List<BsonDocument> documents) {
        return of(host, database, collection, Kind.INSERT, documents);
    }

    /** Makes these updates, each with {@code q} and {@code u}, in order. */
    public static WriteBatch update(ServerAddress host, String database, String collection,
            List<BsonDocument> updates) {
        return of(host, database, collection, Kind.UPDATE, updates);
    }

    /** Makes these deletes, each with {@code q} and {@code limit}, in order. */
    public static WriteBatch delete(ServerAddress host, String database, String collection,
            List<BsonDocument> deletes) {
        return of(host, database, collection, Kind.DELETE, deletes);
    }

    private static WriteBatch of(ServerAddress host, String database, String collection, Kind kind,
            List<BsonDocument> statements) {
        List<RawBsonDocument> bytes = new ArrayList<>();
        for (BsonDocument statement : statements) {
            bytes.add(statement instanceof RawBsonDocument raw
                    ? raw
                    : new RawBsonDocument(statement, new BsonDocumentCodec()));
        }
        return new WriteBatch(host, database, collection, kind, bytes, true, Optional.empty(), Optional.empty());
    }

    /** The same batch, in order or not. */
    public WriteBatch withOrdered(boolean inOrder) {
        return new WriteBatch(host, database, collection, kind, statements, inOrder, writeConcern, timeout);
    }

    /** The same batch with a write concern, such as {@code {w: "majority"}}. */
    public WriteBatch withWriteConcern(BsonDocument concern) {
        return new WriteBatch(host, database, collection, kind, statements, ordered, Optional.of(concern.clone()),
                timeout);
    }

    /** The same batch with a limit to how long each command may take. */
    public WriteBatch withTimeout(Duration limit) {
        return new WriteBatch(host, database, collection, kind, statements, ordered, writeConcern, Optional.of(limit));
    }

    /** One command of a batch. */
    record Part(int firstIndex, RemoteCommandRequest request) {}

    /** The commands, each as large as one may be. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        List<BsonValue> gathered = new ArrayList<>();
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < statements.size(); i++) {
            int more = RawBytes.of(statements.get(i)).remaining() + OVERHEAD_BYTES;
            if (!gathered.isEmpty() && (bytes + more > MAX_COMMAND_BYTES || gathered.size() >= MAX_STATEMENTS)) {
                parts.add(part(first, gathered));
                gathered = new ArrayList<>();
                first = i;
                bytes = 0;
            }
            gathered.add(statements.get(i));
            bytes += more;
        }
        parts.add(part(first, gathered));
        return parts;
    }

    private Part part(int first, List<BsonValue> gathered) {
        BsonDocument command = new BsonDocument(kind.command, new BsonString(collection))
                .append("ordered", BsonBoolean.valueOf(ordered)).append(kind.field, new BsonArray(gathered));
        writeConcern.ifPresent(concern -> command.append("writeConcern", concern));
        RemoteCommandRequest request = RemoteCommandRequest.to(host, database, command);
        return new Part(first, timeout.isPresent() ? request.withTimeout(timeout.get()) : request);
    }
}
