package dev.bowline.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each finding of the doctor, on real sockets. */
class DoctorTest {
    @TempDir
    Path directory;

    @Test
    void aHealthySetHasNoFindings() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            deployment.awaitPrimary();
            Diagnosis diagnosis = examine(deployment.connectionString(), true);
            assertThat(diagnosis.exitStatus()).as(diagnosis.text()).isZero();
            assertThat(diagnosis.text()).contains("is a primary of set", "a write to test.bowline_doctor works",
                    "Nothing is wrong");
            assertThat(Document.parse(diagnosis.json()).getString("verdict")).isEqualTo("good");
        }
    }

    @Test
    void aStringThatCannotBeReadIsExplainedWithoutItsPassword() {
        Diagnosis diagnosis = examine("mongodb://user:pa/ss@localhost/", false);
        assertThat(codes(diagnosis)).containsExactly("string");
        assertThat(diagnosis.text() + diagnosis.json()).doesNotContain("pa/ss");
        assertThat(diagnosis.exitStatus()).isEqualTo(2);
    }

    @Test
    void aMisspelledOptionIsNamedWithTheOneThatWasMeant() {
        try (Deployment deployment = Deployment.standalone()) {
            Diagnosis diagnosis = examine(deployment.connectionString() + "?retryWirtes=true&socketTimeoutMS=5000",
                    false);
            assertThat(codes(diagnosis)).contains("option", "option-deprecated");
            assertThat(diagnosis.text()).contains("did you mean retryWrites?", "use timeoutMS");
            assertThat(diagnosis.exitStatus()).isEqualTo(1);
        }
    }

    @Test
    void aNameThatDoesNotResolveIsADnsProblem() {
        assertThat(codes(examine("mongodb://no-such-host.invalid/", false))).containsExactly("dns");
    }

    @Test
    void aPortWhereNothingListensRefuses() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThat(codes(examine("mongodb://127.0.0.1:" + port, false))).containsExactly("tcp-refused");
    }

    @Test
    void aServerThatDoesNotAnswerDiffersFromOneThatSpeaksTls() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            assertThat(codes(examine("mongodb://127.0.0.1:" + silent.getLocalPort(), false))).containsExactly("hello");
        }
        try (Deployment deployment = Deployment.builder().standalone().tls(context(30)).start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^/?]*).*", "$1");
            Diagnosis diagnosis = examine("mongodb://" + address, false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tls-server");
            assertThat(diagnosis.text()).contains("add tls=true");
        }
    }

    @Test
    void aTlsClientAtAPlainServerIsNamedAsSuch() {
        try (Deployment deployment = Deployment.standalone()) {
            Diagnosis diagnosis = examine(deployment.connectionString() + "?tls=true", false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tls-plain-server");
        }
    }

    @Test
    void certificatesThatAreUnknownOrAboutToExpireAreNoticed() throws Exception {
        try (Deployment deployment = Deployment.builder().standalone().tls(context(10)).start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^/?]*).*", "$1");
            Diagnosis strict = examine("mongodb://" + address + "/?tls=true", false);
            assertThat(codes(strict)).as(strict.text()).containsExactly("tls-expires", "tls-refused");
            Diagnosis lax = examine("mongodb://" + address + "/?tls=true&tlsInsecure=true", false);
            assertThat(codes(lax)).as(lax.text()).containsExactly("tls-expires", "tls-unchecked");
        }
    }

    @Test
    void aWrongSetNameAndAMissingPrimaryAreNoticed() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            deployment.awaitPrimary();
            String wrong = deployment.connectionString().replaceAll("replicaSet=\\w+", "replicaSet=other");
            assertThat(codes(examine(wrong, false))).contains("set-name");
            deployment.kill(deployment.member(0));
            deployment.kill(deployment.member(1));
            Diagnosis diagnosis = examine(deployment.connectionString(), false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).contains("tcp-refused", "no-primary", "read-primary");
        }
    }

    @Test
    void aMemberWhoseNameIsOfNoUseHereIsNoticed() {
        try (Deployment deployment = Deployment.builder().replicaSet(2).listen("127.0.0.1", "db1.invalid").start()) {
            String seed = deployment.connectionString().replace("db1.invalid", "127.0.0.1");
            Diagnosis diagnosis = examine(seed, false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).contains("dns", "member-name");
            assertThat(diagnosis.text()).contains("db1.invalid", "directConnection=true");
        }
    }

    @Test
    void aWrongPasswordIsAnAuthenticationProblemAndIsNotShown() {
        try (Deployment deployment = Deployment.builder().standalone().user("ada", "right").requireAuthentication()
                .start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^@]*@)?([^/?]*).*", "$2");
            Diagnosis diagnosis = examine("mongodb://ada:wr0ng@" + address + "/", false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("auth");
            assertThat(diagnosis.text() + diagnosis.json()).doesNotContain("wr0ng");
            assertThat(examine("mongodb://ada:right@" + address + "/", false).exitStatus()).isZero();
        }
    }

    private static Diagnosis examine(String uri, boolean writes) {
        return new Doctor(uri, Duration.ofSeconds(5), writes).examine();
    }

    private static List<String> codes(Diagnosis diagnosis) {
        return diagnosis.findings().stream().filter(finding -> finding.severity() != Finding.Severity.NOTE)
                .map(Finding::code).toList();
    }

    private SSLContext context(int days) throws IOException, GeneralSecurityException, InterruptedException {
        Path store = directory.resolve("keys.p12");
        Process made = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "simulator",
                "-alias",
                "x", "-keyalg", "RSA", "-dname", "CN=test", "-ext", "SAN=ip:127.0.0.1", "-validity",
                Integer.toString(days)).inheritIO().start();
        assertThat(made.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "simulator".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "simulator".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
