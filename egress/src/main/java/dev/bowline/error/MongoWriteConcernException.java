package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.result.WriteConcernError;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The write was done, but could not be confirmed as durable as its write concern asks. */
public final class MongoWriteConcernException extends MongoServerException {
    private static final long serialVersionUID = 1L;

    private final transient WriteConcernError error;

    /**
     * Creates the exception. Its message and code are those of the write concern error.
     *
     * @param error the write concern error of the reply
     * @param response the server's reply
     * @param address the server that replied; null if it is not known
     */
    public MongoWriteConcernException(WriteConcernError error, BsonDocument response, @Nullable ServerAddress address) {
        super("Write concern not satisfied: error " + error.code()
                + (error.codeName().isEmpty() ? "" : " (" + error.codeName() + ")")
                + (address == null ? "" : " on " + address) + ": " + error.message(), error.code(), response, address);
        this.error = error;
    }

    /** The write concern error of the reply. It is not serialized: a deserialized exception returns null. */
    public WriteConcernError writeConcernError() {
        return error;
    }
}
