package dev.bowline.gridfs;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.error.MongoGridFsException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being stored. It exists once the stream is {@linkplain #close closed}; {@link #abort} instead removes
 * what was stored. One chunk is held in memory. One thread at a time. Its methods throw the driver's exceptions, not
 * {@code IOException}.
 */
public final class GridFsUploadStream extends OutputStream {
    private final GridFsCollections collections;
    private final BsonValue id;
    private final String filename;
    private final @Nullable Document metadata;
    private final @Nullable String contentType;
    private final LongConsumer progress;
    private final byte[] chunk;
    private final long end;
    private int filled;
    private int chunksWritten;
    private long length;
    private boolean closed;
    /** Whether a chunk could not be stored, so that the file cannot become whole any more. */
    private boolean failed;

    GridFsUploadStream(GridFsCollections collections, BsonValue id, String filename, GridFsUploadOptions options) {
        this.collections = collections;
        this.id = id;
        this.filename = Objects.requireNonNull(filename, "filename");
        this.metadata = options.metadata();
        this.contentType = options.contentType();
        this.progress = options.progress();
        this.chunk = new byte[options.chunkSizeBytes()];
        this.end = collections.start();
        collections.ensureIndexes(end);
    }

    /** Until when all must be done. */
    Deadline deadline() {
        return collections.deadline(end);
    }

    /** The id of the file. */
    public BsonValue id() {
        return id;
    }

    @Override
    public void write(int value) {
        requireOpen();
        if (filled == chunk.length) {
            store();
        }
        chunk[filled++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        requireOpen();
        int from = offset;
        int left = count;
        while (left > 0) {
            if (filled == chunk.length) {
                store();
            }
            int part = Math.min(left, chunk.length - filled);
            System.arraycopy(bytes, from, chunk, filled, part);
            filled += part;
            from += part;
            left -= part;
        }
    }

    private void store() {
        BsonDocument document = new BsonDocument("_id", new BsonObjectId(collections.environment().newObjectId()))
                .append("files_id", id).append("n", new BsonInt32(chunksWritten))
                .append("data", new BsonBinary(filled == chunk.length ? chunk : Arrays.copyOf(chunk, filled)));
        failed = true;
        collections.within(end).chunks().insertOne(document);
        failed = false;
        chunksWritten++;
        length += filled;
        filled = 0;
        progress.accept(length);
    }

    /** Whether a chunk could not be stored. */
    boolean hasFailed() {
        return failed;
    }

    /**
     * Stores the rest and makes the file visible. Does nothing the second time.
     *
     * @throws MongoGridFsException if a chunk could not be stored before: a file with a gap is never made visible
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (failed) {
            throw new MongoGridFsException("The upload of " + filename + " has failed; the file is not stored");
        }
        if (filled > 0) {
            store();
        }
        BsonDocument file = new BsonDocument("_id", id).append("length", new BsonInt64(length))
                .append("chunkSize", new BsonInt32(chunk.length))
                .append("uploadDate", new BsonDateTime(collections.environment().currentTimeMillis()))
                .append("filename", new BsonString(filename));
        if (contentType != null) {
            file.append("contentType", new BsonString(contentType));
        }
        if (metadata != null) {
            file.append("metadata", metadata.toBsonDocument());
        }
        collections.within(end).files().insertOne(file);
    }

    /**
     * Gives the upload up and removes the chunks that were stored. A timeout bounds this too; once it has passed, they
     * stay.
     */
    public void abort() {
        if (closed) {
            throw new MongoGridFsException("The upload of " + filename + " has ended; it cannot be aborted");
        }
        closed = true;
        collections.within(end).chunks().deleteMany(GridFsCollections.chunksOf(id));
    }

    private void requireOpen() {
        if (closed || failed) {
            throw new MongoGridFsException("The upload of " + filename + " has " + (closed ? "ended" : "failed"));
        }
    }
}
