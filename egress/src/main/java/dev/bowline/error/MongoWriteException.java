package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The server refused a write of a single document. */
public final class MongoWriteException extends MongoServerException {
    private static final long serialVersionUID = 1L;

    private final transient WriteError error;
    private final transient @Nullable WriteConcernError writeConcernError;

    /**
     * Creates the exception. Its message and code are those of the write error.
     *
     * @param error the write error of the reply
     * @param writeConcernError the write concern error of the same reply; null if there is none
     * @param response the server's reply
     * @param address the server that replied; null if it is not known
     */
    public MongoWriteException(WriteError error, @Nullable WriteConcernError writeConcernError, BsonDocument response,
            @Nullable ServerAddress address) {
        super("Write failed with error " + error.code() + (address == null ? "" : " on " + address) + ": "
                + error.message()
                + (error.details().isEmpty() ? "" : " " + error.details().toJson()), error.code(), response, address);
        this.error = error;
        this.writeConcernError = writeConcernError;
    }

    /** The write error of the reply. It is not serialized: a deserialized exception returns null. */
    public WriteError error() {
        return error;
    }

    /** The write concern error that the server reported beside the write error; empty if there was none. */
    public Optional<WriteConcernError> writeConcernError() {
        return Optional.ofNullable(writeConcernError);
    }
}
