package dev.bowline;

import dev.bowline.driver.operation.RetryableErrors;
import dev.bowline.egress.error.MongoException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A stored file that is being read. A few chunks are held in memory. If the server is lost on the way, reading goes on
 * with the next chunk elsewhere. One thread at a time. Its methods throw the driver's exceptions, not
 * {@code IOException}.
 */
public final class GridFsDownloadStream extends InputStream {
    /** About how much is fetched at once. */
    private static final int BATCH_BYTES = 2 * 1024 * 1024;
    private static final int MAX_BATCH_CHUNKS = 8;
    private static final int CURSOR_NOT_FOUND = 43;
    private static final byte[] NOTHING = {};

    private final GridFsCollections collections;
    private final GridFsFile file;
    private final LongConsumer progress;
    private final long end;
    private final long chunkCount;
    private @Nullable MongoCursor<BsonDocument> chunks;
    private byte[] chunk = NOTHING;
    private int position;
    private int nextChunk;
    private long fetched;
    private boolean checkedForMore;
    private boolean closed;

    GridFsDownloadStream(GridFsCollections collections, GridFsFile file, LongConsumer progress, long end) {
        this.collections = collections;
        this.file = file;
        this.progress = progress;
        this.end = end;
        this.chunkCount = file.length() == 0
                ? 0
                : (file.length() + file.chunkSizeBytes() - 1) / Math.max(1, file.chunkSizeBytes());
    }

    public GridFsFile file() {
        return file;
    }

    @Override
    public int read() {
        return advance() ? chunk[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        if (count == 0) {
            return 0;
        }
        if (!advance()) {
            return -1;
        }
        int part = Math.min(count, chunk.length - position);
        System.arraycopy(chunk, position, bytes, offset, part);
        position += part;
        return part;
    }

    /** Whether all bytes have been handed out and there are no more than there should be. */
    boolean isExhausted() {
        return !closed && position == chunk.length && nextChunk >= chunkCount && (chunkCount == 0 || checkedForMore);
    }

    /** What is left of a chunk, for somebody to keep; null at the end of the file. */
    @Nullable
    ByteBuffer readChunk() {
        if (!advance()) {
            return null;
        }
        ByteBuffer rest = ByteBuffer.wrap(chunk, position, chunk.length - position).slice();
        position = chunk.length;
        if (nextChunk >= chunkCount) {
            checkForMore();
        }
        return rest;
    }

    @Override
    public int available() {
        return chunk.length - position;
    }

    /** Sees to it that there is a byte at the position; false at the end of the file. */
    private boolean advance() {
        if (closed) {
            throw new MongoGridFsException("The download of " + file.id() + " has ended");
        }
        while (position == chunk.length) {
            if (nextChunk >= chunkCount) {
                checkForMore();
                return false;
            }
            BsonDocument next = fetch();
            if (next == null) {
                throw new MongoGridFsException("The chunk " + nextChunk + " of the file " + file.id() + " is missing");
            }
            take(next);
        }
        return true;
    }

    private void take(BsonDocument document) {
        int n = document.isNumber("n") ? document.getNumber("n").intValue() : -1;
        BsonValue data = document.get("data");
        if (n != nextChunk || data == null || !data.isBinary()) {
            throw new MongoGridFsException(
                    "The file " + file.id() + " has the chunk " + n + " where " + nextChunk + " should be");
        }
        byte[] bytes = data.asBinary().getData();
        long expected = Math.min(file.chunkSizeBytes(), file.length() - (long) nextChunk * file.chunkSizeBytes());
        if (bytes.length != expected) {
            throw new MongoGridFsException("The chunk " + nextChunk + " of the file " + file.id() + " has "
                    + bytes.length + " bytes where it should have " + expected);
        }
        chunk = bytes;
        position = 0;
        nextChunk++;
        fetched += bytes.length;
        progress.accept(fetched);
    }

    private void checkForMore() {
        if (chunkCount > 0 && !checkedForMore) {
            checkedForMore = true;
            if (fetch() != null) {
                throw new MongoGridFsException("The file " + file.id() + " has more than its " + chunkCount
                        + " chunk(s)");
            }
        }
    }

    private @Nullable BsonDocument fetch() {
        try {
            return next();
        } catch (MongoException e) {
            // The first command of a cursor is retried below; one that breaks off later is begun anew here, once.
            if (nextChunk == 0 || !(RetryableErrors.isRetryableRead(e) || e.code() == CURSOR_NOT_FOUND)) {
                throw e;
            }
            closeCursor();
            return next();
        }
    }

    private @Nullable BsonDocument next() {
        MongoCursor<BsonDocument> cursor = chunks;
        if (cursor == null) {
            BsonDocument filter = GridFsCollections.chunksOf(file.id());
            if (nextChunk > 0) {
                filter.append("n", new BsonDocument("$gte", new BsonInt32(nextChunk)));
            }
            int batch = Math.max(1, Math.min(MAX_BATCH_CHUNKS, BATCH_BYTES / Math.max(1, file.chunkSizeBytes())));
            cursor = collections.within(end).chunks()
                    .find(filter, o -> o.sort(new BsonDocument("n", new BsonInt32(1))).batchSize(batch)).cursor();
            chunks = cursor;
        }
        return cursor.hasNext() ? cursor.next() : null;
    }

    private void closeCursor() {
        MongoCursor<BsonDocument> cursor = chunks;
        chunks = null;
        if (cursor != null) {
            cursor.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        chunk = NOTHING;
        position = 0;
        closeCursor();
    }
}
