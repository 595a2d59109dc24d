package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that reach their servers through a SOCKS5 proxy. SOCKS5 Support, prose tests, and more. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SocksProxyTest {
    private static final String MAPPED = "mapped.invalid:12345";
    private static final String GOOD = "&proxyUsername=username&proxyPassword=p4ssw0rd";
    private static final String BAD = "&proxyUsername=nonexistentuser&proxyPassword=badauth";

    private Deployment deployment;
    private SocksProxy guarded;
    private SocksProxy open;

    private void start(SSLContext tls) throws IOException {
        deployment = tls == null
                ? Deployment.builder().replicaSet(2).start()
                : Deployment.builder().replicaSet(2).tls(tls).start();
        String member = deployment.awaitPrimary().address().toString();
        guarded = new SocksProxy("username:p4ssw0rd", Map.of(MAPPED, member));
        open = new SocksProxy(null, Map.of(MAPPED, member));
    }

    @AfterEach
    void stop() throws IOException {
        guarded.close();
        open.close();
        deployment.close();
    }

    /** The table of the prose tests, by connection string and by settings in code. */
    @Test
    void serversAreReachedThroughProxiesThatLetTheClientIn() throws IOException {
        start(null);
        String mapped = "mongodb://" + MAPPED + "/?directConnection=true";
        String set = deployment.connectionString();
        for (String uri : new String[]{mapped, set}) {
            fails(uri, guarded, "", "demands authentication");
            fails(uri, guarded, BAD, "refused the user nonexistentuser");
            succeeds(uri, open, "", null);
            succeeds(uri, open, BAD, null);
            succeeds(uri, guarded, GOOD, null);
        }
        assertThat(open.asked).contains(MAPPED);
        MongoClientSettings inCode = MongoClientSettings.builder().connectionString(mapped).proxyHost("127.0.0.1")
                .proxyPort(guarded.port()).proxyUsername("username").proxyPassword("p4ssw0rd").build();
        try (MongoClient client = MongoClient.connect(inCode)) {
            client.database("test").runCommand(new Document("ping", 1));
        }
    }

    @Test
    void everyConnectionGoesThroughTheProxyAndEventsNameTheServer() throws IOException {
        start(null);
        CommandRecord commands = new CommandRecord();
        MongoClientSettings settings = settings(deployment.connectionString(), open, "")
                .addCommandListener(commands).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            client.database("test").collection("c").insertOne(new Document());
            // Of each member one connection that listens, one that measures, and one at the primary for the command.
            assertThat(open.asked).hasSizeGreaterThanOrEqualTo(3);
            assertThat(commands.started).isNotEmpty().allSatisfy(event -> assertThat(event.address())
                    .isEqualTo(deployment.awaitPrimary().address()));
        }
    }

    @Test
    void tlsIsSpokenWithTheServerBehindTheProxy(@TempDir Path directory) throws Exception {
        SSLContext context = context(directory);
        start(context);
        succeeds(deployment.connectionString() + "&tls=true", guarded, GOOD, context);
        // The certificate is checked against the name of the server, not that of the proxy.
        assertThatThrownBy(() -> ping(settings("mongodb://" + MAPPED + "/?directConnection=true&tls=true"
                + "&serverSelectionTimeoutMS=300", open, "")
                .sslContext(context).build())).isInstanceOf(MongoServerSelectionTimeoutException.class);
    }

    private static void fails(String uri, SocksProxy proxy, String credentials, String why) {
        assertThatThrownBy(() -> ping(settings(uri + "&serverSelectionTimeoutMS=300", proxy, credentials).build()))
                .isInstanceOf(MongoServerSelectionTimeoutException.class)
                .hasMessageContaining("the proxy at").hasMessageContaining(why);
    }

    private static void succeeds(String uri, SocksProxy proxy, String credentials, SSLContext context) {
        MongoClientSettingsBuilder settings = settings(uri, proxy, credentials);
        ping(context == null ? settings.build() : settings.sslContext(context).build());
    }

    private static void ping(MongoClientSettings settings) {
        try (MongoClient client = MongoClient.connect(settings)) {
            client.database("admin").runCommand(new Document("hello", 1));
        }
    }

    private static MongoClientSettingsBuilder settings(String uri, SocksProxy proxy, String credentials) {
        return MongoClientSettings.builder().connectionString(uri + "&proxyHost=localhost&proxyPort=" + proxy.port()
                + credentials);
    }

    private static SSLContext context(Path directory) throws Exception {
        Path store = directory.resolve("keys.p12");
        char[] password = "secret".toCharArray();
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "secret", "-alias",
                "key", "-keyalg", "EC", "-dname", "CN=server", "-ext", "SAN=ip:127.0.0.1,dns:localhost", "-validity",
                "2").redirectErrorStream(true).start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, password);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("key", keys.getCertificate("key"));
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
