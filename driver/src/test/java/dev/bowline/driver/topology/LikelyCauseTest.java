package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bowline.MongoClient;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The likely causes of a timeout, from the errors that real sockets and servers give. */
@Timeout(60)
class LikelyCauseTest {
    @Test
    void nothingListens() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertCause("mongodb://127.0.0.1:" + port + "/?", "Likely cause: nothing listens");
    }

    @Test
    void theNameIsNotKnown() {
        assertCause("mongodb://no-such-host.invalid/?", "Likely cause: none of the host names could be resolved");
    }

    @Test
    void theClientUsesTlsAndTheServerDoesNot() {
        try (Deployment server = Deployment.standalone()) {
            assertThat(timeout("mongodb://" + server.member(0).address() + "/?tls=true&tlsInsecure=true"
                    + "&connectTimeoutMS=300&", message -> message.contains("Likely cause: ")))
                    .containsAnyOf("Likely cause: client and server disagree about TLS",
                            "Likely cause: no server answered in time");
        }
    }

    /**
     * A server without TLS takes the beginning for a header, finds it wrong and closes the connection, with or
     * without the rest read.
     */
    @Test
    void theClientUsesTlsAndTheServerHangsUp() throws IOException {
        for (int read : List.of(16, 10_000)) {
            try (ServerSocket server = hangingUpAfter(read)) {
                assertCause("mongodb://127.0.0.1:" + server.getLocalPort() + "/?tls=true&",
                        "Likely cause: client and server disagree about TLS");
            }
        }
    }

    private static ServerSocket hangingUpAfter(int bytes) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    client.getInputStream().read(new byte[bytes]);
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server;
    }

    /** What a server that wants TLS does with a client that does not speak it. */
    @Test
    void theServerWantsTlsAndTheClientDoesNotUseIt() throws IOException {
        try (ServerSocket server = hangingUpAfter(1)) {
            assertCause("mongodb://127.0.0.1:" + server.getLocalPort() + "/?",
                    "Likely cause: the servers close connections during the handshake", "tls=true");
        }
    }

    @Test
    void theSetHasAnotherName() {
        try (Deployment set = Deployment.builder().replicaSet(1).setName("real").start()) {
            String host = set.member(0).address().toString();
            assertCause("mongodb://" + host + "/?replicaSet=wrong&",
                    "Likely cause: every host was removed for the reasons above", "'real'");
            assertCause("mongodb://" + host + "/?replicaSet=wrong&directConnection=true&",
                    "Likely cause: the option replicaSet does not name the set");
        }
    }

    @Test
    void onlySecondariesAreLeft() {
        try (Deployment set = Deployment.replicaSet(3)) {
            Member primary = set.awaitPrimary();
            Member other = set.secondaries().get(0);
            set.kill(primary);
            set.kill(other);
            assertCause(set.connectionString() + "&",
                    "Likely cause: the replica set has no primary that this client can see");
        }
    }

    @Test
    void theSetKnowsItselfByNamesThatMeanNothingHere() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.says(ScriptedServer.member("rs", false, server)
                    .append("hosts", new BsonArray(List.of(new BsonString("db-0.invalid:27017"))))
                    .append("me", new BsonString("db-0.invalid:27017")));
            assertCause("mongodb://" + server.address() + "/?replicaSet=rs&",
                    "its configuration names hosts that this client cannot reach ([db-0.invalid:27017])");
        }
    }

    @Test
    void theCredentialIsWrong() {
        try (Deployment server = Deployment.builder().standalone().user("user", "right").start();
                MongoClient client = MongoClient.connect("mongodb://user:wrong@" + server.member(0).address()
                        + "/?serverSelectionTimeoutMS=100&heartbeatFrequencyMS=60000&serverMonitoringMode=poll")) {
            // The caller that makes the connection gets the error at once; a caller before the next check gets the
            // reason that it is unknown. On a busy machine it may have been looked at before the second comes.
            RuntimeException error = failure(client);
            while (error instanceof MongoSecurityException) {
                error = failure(client);
            }
            assertThat(error).isInstanceOf(MongoServerSelectionTimeoutException.class);
            assertThat(error).hasMessageContaining("Likely cause: authentication failed");
        }
    }

    private static RuntimeException failure(MongoClient client) {
        return assertThrows(RuntimeException.class,
                () -> client.database("x").runCommand(new Document("ping", 1)));
    }

    /** @param uri ends so that an option can follow */
    private static void assertCause(String uri, String... texts) {
        assertThat(timeout(uri, message -> Stream.of(texts).allMatch(message::contains))).contains(texts);
    }

    /** Repeats the call until the message is the expected one: on a busy machine the first may end before any check has. */
    private static String timeout(String uri, Predicate<String> expected) {
        Environment environment = SystemEnvironment.instance();
        Deadline patience = Deadline.after(environment, Duration.ofSeconds(30));
        try (MongoClient client = MongoClient.connect(uri + "serverSelectionTimeoutMS=200")) {
            while (true) {
                String message = String.valueOf(assertThrows(MongoServerSelectionTimeoutException.class,
                        () -> client.database("x").runCommand(new BsonDocument("ping", new BsonString("1"))))
                        .getMessage());
                if (expected.test(message) || patience.isExpired(environment)) {
                    return message;
                }
            }
        }
    }
}
