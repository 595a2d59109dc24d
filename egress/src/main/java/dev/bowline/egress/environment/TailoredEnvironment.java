package dev.bowline.egress.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Another environment with some ways of reaching the network replaced by a client's own.
 *
 * @param names finds addresses; null for the other environment's way
 * @param records looks up SRV and TXT records; null for the other environment's way
 * @param receiveBufferBytes of sockets; 0 for the system's choice
 * @param sendBufferBytes of sockets; 0 for the system's choice
 */
public record TailoredEnvironment(Environment other, @Nullable NameResolver names, @Nullable DnsResolver records,
        int receiveBufferBytes, int sendBufferBytes) implements Environment {
    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        return names == null ? other.resolve(host) : found(host, names.resolve(host));
    }

    @Override
    public List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
        return names == null ? other.resolve(host, deadline) : found(host, names.resolve(host));
    }

    private static List<InetAddress> found(String host, @Nullable List<InetAddress> addresses)
            throws UnknownHostException {
        if (addresses == null || addresses.isEmpty()) {
            throw new UnknownHostException(host);
        }
        return addresses;
    }

    @Override
    public DnsResolver dns() {
        return records == null ? other.dns() : records;
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline) throws IOException {
        return open(address, deadline, stream -> {});
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        return other.open(address, deadline, stream -> {
            stream.sizeBuffers(receiveBufferBytes, sendBufferBytes);
            beforeConnecting.accept(stream);
        });
    }

    @Override
    public long nanoTime() {
        return other.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return other.currentTimeMillis();
    }

    @Override
    public void park(Deadline deadline) {
        other.park(deadline);
    }

    @Override
    public void unpark(Thread thread) {
        other.unpark(thread);
    }

    @Override
    public Thread start(String name, Runnable task) {
        return other.start(name, task);
    }

    @Override
    public Thread startPlatform(String name, Runnable task) {
        return other.startPlatform(name, task);
    }

    @Override
    public RandomGenerator random() {
        return other.random();
    }

    @Override
    public void secureRandom(byte[] bytes) {
        other.secureRandom(bytes);
    }

    @Override
    public ObjectId newObjectId() {
        return other.newObjectId();
    }

    @Override
    public UUID newUuid() {
        return other.newUuid();
    }

    @Override
    public int nextRequestId() {
        return other.nextRequestId();
    }
}
