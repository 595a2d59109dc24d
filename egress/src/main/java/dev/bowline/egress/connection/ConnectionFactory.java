package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.stream.Streams;
import dev.bowline.egress.wire.Compressor;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.WrappingLibrary;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Makes connections to servers over the environment's network, all with the same settings. */
public final class ConnectionFactory implements Connector {
    private final Environment environment;
    private final ConnectionSettings settings;
    private final boolean monitoring;
    private final Streams streams;
    private final @Nullable Authenticators authenticators;
    private final Map<String, Compressor> compressors = new LinkedHashMap<>();

    /** Made on first use, because it looks around in the file system. Two threads may both make one; they are equal. */
    private volatile @Nullable Metadata metadata;

    /**
     * Creates a factory for the connections of a pool. It opens no connection itself.
     *
     * @param environment the clock, threads and network that the connections use
     * @param settings how the connections are made
     * @throws dev.bowline.error.MongoConfigurationException if a compressor is unknown, or the library that it needs is
     *     absent
     */
    public ConnectionFactory(Environment environment, ConnectionSettings settings) {
        this(environment, settings, false);
    }

    private ConnectionFactory(Environment environment, ConnectionSettings settings, boolean monitoring) {
        this.environment = environment;
        this.settings = settings;
        this.monitoring = monitoring;
        this.streams = new Streams(environment, settings.stream());
        MongoCredential credential = settings.credential();
        this.authenticators = credential == null
                ? null
                : new Authenticators(credential, environment, settings.safeguards(),
                        Duration.ofMillis(settings.stream().connectTimeoutMillis()), Outside.system());
        for (String name : settings.compressors()) {
            compressors.put(name, Compressor.named(name, settings.zlibCompressionLevel()));
        }
    }

    /** A connector for monitors: it neither authenticates nor compresses, and accepts any wire version. */
    public static Connector forMonitoring(Environment environment, ConnectionSettings settings) {
        ConnectionSettings plain = settings.withCredential(null).withCompressors(List.of())
                .withLoadBalanced(false).withSocketTimeoutMillis(0);
        return new ConnectionFactory(environment, plain, true);
    }

    @Override
    public Connection connect(long connectionId, ServerAddress address, Deadline deadline,
            Establishment establishment) {
        ByteStream stream = open(address, deadline, establishment);
        WireConnection connection = new WireConnection(environment, address, connectionId, stream,
                settings.stream().tls().enabled(), settings.socketTimeoutMillis(), maxReplyBytes());
        boolean established = false;
        try {
            establish(connection, connectionId, address, deadline, establishment);
            established = true;
            return connection;
        } finally {
            if (!established) {
                connection.close();
            }
        }
    }

    /** A monitor receives nothing but hellos. */
    private int maxReplyBytes() {
        int max = settings.safeguards().maxReplyBytes();
        return monitoring ? Math.min(max, WireConnection.MAX_GREETING_BYTES) : max;
    }

    private ByteStream open(ServerAddress address, Deadline deadline, Establishment establishment) {
        try {
            return streams.open(address, deadline, establishment::attach);
        } catch (IOException e) {
            throw SocketFailures.translate(e, establishment.firstCause(), address, FailurePhase.CONNECTING, false);
        }
    }

    private void establish(WireConnection connection, long connectionId, ServerAddress address, Deadline deadline,
            Establishment establishment) {
        Handshake handshake = new Handshake(settings, metadata(), monitoring);
        MongoCredential credential = settings.credential();
        requireNoSecretInTheClear(credential, address);
        // Without a mechanism the stronger one is tried with the hello, and the reply says which one to use.
        AuthMechanism first = credential == null ? null : credential.authMechanism().orElse(null);
        Authenticator authenticator = credential == null
                ? null
                : authenticator(first == null ? AuthMechanism.SCRAM_SHA_256 : first, address);

        long started = environment.nanoTime();
        BsonDocument reply = hello(connection, handshake, handshake.command(authenticator), step(deadline));
        long helloNanos = environment.nanoTime() - started;
        BsonDocument speculative = reply.isDocument("speculativeAuthenticate")
                ? reply.getDocument("speculativeAuthenticate")
                : null;
        ConnectionDescription description = handshake.describe(address, connectionId, reply, helloNanos);
        establishment.greeted(description);

        if (authenticator != null && credential != null && !Handshake.isArbiter(reply)) {
            connection.authenticating();
            AuthMechanism negotiated = first != null ? first : negotiated(reply);
            if (negotiated != authenticator.mechanism()) {
                authenticator = authenticator(negotiated, address);
                speculative = null;
            }
            authenticate(connection, handshake, credential, authenticator, speculative, address, deadline);
            if (authenticator instanceof OidcAuthenticator again) {
                connection.reauthentication(until -> again.reauthenticate(commands(connection, handshake, until)));
            }
        }
        connection.established(description,
                handshake.compressors(reply).stream().map(name -> Objects.requireNonNull(compressors.get(name)))
                        .toList());
    }

    /**
     * The last check. A client refuses such settings before, but it cannot know where a server that was reached through
     * a Unix domain socket sends it next.
     */
    private void requireNoSecretInTheClear(@Nullable MongoCredential credential, ServerAddress address) {
        AuthMechanism mechanism = credential == null ? null : credential.authMechanism().orElse(null);
        boolean sendsSecret = mechanism == AuthMechanism.PLAIN || mechanism == AuthMechanism.MONGODB_OIDC;
        if (sendsSecret && !settings.stream().tls().enabled() && !address.isUnixSocket()
                && !settings.safeguards().secretsInTheClear()) {
            throw new MongoConfigurationException(mechanism + " would send a password or token to " + address
                    + " over a connection that is not encrypted");
        }
    }

    private BsonDocument hello(WireConnection connection, Handshake handshake, BsonDocument command,
            Deadline deadline) {
        try {
            return handshake.usesOpMsg()
                    ? connection.command("admin", command, deadline)
                    : connection.legacyCommand("admin", command, deadline);
        } catch (MongoCommandException e) {
            // The authentication specification counts a refused hello as a failed authentication.
            throw settings.credential() == null
                    ? e
                    : placed(new MongoSecurityException("The server refused the handshake: " + e.getMessage(), e), e);
        }
    }

    private void authenticate(WireConnection connection, Handshake handshake, MongoCredential credential,
            Authenticator authenticator, @Nullable BsonDocument speculative, ServerAddress address,
            Deadline deadline) {
        try {
            authenticator.authenticate(commands(connection, handshake, deadline), speculative);
        } catch (MongoCommandException e) {
            throw placed(new MongoSecurityException(
                    "Authentication of " + credential.userName().orElse("a user") + " on "
                            + credential.source() + " by " + authenticator.mechanism() + " failed: " + e.getMessage(),
                    e), e);
        } catch (MongoSecurityException e) {
            e.at(address);
            throw e;
        }
    }

    private Authenticator.Commands commands(WireConnection connection, Handshake handshake, Deadline deadline) {
        return new Authenticator.Commands() {
            private Deadline step = step(deadline);

            @Override
            public BsonDocument run(String database, BsonDocument command) {
                BsonDocument reply = connection.command(database, handshake.withApi(command), step(deadline));
                step = step(deadline);
                return reply;
            }

            @Override
            public void checkpoint() {
                connection.requireInTime(step);
            }

            @Override
            public long remainingNanos() {
                return deadline.remainingNanos(environment);
            }
        };
    }

    private Authenticator authenticator(AuthMechanism mechanism, ServerAddress address) {
        return Objects.requireNonNull(authenticators, "A client without a credential does not authenticate")
                .of(mechanism, address);
    }

    /** The default mechanism by the server's list; an absent list means a server too old for SCRAM-SHA-256. */
    private static AuthMechanism negotiated(BsonDocument reply) {
        BsonString sha256 = new BsonString(AuthMechanism.SCRAM_SHA_256.mechanismName());
        return reply.get("saslSupportedMechs") instanceof BsonArray list && list.contains(sha256)
                ? AuthMechanism.SCRAM_SHA_256
                : AuthMechanism.SCRAM_SHA_1;
    }

    /** Each step of establishing has the connect timeout to itself, within the caller's deadline. */
    private Deadline step(Deadline deadline) {
        return deadline
                .earlier(Deadline.afterMillisOrNever(environment, settings.stream().connectTimeoutMillis()));
    }

    /** The metadata sent to servers, as long as no library is appended. */
    private record Metadata(List<WrappingLibrary> libraries, BsonDocument document) {}

    private BsonDocument metadata() {
        Metadata known = metadata;
        List<WrappingLibrary> libraries = settings.appended().all();
        if (known == null || known.libraries() != libraries) {
            known = new Metadata(libraries, ClientMetadata.of(settings));
            metadata = known;
        }
        return known.document();
    }

    private static MongoSecurityException placed(MongoSecurityException error, MongoException cause) {
        ServerAddress address = cause.serverAddress();
        if (address != null) {
            error.at(address);
        }
        cause.errorLabels().forEach(error::addErrorLabel);
        return error;
    }
}
