package dev.bowline.gridfs;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.driver.operation.RetryableErrors;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoGridFsException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * A stored file that is being read. A few chunks are held in memory. If the server is lost on the way, reading goes on
 * with the next chunk elsewhere. One thread at a time. Its methods throw the driver's exceptions, not
 * {@code IOException}.
 */
public final class GridFsDownloadStream extends InputStream {
    /**
     * About how much is fetched at once: a reply of this size fits into a buffer that connections keep, so that it need
     * not be allocated for every batch.
     */
    private static final int BATCH_BYTES = 768 * 1024;
    private static final int MAX_BATCH_CHUNKS = 8;
    private static final int CURSOR_NOT_FOUND = 43;
    private static final byte[] NOTHING = {};

    private final GridFsCollections collections;
    private final GridFsFile file;
    private final LongConsumer progress;
    private final long end;
    private final long chunkCount;
    private final GridFsChunk.Codec codec = new GridFsChunk.Codec();
    private @Nullable MongoCursor<GridFsChunk> chunks;
    private byte[] chunk = NOTHING;
    private int position;
    /** Where the content of the chunk ends. */
    private int limit;
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

    /** Returns the description of the file that this stream reads. Sends nothing. */
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
        int part = Math.min(count, limit - position);
        System.arraycopy(chunk, position, bytes, offset, part);
        position += part;
        return part;
    }

    /** Whether all bytes have been handed out and there are no more than there should be. */
    boolean isExhausted() {
        return !closed && position == limit && nextChunk >= chunkCount && (chunkCount == 0 || checkedForMore);
    }

    /** The rest of a chunk, which the caller keeps; null at the end of the file. */
    @Nullable
    ByteBuffer readChunk() {
        if (!advance()) {
            return null;
        }
        ByteBuffer rest = ByteBuffer.wrap(chunk, position, limit - position).slice();
        // Not to be used again: it belongs to the caller now.
        chunk = NOTHING;
        position = 0;
        limit = 0;
        if (nextChunk >= chunkCount) {
            checkForMore();
        }
        return rest;
    }

    @Override
    public int available() {
        return limit - position;
    }

    /** Fetches until there is a byte at the position; false at the end of the file. */
    private boolean advance() {
        if (closed) {
            throw new MongoGridFsException("The download of " + file.id() + " has ended");
        }
        while (position == limit) {
            if (nextChunk >= chunkCount) {
                checkForMore();
                return false;
            }
            GridFsChunk next = fetch();
            if (next == null) {
                throw new MongoGridFsException("The chunk " + nextChunk + " of the file " + file.id() + " is missing");
            }
            take(next);
        }
        return true;
    }

    private void take(GridFsChunk next) {
        if (next.n() != nextChunk || next.length() < 0) {
            throw new MongoGridFsException(
                    "The file " + file.id() + " has the chunk " + next.n() + " where " + nextChunk + " should be");
        }
        long expected = Math.min(file.chunkSizeBytes(), file.length() - (long) nextChunk * file.chunkSizeBytes());
        if (next.length() != expected) {
            throw new MongoGridFsException("The chunk " + nextChunk + " of the file " + file.id() + " has "
                    + next.length() + " bytes where it should have " + expected);
        }
        codec.recycle(chunk);
        chunk = next.bytes();
        position = 0;
        limit = next.length();
        nextChunk++;
        fetched += limit;
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

    private @Nullable GridFsChunk fetch() {
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

    private @Nullable GridFsChunk next() {
        MongoCursor<GridFsChunk> cursor = chunks;
        if (cursor == null) {
            BsonDocument filter = GridFsCollections.chunksOf(file.id());
            if (nextChunk > 0) {
                filter.append("n", new BsonDocument("$gte", new BsonInt32(nextChunk)));
            }
            int batch = Math.max(1, Math.min(MAX_BATCH_CHUNKS, BATCH_BYTES / Math.max(1, file.chunkSizeBytes())));
            cursor = collections.within(end).chunks()
                    .find(filter, codec, o -> o.sort(new BsonDocument("n", new BsonInt32(1))).batchSize(batch))
                    .cursor();
            chunks = cursor;
        }
        return cursor.hasNext() ? cursor.next() : null;
    }

    private void closeCursor() {
        MongoCursor<GridFsChunk> cursor = chunks;
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
        limit = 0;
        closeCursor();
    }
}
