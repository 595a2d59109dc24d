package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.bson.types.ObjectId;

/** Real threads and real time, without a network; the clock can be moved on. */
class ThreadEnvironment implements Environment {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong skippedNanos = new AtomicLong();

    void skipMillis(long millis) {
        skippedNanos.addAndGet(millis * 1_000_000);
    }

    /** How many of the threads started have not ended. */
    int running() {
        return running.get();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() + skippedNanos.get();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void park(Deadline deadline) {
        if (deadline.isNever()) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, deadline.remainingNanos(this));
        }
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public Thread start(String name, Runnable task) {
        running.incrementAndGet();
        return Thread.ofVirtual().name(name).start(() -> {
            try {
                task.run();
            } finally {
                running.decrementAndGet();
            }
        });
    }

    @Override
    public RandomGenerator random() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void secureRandom(byte[] bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectId newObjectId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public UUID newUuid() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<InetAddress> resolve(String host) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DnsResolver dns() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline) {
        throw new UnsupportedOperationException();
    }
}
