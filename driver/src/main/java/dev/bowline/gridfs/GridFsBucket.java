package dev.bowline.gridfs;

import dev.bowline.ClientSession;
import dev.bowline.MongoDatabase;
import dev.bowline.MongoIterable;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.error.MongoGridFsException;
import dev.bowline.options.FindOptions;
import dev.bowline.result.DeleteResult;
import dev.bowline.result.UpdateResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Files of any size, stored in chunks in two collections. Immutable; safe for any number of threads. Several files may
 * have the same name: they are its revisions.
 */
public final class GridFsBucket {
    private static final int COPY_BYTES = 64 * 1024;

    private final MongoDatabase database;
    private final GridFsOptions options;
    private final AtomicBoolean indexed;
    private final GridFsCollections collections;

    GridFsBucket(MongoDatabase database, GridFsOptions options, AtomicBoolean indexed) {
        this.database = database;
        this.options = options;
        this.indexed = indexed;
        this.collections = new GridFsCollections(database, options.bucketName(), indexed);
    }

    /** The bucket {@code fs} of a database. Does no I/O. */
    public static GridFsBucket of(MongoDatabase database) {
        return of(database, options -> {});
    }

    /** A bucket of a database, with a name and chunk size of its own. Does no I/O. */
    public static GridFsBucket of(MongoDatabase database, Consumer<GridFsOptions> options) {
        return new GridFsBucket(database, Arguments.configured(options, new GridFsOptions()), new AtomicBoolean());
    }

    /** The same bucket with methods that return futures and publishers. */
    public AsyncGridFsBucket async() {
        return new AsyncGridFsBucket(this, new AsyncCalls(collections.environment()));
    }

    /** The name of the bucket: the prefix of its two collections. */
    public String name() {
        return options.bucketName();
    }

    /**
     * Returns a view of this bucket whose operations belong to the session. They throw
     * {@link dev.bowline.error.MongoClientException} if the session has ended or another client started it.
     */
    public GridFsBucket with(ClientSession session) {
        return new GridFsBucket(database.with(session), options, indexed);
    }

    /** Returns a view of this bucket whose reads go to the servers that the read preference selects. */
    public GridFsBucket with(ReadPreference readPreference) {
        return new GridFsBucket(database.with(readPreference), options, indexed);
    }

    /** Returns a view of this bucket whose reads use the read concern. */
    public GridFsBucket with(ReadConcern readConcern) {
        return new GridFsBucket(database.with(readConcern), options, indexed);
    }

    /** Returns a view of this bucket whose writes use the write concern. */
    public GridFsBucket with(WriteConcern writeConcern) {
        return new GridFsBucket(database.with(writeConcern), options, indexed);
    }

    /** With a limit for each transfer of a whole file; zero for no limit. */
    public GridFsBucket withTimeout(Duration timeout) {
        return new GridFsBucket(database.withTimeout(timeout), options, indexed);
    }

    // Upload ----------------------------------------------------------------------------------------------------------

    /**
     * Opens a stream to write a new file to. Close it to make the file visible. The first upload to an empty bucket
     * creates its indexes. Storing a chunk is retried once as a write.
     */
    public GridFsUploadStream openUpload(String filename) {
        return openUpload(filename, upload -> {});
    }

    /** A stream to write a new file to. Close it to make the file visible. */
    public GridFsUploadStream openUpload(String filename, Consumer<GridFsUploadOptions> configure) {
        return openUpload(newId(), filename, configure);
    }

    /** The same with an id of the application's own. */
    public GridFsUploadStream openUpload(BsonValue id, String filename, Consumer<GridFsUploadOptions> configure) {
        GridFsUploadOptions upload = new GridFsUploadOptions(options.chunkSizeBytes());
        configure.accept(upload);
        return new GridFsUploadStream(collections, Objects.requireNonNull(id, "id"), filename, upload);
    }

    /**
     * Stores what a stream yields under this name and returns the id of the file. If the stream fails, the stored
     * chunks are removed. Storing a chunk is retried once as a write.
     *
     * @throws UncheckedIOException if the source fails
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server refuses a
     *         chunk
     */
    public BsonValue upload(String filename, InputStream source) {
        return upload(filename, source, upload -> {});
    }

    /**
     * Stores what a stream yields, and returns the id of the file. If the stream fails, the chunks stored so far are
     * removed; if it is the server that fails, they stay, as whatever failed would fail again. How long the stream
     * takes to yield something is beyond any timeout.
     */
    public BsonValue upload(String filename, InputStream source, Consumer<GridFsUploadOptions> configure) {
        return upload(newId(), filename, source, configure);
    }

    /** The same with an id of the application's own. */
    public BsonValue upload(BsonValue id, String filename, InputStream source,
            Consumer<GridFsUploadOptions> configure) {
        return upload(id, filename, configure, target -> copy(source, target));
    }

    /** Stores what a publisher publishes; the calling thread waits for it. */
    BsonValue upload(String filename, Flow.Publisher<? extends ByteBuffer> source,
            Consumer<GridFsUploadOptions> configure) {
        return upload(newId(), filename, configure,
                target -> PublisherUpload.transfer(collections.environment(), source, target));
    }

    private BsonValue upload(BsonValue id, String filename, Consumer<GridFsUploadOptions> configure,
            Consumer<GridFsUploadStream> transfer) {
        GridFsUploadStream target = openUpload(id, filename, configure);
        try {
            transfer.accept(target);
        } catch (RuntimeException | Error e) {
            if (!target.hasFailed()) {
                abort(target, e);
            }
            throw e;
        }
        target.close();
        return id;
    }

    private static void abort(GridFsUploadStream target, Throwable reason) {
        try {
            target.abort();
        } catch (RuntimeException | Error second) {
            reason.addSuppressed(second);
        }
    }

    /**
     * Stores what a channel yields under this name, with these options, and returns the id of the file. If the channel
     * fails, the stored chunks are removed. Storing a chunk is retried once as a write.
     *
     * @throws UncheckedIOException if the source fails
     * @throws dev.bowline.error.MongoException if no server is available, the connection fails or the server refuses a
     *         chunk
     */
    public BsonValue upload(String filename, ReadableByteChannel source, Consumer<GridFsUploadOptions> configure) {
        return upload(filename, Channels.newInputStream(source), configure);
    }

    /** Stores a file under its own name. */
    public BsonValue upload(Path source, Consumer<GridFsUploadOptions> configure) {
        try (InputStream content = Files.newInputStream(source)) {
            return upload(Objects.requireNonNull(source.getFileName(), "filename").toString(), content, configure);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Download --------------------------------------------------------------------------------------------------------

    /**
     * Opens a stream to read the file with this id. Close it when done. Finding the file is retried once as a read.
     *
     * @throws MongoGridFsException if there is no such file
     */
    public GridFsDownloadStream openDownload(BsonValue id) {
        return openDownload(id, download -> {});
    }

    /**
     * Opens a stream to read the file with this id, with these options; the revision is ignored. Close it when done.
     * Finding the file is retried once as a read.
     *
     * @throws MongoGridFsException if there is no such file
     */
    public GridFsDownloadStream openDownload(BsonValue id, Consumer<GridFsDownloadOptions> configure) {
        GridFsDownloadOptions download = configured(configure);
        long end = collections.start();
        BsonDocument file = collections.within(end).files().find(GridFsCollections.byId(id)).first();
        if (file == null) {
            throw new MongoGridFsException("There is no file with the id " + id + " in " + name());
        }
        return new GridFsDownloadStream(collections, GridFsFile.of(file), download.progress(), end);
    }

    /**
     * Opens a stream to read the latest file with this name. Close it when done. Finding the file is retried once as a
     * read.
     *
     * @throws MongoGridFsException if there is no such file
     */
    public GridFsDownloadStream openDownload(String filename) {
        return openDownload(filename, download -> {});
    }

    /**
     * Opens a stream to read the revision of a file that the options select, the latest unless set. Close it when done.
     * Finding the file is retried once as a read.
     *
     * @throws MongoGridFsException if there is no such file or revision
     */
    public GridFsDownloadStream openDownload(String filename, Consumer<GridFsDownloadOptions> configure) {
        GridFsDownloadOptions download = configured(configure);
        int revision = download.revision();
        int direction = revision >= 0 ? 1 : -1;
        int skip = revision >= 0 ? revision : -revision - 1;
        long end = collections.start();
        BsonDocument file = collections.within(end).files().find(byName(filename),
                o -> o.sort(new BsonDocument("uploadDate", new BsonInt32(direction))).skip(skip)).first();
        if (file == null) {
            throw new MongoGridFsException(
                    "There is no revision " + revision + " of a file named " + filename + " in " + name());
        }
        return new GridFsDownloadStream(collections, GridFsFile.of(file), download.progress(), end);
    }

    /** Writes a file to a stream, which stays open. */
    public void download(BsonValue id, OutputStream target) {
        try (GridFsDownloadStream source = openDownload(id)) {
            copy(source, target);
        }
    }

    /**
     * Writes the revision of a file that the options select, the latest unless set, to a stream, which stays open.
     *
     * @throws UncheckedIOException if the target fails
     * @throws MongoGridFsException if there is no such file, or a chunk is missing or damaged
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public void download(String filename, OutputStream target, Consumer<GridFsDownloadOptions> configure) {
        try (GridFsDownloadStream source = openDownload(filename, configure)) {
            copy(source, target);
        }
    }

    /**
     * Writes the file with this id to a channel, which stays open.
     *
     * @throws UncheckedIOException if the target fails
     * @throws MongoGridFsException if there is no such file, or a chunk is missing or damaged
     * @throws dev.bowline.error.MongoException if no server is available or the connection fails
     */
    public void download(BsonValue id, WritableByteChannel target) {
        download(id, Channels.newOutputStream(target));
    }

    /** Writes a file to the file system, in place of what is there. */
    public void download(BsonValue id, Path target) {
        try (GridFsDownloadStream source = openDownload(id); OutputStream out = Files.newOutputStream(target)) {
            copy(source, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // The files -------------------------------------------------------------------------------------------------------

    /**
     * Finds the files whose entries match the filter; the result is empty if there are none. Nothing is sent until the
     * result is used. Retried once as a read.
     */
    public MongoIterable<GridFsFile> find(Bson filter) {
        return find(filter, query -> {});
    }

    /**
     * Finds the files whose entries match the filter, with options such as sort and limit; the result is empty if there
     * are none. Nothing is sent until the result is used. Retried once as a read.
     */
    public MongoIterable<GridFsFile> find(Bson filter, Consumer<FindOptions> configure) {
        return collections.files().find(filter, configure).map(GridFsFile::of);
    }

    /**
     * Deletes the file with this id and its chunks. Deleting the file entry is retried once as a write, deleting the
     * chunks is not.
     *
     * @throws MongoGridFsException if there is no such file; chunks without a file are still deleted
     */
    public void delete(BsonValue id) {
        long end = collections.start();
        DeleteResult deleted = collections.within(end).files().deleteOne(GridFsCollections.byId(id));
        collections.within(end).chunks().deleteMany(GridFsCollections.chunksOf(id));
        if (deleted.acknowledged() && deleted.deletedCount() == 0) {
            throw new MongoGridFsException("There is no file with the id " + id + " in " + name());
        }
    }

    /**
     * Deletes all revisions of a file, one after the other.
     *
     * @throws MongoGridFsException if there is no file with this name
     */
    public void delete(String filename) {
        int deleted = 0;
        for (GridFsFile file : find(byName(filename))) {
            delete(file.id());
            deleted++;
        }
        requireAny(deleted, filename);
    }

    /**
     * Renames the file with this id. Retried once as a write.
     *
     * @throws MongoGridFsException if there is no such file
     */
    public void rename(BsonValue id, String newFilename) {
        UpdateResult renamed = collections.files().updateOne(GridFsCollections.byId(id), naming(newFilename));
        if (renamed.acknowledged() && renamed.matchedCount() == 0) {
            throw new MongoGridFsException("There is no file with the id " + id + " in " + name());
        }
    }

    /**
     * Renames all revisions of a file. Not retried.
     *
     * @throws MongoGridFsException if there is no file with this name
     */
    public void rename(String filename, String newFilename) {
        UpdateResult renamed = collections.files().updateMany(byName(filename), naming(newFilename));
        if (renamed.acknowledged()) {
            requireAny(renamed.matchedCount(), filename);
        }
    }

    /** Drops the bucket with all its files. Does nothing if the bucket does not exist. Not retried. */
    public void drop() {
        long end = collections.start();
        collections.within(end).files().drop();
        collections.within(end).chunks().drop();
        indexed.set(false);
    }

    private void requireAny(long count, String filename) {
        if (count == 0) {
            throw new MongoGridFsException("There is no file named " + filename + " in " + name());
        }
    }

    private BsonValue newId() {
        return new BsonObjectId(collections.environment().newObjectId());
    }

    private static GridFsDownloadOptions configured(Consumer<GridFsDownloadOptions> configure) {
        GridFsDownloadOptions download = new GridFsDownloadOptions();
        configure.accept(download);
        return download;
    }

    private static BsonDocument byName(String filename) {
        return new BsonDocument("filename", new BsonString(filename));
    }

    private static BsonDocument naming(String filename) {
        return new BsonDocument("$set", new BsonDocument("filename", new BsonString(filename)));
    }

    private static void copy(InputStream source, OutputStream target) {
        byte[] buffer = new byte[COPY_BYTES];
        try {
            int count;
            while ((count = source.read(buffer)) >= 0) {
                target.write(buffer, 0, count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
