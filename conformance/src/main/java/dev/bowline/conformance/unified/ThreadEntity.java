package dev.bowline.conformance.unified;

import dev.bowline.conformance.match.MismatchException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A thread that a test hands operations to. */
final class ThreadEntity implements AutoCloseable {
    private static final int LIMIT_SECONDS = 10;

    private final String name;
    private final ExecutorService executor;
    private volatile @Nullable Future<?> last;

    ThreadEntity(String name) {
        this.name = name;
        this.executor = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("spec-" + name).factory());
    }

    void run(Runnable operation) {
        Future<?> before = last;
        last = executor.submit(() -> {
            operation.run();
            if (before != null) {
                before.get();
            }
            return null;
        });
    }

    /** Waits for the last operation and raises what any of them raised. */
    void await() {
        Future<?> waited = last;
        if (waited == null) {
            return;
        }
        try {
            waited.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new MismatchException("The thread " + name + " did not end within " + LIMIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new MismatchException("On the thread " + name + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MismatchException("The wait for the thread " + name + " was interrupted", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
