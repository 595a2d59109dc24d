package dev.bowline.egress.environment;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A value that one thread waits for and another supplies, once. The wait goes through the {@link Environment}, so it
 * works in simulated time.
 *
 * <p>Exactly one thread may wait: the one that made the completion.
 */
public final class Completion<T> {
    private static final Object PENDING = new Object();

    private final Environment environment;
    private final Thread waiter = Thread.currentThread();
    private final AtomicReference<@Nullable Object> value = new AtomicReference<>(PENDING);

    /**
     * Creates a completion without a value. The calling thread becomes its only waiter.
     *
     * @param environment parks and wakes the waiter
     */
    public Completion(Environment environment) {
        this.environment = environment;
    }

    /** Supplies the value and wakes the waiter. Returns false, and does nothing, if there was a value already. */
    public boolean complete(@Nullable T result) {
        if (!value.compareAndSet(PENDING, result)) {
            return false;
        }
        environment.unpark(waiter);
        return true;
    }

    /** Whether the value has been supplied. A supplied null counts as a value. */
    public boolean isComplete() {
        return value.get() != PENDING;
    }

    /**
     * Waits for the value.
     *
     * @return true if it is there, false if the deadline passed first
     * @throws InterruptedException if the waiter was interrupted before the value came
     */
    public boolean await(Deadline deadline) throws InterruptedException {
        while (value.get() == PENDING) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (deadline.isExpired(environment)) {
                return false;
            }
            environment.park(deadline);
        }
        return true;
    }

    /** The value, once {@link #isComplete}. */
    @SuppressWarnings("unchecked")
    public @Nullable T value() {
        Object current = value.get();
        if (current == PENDING) {
            throw new IllegalStateException("Not complete");
        }
        return (T) current;
    }
}
