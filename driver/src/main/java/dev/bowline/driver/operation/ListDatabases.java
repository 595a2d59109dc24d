package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code listDatabases}. */
public final class ListDatabases extends Operation<List<BsonDocument>> {
    private final CommandFields fields;
    private final long maxTimeMillis;

    public ListDatabases(CommandFields fields, long maxTimeMillis) {
        super("admin");
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
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
        BsonFields.write(body, fields, attempt.registry());
    }

    @Override
    List<BsonDocument> parse(ReplyEnvelope reply, Attempt attempt) {
        if (!(reply.toDocument().get("databases") instanceof BsonArray databases)) {
            throw reply.missing("listDatabases", "databases");
        }
        return databases.stream().map(BsonValue::asDocument).toList();
    }
}
