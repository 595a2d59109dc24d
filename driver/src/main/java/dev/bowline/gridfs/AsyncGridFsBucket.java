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

    public String name() {
        return bucket.name();
    }

    public AsyncGridFsBucket with(ClientSession session) {
        return new AsyncGridFsBucket(bucket.with(session), calls);
    }

    public AsyncGridFsBucket with(ReadPreference readPreference) {
        return new AsyncGridFsBucket(bucket.with(readPreference), calls);
    }

    public AsyncGridFsBucket with(ReadConcern readConcern) {
        return new AsyncGridFsBucket(bucket.with(readConcern), calls);
    }

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

    public CompletableFuture<BsonValue> upload(String filename, InputStream source) {
        return calls.call(() -> bucket.upload(filename, source));
    }

    public CompletableFuture<BsonValue> upload(String filename, InputStream source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(filename, source, options));
    }

    public CompletableFuture<BsonValue> upload(BsonValue id, String filename, InputStream source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(id, filename, source, options));
    }

    public CompletableFuture<BsonValue> upload(String filename, ReadableByteChannel source,
            Consumer<GridFsUploadOptions> options) {
        return calls.call(() -> bucket.upload(filename, source, options));
    }

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

    public CompletableFuture<@Nullable Void> download(BsonValue id, OutputStream target) {
        return calls.run(() -> bucket.download(id, target));
    }

    public CompletableFuture<@Nullable Void> download(String filename, OutputStream target,
            Consumer<GridFsDownloadOptions> options) {
        return calls.run(() -> bucket.download(filename, target, options));
    }

    public CompletableFuture<@Nullable Void> download(BsonValue id, WritableByteChannel target) {
        return calls.run(() -> bucket.download(id, target));
    }

    public CompletableFuture<@Nullable Void> download(BsonValue id, Path target) {
        return calls.run(() -> bucket.download(id, target));
    }

    // The files -------------------------------------------------------------------------------------------------------

    public AsyncMongoIterable<GridFsFile> find(Bson filter) {
        return AsyncMongoIterable.of(bucket.find(filter), calls.environment());
    }

    public AsyncMongoIterable<GridFsFile> find(Bson filter, Consumer<FindOptions> options) {
        return AsyncMongoIterable.of(bucket.find(filter, options), calls.environment());
    }

    public CompletableFuture<@Nullable Void> delete(BsonValue id) {
        return calls.run(() -> bucket.delete(id));
    }

    public CompletableFuture<@Nullable Void> delete(String filename) {
        return calls.run(() -> bucket.delete(filename));
    }

    public CompletableFuture<@Nullable Void> rename(BsonValue id, String newFilename) {
        return calls.run(() -> bucket.rename(id, newFilename));
    }

    public CompletableFuture<@Nullable Void> rename(String filename, String newFilename) {
        return calls.run(() -> bucket.rename(filename, newFilename));
    }

    public CompletableFuture<@Nullable Void> drop() {
        return calls.run(bucket::drop);
    }
}
