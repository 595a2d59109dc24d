package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoTimeoutException;
import dev.bowline.options.CommandFields;
import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.jspecify.annotations.Nullable;

/**
 * A bulk write: statements grouped into commands, each sent by the common loop and each retryable or not by itself. A
 * command that fails altogether ends the bulk write, ordered or not.
 */
public final class BulkWrite<T> {
    private final Namespace namespace;
    private final List<BulkStatement<T>> statements;
    private final boolean ordered;
    private final CommandFields fields;
    private final Codec<T> codec;

    private long inserted;
    private long matched;
    private long modified;
    private long deleted;
    private boolean acknowledged = true;
    /** Whether there is a {@code timeoutMS}, which says how errors for lack of time are reported. */
    private long limitMillis = OperationScope.NO_TIMEOUT;
    private int commandsDone;
    /** In the order of their positions, in which they are added: all inserts are of one group, or groups are in order. */
    private final Map<Integer, BsonValue> insertedIds = new LinkedHashMap<>();
    private final Map<Integer, BsonValue> upsertedIds = new TreeMap<>();
    private final List<WriteError> writeErrors = new ArrayList<>();
    private final List<WriteConcernError> concernErrors = new ArrayList<>();
    private BsonDocument lastErrorReply = new BsonDocument();
    private @Nullable ServerAddress lastErrorAddress;

    public BulkWrite(Namespace namespace, List<BulkStatement<T>> statements, boolean ordered, CommandFields fields,
            Codec<T> codec) {
        if (statements.isEmpty()) {
            throw new IllegalArgumentException("There is nothing to write");
        }
        this.namespace = namespace;
        this.statements = statements;
        this.ordered = ordered;
        this.fields = fields;
        this.codec = codec;
    }

    public BulkWriteResult run(OperationExecutor executor, OperationScope scope) {
        if (!executor.traces()) {
            return run(executor, scope, null);
        }
        boolean inserts = statements.stream().allMatch(statement -> statement.kind() == BulkStatement.Kind.INSERT);
        return executor.traced(
                new TracedOperation(inserts ? "insert" : "bulkWrite", namespace.database(), namespace.collection()),
                scope, scope.session() != null && scope.session().inTransaction(), span -> run(executor, scope, span));
    }

    private BulkWriteResult run(OperationExecutor executor, OperationScope scope, @Nullable Span span) {
        Deadline deadline = executor.deadline(scope);
        long operationId = executor.nextOperationId();
        limitMillis = scope.limitMillis();
        try (ImplicitSession session = new ImplicitSession(executor)) {
            for (WriteGroup<T> group : WriteGroup.of(statements, ordered)) {
                int next = 0;
                while (next < group.size()) {
                    next = runBatch(executor, scope, deadline, operationId, session, group, next, span);
                    if (ordered && !writeErrors.isEmpty()) {
                        throw failed(null);
                    }
                }
            }
        }
        if (!writeErrors.isEmpty() || !concernErrors.isEmpty()) {
            throw failed(null);
        }
        return result();
    }

    private int runBatch(OperationExecutor executor, OperationScope scope, Deadline deadline, long operationId,
            ImplicitSession session, WriteGroup<T> group, int from, @Nullable Span span) {
        WriteBatch<T> batch = new WriteBatch<>(namespace, group, from, ordered, fields, codec);
        try {
            add(group, batch, executor.executePart(batch, scope, deadline, operationId, session, span));
        } catch (MongoException e) {
            commandFailed(group, batch, e);
        }
        commandsDone++;
        return batch.end();
    }

    /**
     * Adds what is known of a command that ended in an exception. The bulk write ends too, unless the exception only
     * stands for a reply with errors that was no reason for another attempt.
     */
    private void commandFailed(WriteGroup<T> group, WriteBatch<T> batch, MongoException error) {
        WriteBatch.Outcome known = batch.outcome();
        if (known == null) {
            if (error instanceof MongoCommandException command) {
                addConcernError(command.response(), group.kind().command);
            }
            boolean unsent = error instanceof MongoClientException && !(error instanceof MongoTimeoutException);
            throw unsent && commandsDone == 0 ? error : failed(error);
        }
        add(group, batch, known);
        boolean answered = error instanceof MongoServerException server && server.response() == known.response();
        if (!answered) {
            throw failed(error);
        }
        lastErrorAddress = error.serverAddress();
        if (batch.isRetried()) {
            // Retryable writes: a failed retry ends the bulk write, ordered or not.
            MongoException failure = failed(null);
            error.errorLabels().forEach(failure::addErrorLabel);
            throw failure;
        }
    }

    /** A command may fail altogether and report a write concern error beside its own. */
    private void addConcernError(BsonDocument reply, String command) {
        if (reply.isDocument("writeConcernError")) {
            concernErrors.add(WriteReplies.writeConcernError(reply, command));
        }
    }

    private void add(WriteGroup<T> group, WriteBatch<T> batch, WriteBatch.Outcome outcome) {
        acknowledged = outcome.acknowledged();
        switch (group.kind()) {
            case INSERT -> {
                inserted += outcome.n();
                addInsertedIds(group, batch, outcome);
            }
            case UPDATE -> {
                matched += outcome.n() - outcome.upserted().size();
                modified += Math.max(0, outcome.nModified());
                outcome.upserted().forEach((index, id) -> upsertedIds.put(group.positions().get(index), id));
            }
            case DELETE -> deleted += outcome.n();
        }
        for (WriteError error : outcome.errors()) {
            writeErrors.add(error.at(group.positions().get(error.index())));
        }
        if (outcome.concernError() != null) {
            concernErrors.add(outcome.concernError());
        }
        if (outcome.response() != null) {
            lastErrorReply = outcome.response();
            lastErrorAddress = outcome.address();
        }
    }

    /** Those of statements that were refused, or after one that was, are left out. */
    private void addInsertedIds(WriteGroup<T> group, WriteBatch<T> batch, WriteBatch.Outcome outcome) {
        int first = batch.end() - batch.ids().size();
        BitSet refused = new BitSet();
        for (WriteError error : outcome.errors()) {
            refused.set(error.index(), Math.max(error.index() + 1, ordered ? batch.end() : 0));
        }
        for (int i = 0; i < batch.ids().size(); i++) {
            int index = first + i;
            BsonValue id = batch.ids().get(i);
            if (id != null && !refused.get(index)) {
                insertedIds.put(group.positions().get(index), id);
            }
        }
    }

    private MongoException failed(@Nullable MongoException thrown) {
        MongoException cause = thrown == null && limitMillis >= 0
                ? Timeouts.among("bulkWrite on " + namespace, limitMillis, writeErrors, concernErrors)
                : thrown;
        writeErrors.sort(Comparator.comparingInt(WriteError::index));
        ServerAddress address = thrown != null ? thrown.serverAddress() : lastErrorAddress;
        MongoException failure = new MongoBulkWriteException(result(), writeErrors, concernErrors, cause,
                lastErrorReply, address);
        if (inserted + modified + deleted + upsertedIds.size() > 0) {
            // Of the last command it may be true, of the bulk write it is not.
            failure.removeErrorLabel(ErrorLabel.NO_WRITES_PERFORMED);
        }
        return failure;
    }

    private BulkWriteResult result() {
        return new BulkWriteResult(acknowledged, inserted, matched, modified, deleted,
                Collections.unmodifiableMap(insertedIds), Collections.unmodifiableMap(upsertedIds));
    }
}
