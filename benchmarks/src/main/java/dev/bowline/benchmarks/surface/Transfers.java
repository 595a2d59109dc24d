package dev.bowline.benchmarks.surface;

/** What each driver is asked to do. Each method returns what it has moved, for the run to check. */
interface Transfers extends AutoCloseable {
    /** The bytes of a file, stored through a stream. */
    long upload();

    /** The bytes of a file, read through a stream. */
    long download();

    /** The number of events read from a change stream. */
    long watch(int events);

    @Override
    void close();
}
