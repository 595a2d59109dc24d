package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;

/** A client of a test, with what it let be seen. */
record ClientEntity(MongoClient client, Observer observer) implements AutoCloseable {
    @Override
    public void close() {
        client.close();
    }
}
