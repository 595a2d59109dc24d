package dev.bowline.cli.doctor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.stream.TlsSettings;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.MongoCredential;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One host, from its name to an authenticated connection. Each step is skipped if the one before it failed. */
final class HostExamination {
    private static final int CERTIFICATE_WARNING_DAYS = 21;
    private static final long CLOCK_WARNING_MILLIS = 60_000;
    private static final int ROUND_TRIPS = 3;
    private static final long SLOW_ROUND_TRIP_MILLIS = 100;

    private final Environment environment;
    private final ConnectionSettings settings;
    private final ServerAddress address;
    private final int timeoutMillis;
    private @Nullable BsonDocument hello;
    private boolean authenticated;
    private TlsProbe.@Nullable Shown certificate;
    private @Nullable BsonValue mechanisms;

    HostExamination(Environment environment, ConnectionSettings settings, ServerAddress address, int timeoutMillis) {
        this.environment = environment;
        this.settings = settings;
        this.address = address;
        this.timeoutMillis = timeoutMillis;
    }

    ServerAddress address() {
        return address;
    }

    /** The server's answer to a hello, or null if there was none. */
    @Nullable
    BsonDocument hello() {
        return hello;
    }

    /** Whether a connection with the client's credential could be made, or without one if it has none. */
    boolean isUsable() {
        return authenticated;
    }

    void examine(Diagnosis.Step step) {
        if (address.isUnixSocket()) {
            if (!Files.exists(Path.of(address.host()))) {
                step.found(Finding.problem("socket-file", "There is no socket at " + address.host(),
                        "check that the server runs on this machine, and net.unixDomainSocket", 95));
            } else if (greet(step, null)) {
                authenticate(step);
            }
            return;
        }
        List<InetAddress> addresses = names(step);
        InetSocketAddress open = addresses.isEmpty() ? null : connect(step, addresses);
        if (open == null || (settings.stream().tls().enabled() && !tls(step, open))) {
            return;
        }
        if (greet(step, open)) {
            authenticate(step);
        }
    }

    private List<InetAddress> names(Diagnosis.Step step) {
        long start = System.nanoTime();
        try {
            List<InetAddress> found = environment.resolve(address.host());
            step.saw(address + " resolves to " + found.stream().map(InetAddress::getHostAddress).toList() + ", "
                    + millis(start));
            return found;
        } catch (UnknownHostException e) {
            step.found(Finding.problem("dns", "The name " + address.host() + " does not resolve here",
                    "check the spelling, the DNS server of this machine, and whether a VPN or /etc/hosts entry is "
                            + "needed",
                    100));
            return List.of();
        }
    }

    private @Nullable InetSocketAddress connect(Diagnosis.Step step, List<InetAddress> addresses) {
        InetSocketAddress first = null;
        List<InetAddress> silent = new ArrayList<>();
        for (InetAddress one : addresses) {
            InetSocketAddress target = new InetSocketAddress(one, address.port());
            long start = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(target, timeoutMillis);
                step.saw(text(target) + " accepts connections, " + millis(start));
                first = first == null ? target : first;
            } catch (IOException e) {
                step.saw(text(target) + " does not accept connections: " + e.getMessage());
                silent.add(one);
                if (first == null && addresses.size() == 1) {
                    step.found(refused(e));
                }
            }
        }
        if (first != null && !silent.isEmpty()) {
            step.found(partlySilent(addresses, silent));
        } else if (first == null && addresses.size() > 1) {
            step.found(Finding.problem("tcp", address + " answers at none of its addresses "
                    + shown(silent),
                    "check that the server runs, listens at these addresses (net.bindIp) and that no firewall is "
                            + "between",
                    80));
        }
        return first;
    }

    /** A name of which some addresses are dead, or all of one family. */
    private Finding partlySilent(List<InetAddress> all, List<InetAddress> silent) {
        for (boolean six : new boolean[]{true, false}) {
            List<InetAddress> family = all.stream().filter(one -> one instanceof Inet6Address == six).toList();
            if (silent.equals(family)) {
                return Finding.warning(six ? "ipv6" : "ipv4", address + " answers over " + family(!six)
                        + " and not over " + family(six) + " at " + shown(silent)
                        + ", so that connections may be slow to open",
                        "let the server listen there (" + (six ? "net.ipv6 and " : "") + "net.bindIp), or remove its "
                                + (six ? "AAAA" : "A") + " record from DNS",
                        90);
            }
        }
        return Finding.warning("tcp-some", address + " does not answer at " + shown(silent)
                + ", so that connections may be slow to open",
                "remove the dead address from DNS, or let the server listen at it (net.bindIp)", 90);
    }

    private static String family(boolean six) {
        return six ? "IPv6" : "IPv4";
    }

    private static List<String> shown(List<InetAddress> addresses) {
        return addresses.stream().map(one -> family(one instanceof Inet6Address) + " " + one.getHostAddress()).toList();
    }

    private Finding refused(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return Finding.problem("tcp-timeout", "Nothing answers at " + address + " within " + timeoutMillis + " ms",
                    "a firewall, security group or wrong network drops the packets: try from a host beside the server",
                    80);
        }
        if (e instanceof ConnectException) {
            return Finding.problem("tcp-refused", address + " refuses connections",
                    "nothing listens there: check that the server runs, its port, and net.bindIp", 95);
        }
        return Finding.problem("tcp", address + " cannot be reached: " + e.getMessage(),
                "check the network between here and there", 60);
    }

    private boolean tls(Diagnosis.Step step, InetSocketAddress target) {
        try {
            TlsProbe.Shown shown = TlsProbe.look(target, address.host(), timeoutMillis);
            step.saw(address + " speaks " + shown.protocol() + ", certificate of "
                    + shown.own().getSubjectX500Principal().getName() + " by "
                    + shown.own().getIssuerX500Principal().getName() + " for " + shown.names() + ", valid until "
                    + shown.own().getNotAfter().toInstant() + ", " + shown.chain().size() + " in its chain");
            certificate = shown;
            judge(step, shown);
            return true;
        } catch (IOException | GeneralSecurityException e) {
            step.found(Finding.problem("tls-plain-server", address + " does not speak TLS (" + e.getMessage() + ")",
                    "the server has no TLS, or requires a client certificate: leave tls out of the connection string, "
                            + "set net.tls on the server, or give tlsCertificateKeyFile",
                    75));
            return false;
        }
    }

    private void judge(Diagnosis.Step step, TlsProbe.Shown shown) {
        Duration left = shown.validFor(Instant.now());
        if (left.isNegative()) {
            step.found(Finding.problem("tls-expired", "A certificate of " + address + " has expired "
                    + -left.toDays() + " days ago", "renew it on the server", 100));
        } else if (left.toDays() < CERTIFICATE_WARNING_DAYS) {
            step.found(Finding.warning("tls-expires", "A certificate of " + address + " expires in " + left.toDays()
                    + " days", "renew it on the server", 100));
        }
        TlsSettings tls = settings.stream().tls();
        if (tls.allowInvalidCertificates() || tls.allowInvalidHostnames()) {
            step.found(Finding.warning("tls-unchecked", "The connection string turns checks of certificates off",
                    "remove tlsInsecure, tlsAllowInvalidCertificates and tlsAllowInvalidHostnames", 100));
        }
    }

    private boolean greet(Diagnosis.Step step, @Nullable InetSocketAddress target) {
        try (Connection connection = ConnectionFactory.forMonitoring(environment, settings).connect(1, address,
                deadline())) {
            hello = connection.description().helloReply();
            step.saw(address + " is a " + role(hello) + ", wire versions "
                    + connection.description().minWireVersion() + " to " + connection.description().maxWireVersion()
                    + ", hello took " + TimeUnit.NANOSECONDS.toMillis(connection.description().helloNanos()) + " ms");
            clock(step, hello);
            roundTrips(step, connection);
            askForMechanisms(connection);
            return true;
        } catch (MongoException e) {
            step.found(unanswered(target, e));
            return false;
        }
    }

    private Finding unanswered(@Nullable InetSocketAddress target, MongoException e) {
        if (settings.stream().tls().enabled() && certificate != null) {
            return distrusted(certificate, e);
        }
        try {
            if (target == null) {
                throw new IOException("There is no TLS on a Unix domain socket");
            }
            TlsProbe.look(target, address.host(), timeoutMillis);
            return Finding.problem("tls-server", address + " speaks TLS, and the connection string does not ask for it",
                    "add tls=true", 95);
        } catch (IOException | GeneralSecurityException notTls) {
            return Finding.problem("hello", address + " accepts connections and does not answer a hello: "
                    + e.getMessage(), "is it a MongoDB server? It may also be frozen or out of connections", 60);
        }
    }

    private Finding distrusted(TlsProbe.Shown shown, MongoException e) {
        try {
            if (!shown.holdsFor(address.host())) {
                return Finding.problem("tls-name", "The certificate of " + address + " holds for " + shown.names()
                        + " and not for " + address.host(),
                        "connect by one of these names, or give the server a certificate for " + address.host(), 95);
            }
        } catch (GeneralSecurityException unreadable) {
            // Then its names are not the reason that can be named.
        }
        return deepest(e).contains("certification path")
                ? Finding.problem("tls-authority", "The authority that has signed the certificate of " + address
                        + " is not trusted here: " + shown.chain().getLast().getIssuerX500Principal().getName(),
                        "give the certificate of this authority by tlsCAFile", 95)
                : Finding.problem("tls-refused", "TLS with " + address + " fails: " + deepest(e),
                        "see the certificate above; the server may also require one of the client "
                                + "(tlsCertificateKeyFile)",
                        70);
    }

    /** Authentication, "Mechanism Negotiation via Handshake": a server names the mechanisms of a user if asked. */
    private void askForMechanisms(Connection connection) {
        MongoCredential credential = settings.credential();
        String user = credential == null ? null : credential.userName().orElse(null);
        if (credential != null && user != null) {
            mechanisms = connection.command("admin",
                    new BsonDocument(connection.description().helloOk() ? "hello" : "isMaster", new BsonInt32(1))
                            .append("saslSupportedMechs", new BsonString(credential.source() + "." + user)),
                    deadline()).get("saslSupportedMechs");
        }
    }

    private void clock(Diagnosis.Step step, BsonDocument reply) {
        BsonValue time = reply.get("localTime");
        if (time != null && time.isDateTime()) {
            long apart = time.asDateTime().getValue() - System.currentTimeMillis();
            if (Math.abs(apart) > CLOCK_WARNING_MILLIS) {
                step.found(Finding.warning("clock", "The clock of " + address + " is " + Math.abs(apart) / 1000 + " s "
                        + (apart > 0 ? "ahead of" : "behind") + " this machine's",
                        "synchronise the clocks: certificates, tokens and sessions depend on them", 100));
            }
        }
    }

    private void roundTrips(Diagnosis.Step step, Connection connection) {
        List<String> times = new ArrayList<>();
        long best = Long.MAX_VALUE;
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long start = System.nanoTime();
            connection.command("admin", new BsonDocument(connection.description().helloOk() ? "hello" : "isMaster",
                    new BsonInt32(1)), deadline());
            long nanos = System.nanoTime() - start;
            best = Math.min(best, nanos);
            times.add(String.format(Locale.ROOT, "%.1f", nanos / 1e6));
        }
        step.saw(address + " answers within " + String.join(", ", times) + " ms");
        if (TimeUnit.NANOSECONDS.toMillis(best) > SLOW_ROUND_TRIP_MILLIS) {
            step.found(Finding.warning("slow", "A round trip to " + address + " takes "
                    + TimeUnit.NANOSECONDS.toMillis(best) + " ms", "place the application nearer to the server", 70));
        }
    }

    private void authenticate(Diagnosis.Step step) {
        if (hello != null && hello.containsKey("arbiterOnly")) {
            return;
        }
        try (Connection connection = new ConnectionFactory(environment, settings).connect(2, address, deadline())) {
            authenticated = true;
            String user = settings.credential() == null
                    ? "no credential is given"
                    : "authenticated as " + settings.credential().userName().orElse("the certificate's user");
            String compressor = connection.description().compressor();
            step.saw(address + ": " + user + ", "
                    + (compressor == null ? "no compression" : "compression by " + compressor));
            if (compressor == null && !settings.compressors().isEmpty()) {
                step.found(Finding.note("compression", address + " has none of the compressors "
                        + settings.compressors()));
            }
        } catch (MongoSecurityException e) {
            step.found(Finding.problem("auth", String.valueOf(e.getMessage()),
                    "check user, password and authSource; " + mechanisms(), 90));
        } catch (MongoException e) {
            step.found(Finding.problem("handshake", address + " cannot be used: " + deepest(e),
                    deepest(e).contains("not encrypted") ? "add tls=true, or choose another authMechanism" : "", 60));
        }
    }

    private String mechanisms() {
        return mechanisms instanceof BsonArray list
                ? "for this user the server offers "
                        + list.getValues().stream().filter(BsonValue::isString).map(one -> one.asString().getValue())
                                .toList()
                : "the server names no mechanism for this user, so it may not know the user";
    }

    private Deadline deadline() {
        return Deadline.afterNanos(environment, TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    }

    private static String role(BsonDocument reply) {
        if (reply.containsKey("msg")) {
            return "router of a sharded cluster";
        }
        if (!reply.isString("setName")) {
            return reply.containsKey("isreplicaset") ? "member of a set that is not initiated" : "standalone server";
        }
        String set = " of set " + reply.getString("setName").getValue();
        for (String primary : List.of("isWritablePrimary", "ismaster")) {
            if (reply.isBoolean(primary) && reply.getBoolean(primary).getValue()) {
                return "primary" + set;
            }
        }
        if (reply.isBoolean("secondary") && reply.getBoolean("secondary").getValue()) {
            return "secondary" + set;
        }
        return (reply.containsKey("arbiterOnly") ? "arbiter" : "member in another state") + set;
    }

    private static String deepest(Throwable error) {
        Throwable at = error;
        while (at.getCause() != null && at.getCause() != at) {
            at = at.getCause();
        }
        return at.getMessage() == null ? at.getClass().getSimpleName() : at.getMessage();
    }

    private static String text(InetSocketAddress target) {
        return target.getAddress().getHostAddress() + ":" + target.getPort();
    }

    private static String millis(long startNanos) {
        return String.format(Locale.ROOT, "%.1f ms", (System.nanoTime() - startNanos) / 1e6);
    }
}
