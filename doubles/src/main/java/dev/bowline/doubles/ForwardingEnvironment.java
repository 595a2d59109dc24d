package dev.bowline.doubles;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.bson.types.ObjectId;

/**
 * The system's environment, for a subclass to change one thing in it. The methods that come in two forms end in the
 * simple one here, so that overriding that is enough.
 */
public abstract class ForwardingEnvironment implements Environment {
    private final Environment system = SystemEnvironment.instance();

    protected ForwardingEnvironment() {}

    @Override
    public long nanoTime() {
        return system.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return system.currentTimeMillis();
    }

    @Override
    public void park(Deadline deadline) {
        system.park(deadline);
    }

    @Override
    public void unpark(Thread thread) {
        system.unpark(thread);
    }

    @Override
    public Thread start(String name, Runnable task) {
        return system.start(name, task);
    }

    @Override
    public RandomGenerator random() {
        return system.random();
    }

    @Override
    public void secureRandom(byte[] bytes) {
        system.secureRandom(bytes);
    }

    @Override
    public ObjectId newObjectId() {
        return system.newObjectId();
    }

    @Override
    public UUID newUuid() {
        return system.newUuid();
    }

    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        return system.resolve(host);
    }

    @Override
    public DnsResolver dns() {
        return system.dns();
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline) throws IOException {
        return system.open(address, deadline);
    }
}
