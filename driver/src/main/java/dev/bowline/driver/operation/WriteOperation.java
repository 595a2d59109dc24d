package dev.bowline.driver.operation;

import org.jspecify.annotations.Nullable;

/** A command that writes to a collection. */
public abstract class WriteOperation<R extends @Nullable Object> extends Operation<R> {
    final Namespace namespace;

    WriteOperation(Namespace namespace) {
        super(namespace.database());
        this.namespace = namespace;
    }

    @Override
    final String collection() {
        return namespace.collection();
    }

    @Override
    final Target target() {
        return Target.WRITABLE;
    }

    @Override
    Retryability retryability(Call call) {
        return WriteCommands.retryability(call);
    }

    @Override
    final boolean takesWriteConcern() {
        return true;
    }
}
