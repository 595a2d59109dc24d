package dev.bowline.simulator;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.simulator.network.Network;
import dev.bowline.simulator.network.TcpNetwork;
import dev.bowline.simulator.server.Generation;
import dev.bowline.simulator.server.RequestLimit;
import dev.bowline.simulator.server.Users;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Says what a deployment is like; {@link #start} makes it. */
public final class DeploymentBuilder {
    enum Shape {
        STANDALONE, REPLICA_SET, SHARDED, LOAD_BALANCED
    }

    private static final int MAX_MEMBERS = 50;

    Shape shape = Shape.REPLICA_SET;
    int size = 3;
    int arbiters;
    int hidden;
    int passive;
    int wireVersion = 21;
    int minWireVersion;
    String setName = "rs0";
    final Map<Integer, Map<String, String>> tags = new LinkedHashMap<>();
    final Map<Integer, Double> priorities = new LinkedHashMap<>();
    final Users users = new Users();
    @Nullable
    RequestLimit requestLimit;
    boolean authenticate;
    List<String> compressors = List.of("snappy", "zlib", "zstd");
    @Nullable
    SSLContext tls;
    boolean requireClientCertificate;
    boolean requireApiVersion;
    boolean transactionNumbers = true;
    boolean acceptApiVersion2;
    @Nullable
    Integer sessionTimeoutMinutes = 30;
    Timing timing = Timing.FAST;
    String listenHost = "127.0.0.1";
    @Nullable
    String advertisedHost;
    int firstPort;
    int logEntries = 50_000;
    boolean record;
    @Nullable
    Environment environment;
    @Nullable
    Network network;

    DeploymentBuilder() {}

    /** One server that is no member of anything. */
    public DeploymentBuilder standalone() {
        shape = Shape.STANDALONE;
        size = 1;
        return this;
    }

    /** A replica set with this many data-bearing members that may become primary. */
    public DeploymentBuilder replicaSet(int members) {
        if (members < 1) {
            throw new IllegalArgumentException("A replica set needs a member");
        }
        if (members > MAX_MEMBERS) {
            throw new IllegalArgumentException("A replica set has at most 50 members, not " + members);
        }
        shape = Shape.REPLICA_SET;
        size = members;
        return this;
    }

    /** A sharded cluster seen through this many routers. */
    public DeploymentBuilder sharded(int routers) {
        requireRouter(routers);
        shape = Shape.SHARDED;
        size = routers;
        return this;
    }

    /** A sharded cluster whose routers stand behind one load balancer. */
    public DeploymentBuilder loadBalanced(int routers) {
        requireRouter(routers);
        shape = Shape.LOAD_BALANCED;
        size = routers;
        return this;
    }

    private static void requireRouter(int routers) {
        if (routers < 1) {
            throw new IllegalArgumentException("A sharded cluster needs a router");
        }
    }

    private static int count(int members) {
        if (members < 0 || members > MAX_MEMBERS) {
            throw new IllegalArgumentException("There cannot be " + members + " such members");
        }
        return members;
    }

    /** Adds members that vote but have no data. */
    public DeploymentBuilder arbiters(int count) {
        arbiters = count(count);
        return this;
    }

    /** Adds members that clients do not see. */
    public DeploymentBuilder hidden(int count) {
        hidden = count(count);
        return this;
    }

    /** Adds members that clients see but that cannot become primary. */
    public DeploymentBuilder passive(int count) {
        passive = count(count);
        return this;
    }

    /** The server generation, 6 (MongoDB 3.6) to 27 (8.2); 21 (7.0) unless said otherwise. */
    public DeploymentBuilder wireVersion(int version) {
        if (version < Generation.OLDEST || version > Generation.NEWEST) {
            throw new IllegalArgumentException("Wire version " + version + " is not between 6 and 27");
        }
        wireVersion = version;
        return this;
    }

    /** The lowest protocol version that the servers claim to speak. */
    public DeploymentBuilder minWireVersion(int version) {
        minWireVersion = version;
        return this;
    }

    /** The name of the replica set, {@code rs0} unless set. */
    public DeploymentBuilder setName(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A replica set needs a name");
        }
        setName = name;
        return this;
    }

    /** The tags of the member at this index. */
    public DeploymentBuilder tags(int member, Map<String, String> memberTags) {
        tags.put(member, Map.copyOf(memberTags));
        return this;
    }

    /** The priority of a member, 0 to 1000; 1 unless set. */
    public DeploymentBuilder priority(int member, double priority) {
        if (!(priority >= 0 && priority <= 1000)) {
            throw new IllegalArgumentException("A priority is between 0 and 1000, not " + priority);
        }
        priorities.put(member, priority);
        return this;
    }

    /** Adds a user of the admin database with both SCRAM mechanisms, and makes authentication necessary. */
    public DeploymentBuilder user(String name, String password) {
        return user("admin", name, password, "SCRAM-SHA-1", "SCRAM-SHA-256");
    }

    /** Adds a user of this database with these mechanisms, and makes authentication necessary. */
    public DeploymentBuilder user(String database, String name, String password, String... mechanisms) {
        users.add(new Users.User(database, name, password, List.of(mechanisms)));
        authenticate = true;
        return this;
    }

    /** Lets clients authenticate with this access token, by MONGODB-OIDC. */
    public DeploymentBuilder oidcToken(String token) {
        return user("$external", token, "", "MONGODB-OIDC");
    }

    /** Lets clients authenticate with this identity of Amazon's, by MONGODB-AWS. */
    public DeploymentBuilder awsIdentity(String accessKeyId, String secretAccessKey) {
        return user("$external", accessKeyId, secretAccessKey, "MONGODB-AWS");
    }

    /**
     * Lets clients authenticate by GSSAPI with a ticket for this service.
     *
     * @param service the principal of the servers, such as {@code mongodb/localhost@EXAMPLE.COM}
     * @param keytab the file with its key
     */
    public DeploymentBuilder kerberos(String service, Path keytab) {
        return user("$external", service, keytab.toString(), "GSSAPI");
    }

    /**
     * Lets each server run this many commands and refuse the others as one does that is overloaded.
     *
     * @param perSecond how many in a second, in the long run
     * @param burst how many at once after a rest
     * @param baseBackoffMillis the first delay that clients are asked for; 0 leaves it to them
     */
    public DeploymentBuilder limitRequests(double perSecond, int burst, int baseBackoffMillis) {
        requestLimit = new RequestLimit(perSecond, burst, baseBackoffMillis);
        return this;
    }

    /** Requires clients to authenticate, for instance by certificate only. */
    public DeploymentBuilder requireAuthentication() {
        authenticate = true;
        return this;
    }

    /** The compressors the servers agree to; all three unless said otherwise. */
    public DeploymentBuilder compressors(String... names) {
        compressors = List.of(names);
        return this;
    }

    /** TLS with this context. Only on TCP. */
    public DeploymentBuilder tls(SSLContext context) {
        tls = context;
        return this;
    }

    /** Makes the servers refuse clients without a certificate. */
    public DeploymentBuilder requireClientCertificate() {
        requireClientCertificate = true;
        return this;
    }

    /** Makes the servers refuse commands without an API version. */
    public DeploymentBuilder requireApiVersion() {
        requireApiVersion = true;
        return this;
    }

    /** Servers that take version 2 of the stable API too, which only tests know. */
    public DeploymentBuilder acceptApiVersion2() {
        acceptApiVersion2 = true;
        return this;
    }

    /** Servers without logical sessions. */
    public DeploymentBuilder withoutSessions() {
        sessionTimeoutMinutes = null;
        return this;
    }

    /** Servers with the storage engine MMAPv1, which refuse retryable writes. */
    public DeploymentBuilder withoutTransactionNumbers() {
        transactionNumbers = false;
        return this;
    }

    /**
     * How long a set is without a primary before it elects one, and a primary without a majority before it gives up.
     */
    public DeploymentBuilder electionTimeout(Duration timeout) {
        timing = new Timing(timeout, timing.handoff());
        return this;
    }

    /**
     * How long elections and hand-offs take: {@link Timing#FAST} unless set, or as long as with {@link Timing#SERVER}.
     */
    public DeploymentBuilder timing(Timing pace) {
        timing = pace;
        return this;
    }

    /**
     * The ports of the servers: this one and those after it, in the order of {@link Deployment#members}, and after them
     * the load balancer's. Free ports that the system chooses unless set. Only on TCP.
     */
    public DeploymentBuilder port(int first) {
        if (first < 1 || first > 65_535) {
            throw new IllegalArgumentException("There is no port " + first);
        }
        firstPort = first;
        return this;
    }

    /**
     * Where the servers listen and what they call themselves: 127.0.0.1 unless set. Anyone who reaches the address can
     * use the servers and, without {@link #user}, needs no password. Only on TCP.
     *
     * @param host the address of an interface, or 0.0.0.0 for all of them
     * @param advertised the name in the connection string and in the configuration of the set, by which clients find
     *     the members
     */
    public DeploymentBuilder listen(String host, String advertised) {
        listenHost = host;
        advertisedHost = advertised;
        return this;
    }

    /**
     * How many entries of the log the members keep at least, 50,000 unless set. A change stream or a snapshot read that
     * asks for something older fails as on a real server.
     */
    public DeploymentBuilder logEntries(int entries) {
        if (entries < 1) {
            throw new IllegalArgumentException("A log keeps at least one entry");
        }
        logEntries = entries;
        return this;
    }

    /** How long after a step-down a successor is elected. */
    public DeploymentBuilder handoff(Duration delay) {
        timing = new Timing(timing.electionTimeout(), delay);
        return this;
    }

    /** Keeps every request and reply from the start. */
    public DeploymentBuilder recording() {
        record = true;
        return this;
    }

    /** The environment in which the servers run; the system's by default. */
    public DeploymentBuilder environment(Environment where) {
        environment = where;
        return this;
    }

    /** The network on which they listen; TCP on loopback unless said otherwise. */
    public DeploymentBuilder network(Network where) {
        network = where;
        return this;
    }

    Environment environmentOrDefault() {
        return environment == null ? SystemEnvironment.instance() : environment;
    }

    Network networkOrDefault() {
        return network == null
                ? new TcpNetwork(tls, requireClientCertificate, listenHost,
                        advertisedHost == null ? listenHost : advertisedHost, firstPort)
                : network;
    }

    /** Starts the servers. A replica set has a primary when this returns. */
    public Deployment start() {
        return new Deployment(this);
    }
}
