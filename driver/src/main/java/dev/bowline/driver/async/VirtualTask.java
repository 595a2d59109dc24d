package dev.bowline.driver.async;

import dev.bowline.egress.environment.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A blocking call on a virtual thread of its own. Canceling it interrupts the thread. */
public final class VirtualTask<R extends @Nullable Object> extends CompletableFuture<R> {
    private volatile @Nullable Thread thread;

    private VirtualTask() {}

    public static <R extends @Nullable Object> CompletableFuture<R> start(Environment environment, Supplier<R> call) {
        VirtualTask<R> task = new VirtualTask<>();
        Thread started = environment.start("bowline-async", () -> task.run(call));
        task.thread = started;
        if (task.isCancelled()) {
            started.interrupt();
        }
        return task;
    }

    private void run(Supplier<R> call) {
        try {
            complete(call.get());
        } catch (RuntimeException | Error e) {
            completeExceptionally(e);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean canceled = super.cancel(mayInterruptIfRunning);
        Thread running = thread;
        if (canceled && running != null) {
            running.interrupt();
        }
        return canceled;
    }
}
