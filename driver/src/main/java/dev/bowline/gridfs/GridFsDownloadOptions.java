package dev.bowline.gridfs;

import java.util.function.LongConsumer;

/** Options of a download. */
public final class GridFsDownloadOptions {
    private int revision = -1;
    private LongConsumer progress = bytes -> {};

    GridFsDownloadOptions() {}

    /**
     * Which file of this name: 0 is the first, 1 the next, -1 the latest, -2 the one before it. The latest unless set.
     * Only for downloads by name.
     */
    public GridFsDownloadOptions revision(int revision) {
        this.revision = revision;
        return this;
    }

    /** Called after each chunk with the number of bytes fetched so far. Called by the thread that reads. */
    public GridFsDownloadOptions progress(LongConsumer progress) {
        this.progress = progress;
        return this;
    }

    int revision() {
        return revision;
    }

    LongConsumer progress() {
        return progress;
    }
}
