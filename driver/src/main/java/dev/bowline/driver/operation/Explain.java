package dev.bowline.driver.operation;

import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.ExplainVerbosity;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** {@code explain} of another command, which the server does not run, or runs without returning results. */
public final class Explain extends Operation<BsonDocument> {
    private final Operation<?> explained;
    private final @Nullable ExplainVerbosity verbosity;
    private boolean limitsWithin;

    /**
     * Explains the operation instead of running it.
     *
     * @param verbosity null to leave it to the server
     */
    public Explain(Operation<?> explained, @Nullable ExplainVerbosity verbosity) {
        super(explained.database);
        this.explained = explained;
        this.verbosity = verbosity;
    }

    /** The explained command carries maxTimeMS, not this one. */
    public Explain limitingWithin() {
        limitsWithin = true;
        return this;
    }

    @Override
    String commandName() {
        return "explain";
    }

    @Override
    Target target() {
        return explained.target();
    }

    @Override
    ServerSelector selector(Call call) {
        return explained.selector(call);
    }

    @Override
    long maxTimeMillis() {
        return limitsWithin ? 0 : explained.maxTimeMillis();
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.beginDocument("explain");
        explained.writeCommand(body, attempt);
        if (limitsWithin && explained.maxTimeMillis() > 0) {
            body.writeInt64("maxTimeMS", explained.maxTimeMillis());
        }
        body.endDocument();
        if (verbosity != null) {
            body.writeString("verbosity", verbosity.value());
        }
    }

    @Override
    BsonDocument parse(ReplyEnvelope reply, Attempt attempt) {
        return reply.toDocument();
    }
}
