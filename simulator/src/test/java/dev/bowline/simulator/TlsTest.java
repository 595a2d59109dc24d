package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS, and authentication by certificate, with the official driver as the client. */
@Timeout(60)
class TlsTest {
    @TempDir
    static Path directory;
    private static SSLContext context;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = directory.resolve("keys.p12");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "secret", "-alias", "key",
                "-keyalg", "EC",
                "-dname", "CN=ada,O=simulator", "-ext", "SAN=ip:127.0.0.1,dns:localhost", "-validity", "2")
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "secret".toCharArray());
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, "secret".toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("key", keys.getCertificate("key"));
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trusted);
        context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
    }

    private static MongoClientSettings.Builder settings(Deployment deployment) {
        return MongoClientSettings.builder().applyConnectionString(new ConnectionString(deployment.connectionString()))
                .applyToSslSettings(ssl -> ssl.enabled(true).context(context));
    }

    @Test
    void encrypts() {
        try (Deployment deployment = Deployment.builder().replicaSet(2).tls(context).start();
                MongoClient client = MongoClients.create(settings(deployment).build())) {
            client.getDatabase("test").getCollection("c")
                    .insertOne(new Document("_id", 1).append("text", "x".repeat(100_000)));
            assertThat(client.getDatabase("test").getCollection("c").find().first()).containsKey("text");
        }
    }

    @Test
    void authenticatesByCertificate() {
        try (Deployment deployment = Deployment.builder().standalone().tls(context).requireAuthentication().start()) {
            try (MongoClient client = MongoClients
                    .create(settings(deployment).credential(MongoCredential.createMongoX509Credential()).build())) {
                client.getDatabase("test").getCollection("c").insertOne(new Document("_id", 1));
            }
            try (MongoClient client = MongoClients.create(settings(deployment).build())) {
                assertThatThrownBy(
                        () -> client.getDatabase("test").getCollection("c").insertOne(new Document("_id", 2)))
                        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(13));
            }
        }
    }
}
