package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.error.MongoDocumentTooLargeException;
import java.util.Objects;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** One statement of a client's bulk write, and how the {@code bulkWrite} command wants it written. */
public final class ClientStatement {
    /** Servers allow what is not stored as it is to be this much larger than a document. */
    private static final int OVERHEAD = 16 * 1024;
    private static final EncoderContext COLLECTIBLE = EncoderContext.builder().isEncodingCollectibleDocument(true)
            .build();

    private final Namespace namespace;
    private final BulkStatement<?> statement;
    private final boolean leavesIdToServer;
    /** The document to insert, once it has an id. */
    private @Nullable Object document;
    private @Nullable BsonValue insertedId;

    public ClientStatement(Namespace namespace, BulkStatement<?> statement) {
        this(namespace, statement, false);
    }

    /**
     * @param leavesIdToServer whether a document is inserted as it is; its id is then reported as undefined, be there
     *     one or not
     */
    public ClientStatement(Namespace namespace, BulkStatement<?> statement, boolean leavesIdToServer) {
        this.namespace = namespace;
        this.statement = statement;
        this.leavesIdToServer = leavesIdToServer;
    }

    Namespace namespace() {
        return namespace;
    }

    BulkStatement.Kind kind() {
        return statement.kind();
    }

    boolean isMulti() {
        return statement.isMulti();
    }

    BsonValue insertedId() {
        return Objects.requireNonNull(insertedId, "insertedId");
    }

    /**
     * Writes the entry of {@code ops}.
     *
     * @param checksSizes whether the server would not report what is too large
     * @param max the largest document that the server takes, in bytes
     */
    void write(BsonBufferWriter writer, int namespaceIndex, boolean checksSizes, Call call, int max) {
        int start = writer.position();
        CodecRegistry registry = call.registry();
        writer.beginDocument();
        writer.writeInt32(statement.kind().command, namespaceIndex);
        switch (statement) {
            case BulkStatement.Insert<?> insert -> {
                int size = writeInsert(writer, insert.document(), call);
                check(size, max, checksSizes);
            }
            case BulkStatement.Change<?> change -> {
                writer.writeName("filter");
                BsonFields.writeBson(writer, change.filter(), registry);
                int before = writer.position();
                change.update().write(writer, "updateMods", registry);
                if (change.update().codec() != null) {
                    check(writer.position() - before, max, checksSizes);
                }
                writer.writeBoolean("multi", change.multi());
                BsonFields.write(writer, change.fields(), registry);
            }
            case BulkStatement.Delete<?> delete -> {
                writer.writeName("filter");
                BsonFields.writeBson(writer, delete.filter(), registry);
                writer.writeBoolean("multi", delete.multi());
                BsonFields.write(writer, delete.fields(), registry);
            }
        }
        writer.endDocument();
        check(writer.position() - start, max + OVERHEAD, checksSizes);
    }

    private int writeInsert(BsonBufferWriter writer, Object given, Call call) {
        Object ready = document;
        if (ready == null) {
            ready = leavesIdToServer ? given : prepare(given, call);
            document = ready;
        }
        writer.writeName("document");
        int start = writer.position();
        encode(writer, ready, call.registry());
        int size = writer.position() - start;
        if (insertedId == null) {
            insertedId = leavesIdToServer
                    ? new BsonUndefined()
                    : InsertDocuments.idOf(ready, writer.bytes(), start, size);
        }
        return size;
    }

    /** The document with an id. One whose type has no place for it is turned into bytes first. */
    private static <T> Object prepare(T given, Call call) {
        Environment environment = call.executor().environment();
        Codec<T> codec = codec(given, call.registry());
        T withId = InsertDocuments.withId(given, codec, environment);
        if (withId instanceof Document || (withId instanceof BsonDocument && !(withId instanceof RawBsonDocument))) {
            return withId;
        }
        BasicOutputBuffer output = new BasicOutputBuffer();
        codec.encode(new BsonBinaryWriter(output), withId, COLLECTIBLE);
        byte[] bytes = output.toByteArray();
        if (InsertDocuments.readId(bytes, 0, bytes.length) == null) {
            ObjectId id = environment.newObjectId();
            BsonDocument completed = new BsonDocument("_id", new BsonObjectId(id));
            completed.putAll(new RawBsonDocument(bytes));
            return completed;
        }
        return new RawBsonDocument(bytes);
    }

    private static <T> void encode(BsonBufferWriter writer, T document, CodecRegistry registry) {
        codec(document, registry).encode(writer, document, COLLECTIBLE);
    }

    @SuppressWarnings("unchecked")
    public static <T> Codec<T> codec(T document, CodecRegistry registry) {
        return (Codec<T>) registry.get(BsonFields.typeOf(document));
    }

    private static void check(int size, int max, boolean checksSizes) {
        if (checksSizes && size > max) {
            throw new MongoDocumentTooLargeException(size, max);
        }
    }
}
