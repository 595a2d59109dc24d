package dev.bowline.sync;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoCursorNotFoundException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoInternalException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoQueryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcernResult;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ServerId;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.error.MongoDocumentTooLargeException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Bowline's errors as the official driver would have raised them for the same reply: class, code, labels, address,
 * write errors and partial results. The original goes along as suppressed and not as cause, because frameworks decide
 * by the most specific cause.
 */
final class Errors {
    private static final int CODE_UNSUPPORTED_TRANSACTION_NUMBERS = 20;
    private static final int CODE_CURSOR_NOT_FOUND = 43;
    private static final int CODE_MAX_TIME_EXPIRED = 50;
    private static final Set<Integer> NOT_PRIMARY = Set.of(10107, 13435, 10058);
    private static final Set<Integer> RECOVERING = Set.of(11600, 11602, 13436, 189, 91);

    private static final Set<String> OF_TRANSACTIONS = Set.of(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL,
            MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);

    private final ClusterId clusterId;
    private final @Nullable MongoCredential credential;
    private final Supplier<ClusterDescription> cluster;

    Errors(ClusterId clusterId, @Nullable MongoCredential credential, Supplier<ClusterDescription> cluster) {
        this.clusterId = clusterId;
        this.credential = credential;
        this.cluster = cluster;
    }

    /** The error to throw in place of one of Bowline's. */
    RuntimeException official(dev.bowline.error.MongoException error) {
        return error instanceof dev.bowline.error.MongoOperationTimeoutException
                && error.getCause() instanceof MongoOperationTimeoutException raisedByBody
                        ? raisedByBody
                        : labelled(convert(error), error);
    }

    /** Labels are what Bowline has decided about the error, and the original goes along. */
    private static RuntimeException labelled(RuntimeException official, dev.bowline.error.MongoException error) {
        if (official instanceof MongoOperationTimeoutException late) {
            // It says nothing about whether a write can be repeated: the time for that is over.
            OF_TRANSACTIONS.stream().filter(error::hasErrorLabel).forEach(late::addLabel);
        } else if (official instanceof MongoException with) {
            with.getErrorLabels().stream().filter(label -> !error.hasErrorLabel(label)).toList()
                    .forEach(with::removeLabel);
            error.errorLabels().forEach(with::addLabel);
        }
        official.addSuppressed(error);
        return official;
    }

    /** The error of a {@code find}, for which the official driver has a class of its own. */
    RuntimeException ofQuery(dev.bowline.error.MongoException error, ClientContext client) {
        return query(error, client.official(error));
    }

    /** The error of a {@code getMore}. */
    RuntimeException ofFetch(dev.bowline.error.MongoException error, long cursorId, ClientContext client) {
        RuntimeException official = client.official(error);
        if (official instanceof MongoCommandException command && command.getErrorCode() == CODE_CURSOR_NOT_FOUND) {
            return labelled(new MongoCursorNotFoundException(cursorId, command.getResponse(),
                    command.getServerAddress()), error);
        }
        return query(error, official);
    }

    private RuntimeException query(dev.bowline.error.MongoException error, RuntimeException official) {
        if (official instanceof MongoOperationTimeoutException late
                && late.getCause() instanceof MongoCommandException command) {
            return labelled(new MongoOperationTimeoutException(late.getMessage(),
                    new MongoQueryException(command.getResponse(), command.getServerAddress())), error);
        }
        if (!(official instanceof MongoCommandException command)) {
            return official;
        }
        return labelled(new MongoQueryException(command.getResponse(), command.getServerAddress()), error);
    }

    /** The same for what may be of any kind, as in events. */
    Throwable officialOf(Throwable error) {
        return error instanceof dev.bowline.error.MongoException ours ? official(ours) : error;
    }

    private @Nullable Throwable cause(dev.bowline.error.MongoException error) {
        return error.getCause() == null ? null : officialOf(error.getCause());
    }

    private RuntimeException convert(dev.bowline.error.MongoException error) {
        String message = Objects.requireNonNullElse(error.getMessage(), "");
        ServerAddress address = Addresses.officialOrNull(error.serverAddress());
        return switch (error) {
            case dev.bowline.error.MongoWriteException e -> new MongoWriteException(writeError(e.error()), address,
                    e.errorLabels());
            case dev.bowline.error.MongoWriteConcernException e -> new MongoWriteConcernException(
                    concernError(e.writeConcernError()), writeResult(e.response()), address, e.errorLabels());
            case dev.bowline.error.MongoBulkWriteException e -> bulk(e, address);
            case MongoClientBulkWriteException e -> clientBulk(e, address);
            case dev.bowline.error.MongoCommandException e -> command(e, message, address);
            case dev.bowline.error.MongoSocketException e -> socket(e, message, address);
            case dev.bowline.error.MongoOperationTimeoutException e -> late(e, message);
            case MongoPoolClearedException e -> new MongoConnectionPoolClearedException(
                    new ServerId(clusterId, Objects.requireNonNullElseGet(address, ServerAddress::new)), cause(e));
            case MongoPoolClosedException e -> new MongoServerUnavailableException(message);
            case dev.bowline.error.MongoTimeoutException e -> new MongoTimeoutException(message);
            case dev.bowline.error.MongoSecurityException e -> security(e, message);
            case dev.bowline.error.MongoInterruptedException e ->
                new MongoInterruptedException(message,
                        e.getCause() instanceof Exception cause ? cause : new InterruptedException(message));
            case dev.bowline.error.MongoIncompatibleDriverException e ->
                new MongoIncompatibleDriverException(message, cluster.get());
            case dev.bowline.error.MongoConfigurationException e ->
                e.getCause() == null
                        ? new MongoConfigurationException(message)
                        : new MongoConfigurationException(message, cause(e));
            case MongoDocumentTooLargeException e -> new BsonMaximumSizeExceededException(message);
            case MongoProtocolException e -> new MongoInternalException(message, cause(e));
            default -> error.getCause() == null
                    ? new MongoClientException(message)
                    : new MongoClientException(message, cause(error));
        };
    }

    /** An operation that found no server in time, or no time to start, has no cause. Causes have only their own labels. */
    private MongoOperationTimeoutException late(dev.bowline.error.MongoOperationTimeoutException error,
            String message) {
        return switch (error.getCause()) {
            case MongoServerSelectionTimeoutException e -> new MongoOperationTimeoutException(message);
            case dev.bowline.error.MongoWriteConcernException e -> new MongoOperationTimeoutException(message,
                    expired(e.writeConcernError().message(), e.response()));
            case dev.bowline.error.MongoException e -> new MongoOperationTimeoutException(message, convert(e));
            case MongoException ofBody -> {
                MongoOperationTimeoutException late = new MongoOperationTimeoutException(message, ofBody);
                OF_TRANSACTIONS.stream().filter(ofBody::hasErrorLabel).forEach(late::addLabel);
                yield late;
            }
            case null -> new MongoOperationTimeoutException(message);
            case Throwable e -> new MongoOperationTimeoutException(message, e);
        };
    }

    private static MongoExecutionTimeoutException expired(String message, BsonDocument response) {
        return new MongoExecutionTimeoutException(CODE_MAX_TIME_EXPIRED, message, response);
    }

    private static RuntimeException command(dev.bowline.error.MongoCommandException error, String message,
            @Nullable ServerAddress address) {
        BsonDocument response = error.response();
        int code = error.code();
        if (code == CODE_UNSUPPORTED_TRANSACTION_NUMBERS && message.startsWith("This MongoDB deployment")) {
            return new MongoClientException(message, new MongoCommandException(response, address));
        }
        if (code == CODE_MAX_TIME_EXPIRED) {
            return expired(error.errorMessage(), response);
        }
        if (NOT_PRIMARY.contains(code)) {
            return new MongoNotPrimaryException(response, address);
        }
        if (RECOVERING.contains(code)) {
            return new MongoNodeIsRecoveringException(response, address);
        }
        return new MongoCommandException(response, address);
    }

    private MongoException socket(dev.bowline.error.MongoSocketException error, String message,
            @Nullable ServerAddress address) {
        Throwable cause = switch (error.getCause()) {
            case EOFException end -> null;
            // The end of the chain is what frameworks look at, and a class of ours would say nothing to them.
            case SocketTimeoutException late -> new SocketTimeoutException(late.getMessage());
            case null, default -> cause(error);
        };
        if (cause instanceof InterruptedIOException interrupted && Thread.currentThread().isInterrupted()) {
            return new MongoInterruptedException(message, interrupted);
        }
        if (cause instanceof UnknownHostException) {
            return new MongoSocketException(message, address, cause);
        }
        return switch (error.phase()) {
            case CONNECTING -> new MongoSocketOpenException(message, address, cause);
            case SENDING -> new MongoSocketWriteException(message, address, cause);
            case HANDSHAKING, AUTHENTICATING, RECEIVING -> error.isTimeout()
                    ? new MongoSocketReadTimeoutException(message, address, cause)
                    : new MongoSocketReadException(message, address, cause);
        };
    }

    private MongoException security(dev.bowline.error.MongoSecurityException error, String message) {
        MongoCredential given = credential != null
                ? credential
                : MongoCredential.createCredential("", "admin", new char[0]);
        return new MongoSecurityException(given, message, cause(error));
    }

    private RuntimeException bulk(dev.bowline.error.MongoBulkWriteException error, @Nullable ServerAddress address) {
        if (error.getCause() instanceof dev.bowline.error.MongoException cause && error.writeErrors().isEmpty()
                && error.writeConcernErrors().isEmpty()) {
            return convert(cause);
        }
        if (error.getCause() instanceof dev.bowline.error.MongoOperationTimeoutException late) {
            if (late.getCause() != null) {
                return convert(late);
            }
            String message = Objects.requireNonNullElse(late.getMessage(), "");
            return new MongoOperationTimeoutException(message, expired(message, error.response()));
        }
        List<BulkWriteError> errors = new ArrayList<>();
        for (dev.bowline.result.WriteError each : error.writeErrors()) {
            errors.add(new BulkWriteError(each.code(), each.message(), each.details(), each.index()));
        }
        List<dev.bowline.result.WriteConcernError> concerns = error.writeConcernErrors();
        return new MongoBulkWriteException(Results.bulk(error.result()), errors,
                concerns.isEmpty() ? null : concernError(concerns.get(concerns.size() - 1)), address,
                error.errorLabels());
    }

    private RuntimeException clientBulk(MongoClientBulkWriteException error, @Nullable ServerAddress address) {
        Map<Integer, WriteError> errors = new HashMap<>();
        error.writeErrors().forEach((index, each) -> errors.put(index, writeError(each)));
        List<WriteConcernError> concerns = error.writeConcernErrors().stream().map(Errors::concernError).toList();
        MongoException cause = error.getCause() instanceof dev.bowline.error.MongoException ours
                && official(ours) instanceof MongoException official ? official : null;
        return new ClientBulkWriteException(cause, concerns, errors,
                error.partialResult().map(Results::clientBulk).orElse(null),
                Objects.requireNonNullElseGet(address, ServerAddress::new));
    }

    private static WriteError writeError(dev.bowline.result.WriteError error) {
        return new WriteError(error.code(), error.message(), error.details());
    }

    private static WriteConcernError concernError(dev.bowline.result.WriteConcernError error) {
        return new WriteConcernError(error.code(), error.codeName(), error.message(), error.details());
    }

    /** What was written, by the reply that also brought the error about its write concern. */
    private static WriteConcernResult writeResult(BsonDocument reply) {
        if (reply.get("lastErrorObject") instanceof BsonDocument last) {
            return WriteConcernResult.acknowledged(number(last, "n"),
                    last.containsKey("updatedExisting") && last.get("updatedExisting").isBoolean()
                            && last.getBoolean("updatedExisting").getValue(),
                    last.get("upserted"));
        }
        if (!reply.containsKey("nModified")) {
            return WriteConcernResult.acknowledged(number(reply, "n"), false, null);
        }
        BsonValue upserted = reply.get("upserted") instanceof BsonArray array && !array.isEmpty()
                ? array.get(0).asDocument().get("_id")
                : null;
        int n = number(reply, "n");
        return WriteConcernResult.acknowledged(n, n > (upserted == null ? 0 : 1), upserted);
    }

    private static int number(BsonDocument document, String name) {
        BsonValue value = document.get(name);
        return value != null && value.isNumber() ? value.asNumber().intValue() : 0;
    }
}
