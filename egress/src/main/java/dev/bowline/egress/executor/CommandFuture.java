package dev.bowline.egress.executor;

import org.jspecify.annotations.Nullable;

/** A future of a callback, or of a remote command, of an executor. */
final class CommandFuture<T> extends BreakableFuture<T> {
    private final TaskExecutor executor;
    private volatile @Nullable CallbackHandle handle;

    CommandFuture(TaskExecutor executor) {
        this.executor = executor;
    }

    /** Says what to cancel. To be called once, when it is known. */
    CommandFuture<T> standsFor(CallbackHandle scheduled) {
        handle = scheduled;
        if (isDone()) {
            executor.cancel(scheduled);
        }
        return this;
    }

    /** Completes the future with the outcome of what it stands for. */
    void settle(T value, Status status) {
        if (status.isOk()) {
            succeed(value);
        } else {
            fail(new RemoteCommandException(status));
        }
    }

    @Override
    void breakOff() {
        CallbackHandle scheduled = handle;
        if (scheduled != null) {
            executor.cancel(scheduled);
        }
    }
}
