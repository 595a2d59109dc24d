package dev.bowline.driver.operation;

import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.RequestWriter;
import org.jspecify.annotations.Nullable;

/**
 * One command: how it is written, what its reply means, and what the loop in {@link OperationExecutor} may do with it.
 * Made for one call.
 *
 * @param <R> what the caller gets
 */
public abstract class Operation<R extends @Nullable Object> {
    /** Which servers can run it. */
    enum Target {
        /** One that accepts writes. */
        WRITABLE,
        /** One that the read preference allows. */
        READ_PREFERENCE
    }

    /** What a command does, which says under which setting it is sent again to a server that was overloaded. */
    enum Nature {
        READ,
        WRITE,
        /** A command of the user's, which may do either. */
        UNKNOWN,
        /** {@code commitTransaction} and {@code abortTransaction}. */
        TRANSACTION_END
    }

    final String database;

    Operation(String database) {
        this.database = database;
    }

    abstract String commandName();

    /** The collection that it concerns, for tracing; null if none, or several. */
    @Nullable
    String collection() {
        return null;
    }

    /** The cursor that it goes on with, for tracing; null if none. */
    @Nullable
    Long cursorId() {
        return null;
    }

    /** The name that tracing gives it: that of its command, but for a few. */
    String tracedName() {
        String name = commandName();
        return switch (name) {
            case "create" -> "createCollection";
            case "drop" -> "dropCollection";
            default -> name;
        };
    }

    abstract Target target();

    /** How to select a server for a read outside transactions. */
    ServerSelector selector(Call call) {
        return call.scope().readSelector;
    }

    Nature nature() {
        return target() == Target.WRITABLE ? Nature.WRITE : Nature.READ;
    }

    Retryability retryability(Call call) {
        return Retryability.NEVER;
    }

    /** The same for an error that arose before there was a connection, whose limits may decide what a command holds. */
    Retryability retryabilityUnconnected(Call call) {
        return retryability(call);
    }

    boolean takesReadConcern() {
        return false;
    }

    /**
     * Whether a snapshot session adds its snapshot to the command. All of them, so that the server refuses those that
     * cannot read from one; except those that go on with an earlier read.
     */
    boolean startsRead() {
        return joinsTransaction();
    }

    /** False if the call itself, and not the view it is made on, asks for another read preference. */
    boolean readsFromPrimary(Call call) {
        return true;
    }

    boolean takesWriteConcern() {
        return false;
    }

    /** Whether the server must answer even if the write concern asks for no acknowledgement. */
    boolean isAlwaysAcknowledged() {
        return false;
    }

    /** Whether a read preference other than primary is sent along. */
    boolean sendsReadPreference() {
        return true;
    }

    /** Whether the command may carry a session at all. */
    boolean usesSession() {
        return true;
    }

    /** Whether the operation is a part of the transaction that its session is in. */
    boolean joinsTransaction() {
        return true;
    }

    /** Whether the operation commits or aborts the transaction of its session. */
    boolean endsTransaction() {
        return false;
    }

    /** The {@code maxTimeMS} of its options, used where there is no {@code timeoutMS}; 0 for none. */
    long maxTimeMillis() {
        return 0;
    }

    /** Whether {@code maxTimeMS} is derived from what is left of {@code timeoutMS}. */
    boolean derivesMaxTime() {
        return true;
    }

    /** Refuses options that do not go with the view they are used on. */
    void checkScope(OperationScope scope) {}

    /** Refuses what the selected server does not support, before anything is sent. */
    void checkAgainst(Attempt attempt) {}

    /** Writes the command's own fields, its name first, into the body, which is open. */
    abstract void writeCommand(BsonBufferWriter body, Attempt attempt);

    /** Writes sections of documents after the body. */
    void writeSequences(RequestWriter request, Attempt attempt) {}

    /**
     * Called before every attempt but the first, whether or not an earlier one got as far as to be sent.
     *
     * @param notRun whether an overloaded server has said that it did not run the command
     */
    void beforeRetry(boolean notRun) {}

    /** Reads the reply, which says {@code ok: 1}. */
    abstract R parse(ReplyEnvelope reply, Attempt attempt);

    /** What the caller gets if the write concern asks for no reply. */
    R unacknowledged() {
        throw new IllegalStateException(commandName() + " is always acknowledged");
    }
}
