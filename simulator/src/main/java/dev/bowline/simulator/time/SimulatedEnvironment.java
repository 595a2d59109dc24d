package dev.bowline.simulator.time;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.bson.types.ObjectId;

/** The environment of a {@link Simulation}. */
final class SimulatedEnvironment implements Environment {
    /** The wall clock at the start of every simulation: 10 May 2024, midnight UTC. */
    private static final long START_MILLIS = 1_715_299_200_000L;

    private final Simulation simulation;
    private final String host;
    private final SplittableRandom random;
    private int objectIds;
    private int requestIds;

    SimulatedEnvironment(Simulation simulation, String host, SplittableRandom random) {
        this.simulation = simulation;
        this.host = host;
        this.random = random;
    }

    @Override
    public long nanoTime() {
        return simulation.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return START_MILLIS + TimeUnit.NANOSECONDS.toMillis(simulation.elapsedNanos());
    }

    /** One at a time, as everything here: histories must not depend on simulations that ran before. */
    @Override
    public int nextRequestId() {
        return ++requestIds;
    }

    @Override
    public void park(Deadline deadline) {
        simulation.park(deadline);
    }

    @Override
    public void unpark(Thread thread) {
        simulation.unpark(thread);
    }

    @Override
    public Thread start(String name, Runnable task) {
        Thread thread = simulation.spawn(name, task).thread;
        if (thread == null) {
            throw new IllegalStateException("No thread for " + name);
        }
        return thread;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public void secureRandom(byte[] bytes) {
        random.nextBytes(bytes);
    }

    @Override
    public ObjectId newObjectId() {
        ByteBuffer bytes = ByteBuffer.allocate(12);
        bytes.putInt((int) (currentTimeMillis() / 1000)).putInt(host.hashCode() ^ (int) simulation.seed())
                .putInt(objectIds++);
        return new ObjectId(bytes.array());
    }

    @Override
    public UUID newUuid() {
        long high = (random.nextLong() & ~0xf000L) | 0x4000L;
        long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low);
    }

    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        return List.of(simulation.network().resolve(host));
    }

    @Override
    public DnsResolver dns() {
        return simulation.network().dns();
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline) throws IOException {
        return open(address, deadline, stream -> {});
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        if (!(address instanceof InetSocketAddress inet)) {
            throw new IOException("The simulated network has no address of this kind: " + address);
        }
        return simulation.network().connect(host, inet, deadline, beforeConnecting);
    }
}
