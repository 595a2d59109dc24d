package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import org.jspecify.annotations.Nullable;

/** {@code listCollections} and {@code listIndexes}. */
public final class ListCursor<T> extends CursorOperation<T> {
    private final String command;
    private final @Nullable String collection;
    private final CommandFields fields;
    private final long maxTimeMillis;

    private ListCursor(String database, String command, @Nullable String collection, CommandFields fields,
            long maxTimeMillis, CursorSettings<T> settings) {
        super(database, settings);
        this.command = command;
        this.collection = collection;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
    }

    public static <T> ListCursor<T> collections(String database, CommandFields fields, long maxTimeMillis,
            CursorSettings<T> settings) {
        return new ListCursor<>(database, "listCollections", null, fields, maxTimeMillis, settings);
    }

    public static <T> ListCursor<T> indexes(Namespace namespace, CommandFields fields, long maxTimeMillis,
            CursorSettings<T> settings) {
        return new ListCursor<>(namespace.database(), "listIndexes", namespace.collection(), fields, maxTimeMillis,
                settings);
    }

    @Override
    @Nullable
    String collection() {
        return collection;
    }

    @Override
    String commandName() {
        return command;
    }

    @Override
    @Nullable
    String expectedNamespace() {
        return null;
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        if (collection == null) {
            body.writeInt32(command, 1);
        } else {
            body.writeString(command, collection);
        }
        body.beginDocument("cursor");
        Integer batchSize = settings.batchSize();
        if (batchSize != null) {
            body.writeInt32("batchSize", batchSize);
        }
        body.endDocument();
        BsonFields.write(body, fields, attempt);
    }
}
