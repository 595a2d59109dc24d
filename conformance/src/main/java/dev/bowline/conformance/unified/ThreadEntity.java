package dev.bowline.conformance.unified;

import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.match.MismatchException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A thread that a test hands operations to. It does one after the other. */
final class ThreadEntity implements AutoCloseable {
    private static final int LIMIT_MILLIS = 10_000;

    private final String name;
    private final CaseTime time;
    private final Queue<Runnable> operations = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private final AtomicInteger submitted = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    ThreadEntity(String name, CaseTime time) {
        this.name = name;
        this.time = time;
        this.thread = time.start("spec-" + name, this::work);
    }

    void run(Runnable operation) {
        submitted.incrementAndGet();
        operations.add(operation);
        time.changed();
    }

    private void work() {
        try {
            while (!closed) {
                if (!time.await(() -> closed || !operations.isEmpty(), LIMIT_MILLIS)) {
                    continue;
                }
                Runnable next = operations.poll();
                if (next != null) {
                    perform(next);
                }
            }
        } catch (SpecException e) {
            return;
        }
    }

    private void perform(Runnable operation) {
        try {
            operation.run();
        } catch (RuntimeException | Error e) {
            if (failure == null) {
                failure = e;
            }
        } finally {
            done.incrementAndGet();
            time.changed();
        }
    }

    /** Waits for the last operation and raises what any of them raised. */
    void await() {
        int all = submitted.get();
        if (!time.await(() -> done.get() >= all, LIMIT_MILLIS)) {
            throw new MismatchException("The thread " + name + " did not end within " + LIMIT_MILLIS / 1000 + " s");
        }
        Throwable raised = failure;
        if (raised != null) {
            throw new MismatchException("On the thread " + name + ": " + raised, raised);
        }
    }

    @Override
    public void close() {
        closed = true;
        time.interrupt(thread);
    }
}
