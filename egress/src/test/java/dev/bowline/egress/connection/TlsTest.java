package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.stream.StreamSettings;
import dev.bowline.egress.stream.TestCertificates;
import dev.bowline.egress.stream.TlsSettings;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.settings.MongoCredential;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.codecs.EncoderContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    @TempDir
    static Path directory;

    private static TestCertificates local;
    private static TestCertificates elsewhere;
    private static TestCertificates client;

    @BeforeAll
    static void makeCertificates() throws Exception {
        local = TestCertificates.make(directory, "local", "EC", "dns:localhost,ip:127.0.0.1");
        elsewhere = TestCertificates.make(directory, "elsewhere", "EC", "dns:elsewhere.example");
        client = TestCertificates.make(directory, "client", "EC", "dns:client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void carriesMessagesOfEverySize(String protocol) throws Exception {
        try (ScriptedServer server = serve(local, protocol, false, command -> command.containsKey("echo")
                ? new BsonDocument("ok", new BsonInt32(1)).append("back", command.get("echo"))
                : null)) {
            try (Connection connection = connect(server, "localhost", trusting(local))) {
                for (int size : new int[]{0, 1, 100, 16_000, 16_384, 17_000, 130_000, 1_000_000}) {
                    byte[] bytes = new byte[size];
                    Arrays.fill(bytes, (byte) size);
                    BsonDocument reply = connection.command("admin",
                            new BsonDocument("echo", new BsonBinary(bytes)), Deadline.NEVER);
                    assertThat(reply.getBinary("back").getData()).isEqualTo(bytes);
                }
                assertThat(connection.toString()).doesNotContain("closed");
            }
        }
    }

    @Test
    void refusesACertificateOfAnUnknownAuthority() throws Exception {
        try (ScriptedServer server = serve(local, "TLSv1.3", false, command -> null)) {
            MongoSocketException error = catchThrowableOfType(MongoSocketException.class,
                    () -> connect(server, "localhost", TlsSettings.ENABLED));
            assertThat(error.phase()).isEqualTo(FailurePhase.CONNECTING);
            assertThat(error).hasMessageContaining("TLS:");
            assertThat(server.received()).isEmpty();

            connect(server, "localhost", TlsSettings.ENABLED.withAllowInvalidCertificates(true)).close();
            connect(server, "localhost", TlsSettings.ENABLED.insecure()).close();
        }
    }

    @Test
    void refusesACertificateOfAnotherHostUnlessAllowed() throws Exception {
        try (ScriptedServer server = serve(elsewhere, "TLSv1.3", false, command -> null)) {
            TlsSettings trusting = trusting(elsewhere);
            assertThatThrownBy(() -> connect(server, "localhost", trusting)).isInstanceOf(MongoSocketException.class)
                    .hasMessageContaining("localhost");
            connect(server, "localhost", trusting.withAllowInvalidHostnames(true)).close();
            assertThatThrownBy(
                    () -> connect(server, "localhost", TlsSettings.ENABLED.withAllowInvalidHostnames(true)))
                    .as("the host name only, not the certificate").isInstanceOf(MongoSocketException.class);
        }
    }

    @Test
    void verifiesAddressesToo() throws Exception {
        try (ScriptedServer server = serve(local, "TLSv1.3", false, command -> null)) {
            connect(server, "127.0.0.1", trusting(local)).close();
        }
    }

    @Test
    void aWildcardStandsForOneLabelAndNeverForAnAddress() throws Exception {
        TestCertificates wildcard = TestCertificates.make(directory, "wildcard", "EC", "dns:*.db.example.com");
        try (ScriptedServer server = serve(wildcard, "TLSv1.3", false, command -> null)) {
            connectAnywhere(server, "a.db.example.com", trusting(wildcard)).close();
            for (String host : List.of("db.example.com", "a.b.db.example.com", "adb.example.com", "a.example.com",
                    "127.0.0.1")) {
                assertThatThrownBy(() -> connectAnywhere(server, host, trusting(wildcard))).as(host)
                        .isInstanceOf(MongoSocketException.class).hasMessageContaining("TLS:");
            }
            assertThat(server.received()).as("hellos").hasSize(1);
        }
    }

    /** A name that looks like an address is no address, and the name of the subject counts for nothing beside others. */
    @Test
    void anAddressMustBeListedAsAnAddress() throws Exception {
        TestCertificates other = TestCertificates.make(directory, "127.0.0.1", "EC", "dns:localhost,ip:127.0.0.2");
        try (ScriptedServer server = serve(other, "TLSv1.3", false, command -> null)) {
            connectAnywhere(server, "127.0.0.2", trusting(other)).close();
            connectAnywhere(server, "localhost", trusting(other)).close();
            for (String host : List.of("127.0.0.1", "127.0.0.3", "::1")) {
                assertThatThrownBy(() -> connectAnywhere(server, host, trusting(other))).as(host)
                        .isInstanceOf(MongoSocketException.class).hasMessageContaining("TLS:");
            }
        }
    }

    /** Connects to the server under a name that is not its own. */
    private static Connection connectAnywhere(ScriptedServer server, String host, TlsSettings tls) {
        ForwardingEnvironment names = new ForwardingEnvironment() {
            @Override
            public List<InetAddress> resolve(String name) {
                return List.of(InetAddress.getLoopbackAddress());
            }
        };
        return new ConnectionFactory(names, settings(tls)).connect(1, server.address(host), Deadline.NEVER);
    }

    @Test
    void takesTheUsersContext() throws Exception {
        try (ScriptedServer server = serve(local, "TLSv1.3", false, command -> null)) {
            SSLContext own = client.serverContext(local);
            connect(server, "localhost", TlsSettings.ENABLED.withContext(own)).close();
        }
    }

    @Test
    void announcesTheNameOfTheHost() throws Exception {
        AtomicReference<SNIServerName> announced = new AtomicReference<>();
        SSLServerSocket listener = listener(local, "TLSv1.3", false);
        SSLParameters parameters = listener.getSSLParameters();
        parameters.setSNIMatchers(List.of(new SNIMatcher(0) {
            @Override
            public boolean matches(SNIServerName name) {
                announced.set(name);
                return true;
            }
        }));
        listener.setSSLParameters(parameters);
        try (ScriptedServer server = new ScriptedServer(listener, command -> ScriptedServer.HELLO.clone())) {
            connect(server, "localhost", trusting(local)).close();
            assertThat(announced.get()).isEqualTo(new SNIHostName("localhost"));
            announced.set(null);
            connect(server, "127.0.0.1", trusting(local)).close();
            assertThat(announced.get()).as("an address is not a name").isNull();
        }
    }

    @Test
    void presentsTheClientsCertificateAndAuthenticatesByIt() throws Exception {
        Path file = client.certificateKeyFile(
                TestCertificates.pem("PRIVATE KEY", client.key().getEncoded()));
        try (ScriptedServer server = serve(local, "TLSv1.3", true,
                command -> command.containsKey("authenticate") ? ScriptedServer.OK : null)) {
            TlsSettings tls = trusting(local).withCertificateKeyFile(file, null);
            ConnectionSettings settings = settings(tls).withCredential(MongoCredential.x509());
            new ConnectionFactory(SystemEnvironment.instance(), settings)
                    .connect(1, server.address("localhost"), Deadline.NEVER).close();

            assertThat(server.received("authenticate").command()).isEqualTo(
                    BsonDocument.parse("{authenticate: 1, mechanism: 'MONGODB-X509', $db: '$external'}"));
            BsonDocument hello = server.received("isMaster").command();
            assertThat(hello.getDocument("speculativeAuthenticate")).isEqualTo(
                    BsonDocument.parse("{authenticate: 1, mechanism: 'MONGODB-X509', db: '$external'}"));

            assertThatThrownBy(() -> {
                try (Connection anonymous = connect(server, "localhost", trusting(local))) {
                    anonymous.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER);
                }
            }).as("the server wants a certificate").isInstanceOf(MongoSocketException.class);
        }
    }

    @Test
    void explainsFilesThatDoNotWork() {
        TlsSettings absent = TlsSettings.ENABLED.withCaFile(directory.resolve("absent.pem"));
        assertThatThrownBy(() -> new ConnectionFactory(SystemEnvironment.instance(), settings(absent)).connect(1,
                new ServerAddress("localhost", 1), Deadline.NEVER))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("absent.pem");
    }

    @Test
    void neverPrintsThePassword() {
        TlsSettings settings = TlsSettings.ENABLED.withCertificateKeyFile(directory, "hush-hush");
        assertThat(settings.toString()).doesNotContain("hush");
        assertThat(settings(settings).toString()).doesNotContain("hush");
    }

    @Test
    void aDeadlineAndAnAbortReachThroughTls() throws Exception {
        CountDownLatch asleep = new CountDownLatch(2);
        try (ScriptedServer server = serve(local, "TLSv1.3", false, command -> {
            asleep.countDown();
            return null;
        })) {
            Connection first = connect(server, "localhost", trusting(local));
            assertThatThrownBy(() -> first.command("admin", BsonDocument.parse("{sleep: 1}"), in(60)))
                    .isInstanceOf(MongoSocketTimeoutException.class);

            Connection second = connect(server, "localhost", trusting(local));
            CompletableFuture<Throwable> error = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> error.complete(catchThrowable(
                    () -> second.command("admin", BsonDocument.parse("{sleep: 1}"), Deadline.NEVER))));
            asleep.await();
            RuntimeException reason = new MongoPoolClearedException("cleared");
            second.abort(reason);
            assertThat(error.get(20, TimeUnit.SECONDS)).isSameAs(reason);
        }
    }

    @Test
    void aDeadlineEndsAWriteThatIsBlocked() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedServer server = serve(local, "TLSv1.3", false, command -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        })) {
            Connection connection = connect(server, "localhost", trusting(local));
            BsonDocument large = new BsonDocument("stuff", new BsonBinary(new byte[15_000_000]));
            // The server reads one message and then no more, so the second is stuck once the buffers are full.
            send(connection, BsonDocument.parse("{stop: 1, $db: 'admin'}"), 0);
            assertThat(connection.hasMoreToCome()).isTrue();
            connection.close();

            Connection another = connect(server, "localhost", trusting(local));
            MongoSocketTimeoutException error = catchThrowableOfType(MongoSocketTimeoutException.class, () -> {
                send(another, large, OpCode.MORE_TO_COME);
                send(another, large, OpCode.MORE_TO_COME);
                another.command("admin", large, in(200));
                another.command("admin", large, in(200));
            });
            assertThat(error).isNotNull();
        } finally {
            over.countDown();
        }
    }

    @Test
    void aServerThatIsSilentDuringTheNegotiationIsATimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            ConnectionSettings settings = settings(trusting(local));
            MongoSocketTimeoutException error = catchThrowableOfType(MongoSocketTimeoutException.class,
                    () -> new ConnectionFactory(SystemEnvironment.instance(), settings).connect(1,
                            new ServerAddress("localhost", silent.getLocalPort()),
                            in(80)));
            assertThat(error.phase()).isEqualTo(FailurePhase.CONNECTING);
        }
    }

    @Test
    void theConnectTimeoutHoldsWhileARecordDrips() throws Exception {
        try (ServerSocket dripping = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = dripping.accept()) {
                    OutputStream out = socket.getOutputStream();
                    // The head of a record of 16,384 bytes, as the answer to the client's greeting begins.
                    for (byte first : new byte[]{22, 3, 3, 64, 0}) {
                        out.write(first);
                    }
                    while (true) {
                        out.write(0);
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                    }
                } catch (IOException e) {
                    // The client has lost its patience.
                }
            });
            ConnectionSettings settings = ConnectionSettings.defaults().withStream(StreamSettings.defaults()
                    .withTls(trusting(local)).withConnectTimeoutMillis(200));
            MongoSocketTimeoutException error = catchThrowableOfType(MongoSocketTimeoutException.class,
                    () -> new ConnectionFactory(SystemEnvironment.instance(), settings).connect(1,
                            new ServerAddress("localhost", dripping.getLocalPort()), Deadline.NEVER));
            assertThat(error.phase()).isEqualTo(FailurePhase.CONNECTING);
        }
    }

    private static void send(Connection connection, BsonDocument command, int flags) {
        RequestWriter request = connection.request(flags);
        FastCodecs.bsonDocument().encode(request.body(), command, EncoderContext.builder().build());
        connection.send(request, in(20_000));
    }

    private static ScriptedServer serve(TestCertificates identity, String protocol, boolean wantsClient,
            Function<BsonDocument, BsonDocument> script) throws Exception {
        return new ScriptedServer(listener(identity, protocol, wantsClient),
                command -> ScriptedServer.isHello(command) ? ScriptedServer.HELLO.clone() : script.apply(command));
    }

    private static SSLServerSocket listener(TestCertificates identity, String protocol, boolean wantsClient)
            throws Exception {
        SSLServerSocket listener = (SSLServerSocket) identity.serverContext(client).getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setEnabledProtocols(new String[]{protocol});
        listener.setNeedClientAuth(wantsClient);
        return listener;
    }

    private static Connection connect(ScriptedServer server, String host, TlsSettings tls) throws IOException {
        return new ConnectionFactory(SystemEnvironment.instance(), settings(tls))
                .connect(1, server.address(host), Deadline.NEVER);
    }

    private static TlsSettings trusting(TestCertificates identity) throws Exception {
        return TlsSettings.ENABLED.withCaFile(identity.certificateFile());
    }

    private static ConnectionSettings settings(TlsSettings tls) {
        return ConnectionSettings.defaults().withStream(StreamSettings.defaults().withTls(tls));
    }

    private static Deadline in(long millis) {
        return Deadline.after(SystemEnvironment.instance(), Duration.ofMillis(millis));
    }
}
