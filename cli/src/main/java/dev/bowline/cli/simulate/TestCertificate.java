package dev.bowline.cli.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for servers on this machine that signs itself, made afresh with the JDK's keytool and of no use to
 * anyone else.
 *
 * @param file the certificate in PEM, for a client to trust
 */
record TestCertificate(SSLContext context, Path file) {
    private static final String ALIAS = "simulator";

    /** Makes a certificate for these names and addresses, in a directory that ends with the process. */
    static TestCertificate make(List<String> names) throws IOException, GeneralSecurityException {
        Path directory = Files.createTempDirectory("bowline-simulate");
        Path store = directory.resolve("keys.p12");
        Path certificate = directory.resolve("ca.pem");
        for (Path each : List.of(directory, store, certificate)) {
            each.toFile().deleteOnExit();
        }
        // Protects nothing: the key is for tests and does not outlive the process.
        String password = "simulator";
        run(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore",
                store.toString(), "-storetype", "PKCS12", "-storepass", password, "-alias", ALIAS, "-keyalg", "RSA",
                "-dname", "CN=Bowline simulator", "-ext", "SAN=" + subjects(names), "-ext", "bc=ca:true", "-ext",
                "eku=serverAuth,clientAuth", "-validity", "30"));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password.toCharArray());
        }
        Certificate made = keys.getCertificate(ALIAS);
        Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(made.getEncoded())
                + "\n-----END CERTIFICATE-----\n");
        return new TestCertificate(context(keys, made, password), certificate);
    }

    private static SSLContext context(KeyStore keys, Certificate trusted, String password)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, password.toCharArray());
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(ALIAS, trusted);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }

    private static String subjects(List<String> names) {
        StringBuilder text = new StringBuilder("dns:localhost,ip:127.0.0.1");
        for (String name : names) {
            boolean address = name.indexOf(':') >= 0 || name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
            text.append(address ? ",ip:" : ",dns:").append(name);
        }
        return text.toString();
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool failed: " + printed.trim());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while a certificate was made", e);
        }
    }
}
