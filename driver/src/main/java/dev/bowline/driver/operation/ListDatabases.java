package dev.bowline.driver.operation;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code listDatabases}. */
public final class ListDatabases extends Operation<List<BsonDocument>> {
    private final CommandFields fields;
    private final long maxTimeMillis;
    /** Set once there is an answer. */
    private @Nullable ServerAddress answeredBy;

    public ListDatabases(CommandFields fields, long maxTimeMillis) {
        super("admin");
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
    }

    /** The server whose answer the result is; null before there is one. */
    public @Nullable ServerAddress answeredBy() {
        return answeredBy;
    }

    @Override
    String commandName() {
        return "listDatabases";
    }

    @Override
    Target target() {
        return Target.READ_PREFERENCE;
    }

    @Override
    Retryability retryability(Call call) {
        return Retryability.READ;
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeInt32("listDatabases", 1);
        BsonFields.write(body, fields, attempt);
    }

    @Override
    List<BsonDocument> parse(ReplyEnvelope reply, Attempt attempt) {
        answeredBy = attempt.address();
        if (!(reply.toDocument().get("databases") instanceof BsonArray databases)) {
            throw reply.missing("listDatabases", "databases");
        }
        if (!databases.stream().allMatch(BsonValue::isDocument)) {
            throw reply.notDocuments("listDatabases");
        }
        return databases.stream().map(BsonValue::asDocument).toList();
    }
}
