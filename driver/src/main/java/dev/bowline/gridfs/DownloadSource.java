package dev.bowline.gridfs;

import dev.bowline.driver.async.PublishedSource;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The chunks of a file as the source of a publisher. */
record DownloadSource(GridFsDownloadStream stream) implements PublishedSource<ByteBuffer> {
    @Override
    public boolean isExhausted() {
        return stream.isExhausted();
    }

    @Override
    public @Nullable ByteBuffer poll() {
        return stream.readChunk();
    }

    @Override
    public void close() {
        stream.close();
    }
}
