package dev.bowline.benchmarks.canned;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A certificate for 127.0.0.1 that only the processes of this run know, made by the JDK's own tool. */
public final class Certificate {
    private static final String PASSWORD = "benchmark";

    private final Path folder;

    private Certificate(Path folder) {
        this.folder = folder;
    }

    public static Certificate generate() {
        try {
            Certificate certificate = new Certificate(Files.createTempDirectory("bowline-bench"));
            Process keytool = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair", "-alias", "server", "-keyalg", "EC", "-groupname", "secp256r1", "-dname",
                    "CN=127.0.0.1", "-ext", "SAN=IP:127.0.0.1,DNS:localhost", "-validity", "2", "-storetype", "PKCS12",
                    "-keystore", certificate.store().toString(), "-storepass", PASSWORD).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException("keytool could not make a certificate");
            }
            return certificate;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    public List<String> serverFlags() {
        return List.of("-Djavax.net.ssl.keyStore=" + store(), "-Djavax.net.ssl.keyStorePassword=" + PASSWORD,
                "-Djavax.net.ssl.keyStoreType=PKCS12");
    }

    public List<String> clientFlags() {
        return List.of("-Djavax.net.ssl.trustStore=" + store(), "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
                "-Djavax.net.ssl.trustStoreType=PKCS12");
    }

    public void delete() {
        try {
            Files.deleteIfExists(store());
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path store() {
        return folder.resolve("keys.p12");
    }
}
