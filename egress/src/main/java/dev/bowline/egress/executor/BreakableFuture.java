package dev.bowline.egress.executor;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A future of something under way. Completing it from outside, be it by {@code cancel}, {@code orTimeout} or
 * otherwise, breaks that off. So does completing a stage that was made of it.
 */
abstract class BreakableFuture<T> extends CompletableFuture<T> {
    /** Ends what the future stands for. May be called more than once, and after that has ended. */
    abstract void breakOff();

    /** Completes the future with the result of what it stands for; false if it was completed before. */
    final boolean succeed(T value) {
        return super.complete(value);
    }

    /** Completes the future with the failure of what it stands for; false if it was completed before. */
    final boolean fail(Throwable failure) {
        return super.completeExceptionally(failure);
    }

    @Override
    public final boolean complete(T value) {
        return breakOffIf(super.complete(value));
    }

    @Override
    public final boolean completeExceptionally(Throwable failure) {
        return breakOffIf(super.completeExceptionally(failure));
    }

    @Override
    public final boolean cancel(boolean mayInterruptIfRunning) {
        return breakOffIf(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public final CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        executor.execute(() -> {
            try {
                complete(supplier.get());
            } catch (RuntimeException | Error e) {
                completeExceptionally(e);
            }
        });
        return this;
    }

    @Override
    public final CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Stage<>(new WeakReference<>(this));
    }

    private boolean breakOffIf(boolean completed) {
        if (completed) {
            breakOff();
        }
        return completed;
    }

    /**
     * A stage that was made of a future. What is under way holds that future; the stage does not, so that a stage that
     * is kept keeps no reply.
     */
    private static final class Stage<T> extends BreakableFuture<T> {
        private final WeakReference<CompletableFuture<?>> origin;

        Stage(WeakReference<CompletableFuture<?>> origin) {
            this.origin = origin;
        }

        @Override
        void breakOff() {
            CompletableFuture<?> future = origin.get();
            if (future != null) {
                future.cancel(true);
            }
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Stage<>(origin);
        }
    }
}
