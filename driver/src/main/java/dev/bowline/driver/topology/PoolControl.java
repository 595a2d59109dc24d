package dev.bowline.driver.topology;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.ClearReason;
import dev.bowline.egress.pool.HostPool;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * What a topology does to the pool of a server. Each method that returns a runnable has changed the pool when it
 * returns, under the topology's lock; the runnable is what is left to do without it.
 */
public interface PoolControl {
    /** Makes the pool of a newly found server. Connects nothing and publishes no event yet. */
    @FunctionalInterface
    interface Factory {
        /** Makes the pool of the server at this address. */
        PoolControl create(ServerAddress address);
    }

    /** Publishes the creation of the pool. */
    Runnable announce();

    /** Lets the pool connect. */
    Runnable ready();

    /**
     * Makes the pool's connections stale.
     *
     * @param serviceId the service to clear behind a load balancer, null for the whole pool
     */
    Runnable clear(@Nullable RuntimeException cause, boolean interruptInUse, @Nullable ObjectId serviceId);

    /** Closes the pool and its connections. */
    Runnable close();

    /**
     * How often the pool was cleared.
     *
     * @param serviceId the service behind a load balancer, null for the pool
     */
    long generation(@Nullable ObjectId serviceId);

    /** Takes the pool's lock if it is free, until {@link #release}. */
    default boolean tryHold() {
        return true;
    }

    /** Releases the lock that {@link #tryHold} took. */
    default void release() {}

    /** Waits until the pool's lock has been free. */
    default void awaitRelease() {}

    /** The pool itself, for operations. */
    HostPool hostPool();

    /** Control over a real pool. */
    record OfHostPool(HostPool hostPool) implements PoolControl {
        @Override
        public Runnable announce() {
            return hostPool.announce();
        }

        @Override
        public Runnable ready() {
            return hostPool.ready();
        }

        @Override
        public Runnable clear(@Nullable RuntimeException cause, boolean interruptInUse,
                @Nullable ObjectId serviceId) {
            return hostPool.clear(new ClearReason(cause, interruptInUse, serviceId));
        }

        @Override
        public Runnable close() {
            return hostPool.close();
        }

        @Override
        public boolean tryHold() {
            return hostPool.tryLock();
        }

        @Override
        public void release() {
            hostPool.unlock();
        }

        @Override
        public void awaitRelease() {
            hostPool.lock();
            hostPool.unlock();
        }

        @Override
        public long generation(@Nullable ObjectId serviceId) {
            return serviceId == null ? hostPool.generation() : hostPool.generation(serviceId);
        }
    }
}
