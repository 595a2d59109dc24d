package dev.bowline;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoGridFsException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.OidcCallback;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import javax.net.ssl.SSLContext;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What would be less safe than it looks is refused when the client is made, and mistakes are reported at once. */
@Timeout(60)
class FailClosedTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"mongodb://localhost/?authMechanism=MONGODB-X509",
            "mongodb://u@localhost/?authMechanism=MONGODB-X509&tls=false"})
    void x509NeedsTls(String string) {
        assertThatThrownBy(() -> MongoClient.connect(string).close()).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining("MONGODB-X509").hasMessageContaining("tls=true");
    }

    @Test
    void plainNeedsTlsOrAnExplicitSetting() {
        assertThatThrownBy(() -> MongoClient.connect("mongodb://u:S3cretPw@localhost/?authMechanism=PLAIN").close())
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("allowSecretsInTheClear")
                .hasMessageNotContaining("S3cretPw");
        assertThatCode(() -> MongoClient.connect(MongoClientSettings.builder()
                .connectionString("mongodb://u:p@localhost/?authMechanism=PLAIN").allowSecretsInTheClear(true).build())
                .close()).doesNotThrowAnyException();
        assertThatCode(() -> MongoClient.connect("mongodb://u:p@localhost/?authMechanism=PLAIN&tls=true").close())
                .doesNotThrowAnyException();
    }

    @Test
    void aTokenNeedsTlsOrAnExplicitSetting() {
        MongoCredential token = MongoCredential.oidc(request -> OidcCallback.Token.of("S3cretToken"));
        assertThatThrownBy(() -> connectWith(builder -> builder.credential(token)))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("MONGODB-OIDC")
                .hasMessageContaining("allowSecretsInTheClear").hasMessageNotContaining("S3cretToken");
        assertThatThrownBy(() -> MongoClient.connect(
                "mongodb://localhost/?authMechanism=MONGODB-OIDC&authMechanismProperties=ENVIRONMENT:k8s").close())
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("allowSecretsInTheClear");
        assertThatCode(() -> connectWith(builder -> builder.credential(token).tls(true))).doesNotThrowAnyException();
        assertThatCode(() -> connectWith(builder -> builder.credential(token).allowSecretsInTheClear(true)))
                .doesNotThrowAnyException();
    }

    @Test
    void credentialsFromCodeNeedTlsToo() {
        assertThatThrownBy(() -> connectWith(builder -> builder.credential(MongoCredential.x509())))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("tls=true");
        assertThatThrownBy(() -> connectWith(builder -> builder.credential(MongoCredential.x509()).tls(false)
                .allowSecretsInTheClear(true)))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("tls=true");
        MongoCredential plain = MongoCredential.plain("u", "$external", "S3cretPw".toCharArray());
        assertThatThrownBy(() -> connectWith(builder -> builder.credential(plain)))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("allowSecretsInTheClear")
                .hasMessageNotContaining("S3cretPw");
        assertThatCode(() -> connectWith(builder -> builder.credential(plain).tls(true))).doesNotThrowAnyException();
    }

    private static void connectWith(UnaryOperator<MongoClientSettingsBuilder> settings) {
        MongoClient.connect(settings.apply(MongoClientSettings.builder()).build()).close();
    }

    @Test
    void aSettingOfTlsAsksForTlsAndContradictsItsAbsence() throws Exception {
        SSLContext context = SSLContext.getDefault();
        List<UnaryOperator<MongoClientSettingsBuilder>> settings = List.of(builder -> builder.tlsCaFile(Path.of("x")),
                builder -> builder.tlsCertificateKeyFile(Path.of("x")),
                builder -> builder.tlsCertificateKeyFilePassword("x"), builder -> builder.tlsInsecure(true),
                builder -> builder.tlsAllowInvalidCertificates(true),
                builder -> builder.tlsAllowInvalidHostnames(true), builder -> builder.sslContext(context));
        for (UnaryOperator<MongoClientSettingsBuilder> setting : settings) {
            assertThat(setting.apply(MongoClientSettings.builder()).build().tls()).isTrue();
            assertThatThrownBy(() -> setting.apply(MongoClientSettings.builder().tls(false)).build())
                    .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("tls is set to false");
        }
        assertThat(MongoClientSettings.builder().build().tls()).isFalse();
        assertThat(MongoClientSettings.builder().credential(MongoCredential.x509()).build().tls()).isFalse();
    }

    @Test
    void aKeyWhosePasswordIsWrongOrMissingIsAnErrorWhenTheClientIsMade() throws Exception {
        Path file = Files.writeString(directory.resolve("locked.pem"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(lockedKey()) + "\n-----END ENCRYPTED PRIVATE KEY-----\n");
        assertThatThrownBy(() -> connectWith(builder -> builder.tlsCertificateKeyFile(file)))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining(file.toString())
                .hasMessageContaining("tlsCertificateKeyFilePassword is not set");
        assertThatThrownBy(() -> connectWith(
                builder -> builder.tlsCertificateKeyFile(file).tlsCertificateKeyFilePassword("wr0ng")))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining(file.toString())
                .hasMessageContaining("cannot be used").hasMessageNotContaining("wr0ng");
        assertThatThrownBy(() -> connectWith(
                builder -> builder.tlsCertificateKeyFile(file).tlsCertificateKeyFilePassword("right")))
                .as("the key opens, so its certificate is what is missing").hasMessageContaining("no certificate");
    }

    private static byte[] lockedKey() throws Exception {
        PrivateKey key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
        String algorithm = "PBEWithSHA1AndDESede";
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec("right".toCharArray())),
                new PBEParameterSpec(new byte[8], 2048));
        return new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(key.getEncoded())).getEncoded();
    }

    @Test
    void aFileThatMayNotBeReadIsAnErrorWhenTheClientIsMade() throws IOException {
        Path file = Files.writeString(directory.resolve("forbidden.pem"), "x");
        Assumptions.assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file),
                "this user may read every file");
        assertThatThrownBy(() -> connectWith(builder -> builder.tlsCaFile(file)))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining(file.toString())
                .hasMessageContaining("access is denied");
    }

    @ParameterizedTest
    @CsvSource({"tlsCAFile, missing.pem, does not exist", "tlsCAFile, garbage.pem, holds no PEM section",
            "tlsCertificateKeyFile, missing.pem, does not exist",
            "tlsCertificateKeyFile, garbage.pem, holds no PEM section",
            "tlsCertificateKeyFile, broken.pem, cannot be used", "tlsCAFile, broken.pem, holds no certificate",
            "tlsCAFile, ., cannot be read"})
    void aFileThatCannotBeUsedIsAnErrorWhenTheClientIsMade(String option, String file, String reason)
            throws IOException {
        Files.writeString(directory.resolve("garbage.pem"), "garbage");
        Files.writeString(directory.resolve("broken.pem"),
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        Path path = directory.resolve(file).normalize();
        assertThatThrownBy(() -> MongoClient.connect("mongodb://localhost/?" + option + "="
                + path.toString().replace("/", "%2F")).close()).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining(path.toString()).hasMessageContaining(reason);
    }

    @Test
    void aPlainClientLearnsAtTheFirstCheckThatTheServerWantsTls() throws Exception {
        byte[] alert = {21, 3, 3, 0, 2, 2, 70};
        for (byte[] answer : new byte[][]{alert, {}}) {
            try (ServerSocket listener = answering(answer);
                    MongoClient client = MongoClient.connect("mongodb://127.0.0.1:" + listener.getLocalPort()
                            + "/")) {
                awaitFailedCheck(client, "needs TLS");
            }
        }
    }

    @Test
    void aTlsClientLearnsAtTheFirstCheckThatTheServerHasNoTls() throws Exception {
        try (ReplyingServer server = new ReplyingServer(command -> new BsonDocument("ok", new BsonInt32(1)));
                MongoClient client = MongoClient.connect(server.connectionString()
                        + "&connectTimeoutMS=2000&tls=true")) {
            awaitFailedCheck(client, "does not use TLS");
        }
        try (ServerSocket listener = answering("HTTP/1.0 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                MongoClient client = MongoClient.connect("mongodb://127.0.0.1:" + listener.getLocalPort()
                        + "/?tls=true")) {
            awaitFailedCheck(client, "does not use TLS");
        }
    }

    @Test
    void textOfAServerIsShownOnOneLineAndCut() throws IOException {
        String evil = "no\\n2026-01-01 ERROR all is lost\\u001b[2J" + "x".repeat(5000);
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse(
                "{ok: 0, code: 13, codeName: 'A\\nB', errmsg: '" + evil + "'}"));
                MongoClient client = MongoClient.connect(server.connectionString())) {
            assertThatThrownBy(() -> client.database("test").runCommand(new Document("x", 1)))
                    .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(1200).contains("\\n", "\\u001b")
                            .matches(message -> message.chars().noneMatch(Character::isISOControl)));
        }
    }

    @Test
    void everyExceptionThatQuotesAServerShowsItOnOneLine() {
        String evil = "no\n\u001b[2J\u202e";
        Throwable cause = new IllegalStateException();
        for (Throwable error : List.of(new MongoProtocolException(evil), new MongoProtocolException(evil, cause),
                new MongoSecurityException(evil, cause), new MongoGridFsException(evil),
                new MongoGridFsException(evil, cause),
                new MongoServerException(evil, 1, new BsonDocument(), new ServerAddress("h", 1)))) {
            assertThat(error.getMessage()).as("%s", error.getClass()).startsWith("no\\n\\u001b[2J\\u202e");
        }
    }

    /** Waits until the client says so of the server, whose first check may take its time on a busy machine. */
    private static void awaitFailedCheck(MongoClient client, String reason) {
        long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (client.topology().servers().stream().noneMatch(server -> server.error() != null)) {
            assertThat(System.nanoTime()).as("time to check the server").isLessThan(limit);
            Thread.onSpinWait();
        }
        assertThat(client.topology().servers().getFirst().error()).hasMessageContaining(reason);
    }

    /** A server that reads a little, answers this and closes the connection. */
    private static ServerSocket answering(byte[] answer) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (true) {
                try (Socket socket = listener.accept()) {
                    InputStream in = socket.getInputStream();
                    in.read(new byte[4096]);
                    socket.getOutputStream().write(answer);
                    socket.shutdownOutput();
                    while (in.read(new byte[4096]) >= 0) {
                        // Until the client has gone, lest it sees a reset.
                    }
                } catch (IOException e) {
                    if (listener.isClosed()) {
                        return;
                    }
                }
            }
        });
        return listener;
    }
}
