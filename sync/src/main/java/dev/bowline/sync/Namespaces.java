package dev.bowline.sync;

import dev.bowline.error.MongoCommandException;

/** What servers say of collections that do not exist. */
final class Namespaces {
    private static final int NAMESPACE_NOT_FOUND = 26;

    private Namespaces() {}

    static boolean isMissing(MongoCommandException error) {
        return error.code() == NAMESPACE_NOT_FOUND || error.errorMessage().contains("ns not found");
    }
}
