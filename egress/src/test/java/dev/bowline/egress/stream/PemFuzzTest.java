package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.bowline.doubles.Fuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any file is certificates and a key, or refused by an exception that says why. */
class PemFuzzTest {
    private static final Path FILE = Path.of("some.pem");

    @TempDir
    private Path directory;

    @Test
    void aFewThousandFiles() throws Exception {
        files().run(3_000);
    }

    @Test
    @Tag("soak")
    void tenMillionFiles() throws Exception {
        files().run(Long.getLong("bowline.fuzz.inputs", 10_000_000));
    }

    private Fuzz files() throws Exception {
        TestCertificates some = TestCertificates.make(directory, "some", "EC", "dns:localhost");
        String key = TestCertificates.pem("PRIVATE KEY", some.key().getEncoded());
        Fuzz fuzz = new Fuzz("PEM", PemFuzzTest::reads).memory(2_000_000, 2_000)
                .example(some.certificatePem()).example(some.certificatePem() + key).example(key)
                .example(key.replace("PRIVATE KEY", "EC PRIVATE KEY"))
                .example(key.replace("PRIVATE KEY", "RSA PRIVATE KEY"))
                .example(key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"))
                .example(key.replace("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES,00\n\n"));
        Files.deleteIfExists(FILE);
        return fuzz.words("-----BEGIN ", "-----END ", "-----\n", "PRIVATE KEY", "ENCRYPTED ", "CERTIFICATE", "X509 ",
                "\n", ":", "=", "MIIB", "AAAA", "/////w==");
    }

    private static boolean reads(byte[] input) {
        try {
            PemFile file = PemFile.parse(FILE, new String(input, ISO_8859_1));
            try {
                file.certificates();
            } catch (GeneralSecurityException refused) {
                // It may still have a key.
            }
            file.privateKey("secret".toCharArray());
            return true;
        } catch (IOException | GeneralSecurityException refused) {
            return false;
        }
    }
}
