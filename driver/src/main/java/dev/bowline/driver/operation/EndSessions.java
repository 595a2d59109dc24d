package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** {@code endSessions} for up to ten thousand sessions. */
public final class EndSessions extends Operation<@Nullable Void> {
    public static final int MAX_SESSIONS = 10_000;

    private final List<BsonDocument> ids;

    public EndSessions(List<BsonDocument> ids) {
        super("admin");
        this.ids = ids;
    }

    @Override
    String commandName() {
        return "endSessions";
    }

    @Override
    Target target() {
        return Target.READ_PREFERENCE;
    }

    @Override
    boolean usesSession() {
        return false;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        BsonFields.write(body, "endSessions", ids, attempt.registry());
    }

    @Override
    @SuppressWarnings("NullAway") // It does not see that the type argument is nullable.
    @Nullable
    Void parse(ReplyEnvelope reply, Attempt attempt) {
        return null;
    }
}
