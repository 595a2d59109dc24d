package dev.bowline.egress.environment;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The production environment: the JVM's own clock, threads, randomness and network. */
public final class SystemEnvironment implements Environment {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.environment");
    /** Enough for a TLS handshake with its certificates, half of what the JVM gives by default. */
    private static final long STACK_BYTES = 512 * 1024;
    private static final SystemEnvironment INSTANCE = new SystemEnvironment();

    private final SecureRandom secureRandom = new SecureRandom();
    private final RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    private final DnsResolver dns = new SystemDnsResolver();

    private SystemEnvironment() {}

    /** The only instance. It has no state and needs no closing. */
    public static SystemEnvironment instance() {
        return INSTANCE;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void park(Deadline deadline) {
        if (deadline.isNever()) {
            LockSupport.park(this);
            return;
        }
        long remaining = deadline.nanos() - System.nanoTime();
        if (remaining > 0) {
            LockSupport.parkNanos(this, remaining);
        }
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public Thread start(String name, Runnable task) {
        return start(Thread.ofVirtual(), name, task);
    }

    @Override
    public Thread startPlatform(String name, Runnable task) {
        return start(Thread.ofPlatform().daemon().stackSize(STACK_BYTES), name, task);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public void secureRandom(byte[] bytes) {
        secureRandom.nextBytes(bytes);
    }

    @Override
    public ObjectId newObjectId() {
        return new ObjectId();
    }

    @Override
    public UUID newUuid() {
        return UUID.randomUUID();
    }

    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        try {
            return resolve(host, Deadline.NEVER);
        } catch (UnknownHostException e) {
            throw e;
        } catch (IOException e) {
            throw causedBy(host, e);
        }
    }

    /**
     * The system's resolver blocks in native code: nothing ends it early, and it would keep a virtual thread's carrier
     * to itself for as long as a dead name server is waited for. So names are looked up on a platform thread of their
     * own, whose end the caller need not await. Addresses need no look-up.
     */
    @Override
    public List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
        if (isAddress(host)) {
            return List.of(InetAddress.getAllByName(host));
        }
        if (deadline.isExpired(this)) {
            throw tooLate(host);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(host);
        }
        FutureTask<List<InetAddress>> task = new FutureTask<>(() -> List.of(InetAddress.getAllByName(host)));
        startPlatform("bowline-resolve-" + host, task);
        try {
            return deadline.isNever() ? task.get() : task.get(deadline.remainingNanos(this), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(host);
        } catch (TimeoutException e) {
            throw tooLate(host);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UnknownHostException unknown ? unknown : causedBy(host, e);
        }
    }

    @Override
    public DnsResolver dns() {
        return dns;
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline) throws IOException {
        return open(address, deadline, stream -> {});
    }

    @Override
    public ByteStream open(SocketAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        return SocketByteStream.open(address, Watchdog.ofProcess(), deadline, beforeConnecting);
    }

    private static Thread start(Thread.Builder builder, String name, Runnable task) {
        return builder.name(name)
                .inheritInheritableThreadLocals(false)
                .uncaughtExceptionHandler((thread, error) -> LOG.error("Thread {} ended by an error", name, error))
                .start(task);
    }

    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }

    private static SocketTimeoutException tooLate(String host) {
        return new SocketTimeoutException("The deadline passed before " + host + " was resolved");
    }

    private static InterruptedIOException interrupted(String host) {
        return new InterruptedIOException("Interrupted while resolving " + host);
    }

    private static UnknownHostException causedBy(String message, Exception cause) {
        UnknownHostException exception = new UnknownHostException(message);
        exception.initCause(cause);
        return exception;
    }
}
