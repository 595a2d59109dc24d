package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import org.bson.BsonDocument;
import org.bson.codecs.Decoder;
import org.jspecify.annotations.Nullable;

/** A command of the user's, sent as it is: neither retried nor given a transaction number. */
public final class RunCommand<T> extends Operation<T> {
    private final String name;
    private final byte[] command;
    private final Decoder<T> decoder;

    public RunCommand(String database, BsonDocument command, Decoder<T> decoder) {
        super(database);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("The command is empty");
        }
        this.name = command.getFirstKey();
        this.command = OperationScope.bytes(command);
        this.decoder = decoder;
    }

    @Override
    String commandName() {
        return name;
    }

    @Override
    Target target() {
        return Target.READ_PREFERENCE;
    }

    @Override
    Nature nature() {
        return Nature.UNKNOWN;
    }

    @Override
    String tracedName() {
        return "runCommand";
    }

    @Override
    boolean readsFromPrimary(Call call) {
        return call.scope().readPreference().isPrimary();
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.appendElements(command, 0, command.length);
    }

    @Override
    T parse(ReplyEnvelope reply, Attempt attempt) {
        return reply.reply().decode(decoder);
    }

    /** The same for a command that opens a cursor. */
    public static final class Cursor<T> extends CursorOperation<T> {
        private final String name;
        private final byte[] command;

        public Cursor(String database, BsonDocument command, CursorSettings<T> settings) {
            super(database, settings);
            if (command.isEmpty()) {
                throw new IllegalArgumentException("The command is empty");
            }
            this.name = command.getFirstKey();
            this.command = OperationScope.bytes(command);
        }

        @Override
        String commandName() {
            return name;
        }

        @Override
        Nature nature() {
            return Nature.UNKNOWN;
        }

        @Override
        String tracedName() {
            return "runCursorCommand";
        }

        @Override
        Retryability retryability(Call call) {
            return Retryability.NEVER;
        }

        @Override
        boolean readsFromPrimary(Call call) {
            return call.scope().readPreference().isPrimary();
        }

        @Override
        @Nullable
        String expectedNamespace() {
            return null;
        }

        @Override
        void writeCommand(BsonBufferWriter body, Attempt attempt) {
            body.appendElements(command, 0, command.length);
        }
    }
}
