package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A bulk write did not fully succeed: statements were refused, a write concern was not satisfied, or a command failed
 * altogether, which is then the {@linkplain #getCause cause}. What had been done is in {@link #result}.
 */
public final class MongoBulkWriteException extends MongoServerException {
    private static final long serialVersionUID = 1L;

    private final transient BulkWriteResult result;
    private final transient List<WriteError> writeErrors;
    private final transient List<WriteConcernError> writeConcernErrors;

    /**
     * Creates the exception.
     *
     * @param result what had been done when the bulk write ended
     * @param writeErrors the statements that the server refused, by ascending index
     * @param writeConcernErrors one for each command whose write concern was not satisfied
     * @param cause the error of the command that failed altogether; its labels become labels of this exception; null if
     *     every command got a reply with {@code ok: 1}
     * @param response the last reply of the server that brought an error, or an empty document
     * @param address the server that replied; null if it is not known
     */
    public MongoBulkWriteException(BulkWriteResult result, List<WriteError> writeErrors,
            List<WriteConcernError> writeConcernErrors, @Nullable MongoException cause, BsonDocument response,
            @Nullable ServerAddress address) {
        super(describe(writeErrors, writeConcernErrors, cause, address), codeOf(writeErrors, writeConcernErrors, cause),
                response, address);
        this.result = result;
        this.writeErrors = List.copyOf(writeErrors);
        this.writeConcernErrors = List.copyOf(writeConcernErrors);
        if (cause != null) {
            initCause(cause);
            cause.errorLabels().forEach(this::addErrorLabel);
        }
    }

    /** What had been done when the bulk write ended. */
    public BulkWriteResult result() {
        return result;
    }

    /** The statements that were refused, by ascending index. */
    public List<WriteError> writeErrors() {
        return writeErrors;
    }

    /** One for each command whose write concern was not satisfied. */
    public List<WriteConcernError> writeConcernErrors() {
        return writeConcernErrors;
    }

    private static int codeOf(List<WriteError> errors, List<WriteConcernError> concerns,
            @Nullable MongoException cause) {
        if (cause != null) {
            return cause.code();
        }
        return !errors.isEmpty() ? errors.get(0).code() : concerns.isEmpty() ? -1 : concerns.get(0).code();
    }

    private static String describe(List<WriteError> errors, List<WriteConcernError> concerns,
            @Nullable MongoException cause, @Nullable ServerAddress address) {
        StringBuilder text = new StringBuilder("Bulk write failed");
        if (address != null) {
            text.append(" on ").append(address);
        }
        if (!errors.isEmpty()) {
            WriteError first = errors.get(0);
            text.append(": ").append(errors.size()).append(" write error(s), the first at index ").append(first.index())
                    .append(" with code ").append(first.code()).append(": ").append(first.message());
        }
        if (!concerns.isEmpty()) {
            WriteConcernError first = concerns.get(0);
            text.append(": ").append(concerns.size()).append(" write concern error(s), the first with code ")
                    .append(first.code()).append(": ").append(first.message());
        }
        if (cause != null) {
            text.append(": a command failed: ").append(cause.getMessage());
        }
        return text.toString();
    }
}
