package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.connection.ClusterId;
import dev.bowline.MongoClient;
import dev.bowline.driver.operation.ClientSeam;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.Operation;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all views of one client share. */
final class ClientContext {
    /** Frameworks ask for databases and collections with every operation; past this many names nothing is kept. */
    private static final int MAX_KEPT_NAMES = 4096;

    /** A collection's name in both vocabularies, made once. */
    record Name(MongoNamespace official, Namespace ours, String full) {}

    final MongoClientSettings settings;
    final MongoClient client;
    final ClusterId clusterId;
    final Errors errors;
    private final ConcurrentHashMap<String, ConcurrentHashMap<String, Name>> names = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ClientContext(MongoClientSettings settings, MongoClient client, ClusterId clusterId, Errors errors) {
        this.settings = settings;
        this.client = client;
        this.clusterId = clusterId;
        this.errors = errors;
    }

    OperationExecutor executor() {
        return ClientSeam.executor(client);
    }

    <R extends @Nullable Object> R execute(Operation<R> operation, OperationScope scope) {
        requireOpen();
        try {
            return executor().execute(operation, scope);
        } catch (MongoException e) {
            throw inTransaction(official(e), scope);
        }
    }

    /** The error with the label that a transaction's timeout has, if it is one. */
    RuntimeException inTransaction(RuntimeException official, OperationScope scope) {
        if (official instanceof MongoOperationTimeoutException late && scope.session() != null
                && scope.session().inTransaction()) {
            late.addLabel(com.mongodb.MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
        }
        return official;
    }

    /** Runs anything that may throw Bowline's errors, and throws the official ones instead. */
    <R extends @Nullable Object> R call(Supplier<R> body) {
        requireOpen();
        try {
            return body.get();
        } catch (MongoException e) {
            throw official(e);
        }
    }

    RuntimeException official(MongoException error) {
        if (closed && error instanceof dev.bowline.error.MongoClientException) {
            IllegalStateException state = new IllegalStateException("state should be: open");
            state.addSuppressed(error);
            return state;
        }
        return errors.official(error);
    }

    void requireOpen() {
        Require.state("open", !closed);
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        client.close();
    }

    Name name(String database, String collection) {
        ConcurrentHashMap<String, Name> known = names.get(database);
        Name name = known == null ? null : known.get(collection);
        return name != null ? name : newName(database, collection);
    }

    private Name newName(String database, String collection) {
        MongoNamespace official = new MongoNamespace(database, collection);
        Namespace ours = new Namespace(database, collection);
        Name name = new Name(official, ours, official.getFullName());
        if (names.size() < MAX_KEPT_NAMES) {
            ConcurrentHashMap<String, Name> known = names.computeIfAbsent(database, key -> new ConcurrentHashMap<>());
            if (known.size() < MAX_KEPT_NAMES) {
                known.put(collection, name);
            }
        }
        return name;
    }
}
