package dev.bowline.egress.wire;

import dev.bowline.error.MongoProtocolException;

/** Makes the errors for bytes that are not what the protocol says: each names the field and its offset. */
final class Malformed {
    private Malformed() {}

    /** @param offset counted from the start of the document */
    static MongoProtocolException bson(String field, int offset, String problem) {
        return new MongoProtocolException("Malformed BSON: " + field + " at offset " + offset + " " + problem);
    }

    /** @param offset counted from the start of the message */
    static MongoProtocolException message(String field, int offset, String problem) {
        return new MongoProtocolException("Malformed message: " + field + " at offset " + offset + " " + problem);
    }
}
