package dev.bowline.driver.operation;

import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.egress.wire.WireBuffer;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoDocumentTooLargeException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.options.CommandFields;
import dev.bowline.result.WriteConcernError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One {@code bulkWrite} command: as many statements, from a given one on, as the connection allows. Where it ends is
 * decided when it is first written; every further attempt writes the same statements.
 */
final class ClientBulkBatch extends Operation<ClientBulkBatch.Outcome> {
    /** 8.0. */
    private static final int BULK_WRITE_WIRE_VERSION = 25;
    /** Left for the header and the fields common to all commands; bulk write, "Total Message Size". */
    private static final int MESSAGE_OVERHEAD = 1000;
    /** The bytes of an entry of {@code nsInfo} besides those of the name. */
    private static final int NAMESPACE_OVERHEAD = 14;
    /** Servers allow a command to be this much larger than a document. */
    private static final int COMMAND_OVERHEAD = 16 * 1024;
    private static final int UNDECIDED = -1;

    /**
     * The command's own sums, and a cursor over what happened to the statements.
     *
     * @param results null if there was no answer
     */
    record Outcome(boolean acknowledged, BsonDocument reply, @Nullable BatchCursor<BsonDocument> results,
            @Nullable WriteConcernError concernError) {
        int count(String field) {
            BsonValue value = reply.get(field);
            if (value == null || !value.isNumber()) {
                throw new MongoProtocolException("The reply to 'bulkWrite' lacks the field '" + field + "'");
            }
            return value.asNumber().intValue();
        }
    }

    private final List<ClientStatement> statements;
    private final int from;
    private final boolean ordered;
    private final boolean verbose;
    private final CommandFields fields;
    private int commandBytes;
    private int to = UNDECIDED;
    private boolean retried;
    private @Nullable Outcome outcome;
    private final List<BatchCursor<BsonDocument>> superseded = new ArrayList<>();

    ClientBulkBatch(List<ClientStatement> statements, int from, boolean ordered, boolean verbose,
            CommandFields fields) {
        super("admin");
        this.statements = statements;
        this.from = from;
        this.ordered = ordered;
        this.verbose = verbose;
        this.fields = fields;
    }

    /** Where the next batch begins. */
    int end() {
        return to;
    }

    /** What the last attempt that was answered did, even if it ended in an exception. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    @Override
    String commandName() {
        return "bulkWrite";
    }

    @Override
    Target target() {
        return Target.WRITABLE;
    }

    @Override
    Retryability retryability(Call call) {
        int end = to == UNDECIDED ? statements.size() : to;
        for (int i = from; i < end; i++) {
            if (statements.get(i).isMulti()) {
                return Retryability.NEVER;
            }
        }
        return WriteCommands.retryability(call);
    }

    /** Measures where the message would be cut by the limits that servers have, since there is none to ask. */
    @Override
    Retryability retryabilityUnconnected(Call call) {
        int multi = from;
        while (multi < statements.size() && !statements.get(multi).isMulti()) {
            multi++;
        }
        return to == UNDECIDED && multi > from && multi < statements.size() && isCutBefore(multi, call)
                ? WriteCommands.retryability(call)
                : retryability(call);
    }

    private boolean isCutBefore(int multi, Call call) {
        if (multi - from >= ConnectionDescription.DEFAULT_MAX_WRITE_BATCH_SIZE) {
            return true;
        }
        BsonBufferWriter writer = new BsonBufferWriter(new WireBuffer());
        for (int i = from; i <= multi; i++) {
            statements.get(i).write(writer, 0, false, call, ConnectionDescription.DEFAULT_MAX_BSON_OBJECT_SIZE);
            if (writer.position() > ConnectionDescription.DEFAULT_MAX_MESSAGE_SIZE_BYTES - MESSAGE_OVERHEAD) {
                return true;
            }
        }
        return false;
    }

    @Override
    boolean takesWriteConcern() {
        return true;
    }

    @Override
    void checkAgainst(Attempt attempt) {
        if (attempt.maxWireVersion() < BULK_WRITE_WIRE_VERSION) {
            throw attempt.unsupported("The bulkWrite of a client, which came with MongoDB 8.0,");
        }
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        int start = body.position();
        body.writeInt32("bulkWrite", 1);
        body.writeBoolean("errorsOnly", !verbose);
        body.writeBoolean("ordered", ordered);
        BsonFields.write(body, fields, attempt);
        commandBytes = body.position() - start + 5;
    }

    @Override
    void writeSequences(RequestWriter request, Attempt attempt) {
        BsonBufferWriter writer = request.beginSequence("ops");
        boolean checksSizes = !attempt.scope().writeConcern().isAcknowledged() && !attempt.call().inTransaction();
        int maxCommandBytes = attempt.connection().maxBsonObjectSize() + COMMAND_OVERHEAD;
        if (checksSizes && commandBytes > maxCommandBytes) {
            throw new MongoDocumentTooLargeException(commandBytes, maxCommandBytes);
        }
        int budget = attempt.connection().maxMessageSizeBytes() - MESSAGE_OVERHEAD - commandBytes;
        int last = to != UNDECIDED
                ? to
                : (int) Math.min(statements.size(), (long) from + attempt.connection().maxWriteBatchSize());
        Map<Namespace, Integer> namespaces = new LinkedHashMap<>();
        int first = writer.position();
        int namespaceBytes = 0;
        int next = from;
        while (next < last) {
            ClientStatement statement = statements.get(next);
            int mark = writer.position();
            Integer known = namespaces.get(statement.namespace());
            int index = known == null ? namespaces.size() : known;
            statement.write(writer, index, checksSizes, attempt.call(), attempt.connection().maxBsonObjectSize());
            int added = known == null ? NAMESPACE_OVERHEAD + statement.namespace().fullNameBytes() : 0;
            if (to == UNDECIDED && writer.position() - first + namespaceBytes + added > budget) {
                if (next == from) {
                    throw new MongoClientException("A statement of " + (writer.position() - mark)
                            + " bytes does not fit into a message of at most "
                            + attempt.connection().maxMessageSizeBytes() + " bytes");
                }
                writer.rewind(mark);
                break;
            }
            if (known == null) {
                namespaces.put(statement.namespace(), index);
                namespaceBytes += added;
            }
            next++;
        }
        to = next;
        request.endSequence();
        writer = request.beginSequence("nsInfo");
        for (Namespace namespace : namespaces.keySet()) {
            writer.beginDocument();
            writer.writeString("ns", namespace.fullName());
            writer.endDocument();
        }
        request.endSequence();
    }

    @Override
    Outcome parse(ReplyEnvelope reply, Attempt attempt) {
        BsonDocument document = reply.toDocument();
        WriteConcernError error = reply.hasWriteConcernError
                ? WriteReplies.writeConcernError(document, "bulkWrite")
                : null;
        BatchCursor<BsonDocument> results = CursorOperation.openInside(
                CursorSettings.of(FastCodecs.bsonDocument(), null, fields.get("comment")),
                new CursorReply(reply, "bulkWrite", null), attempt);
        if (outcome != null && outcome.results() != null) {
            superseded.add(outcome.results());
        }
        Outcome result = new Outcome(true, document, results, error);
        outcome = result;
        if (error != null && WriteReplies.mayRetry(document, attempt)) {
            throw new MongoWriteConcernException(error, document, attempt.address());
        }
        return result;
    }

    /** Kills the cursors of attempts that were answered and then repeated. */
    void closeSuperseded() {
        superseded.forEach(BatchCursor::close);
        superseded.clear();
    }

    boolean isRetried() {
        return retried;
    }

    @Override
    void beforeRetry(boolean notRun) {
        retried = true;
    }

    @Override
    Outcome unacknowledged() {
        return new Outcome(false, new BsonDocument(), null, null);
    }
}
