package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.result.WriteError;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The server refused a write of a single document. */
public final class MongoWriteException extends MongoServerException {
    private static final long serialVersionUID = 1L;

    private final transient WriteError error;

    public MongoWriteException(WriteError error, BsonDocument response, @Nullable ServerAddress address) {
        super("Write failed with error " + error.code() + (address == null ? "" : " on " + address) + ": "
                + error.message()
                + (error.details().isEmpty() ? "" : " " + error.details().toJson()), error.code(), response, address);
        this.error = error;
    }

    public WriteError error() {
        return error;
    }
}
