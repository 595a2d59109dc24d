package dev.bowline.driver.operation;

import dev.bowline.options.CommandFields;
import org.jspecify.annotations.Nullable;

/** A command that reads a collection and whose one reply holds all that it found. */
abstract class ReadOperation<R extends @Nullable Object> extends Operation<R> {
    final Namespace namespace;
    final CommandFields fields;
    private final long maxTimeMillis;

    ReadOperation(Namespace namespace, CommandFields fields, long maxTimeMillis) {
        super(namespace.database());
        this.namespace = namespace;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
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
