package dev.bowline.driver.operation;

import dev.bowline.DeleteResult;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.RequestWriter;
import org.bson.conversions.Bson;

/** {@code delete} with one statement: {@code deleteOne} and {@code deleteMany}. */
public final class DeleteStatement extends Operation<DeleteResult> {
    private final Namespace namespace;
    private final Bson filter;
    private final boolean multi;
    private final CommandFields statement;
    private final CommandFields fields;

    public DeleteStatement(Namespace namespace, Bson filter, boolean multi, CommandFields statement,
            CommandFields fields) {
        super(namespace.database());
        this.namespace = namespace;
        this.filter = filter;
        this.multi = multi;
        this.statement = statement;
        this.fields = fields;
    }

    @Override
    String commandName() {
        return "delete";
    }

    @Override
    Target target() {
        return Target.WRITABLE;
    }

    @Override
    Retryability retryability(Execution execution) {
        return multi ? Retryability.NEVER : WriteCommands.retryability(execution);
    }

    @Override
    boolean takesWriteConcern() {
        return true;
    }

    @Override
    void checkAgainst(Execution execution) {
        WriteCommands.checkHint(statement, 9, execution);
    }

    @Override
    void writeCommand(BsonBufferWriter body, Execution execution) {
        body.writeString("delete", namespace.collection());
        body.writeBoolean("ordered", true);
        BsonFields.write(body, fields, execution.registry());
    }

    @Override
    void writeSequences(RequestWriter request, Execution execution) {
        BsonBufferWriter writer = request.beginSequence("deletes");
        WriteCommands.writeDelete(writer, filter, multi, statement, execution.registry());
        request.endSequence();
    }

    @Override
    DeleteResult parse(ReplyEnvelope reply, Execution execution) {
        WriteReplies.check(reply, "delete", execution);
        return new DeleteResult(true, reply.requireN("delete"));
    }

    @Override
    DeleteResult unacknowledged() {
        return new DeleteResult(false, 0);
    }
}
