package dev.bowline.driver.topology;

import dev.bowline.egress.pool.HostPool;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Counts what a topology does to a pool. */
final class FakePool implements PoolControl {
    volatile long generation;
    volatile boolean ready;
    volatile boolean closed;
    volatile boolean announced;
    final List<String> calls = new ArrayList<>();

    @Override
    public Runnable announce() {
        return () -> announced = true;
    }

    @Override
    public Runnable ready() {
        if (!ready) {
            calls.add("ready");
        }
        ready = true;
        return () -> {};
    }

    @Override
    public Runnable clear(@Nullable RuntimeException cause, boolean interruptInUse, @Nullable ObjectId serviceId) {
        calls.add(interruptInUse ? "interrupt" : serviceId == null ? "clear" : "clear " + serviceId);
        generation++;
        if (serviceId == null) {
            ready = false;
        }
        return () -> {};
    }

    @Override
    public Runnable close() {
        closed = true;
        return () -> {};
    }

    @Override
    public long generation(@Nullable ObjectId serviceId) {
        return generation;
    }

    @Override
    public HostPool hostPool() {
        throw new UnsupportedOperationException();
    }
}
