package dev.bowline.driver.session;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The highest cluster time a client has seen, which it repeats to every server. Advanced by compare-and-set. */
public final class ClusterClock {
    private final AtomicReference<@Nullable ClusterTime> current = new AtomicReference<>();

    public @Nullable ClusterTime current() {
        return current.get();
    }

    /** Whether this time would advance the clock: asked before the bytes are copied. */
    public boolean isBehind(long time) {
        ClusterTime now = current.get();
        return now == null || Long.compareUnsigned(now.time(), time) < 0;
    }

    public void advance(ClusterTime time) {
        ClusterTime now = current.get();
        while (now == null || Long.compareUnsigned(now.time(), time.time()) < 0) {
            if (current.compareAndSet(now, time)) {
                return;
            }
            now = current.get();
        }
    }
}
