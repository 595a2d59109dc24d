package dev.bowline.gridfs;

import dev.bowline.driver.argument.Arguments;
import java.util.Objects;

/** Options of a {@link GridFsBucket}. Concerns, read preference, session and timeout are those of its database. */
public final class GridFsOptions {
    private static final int DEFAULT_CHUNK_BYTES = 255 * 1024;

    private String bucketName = "fs";
    private int chunkSizeBytes = DEFAULT_CHUNK_BYTES;

    GridFsOptions() {}

    /** The collections are this name with {@code .files} and {@code .chunks}; {@code fs} unless set. */
    public GridFsOptions bucketName(String bucketName) {
        this.bucketName = Objects.requireNonNull(bucketName, "bucketName");
        return this;
    }

    /** The size of all chunks of a file but the last; 255 KiB unless set. */
    public GridFsOptions chunkSizeBytes(int chunkSizeBytes) {
        this.chunkSizeBytes = Arguments.requirePositive("chunkSizeBytes", chunkSizeBytes);
        return this;
    }

    String bucketName() {
        return bucketName;
    }

    int chunkSizeBytes() {
        return chunkSizeBytes;
    }
}
