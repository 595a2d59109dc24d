package dev.bowline.driver.operation;

import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.egress.wire.WireBuffer;
import dev.bowline.error.MongoDocumentTooLargeException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.options.CommandFields;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One command of a bulk write: as many statements of a group, from a given one on, as the connection allows. Where it
 * ends is decided when it is first written; every further attempt writes the same statements.
 */
final class WriteBatch<T> extends WriteOperation<WriteBatch.Outcome> {
    /** Servers allow a statement to be this much larger than the documents in it. */
    private static final int STATEMENT_OVERHEAD = 16 * 1024;
    private static final int UNDECIDED = -1;
    /** Left for what a further attempt may have to say beyond the first: a number, a time, a token. */
    private static final int GROWTH = 1000;

    /**
     * What a command did. Positions are those of the group.
     *
     * @param response the reply if it reports an error, else null
     * @param address the server that reported it
     */
    record Outcome(boolean acknowledged, long n, long nModified, Map<Integer, BsonValue> upserted,
            List<WriteError> errors, @Nullable WriteConcernError concernError, @Nullable BsonDocument response,
            @Nullable ServerAddress address) {}

    /** What servers take in one command. */
    private static final int LARGEST_USUAL_BATCH = 100_000;

    private final WriteGroup<T> group;
    private final int from;
    private final boolean ordered;
    private final CommandFields fields;
    private final Codec<T> codec;
    private final List<@Nullable BsonValue> ids;
    private final List<BulkStatement<T>> prepared;
    private int to = UNDECIDED;
    private boolean retried;
    private @Nullable Outcome outcome;

    WriteBatch(Namespace namespace, WriteGroup<T> group, int from, boolean ordered, CommandFields fields,
            Codec<T> codec) {
        super(namespace);
        this.group = group;
        this.from = from;
        this.ordered = ordered;
        this.fields = fields;
        this.codec = codec;
        int likely = Math.min(group.size() - from, LARGEST_USUAL_BATCH);
        this.ids = new ArrayList<>(group.kind() == BulkStatement.Kind.INSERT ? likely : 0);
        this.prepared = new ArrayList<>(likely);
    }

    /** Where the next batch of the group begins. */
    int end() {
        return to;
    }

    /**
     * The ids of the inserted documents, from the first statement of the batch on; null where the server makes them.
     */
    List<@Nullable BsonValue> ids() {
        return ids;
    }

    /** What the last attempt that was answered did, even if it ended in an exception. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    @Override
    String commandName() {
        return group.kind().command;
    }

    @Override
    Retryability retryability(Call call) {
        int end = to == UNDECIDED ? group.size() : to;
        return group.hasMulti(from, end) ? Retryability.NEVER : super.retryability(call);
    }

    /** Measures where the message would be cut by the limits that servers have, since there is none to ask. */
    @Override
    Retryability retryabilityUnconnected(Call call) {
        int multi = group.firstMulti(from);
        return to == UNDECIDED && multi > from && multi < group.size() && isCutBefore(multi, call)
                ? super.retryability(call)
                : retryability(call);
    }

    private boolean isCutBefore(int multi, Call call) {
        if (multi - from >= ConnectionDescription.DEFAULT_MAX_WRITE_BATCH_SIZE) {
            return true;
        }
        BsonBufferWriter writer = new BsonBufferWriter(new WireBuffer());
        for (int i = from; i <= multi; i++) {
            write(writer, i, call, ConnectionDescription.DEFAULT_MAX_BSON_OBJECT_SIZE);
            if (writer.position() > ConnectionDescription.DEFAULT_MAX_MESSAGE_SIZE_BYTES - GROWTH) {
                return true;
            }
        }
        return false;
    }

    /** Whether the command was to be sent again, which only an error is a reason for. */
    boolean isRetried() {
        return retried;
    }

    @Override
    void beforeRetry(boolean notRun) {
        retried = true;
    }

    @Override
    void checkAgainst(Attempt attempt) {
        for (int i = from; i < group.size(); i++) {
            switch (group.statements().get(i)) {
                case BulkStatement.Insert<T> insert -> {
                    return;
                }
                case BulkStatement.Change<T> change -> WriteCommands.checkHint(change.fields(), 8, attempt);
                case BulkStatement.Delete<T> delete -> WriteCommands.checkHint(delete.fields(), 9, attempt);
            }
        }
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString(commandName(), namespace.collection());
        body.writeBoolean("ordered", ordered);
        BsonFields.write(body, fields, attempt);
    }

    @Override
    void writeSequences(RequestWriter request, Attempt attempt) {
        BsonBufferWriter writer = request.beginSequence(group.kind().sequence);
        int maxBytes = attempt.connection().maxMessageSizeBytes() - GROWTH;
        int last = to != UNDECIDED
                ? to
                : (int) Math.min(group.size(), (long) from + attempt.connection().maxWriteBatchSize());
        int next = from;
        int start = writer.position();
        while (next < last) {
            int mark = writer.position();
            write(writer, next, attempt.call(), attempt.connection().maxBsonObjectSize());
            if (to == UNDECIDED && writer.position() > maxBytes && next > from) {
                writer.rewind(mark);
                if (!ids.isEmpty()) {
                    ids.remove(ids.size() - 1);
                }
                break;
            }
            next++;
            if (isPowerOfEight(next - from)) {
                expectMore(request, writer.position() - start, next - from, last - next, maxBytes);
            }
        }
        to = next;
        request.endSequence();
    }

    private static boolean isPowerOfEight(int count) {
        return Integer.bitCount(count) == 1 && Integer.numberOfTrailingZeros(count) % 3 == 0;
    }

    /**
     * Makes room for the statements to come, if they are like those written. A buffer that only doubles goes through
     * twice the size of a bulk in garbage; trusting the first statements alone could take the largest message for a
     * small one.
     */
    private static void expectMore(RequestWriter request, int written, int count, int remaining, int maxBytes) {
        long likely = (long) written / count * remaining;
        long room = Math.min(likely + likely / 8, 7L * written);
        request.expect((int) Math.min(room, maxBytes));
    }

    private void write(BsonBufferWriter writer, int index, Call call, int maxDocumentBytes) {
        int start = writer.position();
        switch (statement(index, call)) {
            case BulkStatement.Insert<T> insert -> {
                int place = index - from;
                BsonValue known = place < ids.size() ? ids.get(place) : null;
                ObjectId spare = known != null && known.isObjectId() ? known.asObjectId().getValue() : null;
                BsonValue id = InsertDocuments.write(writer, insert.document(), codec, spare,
                        call.executor().environment(), maxDocumentBytes);
                if (place < ids.size()) {
                    ids.set(place, id);
                } else {
                    ids.add(id);
                }
            }
            case BulkStatement.Change<T> change -> WriteCommands.writeUpdate(writer, change.filter(),
                    change.update(), change.multi(), change.fields(), call.registry());
            case BulkStatement.Delete<T> delete -> WriteCommands.writeDelete(writer, delete.filter(), delete.multi(),
                    delete.fields(), call.registry());
        }
        int max = maxDocumentBytes + STATEMENT_OVERHEAD;
        if (writer.position() - start > max) {
            throw new MongoDocumentTooLargeException(writer.position() - start, max);
        }
    }

    /** The statement, with an id in its document if it is an insert; the same one on every attempt. */
    private BulkStatement<T> statement(int index, Call call) {
        int place = index - from;
        if (place == prepared.size()) {
            BulkStatement<T> statement = group.statements().get(index);
            if (statement instanceof BulkStatement.Insert<T> insert) {
                T document = InsertDocuments.withId(insert.document(), codec, call.executor().environment());
                if (document != insert.document()) {
                    statement = new BulkStatement.Insert<>(document);
                }
            }
            prepared.add(statement);
        }
        return prepared.get(place);
    }

    @Override
    Outcome parse(ReplyEnvelope reply, Attempt attempt) {
        long n = reply.requireN(commandName());
        Map<Integer, BsonValue> upserted = upserted(reply);
        if (!reply.hasWriteErrors && !reply.hasWriteConcernError) {
            return new Outcome(true, n, reply.nModified, upserted, List.of(), null, null, null);
        }
        BsonDocument document = reply.toDocument();
        List<WriteError> errors = new ArrayList<>();
        for (WriteError error : WriteReplies.writeErrors(document, commandName(), to - from)) {
            errors.add(error.at(error.index() + from));
        }
        WriteConcernError concernError = reply.hasWriteConcernError
                ? WriteReplies.writeConcernError(document, commandName())
                : null;
        Outcome result = new Outcome(true, n, reply.nModified, upserted, errors, concernError, document,
                attempt.address());
        outcome = result;
        if (WriteReplies.mayRetry(document, attempt)) {
            throw WriteReplies.exception(errors, concernError, document, attempt.address());
        }
        return result;
    }

    private Map<Integer, BsonValue> upserted(ReplyEnvelope reply) {
        if (reply.upsertedOffset < 0) {
            return Map.of();
        }
        Map<Integer, BsonValue> upserted = new TreeMap<>();
        for (BsonValue value : reply.toDocument().getArray("upserted")) {
            BsonDocument entry = value.isDocument() ? value.asDocument() : new BsonDocument();
            int index = WriteReplies.number(entry, "index", -1);
            BsonValue id = entry.get("_id");
            if (index < 0 || index >= to - from || id == null) {
                throw new MongoProtocolException("The reply to 'update' has an upserted document of index " + index
                        + " but " + (to - from) + " statement(s) were sent");
            }
            upserted.put(from + index, id);
        }
        return upserted;
    }

    @Override
    Outcome unacknowledged() {
        return new Outcome(false, 0, 0, Map.of(), List.of(), null, null, null);
    }
}
