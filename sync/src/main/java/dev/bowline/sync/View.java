package dev.bowline.sync;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import dev.bowline.driver.operation.Operation;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * What a client, database or collection says about all of its operations: the official values as they were given, and
 * the scope that Bowline's operations run in. Immutable; shared by everything that says the same.
 */
final class View {
    final ClientContext client;
    final OperationScope scope;
    final ReadPreference readPreference;
    final ReadConcern readConcern;
    final WriteConcern writeConcern;
    /** The same with reads from the primary, which some commands always are. */
    private @Nullable OperationScope primary;

    View(ClientContext client, OperationScope scope, ReadPreference readPreference, ReadConcern readConcern,
            WriteConcern writeConcern) {
        this.client = client;
        this.scope = scope;
        this.readPreference = readPreference;
        this.readConcern = readConcern;
        this.writeConcern = writeConcern;
    }

    CodecRegistry registry() {
        return scope.registry();
    }

    @Nullable
    Long timeout(TimeUnit unit) {
        return scope.hasTimeout()
                ? Long.valueOf(Require.notNull("timeUnit", unit).convert(scope.timeoutMillis(), TimeUnit.MILLISECONDS))
                : null;
    }

    View with(CodecRegistry registry) {
        CodecRegistry effective = Codecs.registry(Require.notNull("codecRegistry", registry),
                client.settings.getUuidRepresentation());
        return new View(client, scope.with(effective), readPreference, readConcern, writeConcern);
    }

    View with(ReadPreference preference) {
        return new View(client, scope.with(Concerns.ours(Require.notNull("readPreference", preference))), preference,
                readConcern, writeConcern);
    }

    View with(ReadConcern concern) {
        return new View(client, scope.with(Concerns.ours(Require.notNull("readConcern", concern))), readPreference,
                concern, writeConcern);
    }

    View with(WriteConcern concern) {
        return new View(client, scope.with(Concerns.ours(Require.notNull("writeConcern", concern))), readPreference,
                readConcern, concern);
    }

    View withTimeout(long timeout, TimeUnit unit) {
        return new View(client, scope.withTimeoutMillis(Timeouts.operationMillis(timeout, unit)), readPreference,
                readConcern, writeConcern);
    }

    /** The scope of an operation, with the caller's session if it gave one. */
    OperationScope scope(@Nullable ClientSession session) {
        return session == null ? scope : scope.with(BowlineClientSession.of(session, client).joinedBy(scope));
    }

    OperationScope primaryScope(@Nullable ClientSession session) {
        OperationScope known = primary;
        if (known == null) {
            known = scope.with(dev.bowline.concern.ReadPreference.primary());
            primary = known;
        }
        return session == null ? known : known.with(BowlineClientSession.of(session, client).joinedBy(known));
    }

    <R extends @Nullable Object> R execute(Operation<R> operation, @Nullable ClientSession session) {
        return client.execute(operation, scope(session));
    }

    <R extends @Nullable Object> R call(Supplier<R> body) {
        return client.call(body);
    }

    /** Runs something that consists of several operations. */
    <R> R call(BiFunction<OperationExecutor, OperationScope, R> body, @Nullable ClientSession session) {
        OperationScope joined = scope(session);
        try {
            return client.call(() -> body.apply(client.executor(), joined));
        } catch (com.mongodb.MongoException e) {
            throw client.inTransaction(e, joined);
        }
    }

    <T> Codec<T> codec(Class<T> type) {
        return registry().get(Require.notNull("resultClass", type));
    }

    /**
     * A filter, update or option as operations take it; a document's own class may matter to the way it is rendered.
     */
    Bson bson(Bson bson, Class<?> documentClass) {
        return bson.getClass() == Document.class || bson instanceof BsonDocument
                ? bson
                : bson.toBsonDocument(documentClass, registry());
    }
}
