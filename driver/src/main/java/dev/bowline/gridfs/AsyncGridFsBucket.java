package dev.bowline.gridfs;

import dev.bowline.AsyncMongoClient;
import dev.bowline.AsyncMongoIterable;
import dev.bowline.ClientSession;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.driver.async.SourcePublisher;
import dev.bowline.options.FindOptions;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Files of any size, with methods that return at once; see {@link AsyncMongoClient}. In place of streams there are
 * publishers of bytes: an upload asks its publisher for one buffer at a time, and a download fetches chunks as they are
 * requested.
 */
public final class AsyncGridFsBucket {
    private final GridFsBucket bucket;
    private final AsyncCalls calls;

    AsyncGridFsBucket(GridFsBucket bucket, AsyncCalls calls) {
        this.bucket = bucket;
        this.calls = calls;
    }

    /** The same bucket with methods that block. */
    public GridFsBucket blocking() {
        return bucket;
    }

    /** Returns the name of the bucket: the prefix of its two collections. */
    public String name() {
        return bucket.name();
    }

    /**
     * Returns a view of this bucket whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public AsyncGridFsBucket with(ClientSession session) {
        return new AsyncGridFsBucket(bucket.with(session), calls);
    }

    /** Returns a view of this bucket whose reads go to the servers that the read preference selects. */
    public AsyncGridFsBucket with(ReadPreference readPreference) {
        return new AsyncGridFsBucket(bucket.with(readPreference), calls);
    }

    /** Returns a view of this bucket whose reads use the read concern. */
    public AsyncGridFsBucket with(ReadConcern readConcern) {
        return new AsyncGridFsBucket(bucket.with(readConcern), calls);
    }

    /** Returns a view of this bucket whose writes use the write concern. */
    public AsyncGridFsBucket with(WriteConcern writeConcern) {
        return new AsyncGridFsBucket(bucket.with(writeConcern), calls);
    }

    /** With a limit for each transfer of a whole file; zero for no limit. */
    public AsyncGridFsBucket withTimeout(Duration timeout) {
        return new AsyncGridFsBucket(bucket.withTimeout(timeout), calls);
    }

    // Upload ----------------------------------------------------------------------------------------------------------

    /** Stores what a publisher publishes. If the publisher fails, nothing is left of the file. */
    public CompletableFuture<BsonValue> upload(String filename, Flow.Publisher<? extends ByteBuffer> source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(filename, source, options));
    }

    /**
     * Stores what a stream yields under this name. The future completes with the id of the file. Storing a chunk is
     * retried once as a write. See {@link GridFsBucket#upload(String, InputStream)}.
     */
    public CompletableFuture<BsonValue> upload(String filename, InputStream source) {
        return calls.call(() -> bucket.upload(filename, source));
    }

    /**
     * Stores what a stream yields under this name, with these options. The future completes with the id of the file.
     * Storing a chunk is retried once as a write. See {@link GridFsBucket#upload(String, InputStream, Consumer)}.
     */
    public CompletableFuture<BsonValue> upload(String filename, InputStream source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(filename, source, options));
    }

    /**
     * Stores what a stream yields under this name and the application's own id. The future completes with that id.
     * Storing a chunk is retried once as a write. See
     * {@link GridFsBucket#upload(BsonValue, String, InputStream, Consumer)}.
     */
    public CompletableFuture<BsonValue> upload(BsonValue id, String filename, InputStream source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(id, filename, source, options));
    }

    /**
     * Stores what a channel yields under this name, with these options. The future completes with the id of the file.
     * Storing a chunk is retried once as a write. See
     * {@link GridFsBucket#upload(String, ReadableByteChannel, Consumer)}.
     */
    public CompletableFuture<BsonValue> upload(String filename, ReadableByteChannel source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(filename, source, options));
    }

    /**
     * Stores a file of the file system under its own name. The future completes with the id of the file. Storing a
     * chunk is retried once as a write. See {@link GridFsBucket#upload(Path, Consumer)}.
     */
    public CompletableFuture<BsonValue> upload(Path source, Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(source, options));
    }

    // Download --------------------------------------------------------------------------------------------------------

    /** The bytes of a file, chunk by chunk as they are requested. The buffers are the subscriber's to keep. */
    public Flow.Publisher<ByteBuffer> download(BsonValue id) {
        return publish(() -> bucket.openDownload(id));
    }

    /** The same for a file by name and revision. */
    public Flow.Publisher<ByteBuffer> download(String filename, Consumer<GridFsDownloadOptions> options) {
        return publish(() -> bucket.openDownload(filename, options));
    }

    private Flow.Publisher<ByteBuffer> publish(Supplier<GridFsDownloadStream> open) {
        return new SourcePublisher<>(calls.environment(), () -> new DownloadSource(open.get()));
    }

    /**
     * Writes the file with this id to a stream, which stays open. The future fails if there is no such file. See
     * {@link GridFsBucket#download(BsonValue, OutputStream)}.
     */
    public CompletableFuture<@Nullable Void> download(BsonValue id, OutputStream target) {
        return calls.run(() -> bucket.download(id, target));
    }

    /**
     * Writes the revision of a file that the options select to a stream, which stays open. The future fails if there is
     * no such file. See {@link GridFsBucket#download(String, OutputStream, Consumer)}.
     */
    public CompletableFuture<@Nullable Void> download(String filename, OutputStream target,
            Consumer<GridFsDownloadOptions> options) {
        return calls.run(() -> bucket.download(filename, target, options));
    }

    /**
     * Writes the file with this id to a channel, which stays open. The future fails if there is no such file. See
     * {@link GridFsBucket#download(BsonValue, WritableByteChannel)}.
     */
    public CompletableFuture<@Nullable Void> download(BsonValue id, WritableByteChannel target) {
        return calls.run(() -> bucket.download(id, target));
    }

    /**
     * Writes the file with this id to the file system, in place of what is there. The future fails if there is no such
     * file. See {@link GridFsBucket#download(BsonValue, Path)}.
     */
    public CompletableFuture<@Nullable Void> download(BsonValue id, Path target) {
        return calls.run(() -> bucket.download(id, target));
    }

    // The files -------------------------------------------------------------------------------------------------------

    /**
     * Finds the files whose entries match the filter; the result is empty if there are none. Retried once as a read.
     * See {@link GridFsBucket#find(Bson)}.
     */
    public AsyncMongoIterable<GridFsFile> find(Bson filter) {
        return AsyncMongoIterable.of(bucket.find(filter), calls.environment());
    }

    /**
     * Finds the files whose entries match the filter, with options such as sort and limit; the result is empty if there
     * are none. Retried once as a read. See {@link GridFsBucket#find(Bson, Consumer)}.
     */
    public AsyncMongoIterable<GridFsFile> find(Bson filter, Consumer<FindOptions> options) {
        return AsyncMongoIterable.of(bucket.find(filter, options), calls.environment());
    }

    /**
     * Deletes the file with this id and its chunks. The future fails if there is no such file. See
     * {@link GridFsBucket#delete(BsonValue)}.
     */
    public CompletableFuture<@Nullable Void> delete(BsonValue id) {
        return calls.run(() -> bucket.delete(id));
    }

    /**
     * Deletes all revisions of a file. The future fails if there is no such file. See
     * {@link GridFsBucket#delete(String)}.
     */
    public CompletableFuture<@Nullable Void> delete(String filename) {
        return calls.run(() -> bucket.delete(filename));
    }

    /**
     * Renames the file with this id. The future fails if there is no such file. Retried once as a write. See
     * {@link GridFsBucket#rename(BsonValue, String)}.
     */
    public CompletableFuture<@Nullable Void> rename(BsonValue id, String newFilename) {
        return calls.run(() -> bucket.rename(id, newFilename));
    }

    /**
     * Renames all revisions of a file. The future fails if there is no such file. Not retried. See
     * {@link GridFsBucket#rename(String, String)}.
     */
    public CompletableFuture<@Nullable Void> rename(String filename, String newFilename) {
        return calls.run(() -> bucket.rename(filename, newFilename));
    }

    /** Drops the bucket with all its files. Not retried. See {@link GridFsBucket#drop()}. */
    public CompletableFuture<@Nullable Void> drop() {
        return calls.run(bucket::drop);
    }
}
