package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GSSAPI with tickets of a real key distribution center, on the loopback interface. */
@Tag("soak")
class KerberosTest {
    private static final String REALM = "BOWLINE.TEST";
    private static final String SERVICE = "mongodb/localhost@" + REALM;
    private static final String CONFIGURATION = "java.security.krb5.conf";
    private static final Path CENTER = Path.of("/usr/sbin/krb5kdc");

    @TempDir
    static Path directory;

    private static @Nullable String configurationBefore;
    private static @Nullable Process center;

    @BeforeAll
    static void startCenter() throws Exception {
        assumeTrue(Files.isExecutable(CENTER), "krb5-kdc is not installed");
        int port = freePort();
        Files.writeString(directory.resolve("krb5.conf"), """
                [libdefaults]
                  default_realm = %1$s
                  dns_lookup_kdc = false
                  dns_lookup_realm = false
                  rdns = false
                  udp_preference_limit = 1
                [realms]
                  %1$s = {
                    kdc = 127.0.0.1:%2$d
                  }
                """.formatted(REALM, port));
        Files.writeString(directory.resolve("kdc.conf"), """
                [kdcdefaults]
                  kdc_listen = ""
                  kdc_tcp_listen = "127.0.0.1:%2$d"
                [realms]
                  %1$s = {
                    database_name = %3$s/principal
                    key_stash_file = %3$s/stash
                    acl_file = %3$s/acl
                  }
                """.formatted(REALM, port, directory));
        call("/usr/sbin/kdb5_util", "create", "-s", "-P", "master", "-r", REALM);
        administer("addprinc -pw pencil alice");
        administer("addprinc -randkey mongodb/localhost");
        administer("ktadd -k " + directory + "/keytab mongodb/localhost");
        center = process(CENTER.toString(), "-n", "-r", REALM).start();
        awaitPort(port);
        configurationBefore = System.setProperty(CONFIGURATION, directory.resolve("krb5.conf").toString());
    }

    @AfterAll
    static void stopCenter() {
        if (center != null) {
            center.destroy();
            if (configurationBefore == null) {
                System.clearProperty(CONFIGURATION);
            } else {
                System.setProperty(CONFIGURATION, configurationBefore);
            }
        }
    }

    @Test
    void aUserOfTheRealmIsLetIn() {
        try (Deployment deployment = deployment(SERVICE); MongoClient client = client(deployment, "pencil")) {
            BsonDocument status = client.database("admin").runCommand(BsonDocument.parse("{connectionStatus: 1}"),
                    BsonDocument.class, options -> {});

            assertThat(status.getDocument("authInfo").getArray("authenticatedUsers"))
                    .containsExactly(BsonDocument.parse("{user: 'alice@BOWLINE.TEST', db: '$external'}"));
        }
    }

    @Test
    void aWrongPasswordGetsNoTicket() {
        try (Deployment deployment = deployment(SERVICE); MongoClient client = client(deployment, "crayon")) {
            assertThatThrownBy(() -> ping(client)).isInstanceOf(MongoSecurityException.class)
                    .hasMessageContaining("alice@BOWLINE.TEST").hasMessageNotContaining("crayon");
        }
    }

    @Test
    void aServerWithoutTheKeyOfTheServiceCannotReadTheTicket() throws Exception {
        administer("addprinc -randkey mongodb/elsewhere");
        administer("ktadd -k " + directory + "/keytab mongodb/elsewhere");
        try (Deployment deployment = deployment("mongodb/elsewhere@" + REALM);
                MongoClient client = client(deployment, "pencil")) {
            assertThatThrownBy(() -> ping(client)).isInstanceOf(MongoException.class)
                    .hasMessageContaining("Authentication failed");
        }
    }

    private static void ping(MongoClient client) {
        client.database("admin").runCommand(BsonDocument.parse("{ping: 1}"), BsonDocument.class, options -> {});
    }

    private static Deployment deployment(String service) {
        return Deployment.builder().standalone().kerberos(service, directory.resolve("keytab")).start();
    }

    private static MongoClient client(Deployment deployment, String password) {
        String uri = deployment.connectionString().replace("mongodb://", "mongodb://alice%40BOWLINE.TEST:" + password
                + "@");
        return MongoClient.connect(uri + (uri.contains("?") ? "&" : "?")
                + "authMechanism=GSSAPI&authMechanismProperties=SERVICE_HOST:localhost");
    }

    private static void administer(String request) throws Exception {
        call("/usr/sbin/kadmin.local", "-r", REALM, "-q", request);
    }

    private static void call(String... command) throws Exception {
        Process process = process(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", List.of(command), output).isZero();
    }

    private static ProcessBuilder process(String... command) {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
        builder.environment().put("KRB5_CONFIG", directory.resolve("krb5.conf").toString());
        builder.environment().put("KRB5_KDC_PROFILE", directory.resolve("kdc.conf").toString());
        return builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitPort(int port) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(socket.isConnected()).isTrue();
                return;
            } catch (IOException e) {
                assertThat(System.nanoTime()).as("the center listens: %s", e).isLessThan(end);
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }
}
