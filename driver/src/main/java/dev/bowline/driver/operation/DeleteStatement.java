package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.options.CommandFields;
import dev.bowline.result.DeleteResult;
import org.bson.conversions.Bson;

/** {@code delete} with one statement: {@code deleteOne} and {@code deleteMany}. */
public final class DeleteStatement extends WriteStatement<DeleteResult> {

    public DeleteStatement(Namespace namespace, Bson filter, boolean multi, CommandFields statement,
            CommandFields fields) {
        super(namespace, filter, multi, statement, fields);
    }

    @Override
    String commandName() {
        return "delete";
    }

    @Override
    void checkAgainst(Attempt attempt) {
        WriteCommands.checkHint(statement, 9, attempt);
    }

    @Override
    void writeSequences(RequestWriter request, Attempt attempt) {
        BsonBufferWriter writer = request.beginSequence("deletes");
        WriteCommands.writeDelete(writer, filter, multi, statement, attempt.registry());
        request.endSequence();
    }

    @Override
    DeleteResult parse(ReplyEnvelope reply, Attempt attempt) {
        WriteReplies.check(reply, "delete", attempt);
        return new DeleteResult(true, reply.requireN("delete"));
    }

    @Override
    DeleteResult unacknowledged() {
        return new DeleteResult(false, 0);
    }
}
