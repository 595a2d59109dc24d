package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import org.bson.conversions.Bson;

/** A write command with one statement that selects what it changes by a filter. */
abstract class WriteStatement<R> extends WriteOperation<R> {
    final Bson filter;
    final boolean multi;
    final CommandFields statement;
    private final CommandFields fields;

    /**
     * @param multi whether it concerns every match, and not only the first
     * @param statement the fields of the statement besides
     * @param fields those of the command
     */
    WriteStatement(Namespace namespace, Bson filter, boolean multi, CommandFields statement, CommandFields fields) {
        super(namespace);
        this.filter = filter;
        this.multi = multi;
        this.statement = statement;
        this.fields = fields;
    }

    @Override
    Retryability retryability(Call call) {
        return multi ? Retryability.NEVER : super.retryability(call);
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString(commandName(), namespace.collection());
        body.writeBoolean("ordered", true);
        BsonFields.write(body, fields, attempt);
    }
}
