package dev.bowline.gridfs;

import dev.bowline.driver.argument.Arguments;
import java.util.function.LongConsumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Options of an upload. */
public final class GridFsUploadOptions {
    private int chunkSizeBytes;
    private @Nullable Document metadata;
    private @Nullable String contentType;
    private LongConsumer progress = bytes -> {};

    GridFsUploadOptions(int chunkSizeBytes) {
        this.chunkSizeBytes = chunkSizeBytes;
    }

    /** The size of the chunks of this file; that of the bucket unless set. */
    public GridFsUploadOptions chunkSizeBytes(int chunkSizeBytes) {
        this.chunkSizeBytes = Arguments.requirePositive("chunkSizeBytes", chunkSizeBytes);
        return this;
    }

    /** Anything to be stored with the file. */
    public GridFsUploadOptions metadata(Document metadata) {
        this.metadata = metadata;
        return this;
    }

    /**
     * The MIME type, as a field of its own, for programs that look for it there. The specification of GridFS calls this
     * old; new programs put it into the metadata.
     */
    public GridFsUploadOptions contentType(String contentType) {
        this.contentType = contentType;
        return this;
    }

    /** Called after each chunk with the number of bytes stored so far. Called by the thread that writes. */
    public GridFsUploadOptions progress(LongConsumer progress) {
        this.progress = progress;
        return this;
    }

    int chunkSizeBytes() {
        return chunkSizeBytes;
    }

    @Nullable
    Document metadata() {
        return metadata;
    }

    @Nullable
    String contentType() {
        return contentType;
    }

    LongConsumer progress() {
        return progress;
    }
}
