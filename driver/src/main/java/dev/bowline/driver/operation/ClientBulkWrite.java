package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoServerException;
import dev.bowline.options.CommandFields;
import dev.bowline.result.ClientBulkWriteResult;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A client's bulk write: statements for any collections in as few {@code bulkWrite} commands as they fit into, each
 * sent by the common loop and each retryable or not by itself. Bulk write, "Handling the bulkWrite Server Response".
 */
public final class ClientBulkWrite {
    private final List<ClientStatement> statements;
    private final boolean ordered;
    private final boolean verbose;
    private final CommandFields fields;

    private long inserted;
    private long upserted;
    private long matched;
    private long modified;
    private long deleted;
    private boolean acknowledged = true;
    /** Whether there is a {@code timeoutMS}, which says how errors for lack of time are reported. */
    private long limitMillis = OperationScope.NO_TIMEOUT;
    /** Whether some command is known to have written something. */
    private boolean anySucceeded;
    private final Map<Integer, ClientBulkWriteResult.Insert> inserts = new TreeMap<>();
    private final Map<Integer, ClientBulkWriteResult.Update> updates = new TreeMap<>();
    private final Map<Integer, ClientBulkWriteResult.Delete> deletes = new TreeMap<>();
    private final SortedMap<Integer, WriteError> writeErrors = new TreeMap<>();
    private final List<WriteConcernError> concernErrors = new ArrayList<>();
    private BsonDocument lastErrorReply = new BsonDocument();

    public ClientBulkWrite(List<ClientStatement> statements, boolean ordered, boolean verbose, CommandFields fields) {
        if (statements.isEmpty()) {
            throw new IllegalArgumentException("There is nothing to write");
        }
        this.statements = statements;
        this.ordered = ordered;
        this.verbose = verbose;
        this.fields = fields;
    }

    public ClientBulkWriteResult run(OperationExecutor executor, OperationScope scope) {
        if (!executor.traces()) {
            return run(executor, scope, null);
        }
        return executor.traced(new TracedOperation("bulkWrite", "admin", null), scope,
                scope.session() != null && scope.session().inTransaction(), span -> run(executor, scope, span));
    }

    private ClientBulkWriteResult run(OperationExecutor executor, OperationScope scope, @Nullable Span span) {
        boolean inTransaction = scope.session() != null && scope.session().inTransaction();
        if (verbose && !scope.writeConcern().isAcknowledged() && !inTransaction) {
            throw new MongoClientException("Cannot request unacknowledged write concern and verbose results");
        }
        if (ordered && !scope.writeConcern().isAcknowledged() && !inTransaction) {
            throw new MongoClientException("Cannot request unacknowledged write concern and ordered writes");
        }
        Deadline deadline = executor.deadline(scope);
        long operationId = executor.nextOperationId();
        limitMillis = scope.limitMillis();
        try (ImplicitSession session = new ImplicitSession(executor)) {
            int next = 0;
            while (next < statements.size()) {
                next = runBatch(executor, scope, deadline, operationId, session, next, span);
                if (ordered && !writeErrors.isEmpty()) {
                    break;
                }
            }
        }
        if (!writeErrors.isEmpty() || !concernErrors.isEmpty()) {
            throw failed(null);
        }
        return result();
    }

    private int runBatch(OperationExecutor executor, OperationScope scope, Deadline deadline, long operationId,
            ImplicitSession session, int from, @Nullable Span span) {
        ClientBulkBatch batch = new ClientBulkBatch(statements, from, ordered, verbose, fields);
        ClientBulkBatch.Outcome outcome;
        try {
            outcome = executor.executePart(batch, scope, deadline, operationId, session, span);
        } catch (MongoException e) {
            commandFailed(batch, from, e);
            return batch.end();
        } finally {
            batch.closeSuperseded();
        }
        acknowledged = outcome.acknowledged();
        if (outcome.acknowledged()) {
            add(outcome, from, batch.end());
        }
        return batch.end();
    }

    /**
     * Adds what is known of a command that ended in an exception. The bulk write ends too, unless the exception only
     * stands for a write concern error that was no reason for another attempt.
     */
    private void commandFailed(ClientBulkBatch batch, int from, MongoException error) {
        ClientBulkBatch.Outcome known = batch.outcome();
        if (known == null) {
            throw from == 0 ? error : failed(error);
        }
        boolean answered = error instanceof MongoServerException server && server.response() == known.reply();
        try {
            add(known, from, batch.end());
        } catch (MongoException e) {
            if (!answered) {
                error.addSuppressed(e);
                throw failed(error);
            }
            throw e;
        }
        if (!answered) {
            throw failed(error);
        }
        if (batch.isRetried()) {
            // Retryable writes: a failed retry ends the bulk write, ordered or not.
            MongoException failure = failed(null);
            error.errorLabels().forEach(failure::addErrorLabel);
            throw failure;
        }
    }

    private void add(ClientBulkBatch.Outcome outcome, int from, int to) {
        inserted += outcome.count("nInserted");
        upserted += outcome.count("nUpserted");
        matched += outcome.count("nMatched");
        modified += outcome.count("nModified");
        deleted += outcome.count("nDeleted");
        int errors = outcome.count("nErrors");
        if (outcome.concernError() != null) {
            concernErrors.add(outcome.concernError());
            lastErrorReply = outcome.reply();
        }
        if (errors > 0) {
            lastErrorReply = outcome.reply();
        }
        BatchCursor<BsonDocument> results = outcome.results();
        try (results) {
            while (results != null && results.hasNext()) {
                add(results.next(), from, to);
            }
        } catch (MongoException e) {
            anySucceeded |= ordered ? errors == 0 || firstRefused() > from : errors < to - from;
            throw failed(e);
        }
        anySucceeded |= ordered ? errors == 0 || firstRefused() > from : errors < to - from;
    }

    /** Where an ordered bulk write stopped; -1 if the server has not said so. */
    private int firstRefused() {
        return writeErrors.isEmpty() ? -1 : writeErrors.firstKey();
    }

    private void add(BsonDocument result, int from, int to) {
        int index = WriteReplies.number(result, "idx", -1);
        if (index < 0 || index >= to - from) {
            throw new MongoProtocolException("The reply to 'bulkWrite' has a result for the statement " + index
                    + " but " + (to - from) + " statement(s) were sent");
        }
        int position = from + index;
        if (WriteReplies.number(result, "ok", 0) != 1) {
            writeErrors.put(position, WriteReplies.writeError(position, result));
            return;
        }
        if (!verbose) {
            return;
        }
        long n = WriteReplies.number(result, "n", 0);
        ClientStatement statement = statements.get(position);
        switch (statement.kind()) {
            case INSERT -> inserts.put(position, new ClientBulkWriteResult.Insert(statement.insertedId()));
            case UPDATE -> {
                BsonValue id = result.get("upserted") instanceof BsonDocument upsert ? upsert.get("_id") : null;
                updates.put(position,
                        new ClientBulkWriteResult.Update(n, WriteReplies.number(result, "nModified", 0), id));
            }
            case DELETE -> deletes.put(position, new ClientBulkWriteResult.Delete(n));
        }
    }

    private MongoException failed(@Nullable MongoException thrown) {
        MongoException cause = thrown == null && limitMillis >= 0
                ? Timeouts.among("bulkWrite", limitMillis, writeErrors.values(), concernErrors)
                : thrown;
        ServerAddress address = cause == null ? null : cause.serverAddress();
        BsonDocument response = cause instanceof MongoServerException server ? server.response() : lastErrorReply;
        MongoException failure = new MongoClientBulkWriteException(anySucceeded ? result() : null, writeErrors,
                concernErrors, cause, response, address);
        if (inserted + upserted + modified + deleted > 0) {
            // Of the last command it may be true, of the bulk write it is not.
            failure.removeErrorLabel(ErrorLabel.NO_WRITES_PERFORMED);
        }
        return failure;
    }

    private ClientBulkWriteResult result() {
        return new ClientBulkWriteResult(acknowledged, verbose, inserted, upserted, matched, modified, deleted,
                Collections.unmodifiableMap(inserts), Collections.unmodifiableMap(updates),
                Collections.unmodifiableMap(deletes));
    }
}
