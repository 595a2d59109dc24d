package dev.bowline.egress.executor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future of something that an executor does. Completing it from outside, be it by {@code cancel}, {@code orTimeout}
 * or otherwise, cancels what it stands for.
 */
class CommandFuture<T> extends CompletableFuture<T> {
    private final TaskExecutor executor;
    private volatile @Nullable CallbackHandle handle;

    CommandFuture(TaskExecutor executor) {
        this.executor = executor;
    }

    /** Says what to cancel. To be called once, when it is known. */
    final CommandFuture<T> standsFor(CallbackHandle scheduled) {
        handle = scheduled;
        if (isDone()) {
            executor.cancel(scheduled);
        }
        return this;
    }

    /** Completes the future with the failure of what it stands for. */
    final void fail(Throwable failure) {
        super.completeExceptionally(failure);
    }

    /** Completes the future with the outcome of what it stands for. */
    final void settle(T value, Status status) {
        if (status.isOk()) {
            super.complete(value);
        } else {
            super.completeExceptionally(new RemoteCommandException(status));
        }
    }

    @Override
    public boolean complete(T value) {
        return breakOffIf(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return breakOffIf(super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean done = isDone();
        return breakOffIf(super.cancel(mayInterruptIfRunning) && !done) || isCancelled();
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    /** Cancels what the future stands for. */
    void breakOff() {
        CallbackHandle scheduled = handle;
        if (scheduled != null) {
            executor.cancel(scheduled);
        }
    }

    private boolean breakOffIf(boolean completed) {
        if (completed) {
            breakOff();
        }
        return completed;
    }
}
