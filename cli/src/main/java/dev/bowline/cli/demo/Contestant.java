package dev.bowline.cli.demo;

import java.util.function.Consumer;
import org.bson.Document;

/** A driver under the demo's workload. Used by many threads at once. */
interface Contestant extends AutoCloseable {
    /** The driver's name, as the demo prints it. */
    String name();

    /** Inserts a document with this id. Returns when a majority has acknowledged it. */
    void insert(String id);

    /** Adds one to the counter of a writer. Returns when a majority has acknowledged it. */
    void increment(int writer);

    /** Shows every document of the demo's collection. */
    void forEach(Consumer<Document> action);

    /** Drops the demo's collection. */
    void drop();

    /** The state of the driver in a few words, for the status line. */
    String status();

    /** How many attempts were made again so far. */
    long retries();

    @Override
    void close();
}
