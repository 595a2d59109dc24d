package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.egress.connection.ScriptedServer.Received;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoIncompatibleDriverException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.OidcCallback;
import dev.bowline.settings.ServerApi;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
    private static final ConnectionSettings DEFAULTS = ConnectionSettings.defaults();

    @Test
    void beginsWithALegacyQueryThatOffersHello() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK)) {
            connect(server, DEFAULTS.withAppName("shop")).close();
            Received hello = server.received().get(0);
            assertThat(hello.opCode()).isEqualTo(OpCode.OP_QUERY);
            assertThat(hello.namespace()).isEqualTo("admin.$cmd");
            assertThat(hello.name()).isEqualTo("isMaster");
            assertThat(hello.command().getBoolean("helloOk").getValue()).isTrue();
            assertThat(hello.command().getDocument("client").getDocument("application"))
                    .isEqualTo(BsonDocument.parse("{name: 'shop'}"));
            assertThat(hello.command()).doesNotContainKeys("compression", "loadBalanced", "saslSupportedMechs",
                    "speculativeAuthenticate", "$db", "apiVersion");
        }
    }

    @Test
    void beginsWithAModernHelloWhenAnApiVersionIsDeclared() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK)) {
            connect(server, DEFAULTS.withServerApi(ServerApi.v1().withStrict(true).withDeprecationErrors(false)))
                    .close();
            Received hello = server.received().get(0);
            assertThat(hello.opCode()).isEqualTo(OpCode.OP_MSG);
            assertThat(hello.name()).isEqualTo("hello");
            assertThat(hello.command()).containsEntry("apiVersion", new BsonString("1"))
                    .containsEntry("apiStrict", BsonBoolean.TRUE)
                    .containsEntry("apiDeprecationErrors", BsonBoolean.FALSE)
                    .containsEntry("$db", new BsonString("admin"));
        }
    }

    @Test
    void keepsWhatTheServerSaysOfItself() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK);
                Connection connection = connect(server, DEFAULTS)) {
            ConnectionDescription description = connection.description();
            assertThat(description.serverConnectionId()).isEqualTo(17);
            assertThat(description.maxWireVersion()).isEqualTo(21);
            assertThat(description.maxMessageSizeBytes()).isEqualTo(48_000_000);
            assertThat(description.maxWriteBatchSize()).isEqualTo(100_000);
            assertThat(description.logicalSessionTimeoutMinutes()).isEqualTo(30);
            assertThat(description.helloOk()).isTrue();
            assertThat(description.standalone()).isTrue();
            assertThat(description.helloReply()).as("a tree of thousands of connections would fill the memory")
                    .isInstanceOf(RawBsonDocument.class).containsAllEntriesOf(ScriptedServer.HELLO);
            assertThat(description.serviceId()).isNull();
            assertThat(description.compressor()).isNull();
        }
    }

    @Test
    void aLoadBalancerMustNameItsService() throws IOException {
        ObjectId service = new ObjectId();
        BsonDocument balanced = hello().append("serviceId", new BsonObjectId(service));
        try (ScriptedServer server = new ScriptedServer(command -> balanced);
                Connection connection = connect(server, DEFAULTS.withLoadBalanced(true))) {
            assertThat(connection.description().serviceId()).isEqualTo(service);
            assertThat(server.received().get(0).opCode()).isEqualTo(OpCode.OP_MSG);
            assertThat(server.received().get(0).command().getBoolean("loadBalanced").getValue()).isTrue();
        }
        try (ScriptedServer server = new ScriptedServer(command -> hello())) {
            assertThatThrownBy(() -> connect(server, DEFAULTS.withLoadBalanced(true)))
                    .isInstanceOf(MongoClientException.class)
                    .hasMessageContaining("load balancing mode");
        }
    }

    @Test
    void refusesServersThatAreTooOldOrTooNewAndAcceptsTheirNeighbours() throws IOException {
        wireVersions(0, 5, "requires at least 6");
        wireVersions(0, 6, null);
        wireVersions(25, 30, null);
        wireVersions(26, 30, "only supports up to 25");
    }

    @Test
    void aMonitorAcceptsEveryServerAndNeitherAuthenticatesNorCompresses() throws IOException {
        BsonDocument old = hello().append("maxWireVersion", new BsonInt32(2));
        try (ScriptedServer server = new ScriptedServer(command -> old)) {
            Connector monitoring = ConnectionFactory.forMonitoring(SystemEnvironment.instance(),
                    DEFAULTS.withCompressors(List.of("zlib")).withAppName("shop")
                            .withCredential(MongoCredential.of("u", "admin", "p".toCharArray())));
            try (Connection connection = monitoring.connect(1, server.address(), Deadline.NEVER)) {
                assertThat(connection.description().maxWireVersion()).isEqualTo(2);
            }
            assertThat(server.received()).hasSize(1);
            assertThat(server.received().get(0).command()).containsKey("client")
                    .doesNotContainKeys("compression", "saslSupportedMechs", "speculativeAuthenticate");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void compressesWithWhatBothSidesHave(String name) throws IOException {
        BsonDocument reply = hello().append("compression",
                BsonDocument.parse("{a: ['other', '" + name + "']}").get("a"));
        try (ScriptedServer server = new ScriptedServer(
                command -> ScriptedServer.isHello(command) ? reply : ScriptedServer.OK)) {
            try (Connection connection = connect(server, DEFAULTS.withCompressors(List.of("zlib", "snappy", "zstd")))) {
                assertThat(connection.description().compressor()).isEqualTo(name);
                BsonDocument insert = new BsonDocument("insert", new BsonString("x".repeat(5000)));
                connection.command("test", insert, Deadline.NEVER);
                connection.command("test", new BsonDocument("saslStart", new BsonString("x".repeat(5000))),
                        Deadline.NEVER);
            }
            assertThat(server.received("isMaster").command().getArray("compression").getValues())
                    .containsExactly(new BsonString("zlib"), new BsonString("snappy"), new BsonString("zstd"));
            assertThat(server.received("insert").compressed()).isTrue();
            assertThat(server.received("saslStart").compressed()).isFalse();
        }
    }

    @Test
    void negotiatesTheMechanismAndFallsBackToSha1() throws IOException {
        try (ScriptedScram scram = new ScriptedScram("user", "pencil", AuthMechanism.SCRAM_SHA_1, false)) {
            connect(scram.server(),
                    DEFAULTS.withCredential(MongoCredential.of("user", "admin", "pencil".toCharArray())))
                    .close();
            BsonDocument hello = scram.server().received("isMaster").command();
            assertThat(hello.getString("saslSupportedMechs").getValue()).isEqualTo("admin.user");
            assertThat(hello.getDocument("speculativeAuthenticate").getString("mechanism").getValue())
                    .isEqualTo("SCRAM-SHA-256");
            assertThat(scram.server().received("saslStart").command().getString("mechanism").getValue())
                    .isEqualTo("SCRAM-SHA-1");
        }
    }

    @Test
    void authenticatesWithTheHelloWhereTheServerCan() throws IOException {
        try (ScriptedScram scram = new ScriptedScram("user", "pencil", AuthMechanism.SCRAM_SHA_256, true)) {
            ConnectionSettings settings = DEFAULTS.withServerApi(ServerApi.version("1"))
                    .withCredential(MongoCredential.of("user", "admin", "pencil".toCharArray()));
            try (Connection connection = connect(scram.server(), settings)) {
                assertThat(connection.description().helloReply()).doesNotContainKey("speculativeAuthenticate");
            }
            assertThat(scram.server().received()).extracting(Received::name).containsExactly("hello", "saslContinue");
            assertThat(scram.server().received("saslContinue").command())
                    .containsEntry("apiVersion", new BsonString("1"));
        }
    }

    @Test
    void authenticatesStepByStepWhereTheServerCannot() throws IOException {
        try (ScriptedScram scram = new ScriptedScram("user", "pencil", AuthMechanism.SCRAM_SHA_256, false)) {
            ConnectionSettings settings = DEFAULTS.withCredential(
                    MongoCredential.of(AuthMechanism.SCRAM_SHA_256, "user", "other", "pencil".toCharArray()));
            connect(scram.server(), settings).close();
            assertThat(scram.server().received()).extracting(Received::name)
                    .containsExactly("isMaster", "saslStart", "saslContinue");
            assertThat(scram.server().received("isMaster").command()).doesNotContainKey("saslSupportedMechs");
            assertThat(scram.server().received("saslStart").command().getString("$db").getValue()).isEqualTo("other");
        }
    }

    @Test
    void aWrongPasswordIsASecurityErrorWithoutThePassword() throws IOException {
        try (ScriptedScram scram = new ScriptedScram("user", "pencil", AuthMechanism.SCRAM_SHA_256, true)) {
            MongoSecurityException error = catchThrowableOfType(MongoSecurityException.class,
                    () -> connect(scram.server(), DEFAULTS.withCredential(
                            MongoCredential.of("user", "admin", "eraser-head".toCharArray()))));
            assertThat(error.code()).isEqualTo(18);
            assertThat(error.serverAddress()).isEqualTo(scram.server().address());
            assertThat(stackTrace(error)).contains("user", "SCRAM-SHA-256").doesNotContain("eraser");
        }
    }

    @Test
    void aServerThatDoesNotKnowThePasswordIsFoundOut() throws IOException {
        try (ScriptedScram liar = new ScriptedScram("user", "something-else", AuthMechanism.SCRAM_SHA_256, true)) {
            liar.acceptAnything();
            MongoSecurityException error = catchThrowableOfType(MongoSecurityException.class,
                    () -> connect(liar.server(), DEFAULTS.withCredential(
                            MongoCredential.of("user", "admin", "pencil".toCharArray()))));
            assertThat(error).hasMessageContaining("signature");
            assertThat(error.serverAddress()).isEqualTo(liar.server().address());
        }
    }

    @Test
    void plainSendsTheNameAndThePasswordButNotWithTheHello() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(
                command -> BsonDocument.parse("{conversationId: 1, done: true, payload: '', ok: 1}"))) {
            ConnectionSettings plain = DEFAULTS.withCredential(
                    MongoCredential.of(AuthMechanism.PLAIN, "user", "$external", "pencil".toCharArray()));
            assertThatThrownBy(() -> connect(server, plain).close()).isInstanceOf(MongoConfigurationException.class)
                    .hasMessageContaining("not encrypted").hasMessageNotContaining("pencil");
            assertThat(server.received()).as("before anything was sent").isEmpty();
            connect(server, plain.withSafeguards(Safeguards.DEFAULTS.withSecretsInTheClear(true))).close();
            assertThat(server.received("isMaster").command()).doesNotContainKey("speculativeAuthenticate");
            BsonDocument start = server.received("saslStart").command();
            assertThat(start.getString("mechanism").getValue()).isEqualTo("PLAIN");
            assertThat(start.getString("$db").getValue()).isEqualTo("$external");
            assertThat(new String(start.getBinary("payload").getData(), StandardCharsets.UTF_8))
                    .isEqualTo("\0user\0pencil");
        }
    }

    @Test
    void aTokenIsNotSentOverAConnectionThatIsNotEncrypted() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (ScriptedServer server = ScriptedServer.afterHello(
                command -> BsonDocument.parse("{conversationId: 1, done: true, payload: '', ok: 1}"))) {
            ConnectionSettings oidc = DEFAULTS.withCredential(MongoCredential.oidc(request -> {
                asked.incrementAndGet();
                return OidcCallback.Token.of("S3cretToken");
            }));
            assertThatThrownBy(() -> connect(server, oidc).close()).isInstanceOf(MongoConfigurationException.class)
                    .hasMessageContaining("not encrypted").hasMessageNotContaining("S3cretToken");
            assertThat(server.received()).as("before anything was sent").isEmpty();
            assertThat(asked).as("calls of the token's provider").hasValue(0);
            connect(server, oidc.withSafeguards(Safeguards.DEFAULTS.withSecretsInTheClear(true))).close();
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void theDeadlineEndsTheHashingThatAServerAsksFor() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> {
            String first = new String(command.getBinary("payload").getData(), StandardCharsets.UTF_8);
            String answer = first.substring(first.indexOf("r=")) + "more,s=AAAAAAAAAAAAAAAAAAAAAA==,i=100000000";
            return new BsonDocument("conversationId", new BsonInt32(1)).append("done", BsonBoolean.FALSE)
                    .append("payload", new BsonBinary(answer.getBytes(StandardCharsets.UTF_8)))
                    .append("ok", new BsonInt32(1));
        })) {
            ConnectionSettings settings = DEFAULTS
                    .withSafeguards(Safeguards.DEFAULTS.withMaxScramIterations(100_000_000)).withCredential(
                            MongoCredential.of(AuthMechanism.SCRAM_SHA_256, "user", "admin", "pencil".toCharArray()));
            ConnectionFactory factory = new ConnectionFactory(SystemEnvironment.instance(), settings);
            long start = threadCpuNanos();
            assertThatThrownBy(() -> factory.connect(1, server.address(),
                    Deadline.after(SystemEnvironment.instance(), Duration.ofSeconds(1))))
                    .isInstanceOf(MongoSocketTimeoutException.class).hasMessageContaining("authenticating");
            assertThat(Duration.ofNanos(threadCpuNanos() - start)).as("all of it takes a minute")
                    .isLessThan(Duration.ofSeconds(3));
        }
    }

    private static long threadCpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Test
    void anArbiterIsNotAuthenticatedWith() throws IOException {
        BsonDocument arbiter = hello().append("arbiterOnly", BsonBoolean.TRUE);
        try (ScriptedServer server = new ScriptedServer(command -> arbiter)) {
            connect(server, DEFAULTS.withCredential(MongoCredential.of("user", "admin", "p".toCharArray()))).close();
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void mechanismsThatBowlineDoesNotSpeakAreNamed() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK)) {
            assertThatThrownBy(() -> connect(server, DEFAULTS.withCredential(
                    MongoCredential.of(AuthMechanism.MONGODB_CR, "user", "admin", new char[0]))))
                    .hasMessageContaining("MONGODB-CR is not supported");
        }
    }

    @Test
    void aRefusedHelloIsASecurityErrorOnlyForWhoHasACredential() throws IOException {
        BsonDocument refusal = BsonDocument.parse("{ok: 0, code: 91, errmsg: 'going down'}");
        try (ScriptedServer server = new ScriptedServer(command -> refusal)) {
            assertThatThrownBy(() -> connect(server, DEFAULTS)).isInstanceOf(MongoCommandException.class);
            MongoSecurityException error = catchThrowableOfType(MongoSecurityException.class, () -> connect(server,
                    DEFAULTS.withCredential(MongoCredential.of("user", "admin", "p".toCharArray()))));
            assertThat(error.code()).isEqualTo(91);
        }
    }

    @Test
    void nothingPrintsACredential() {
        MongoCredential credential = MongoCredential.of("user", "admin", "pencil".toCharArray());
        assertThat(credential.toString()).contains("user").doesNotContain("pencil");
        assertThat(DEFAULTS.withCredential(credential).toString()).doesNotContain("pencil");
        assertThat(credential).isEqualTo(MongoCredential.of("user", "admin", "pencil".toCharArray()))
                .isNotEqualTo(MongoCredential.of("user", "admin", "other".toCharArray()));
    }

    private static void wireVersions(int min, int max, String problem) throws IOException {
        BsonDocument reply = hello().append("minWireVersion", new BsonInt32(min))
                .append("maxWireVersion", new BsonInt32(max));
        try (ScriptedServer server = new ScriptedServer(command -> reply)) {
            if (problem == null) {
                assertThatCode(() -> connect(server, DEFAULTS).close()).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> connect(server, DEFAULTS))
                        .isInstanceOf(MongoIncompatibleDriverException.class)
                        .hasMessageContaining(problem)
                        .hasMessageContaining(server.address().toString());
            }
        }
    }

    private static BsonDocument hello() {
        return ScriptedServer.HELLO.clone();
    }

    private static Connection connect(ScriptedServer server, ConnectionSettings settings) {
        return new ConnectionFactory(SystemEnvironment.instance(), settings)
                .connect(1, server.address(), Deadline.NEVER);
    }

    private static String stackTrace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
