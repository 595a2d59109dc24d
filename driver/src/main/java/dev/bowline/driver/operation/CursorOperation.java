package dev.bowline.driver.operation;

import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.options.CursorType;
import dev.bowline.options.TimeoutMode;
import java.util.List;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** A command that opens a cursor. */
public abstract class CursorOperation<T> extends Operation<BatchCursor<T>> {
    final CursorSettings<T> settings;

    CursorOperation(String database, CursorSettings<T> settings) {
        super(database);
        this.settings = settings;
    }

    /** The namespace that the cursor must have, or null if the server chooses it. */
    abstract @Nullable String expectedNamespace();

    @Override
    Target target() {
        return Target.READ_PREFERENCE;
    }

    @Override
    Retryability retryability(Call call) {
        return Retryability.READ;
    }

    /** With a timeout for each iteration the server must not bound the cursor as a whole. */
    @Override
    boolean derivesMaxTime() {
        return switch (settings.type()) {
            case NON_TAILABLE -> settings.timeoutMode() != TimeoutMode.ITERATION;
            case TAILABLE -> false;
            case TAILABLE_AWAIT -> true;
        };
    }

    @Override
    void checkScope(OperationScope scope) {
        TimeoutMode mode = settings.timeoutMode();
        if (mode != null && !scope.hasTimeout()) {
            throw new IllegalArgumentException("A timeout mode needs a timeout");
        }
        if (settings.type().isTailable() && mode == TimeoutMode.CURSOR_LIFETIME) {
            throw new IllegalArgumentException("The timeout of a tailable cursor cannot bound its whole lifetime");
        }
        if (settings.type() == CursorType.TAILABLE_AWAIT && scope.timeoutMillis() > 0
                && settings.maxAwaitMillis() >= scope.timeoutMillis()) {
            throw new IllegalArgumentException("The maxAwaitTime of " + settings.maxAwaitMillis()
                    + " ms is not shorter than the timeout of " + scope.timeoutMillis() + " ms");
        }
    }

    @Override
    BatchCursor<T> parse(ReplyEnvelope reply, Attempt attempt) {
        return open(settings, new CursorReply(reply, commandName(), expectedNamespace()), attempt);
    }

    /** A cursor over what a reply brought, which takes over session and connection if there is more to come. */
    static <T> BatchCursor<T> open(CursorSettings<T> settings, CursorReply cursor, Attempt attempt) {
        return open(settings, cursor, attempt, true);
    }

    /** The same for a cursor that ends before its operation does, whose session it uses and does not release. */
    static <T> BatchCursor<T> openInside(CursorSettings<T> settings, CursorReply cursor, Attempt attempt) {
        return open(settings, cursor, attempt, false);
    }

    private static <T> BatchCursor<T> open(CursorSettings<T> settings, CursorReply cursor, Attempt attempt,
            boolean takesSession) {
        Session session = attempt.call().session();
        BsonTimestamp time = cursor.atClusterTime();
        if (session != null && time != null) {
            session.noteSnapshotTime(time);
        }
        List<T> documents;
        try {
            documents = cursor.decodeAll(settings.decoder());
        } catch (RuntimeException e) {
            if (cursor.id() != 0) {
                // No caller will ever hold this cursor; it is killed once the connection is free to be used again.
                attempt.afterwards(keep(settings, cursor, List.of(), attempt, takesSession)::close);
            }
            throw e;
        }
        if (cursor.id() == 0) {
            return new BatchCursor<>(settings, attempt, cursor, documents, null, true, null);
        }
        return keep(settings, cursor, documents, attempt, takesSession);
    }

    private static <T> BatchCursor<T> keep(CursorSettings<T> settings, CursorReply cursor, List<T> documents,
            Attempt attempt, boolean takesSession) {
        PinnedConnection pin = attempt.isLoadBalanced() ? attempt.keepConnection() : null;
        ServerSession session = takesSession ? attempt.detachImplicitSession() : attempt.implicitSession();
        return new BatchCursor<>(settings, attempt, cursor, documents, session, takesSession, pin);
    }
}
