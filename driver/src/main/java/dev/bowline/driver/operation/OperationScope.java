package dev.bowline.driver.operation;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.session.Session;
import dev.bowline.egress.wire.RawBytes;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What a client, database or collection view says about all of its operations. Immutable and shared by many threads,
 * except that a view with a session is as little shared as the session.
 */
public final class OperationScope {
    /** No {@code timeoutMS}: the older timeouts apply, each for itself. */
    public static final long NO_TIMEOUT = -1;

    private final CodecRegistry registry;
    private final ReadPreference readPreference;
    private final ReadConcern readConcern;
    private final WriteConcern writeConcern;
    private final long timeoutMillis;
    private final @Nullable Session session;

    // Encoded once, so that a command only copies bytes.
    final ServerSelector readSelector;
    final byte @Nullable [] readPreferenceBytes;
    final byte @Nullable [] readConcernBytes;
    final byte @Nullable [] writeConcernBytes;

    /**
     * The settings that an operation inherits from its collection, database or client.
     *
     * @param timeoutMillis {@code timeoutMS}; 0 for no limit, {@link #NO_TIMEOUT} if it is not used
     */
    public OperationScope(CodecRegistry registry, ReadPreference readPreference, ReadConcern readConcern,
            WriteConcern writeConcern, long timeoutMillis, @Nullable Session session) {
        this.registry = registry;
        this.readPreference = readPreference;
        this.readConcern = readConcern;
        this.writeConcern = writeConcern;
        this.timeoutMillis = timeoutMillis;
        this.session = session;
        this.readSelector = ServerSelector.readable(readPreference);
        this.readPreferenceBytes = readPreference.isPrimary() ? null : bytes(readPreference.toDocument());
        this.readConcernBytes = readConcern.isServerDefault() ? null : bytes(readConcern.toDocument());
        this.writeConcernBytes = concernBytes(timeoutMillis >= 0 ? writeConcern.withoutTimeout() : writeConcern);
    }

    private OperationScope(OperationScope other, @Nullable Session session) {
        this.registry = other.registry;
        this.readPreference = other.readPreference;
        this.readConcern = other.readConcern;
        this.writeConcern = other.writeConcern;
        this.timeoutMillis = other.timeoutMillis;
        this.session = session;
        this.readSelector = other.readSelector;
        this.readPreferenceBytes = other.readPreferenceBytes;
        this.readConcernBytes = other.readConcernBytes;
        this.writeConcernBytes = other.writeConcernBytes;
    }

    public OperationScope with(CodecRegistry value) {
        return new OperationScope(value, readPreference, readConcern, writeConcern, timeoutMillis, session);
    }

    public OperationScope with(ReadPreference value) {
        return new OperationScope(registry, value, readConcern, writeConcern, timeoutMillis, session);
    }

    public OperationScope with(ReadConcern value) {
        return new OperationScope(registry, readPreference, value, writeConcern, timeoutMillis, session);
    }

    public OperationScope with(WriteConcern value) {
        return new OperationScope(registry, readPreference, readConcern, value, timeoutMillis, session);
    }

    /** Cheap enough to be called for every operation: nothing is encoded again. */
    public OperationScope with(Session value) {
        return new OperationScope(this, value);
    }

    public OperationScope withTimeoutMillis(long value) {
        return new OperationScope(registry, readPreference, readConcern, writeConcern, value, session);
    }

    public CodecRegistry registry() {
        return registry;
    }

    public ReadPreference readPreference() {
        return readPreference;
    }

    public ReadConcern readConcern() {
        return readConcern;
    }

    public WriteConcern writeConcern() {
        return writeConcern;
    }

    public long timeoutMillis() {
        return timeoutMillis;
    }

    /** The timeout that bounds an operation: {@code withTransaction}'s within one, else that of this scope. */
    long limitMillis() {
        Session.Limit limit = session == null ? null : session.limit();
        return limit == null ? timeoutMillis : limit.millis();
    }

    public boolean hasTimeout() {
        return timeoutMillis >= 0;
    }

    public @Nullable Session session() {
        return session;
    }

    static byte @Nullable [] concernBytes(WriteConcern concern) {
        return concern.isServerDefault() ? null : bytes(concern.toDocument());
    }

    static byte[] bytes(BsonDocument document) {
        RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
        return RawBytes.copy(raw);
    }

    @Override
    public String toString() {
        return "read preference " + readPreference + ", read concern " + readConcern + ", write concern " + writeConcern
                + (timeoutMillis > 0 ? ", timeout " + timeoutMillis + " ms" : "")
                + (session == null ? "" : ", in a session");
    }
}
