package dev.bowline.driver.operation;

import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.session.Session;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.error.MongoWriteConcernException;
import java.time.Duration;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** {@code commitTransaction} and {@code abortTransaction}. Retried once whatever the client's settings. */
public final class EndTransaction extends Operation<@Nullable Void> {
    /** How long a repeated commit may wait for a majority, unless the write concern says otherwise. */
    private static final Duration REPEATED_COMMIT_TIMEOUT = Duration.ofSeconds(10);

    private final Session session;
    private final boolean commit;
    private final long maxTimeMillis;
    private boolean repeated;

    private EndTransaction(Session session, boolean commit, long maxTimeMillis) {
        super("admin");
        this.session = session;
        this.commit = commit;
        this.maxTimeMillis = maxTimeMillis;
        this.repeated = commit && session.isCommitRepeated();
    }

    public static EndTransaction commit(Session session) {
        Duration limit = session.transactionOptions().maxCommitTime();
        return new EndTransaction(session, true, limit == null ? 0 : limit.toMillis());
    }

    public static EndTransaction abort(Session session) {
        return new EndTransaction(session, false, 0);
    }

    @Override
    String commandName() {
        return commit ? "commitTransaction" : "abortTransaction";
    }

    @Override
    Target target() {
        return Target.WRITABLE;
    }

    @Override
    Retryability retryability(Call call) {
        return Retryability.TRANSACTION_END;
    }

    @Override
    boolean joinsTransaction() {
        return false;
    }

    @Override
    boolean endsTransaction() {
        return true;
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeInt32(commandName(), 1);
        WriteConcern concern = session.transactionWriteConcern();
        if (repeated) {
            concern = concern.withW("majority");
            if (concern.timeout().isEmpty() && !attempt.call().hasTimeout()) {
                concern = concern.withTimeout(REPEATED_COMMIT_TIMEOUT);
            }
        }
        if (attempt.call().hasTimeout()) {
            concern = concern.withoutTimeout();
        }
        byte[] bytes = OperationScope.concernBytes(concern);
        if (bytes != null) {
            body.writeRaw("writeConcern", bytes, 0, bytes.length);
        }
        BsonDocument token = session.recoveryToken();
        if (token != null) {
            byte[] encoded = OperationScope.bytes(token);
            body.writeRaw("recoveryToken", encoded, 0, encoded.length);
        }
    }

    @Override
    void beforeRetry(boolean notRun) {
        // A commit that was not run cannot have happened, so no stronger write concern is needed to learn whether it
        // did.
        repeated = repeated || (commit && !notRun);
    }

    @Override
    Nature nature() {
        return Nature.TRANSACTION_END;
    }

    @Override
    @SuppressWarnings("NullAway") // It does not see that the type argument is nullable.
    @Nullable
    Void parse(ReplyEnvelope reply, Attempt attempt) {
        if (reply.hasWriteConcernError) {
            BsonDocument document = reply.toDocument();
            throw new MongoWriteConcernException(WriteReplies.writeConcernError(document, commandName()), document,
                    attempt.address());
        }
        return null;
    }
}
