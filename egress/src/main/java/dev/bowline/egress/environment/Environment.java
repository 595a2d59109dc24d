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

/**
 * The one seam through which Bowline blocks, reads clocks, starts threads, draws randomness, resolves names and
 * reaches the network.
 *
 * <p>No other class does any of these directly. That is what lets the whole driver, and the servers it talks to, run in
 * virtual time from one seed: a simulated environment decides who runs next, and how late it is.
 */
public interface Environment {
    /** The monotonic clock. Only differences mean anything; see {@link Deadline}. */
    long nanoTime();

    /** The wall clock, in milliseconds since 1970. */
    long currentTimeMillis();

    /**
     * Blocks the calling thread until it is {@linkplain #unpark unparked}, interrupted, or the deadline has passed. An
     * unpark that came first makes the next park return at once. May return for no reason: callers check their
     * condition in a loop. The interrupt status is left as it is.
     */
    void park(Deadline deadline);

    /** Makes the thread's current or next {@link #park} return. */
    void unpark(Thread thread);

    /** Starts a virtual thread with this name. An exception that escapes the task is logged. */
    Thread start(String name, Runnable task);

    /**
     * Starts a daemon platform thread with this name, where there are such: for work that must go on while the
     * application keeps all carriers of virtual threads to itself, and for opening connections, because one use by a
     * virtual thread makes a socket non-blocking for good, which every later read by a platform thread pays for. Its
     * stack is small. An exception that escapes the task is logged.
     */
    default Thread startPlatform(String name, Runnable task) {
        return start(name, task);
    }

    /** A source of random numbers for choices that need not be secret. Safe for use by many threads. */
    RandomGenerator random();

    /** Fills the array with bytes that cannot be guessed. */
    void secureRandom(byte[] bytes);

    /** A fresh id for a document or topology. */
    ObjectId newObjectId();

    /** A fresh random (version 4) UUID, for sessions. */
    UUID newUuid();

    /** An id for a request, different from those of all other connections of the process. */
    default int nextRequestId() {
        return RequestIds.next();
    }

    /** The addresses of a host name, in the order in which they should be tried; never empty. */
    List<InetAddress> resolve(String host) throws UnknownHostException;

    /**
     * The same, for no longer than the deadline.
     *
     * @throws java.net.SocketTimeoutException if the deadline passes first
     * @throws java.io.InterruptedIOException if the calling thread is interrupted, whose interrupt status stays set
     */
    default List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
        return resolve(host);
    }

    /** Looks up SRV and TXT records. */
    DnsResolver dns();

    /**
     * Opens a byte stream to this address: an {@link java.net.InetSocketAddress} or a
     * {@link java.net.UnixDomainSocketAddress}.
     *
     * @throws java.net.SocketTimeoutException if the deadline passes first
     */
    ByteStream open(SocketAddress address, Deadline deadline) throws IOException;

    /**
     * Opens a byte stream, and hands it out before it is connected so that another thread can abort the attempt. Where
     * an environment cannot do that, it is handed out once it is connected.
     */
    default ByteStream open(SocketAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        ByteStream stream = open(address, deadline);
        beforeConnecting.accept(stream);
        return stream;
    }
}
