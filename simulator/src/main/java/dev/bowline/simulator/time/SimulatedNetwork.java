package dev.bowline.simulator.time;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.network.Network;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The network of a {@link Simulation}: hosts with names, listeners, and streams whose bytes take time, in order, to
 * arrive. Between two hosts that are partitioned nothing arrives until they are healed, and neither side notices.
 */
public final class SimulatedNetwork implements Network {
    /** What an operating system waits for an answer to a connection attempt. */
    private static final long CONNECT_PATIENCE_NANOS = Duration.ofSeconds(130).toNanos();

    private final Simulation simulation;
    private final SplittableRandom random;
    private final TreeMap<String, InetAddress> hosts = new TreeMap<>();
    private final TreeMap<String, SimulatedListener> listeners = new TreeMap<>();
    private final TreeSet<String> partitions = new TreeSet<>();
    private final TreeSet<String> isolated = new TreeSet<>();
    private final TreeMap<Long, SimulatedStream> streams = new TreeMap<>();
    private long minLatencyNanos = Duration.ofNanos(100_000).toNanos();
    private long maxLatencyNanos = Duration.ofNanos(500_000).toNanos();
    private long streamIds;
    private int members;
    private @Nullable DnsResolver dns;

    SimulatedNetwork(Simulation simulation, SplittableRandom random) {
        this.simulation = simulation;
        this.random = random;
    }

    /** How long a segment takes to arrive; drawn evenly between the two. */
    public void latency(Duration min, Duration max) {
        minLatencyNanos = min.toNanos();
        maxLatencyNanos = max.toNanos();
    }

    /** Supplies SRV and TXT records. */
    public void dns(DnsResolver resolver) {
        dns = resolver;
    }

    /** A new host, named {@code member-1} and so on. */
    @Override
    public ServerAddress newAddress() throws IOException {
        String host = "member-" + ++members;
        address(host);
        return new ServerAddress(host, ServerAddress.DEFAULT_PORT);
    }

    @Override
    public SimulatedListener listen(ServerAddress address) throws IOException {
        return listen(address.host(), address.port());
    }

    /** Makes the host known, and accepts connections to it at this port. */
    public SimulatedListener listen(String host, int port) throws IOException {
        address(host);
        String key = key(host, port);
        if (listeners.containsKey(key)) {
            throw new IOException("A server listens at " + key + " already");
        }
        SimulatedListener listener = new SimulatedListener(simulation, () -> listeners.remove(key));
        listeners.put(key, listener);
        return listener;
    }

    /** From now on nothing arrives between the two hosts, in either direction. */
    public void partition(String one, String other) {
        partitions.add(pair(one, other));
    }

    /** Ends a partition. What was held back arrives now. */
    public void heal(String one, String other) {
        partitions.remove(pair(one, other));
        wakeAll();
    }

    /** Cuts a host off from all others, or ends that. */
    public void isolate(String host, boolean cutOff) {
        if (cutOff) {
            isolated.add(host);
        } else {
            isolated.remove(host);
            wakeAll();
        }
    }

    /** The host's process dies: its listeners vanish and its connections are reset. */
    public void kill(String host) {
        listeners.entrySet().removeIf(entry -> {
            boolean ofHost = entry.getKey().startsWith(host + ":");
            if (ofHost) {
                entry.getValue().closeQuietly();
            }
            return ofHost;
        });
        for (SimulatedStream stream : List.copyOf(streams.values())) {
            if (stream.localHost().equals(host)) {
                stream.reset();
            }
        }
    }

    /** How many streams are open, counting both ends. */
    public int openStreams() {
        return streams.size();
    }

    InetAddress resolve(String host) throws UnknownHostException {
        InetAddress address = hosts.get(host);
        if (address == null) {
            throw new UnknownHostException(host);
        }
        return address;
    }

    DnsResolver dns() {
        if (dns == null) {
            throw new IllegalStateException("The simulated network was given no DNS records");
        }
        return dns;
    }

    /** @param beforeConnecting gets the stream before the peer has answered, so that the attempt can be aborted */
    ByteStream connect(String from, InetSocketAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        String host = address.getHostString();
        SimulatedStream near = new SimulatedStream(simulation, this, streamIds++, from, host);
        boolean connected = false;
        try {
            beforeConnecting.accept(near);
            SimulatedListener listener = reach(near, key(host, address.getPort()), deadline);
            SimulatedStream far = new SimulatedStream(simulation, this, streamIds++, host, from);
            near.connect(far);
            streams.put(near.id(), near);
            streams.put(far.id(), far);
            listener.offer(far);
            connected = true;
            return near;
        } finally {
            if (!connected) {
                near.close();
            }
        }
    }

    private SimulatedListener reach(SimulatedStream near, String key, Deadline deadline) throws IOException {
        String from = near.localHost();
        String host = near.remoteHost();
        Deadline patience = deadline.earlier(new Deadline(simulation.nanoTime() + CONNECT_PATIENCE_NANOS));
        long arrival = simulation.nanoTime() + latencyNanos() + latencyNanos();
        while (isCut(from, host) || simulation.nanoTime() < arrival) {
            if (patience.nanos() - simulation.nanoTime() <= 0) {
                throw new SocketTimeoutException("Connecting to " + key + " timed out");
            }
            near.checkUse();
            // No event wakes a connecting thread when a partition heals: the system's retransmission does, now and
            // then.
            long next = isCut(from, host) ? simulation.nanoTime() + 1_000_000_000L : arrival;
            simulation.park(patience.earlier(new Deadline(next)));
        }
        SimulatedListener listener = listeners.get(key);
        if (listener == null) {
            throw new ConnectException("Connection refused: " + key);
        }
        near.checkUse();
        return listener;
    }

    boolean isCut(String one, String other) {
        return isolated.contains(one) || isolated.contains(other)
                || (!partitions.isEmpty() && partitions.contains(pair(one, other)));
    }

    long latencyNanos() {
        return minLatencyNanos == maxLatencyNanos ? minLatencyNanos : random.nextLong(minLatencyNanos, maxLatencyNanos);
    }

    void closed(SimulatedStream stream) {
        streams.remove(stream.id());
    }

    private InetAddress address(String host) throws UnknownHostException {
        InetAddress known = hosts.get(host);
        if (known != null) {
            return known;
        }
        int index = hosts.size() + 1;
        InetAddress made = InetAddress.getByAddress(host, new byte[]{10, 0, (byte) (index >> 8), (byte) index});
        hosts.put(host, made);
        return made;
    }

    private void wakeAll() {
        for (SimulatedStream stream : new ArrayList<>(streams.values())) {
            stream.wake();
        }
    }

    private static String key(String host, int port) {
        return host + ":" + port;
    }

    private static String pair(String one, String other) {
        return one.compareTo(other) < 0 ? one + "|" + other : other + "|" + one;
    }
}
