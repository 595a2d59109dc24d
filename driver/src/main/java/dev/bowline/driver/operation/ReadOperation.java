package dev.bowline.driver.operation;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.options.CommandFields;
import org.jspecify.annotations.Nullable;

/** A command that reads a collection and whose one reply holds all that it found. */
public abstract class ReadOperation<R extends @Nullable Object> extends Operation<R> {
    final Namespace namespace;
    final CommandFields fields;
    private final long maxTimeMillis;
    /** Set once there is an answer. */
    @Nullable
    ServerAddress answeredBy;

    ReadOperation(Namespace namespace, CommandFields fields, long maxTimeMillis) {
        super(namespace.database());
        this.namespace = namespace;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
    }

    /** The server whose answer the result is; null before there is one. */
    public final @Nullable ServerAddress answeredBy() {
        return answeredBy;
    }

    @Override
    String collection() {
        return namespace.collection();
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
    boolean takesReadConcern() {
        return true;
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }
}
