package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Keys and self-signed certificates, made by the keytool of the JDK that runs the test. */
public final class TestCertificates {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final PrivateKey key;
    private final X509Certificate certificate;
    private final Path directory;

    private TestCertificates(Path directory, PrivateKey key, X509Certificate certificate) {
        this.directory = directory;
        this.key = key;
        this.certificate = certificate;
    }

    /** @param names subject alternative names, such as {@code dns:localhost} */
    public static TestCertificates make(Path directory, String commonName, String algorithm, String names)
            throws Exception {
        Path store = directory.resolve(commonName + ".p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", "it", "-keyalg", algorithm, "-validity", "2",
                "-dname",
                "CN=" + commonName + ",OU=Tests,O=Bowline", "-ext", "san=" + names, "-storetype", "PKCS12", "-keystore",
                store.toString(), "-storepass", new String(PASSWORD)).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, PASSWORD);
        }
        return new TestCertificates(directory, (PrivateKey) loaded.getKey("it", PASSWORD),
                (X509Certificate) loaded.getCertificate("it"));
    }

    public PrivateKey key() {
        return key;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String certificatePem() throws Exception {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    /** A file with the certificate. */
    public Path certificateFile() throws Exception {
        return Files.writeString(directory.resolve(certificate.getSerialNumber() + "-ca.pem"), certificatePem());
    }

    /** A file with the certificate and a key in whatever form the test gives it. */
    public Path certificateKeyFile(String keyPem) throws Exception {
        return Files.writeString(Files.createTempFile(directory, "key", ".pem"), certificatePem() + keyPem);
    }

    /** A context for a server with this key, which trusts the given clients. */
    public SSLContext serverContext(TestCertificates... clients) throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("it", key, PASSWORD, new X509Certificate[]{certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("self", certificate);
        for (TestCertificates client : Arrays.asList(clients)) {
            trusted.setCertificateEntry(client.certificate.getSerialNumber().toString(), client.certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    public static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }
}
