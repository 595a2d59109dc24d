package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a {@link DirectClient#find}, batch after batch. Used by the client's thread; other calls of the
 * client may come in between. A cursor that is closed early is closed on the server too.
 */
public final class DirectCursor implements Iterator<BsonDocument>, AutoCloseable {
    private final DirectClient client;
    private final String database;
    private final String collection;
    private final @Nullable BsonValue batchSize;
    private final @Nullable Connection opened;
    private final ArrayDeque<BsonDocument> batch = new ArrayDeque<>();
    private long id;

    DirectCursor(DirectClient client, String database, BsonDocument find, BsonDocument cursor,
            @Nullable Connection opened) {
        this.client = client;
        this.database = database;
        this.collection = find.getString("find").getValue();
        this.batchSize = find.get("batchSize");
        this.opened = opened;
        take(cursor, "firstBatch");
    }

    /**
     * Whether there is another document; fetches the next batch if need be.
     *
     * @throws IllegalStateException if the connection broke on which the cursor was opened
     */
    @Override
    public boolean hasNext() {
        while (batch.isEmpty() && id != 0) {
            BsonDocument command = new BsonDocument("getMore", new BsonInt64(id)).append("collection",
                    new BsonString(collection));
            if (batchSize != null) {
                command.append("batchSize", batchSize);
            }
            take(client.more(database, command, opened), "nextBatch");
        }
        return !batch.isEmpty();
    }

    @Override
    public BsonDocument next() {
        if (!hasNext()) {
            throw new NoSuchElementException("There are no more documents");
        }
        return batch.remove();
    }

    /** All documents that are left, as a list. */
    public List<BsonDocument> toList() {
        List<BsonDocument> all = new ArrayList<>();
        forEachRemaining(all::add);
        return all;
    }

    /** Closes the cursor. Doing so again, or after the last document, does nothing. */
    @Override
    public void close() {
        long left = id;
        id = 0;
        batch.clear();
        if (left != 0) {
            client.kill(database, collection, left, opened);
        }
    }

    private void take(BsonDocument cursor, String field) {
        id = cursor.getNumber("id").longValue();
        for (BsonValue document : cursor.getArray(field, new BsonArray())) {
            batch.add(document.asDocument());
        }
    }
}
