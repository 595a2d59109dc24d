package dev.bowline.egress.stream;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens streams that are ready for the protocol, all with the same settings. */
public final class Streams {
    private final Environment environment;
    private final StreamSettings settings;

    private final @Nullable TlsEngines tls;

    /**
     * Reads the files of the TLS settings.
     *
     * @throws dev.bowline.error.MongoConfigurationException if one of them is missing or makes no sense
     */
    public Streams(Environment environment, StreamSettings settings) {
        this.environment = environment;
        this.settings = settings;
        this.tls = settings.tls().enabled() ? TlsEngines.from(settings.tls()) : null;
    }

    /** Opens one stream with these settings. To open many, keep an instance, which reads certificates once. */
    public static ByteStream open(Environment environment, ServerAddress address, StreamSettings settings,
            Deadline deadline) throws IOException {
        return new Streams(environment, settings).open(address, deadline, stream -> {});
    }

    /**
     * Resolves the host, tries each of its addresses until one accepts, each for its share of the time left, and
     * negotiates TLS if the settings ask for it. With a proxy it is the proxy that is resolved and connected to, and
     * asked to go on to the server.
     *
     * @param beforeConnecting gets each socket before it is connected, so that the attempt can be aborted
     * @throws IOException the first failure; those at further addresses are attached to it
     */
    public ByteStream open(ServerAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        TlsEngines engines = tls;
        ProxySettings proxy = address.isUnixSocket() ? null : settings.proxy();
        ServerAddress first = proxy == null ? address : new ServerAddress(proxy.host(), proxy.port());
        ByteStream stream = connect(first, deadline, beforeConnecting);
        if (engines == null && proxy == null) {
            return stream;
        }
        boolean ready = false;
        try {
            stream.arm(deadline.earlier(connectDeadline()));
            if (proxy != null) {
                Socks5.connect(environment, proxy, stream, address);
            }
            ByteStream outermost = engines == null
                    ? stream
                    : TlsByteStream.negotiate(stream, engines.engineFor(address));
            if (!stream.disarm()) {
                throw new IOException("The negotiation ended too late", stream.abortReason());
            }
            ready = true;
            return outermost;
        } finally {
            if (!ready) {
                stream.close();
            }
        }
    }

    private ByteStream connect(ServerAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
            throws IOException {
        IOException first = null;
        List<SocketAddress> candidates = candidates(address, deadline.earlier(connectDeadline()));
        for (int i = 0; i < candidates.size(); i++) {
            Deadline attempt = share(deadline, candidates.size() - i).earlier(connectDeadline());
            try {
                return environment.open(candidates.get(i), attempt, beforeConnecting);
            } catch (InterruptedIOException e) {
                boolean tryNext = e instanceof SocketTimeoutException && !deadline.isExpired(environment);
                first = combined(first, e);
                if (!tryNext) {
                    throw first;
                }
            } catch (IOException e) {
                first = combined(first, e);
            }
        }
        throw first != null ? first : new IOException(address + " has no addresses");
    }

    /** An address that swallows everything must leave time to try the others, or they would never be tried. */
    private Deadline share(Deadline deadline, int attemptsLeft) {
        return deadline.isNever() || attemptsLeft == 1
                ? deadline
                : Deadline.afterNanos(environment, deadline.remainingNanos(environment) / attemptsLeft);
    }

    private List<SocketAddress> candidates(ServerAddress address, Deadline deadline) throws IOException {
        if (address.isUnixSocket()) {
            return List.of(UnixDomainSocketAddress.of(address.host()));
        }
        List<SocketAddress> candidates = new ArrayList<>();
        for (InetAddress resolved : environment.resolve(address.host(), deadline)) {
            candidates.add(new InetSocketAddress(resolved, address.port()));
        }
        return candidates;
    }

    private Deadline connectDeadline() {
        return Deadline.afterMillisOrNever(environment, settings.connectTimeoutMillis());
    }

    private static IOException combined(@Nullable IOException first, IOException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
