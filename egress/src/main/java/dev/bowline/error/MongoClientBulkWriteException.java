package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.result.ClientBulkWriteResult;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A client's bulk write did not fully succeed: statements were refused, a write concern was not satisfied, or a command
 * failed altogether, which is then the {@linkplain #getCause cause}.
 */
public final class MongoClientBulkWriteException extends MongoServerException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable ClientBulkWriteResult partialResult;
    private final transient SortedMap<Integer, WriteError> writeErrors;
    private final transient List<WriteConcernError> writeConcernErrors;

    /**
     * Creates the exception.
     *
     * @param partialResult what had been done when the bulk write ended; null if it is not known that any statement
     *     succeeded
     * @param writeErrors the statements that the server refused, by their position
     * @param writeConcernErrors one for each command whose write concern was not satisfied
     * @param cause the error of the command that failed altogether; its labels become labels of this exception; null if
     *     every command got a reply with {@code ok: 1}
     * @param response the last reply of the server that brought an error, or an empty document
     * @param address the server that replied; null if it is not known
     */
    public MongoClientBulkWriteException(@Nullable ClientBulkWriteResult partialResult,
            SortedMap<Integer, WriteError> writeErrors, List<WriteConcernError> writeConcernErrors,
            @Nullable MongoException cause, BsonDocument response, @Nullable ServerAddress address) {
        super(describe(writeErrors, writeConcernErrors, cause, address),
                codeOf(writeErrors, writeConcernErrors, cause), response, address);
        this.partialResult = partialResult;
        this.writeErrors = Collections.unmodifiableSortedMap(new TreeMap<>(writeErrors));
        this.writeConcernErrors = List.copyOf(writeConcernErrors);
        if (cause != null) {
            initCause(cause);
            cause.errorLabels().forEach(this::addErrorLabel);
        }
    }

    /** What had been done when the bulk write ended; empty if it is not known that anything was. */
    public Optional<ClientBulkWriteResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }

    /** The statements that were refused, by their position; at most one if the bulk write was ordered. */
    public Map<Integer, WriteError> writeErrors() {
        return writeErrors;
    }

    /** One for each command whose write concern was not satisfied. */
    public List<WriteConcernError> writeConcernErrors() {
        return writeConcernErrors;
    }

    private static int codeOf(SortedMap<Integer, WriteError> errors, List<WriteConcernError> concerns,
            @Nullable MongoException cause) {
        if (cause != null) {
            return cause.code();
        }
        if (!errors.isEmpty()) {
            return errors.values().iterator().next().code();
        }
        return concerns.isEmpty() ? -1 : concerns.get(0).code();
    }

    private static String describe(SortedMap<Integer, WriteError> errors, List<WriteConcernError> concerns,
            @Nullable MongoException cause, @Nullable ServerAddress address) {
        StringBuilder text = new StringBuilder("Bulk write of a client failed");
        if (address != null) {
            text.append(" on ").append(address);
        }
        if (!errors.isEmpty()) {
            WriteError first = errors.values().iterator().next();
            text.append(": ").append(errors.size()).append(" write error(s), the first at index ").append(first.index())
                    .append(" with code ").append(first.code()).append(": ").append(first.message());
        }
        if (!concerns.isEmpty()) {
            WriteConcernError first = concerns.get(0);
            text.append(": ").append(concerns.size()).append(" write concern error(s), the first with code ")
                    .append(first.code()).append(": ").append(first.message());
        }
        if (cause != null) {
            text.append(": ").append(cause.getMessage());
        }
        return text.toString();
    }
}
