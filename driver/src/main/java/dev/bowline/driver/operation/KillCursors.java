package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import org.jspecify.annotations.Nullable;

/** {@code killCursors} for one cursor. */
final class KillCursors extends Operation<@Nullable Void> {
    private final Namespace namespace;
    private final long id;
    private final boolean ofTransaction;

    /** @param ofTransaction whether the cursor was opened in the transaction that the session is in */
    KillCursors(Namespace namespace, long id, boolean ofTransaction) {
        super(namespace.database());
        this.namespace = namespace;
        this.id = id;
        this.ofTransaction = ofTransaction;
    }

    /** Servers refuse to begin a transaction with this, and a cursor from outside is none of its business. */
    @Override
    boolean joinsTransaction() {
        return ofTransaction;
    }

    @Override
    String commandName() {
        return "killCursors";
    }

    @Override
    boolean startsRead() {
        return false;
    }

    @Override
    String collection() {
        return namespace.collection();
    }

    @Override
    Target target() {
        return Target.WRITABLE;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString("killCursors", namespace.collection());
        body.beginArray("cursors");
        body.writeInt64(id);
        body.endArray();
    }

    @Override
    @SuppressWarnings("NullAway") // It does not see that the type argument is nullable.
    @Nullable
    Void parse(ReplyEnvelope reply, Attempt attempt) {
        return null;
    }
}
