package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One host of a {@link ConnectionPool}. Its plain fields are guarded by that pool's lock. */
final class Host {
    private final ServerAddress address;
    private final HostPool pool;
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicBoolean introduced = new AtomicBoolean();
    private final AtomicBoolean dismissed = new AtomicBoolean();
    /** The host with this address that was removed last, whose farewell comes before this one's introduction. */
    final @Nullable Host predecessor;
    int requests;
    int active;
    int leased;
    boolean failed;
    long lastRequestNanos;

    Host(ServerAddress address, HostPool pool, @Nullable Host predecessor, long now) {
        this.address = address;
        this.pool = pool;
        this.predecessor = predecessor;
        this.lastRequestNanos = now;
    }

    ServerAddress address() {
        return address;
    }

    HostPool pool() {
        return pool;
    }

    /** True the first time. */
    boolean introduce() {
        return introduced.compareAndSet(false, true);
    }

    /** True the first time. */
    boolean dismiss() {
        return dismissed.compareAndSet(false, true);
    }

    boolean isDismissed() {
        return dismissed.get();
    }

    boolean isIdle() {
        return requests == 0 && active == 0 && leased == 0;
    }

    /**
     * Runs an update so that one thread at a time does, and the last one to run sees every change that was made before
     * any call: whoever finds another at work leaves it another round.
     */
    void whenChanged(Runnable update) {
        if (changes.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = changes.get();
            update.run();
        } while (changes.addAndGet(-seen) != 0);
    }
}
