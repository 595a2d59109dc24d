package dev.bowline.egress.executor;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What became of a {@link WriteBatch}.
 *
 * @param count documents that were inserted, matched or deleted
 * @param modified documents that an update changed
 * @param upserted the ids of documents that an update inserted, each with the index of its statement
 * @param failures the statements that failed
 * @param writeConcernErrors what the server said of a write concern that was not satisfied; the writes were made
 */
public record WriteBatchResult(long count, long modified, List<Upserted> upserted, List<Failure> failures,
        List<BsonDocument> writeConcernErrors) {
    /** Nothing was written. */
    static final WriteBatchResult EMPTY = new WriteBatchResult(0, 0, List.of(), List.of(), List.of());

    /** A document that an update inserted. */
    public record Upserted(int index, BsonValue id) {}

    /** A statement that failed, by its index in the batch. */
    public record Failure(int index, int code, String message) {}

    /** Copies the lists. */
    public WriteBatchResult {
        upserted = List.copyOf(upserted);
        failures = List.copyOf(failures);
        writeConcernErrors = List.copyOf(writeConcernErrors);
    }

    /** Whether every statement was written. */
    public boolean isComplete() {
        return failures.isEmpty();
    }

    /** This and what a command says whose first statement has this index. */
    WriteBatchResult plus(BsonDocument reply, int firstIndex) {
        List<Upserted> allUpserted = new ArrayList<>(upserted);
        List<Failure> allFailures = new ArrayList<>(failures);
        List<BsonDocument> concerns = new ArrayList<>(writeConcernErrors);
        for (BsonValue entry : reply.getArray("upserted", new BsonArray())) {
            BsonDocument document = entry.asDocument();
            allUpserted.add(new Upserted(firstIndex + number(document, "index"), document.get("_id", BsonNull.VALUE)));
        }
        for (BsonValue entry : reply.getArray("writeErrors", new BsonArray())) {
            BsonDocument document = entry.asDocument();
            allFailures.add(new Failure(firstIndex + number(document, "index"), number(document, "code"),
                    document.getString("errmsg", new BsonString("")).getValue()));
        }
        if (reply.containsKey("writeConcernError")) {
            concerns.add(reply.getDocument("writeConcernError"));
        }
        return new WriteBatchResult(count + number(reply, "n"), modified + number(reply, "nModified"), allUpserted,
                allFailures, concerns);
    }

    private static int number(BsonDocument document, String name) {
        BsonNumber value = document.getNumber(name, new BsonInt32(0));
        return value.intValue();
    }
}
