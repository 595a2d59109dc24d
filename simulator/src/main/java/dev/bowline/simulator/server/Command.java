package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;

/** A command: its name, its traits and what it does. */
record Command(String name, int traits, Handler handler) {
    /** Needs a primary. */
    static final int WRITES = 1;
    /** Needs a member with data; a secondary answers only if the client allows it. */
    static final int READS = 1 << 1;
    /** Only in the admin database. */
    static final int ADMIN = 1 << 2;
    /** Also before authentication. */
    static final int OPEN = 1 << 3;
    /** Takes part in a transaction. */
    static final int TRANSACTIONAL = 1 << 4;
    /** Takes a write concern. */
    static final int CONCERNED = 1 << 5;
    /** Takes a transaction number outside of a transaction. */
    static final int RETRYABLE = 1 << 6;
    /** In version 1 of the stable API. */
    static final int STABLE = 1 << 7;

    /** Executes a request; the reply lacks {@code ok} and what every reply carries. */
    interface Handler {
        Document run(Request request);
    }

    boolean is(int trait) {
        return (traits & trait) != 0;
    }
}
