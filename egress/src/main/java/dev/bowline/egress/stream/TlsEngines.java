package dev.bowline.egress.stream;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes TLS engines from settings, whose files are read once. */
final class TlsEngines {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.tls");

    private final SSLContext context;
    private final boolean verifyHostnames;

    private TlsEngines(SSLContext context, boolean verifyHostnames) {
        this.context = context;
        this.verifyHostnames = verifyHostnames;
    }

    /** @throws MongoConfigurationException if a file cannot be read or makes no sense */
    static TlsEngines from(TlsSettings settings) {
        return from(settings, LOG);
    }

    /** @param log receives the warnings */
    static TlsEngines from(TlsSettings settings, Logger log) {
        SSLContext given = settings.context();
        return new TlsEngines(given != null ? given : contextFrom(settings, log), !settings.allowInvalidHostnames());
    }

    SSLEngine engineFor(ServerAddress address) {
        SSLEngine engine = context.createSSLEngine(address.host(), address.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        SNIHostName name = serverName(address);
        if (name != null) {
            parameters.setServerNames(List.of(name));
        }
        if (verifyHostnames) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** The name to announce, or null: an address or a socket's path is not a name (RFC 6066, section 3). */
    private static @Nullable SNIHostName serverName(ServerAddress address) {
        String host = address.host();
        boolean literal = host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        if (literal || address.isUnixSocket()) {
            return null;
        }
        try {
            return new SNIHostName(host.endsWith(".") ? host.substring(0, host.length() - 1) : host);
        } catch (IllegalArgumentException notAName) {
            return null;
        }
    }

    private static SSLContext contextFrom(TlsSettings settings, Logger log) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(settings, log), trustManagers(settings), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new MongoConfigurationException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static KeyManager @Nullable [] keyManagers(TlsSettings settings, Logger log)
            throws GeneralSecurityException, IOException {
        Path file = settings.certificateKeyFile();
        if (file == null) {
            return null;
        }
        PemFile pem = PemFile.read(file);
        warnIfWorldReadable(file, log);
        String password = settings.certificateKeyFilePassword();
        KeyStore store = emptyStore();
        char[] noPassword = new char[0];
        store.setKeyEntry("client", pem.privateKey(password == null ? null : password.toCharArray()), noPassword,
                pem.certificates().toArray(X509Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, noPassword);
        return factory.getKeyManagers();
    }

    private static TrustManager @Nullable [] trustManagers(TlsSettings settings)
            throws GeneralSecurityException, IOException {
        if (settings.allowInvalidCertificates()) {
            return new TrustManager[]{new TrustsEveryPeer()};
        }
        Path file = settings.caFile();
        if (file == null) {
            return null;
        }
        KeyStore store = emptyStore();
        int number = 0;
        for (X509Certificate certificate : PemFile.read(file).certificates()) {
            store.setCertificateEntry("ca-" + number++, certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static void warnIfWorldReadable(Path file, Logger log) {
        try {
            if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                log.warn("The private key in {} can be read by every user of this machine; take that permission away",
                        file);
            }
        } catch (IOException | UnsupportedOperationException notToBeKnown) {
            // Not every file system has such permissions.
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /**
     * For {@code tlsAllowInvalidCertificates}. The extended kind, because JSSE adds checks of its own to the plain one.
     */
    private static final class TrustsEveryPeer extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
