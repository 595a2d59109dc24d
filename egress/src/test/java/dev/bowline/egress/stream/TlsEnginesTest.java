package dev.bowline.egress.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoConfigurationException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** A key file that every user of the machine can read. */
class TlsEnginesTest {
    @TempDir
    Path directory;

    private final List<String> warnings = new ArrayList<>();
    private final Logger log = (Logger) Proxy.newProxyInstance(Logger.class.getClassLoader(),
            new Class<?>[]{Logger.class}, (proxy, method, arguments) -> {
                warnings.add(method.getName() + Arrays.toString(arguments));
                return null;
            });

    @BeforeEach
    void needPermissions() throws Exception {
        Assumptions.assumeTrue(Files.getFileStore(directory).supportsFileAttributeView(PosixFileAttributeView.class),
                "this file system has no permissions");
    }

    @Test
    void aKeyThatEveryUserCanReadGetsAWarningThatNamesTheFile() throws Exception {
        Path file = keyFile("rw-r--r--");
        read(file);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst()).startsWith("warn").contains(file.toString());
    }

    @Test
    void aKeyThatItsOwnerAndGroupAloneCanReadGetsNone() throws Exception {
        read(keyFile("rw-r-----"));
        assertThat(warnings).isEmpty();
    }

    private Path keyFile(String permissions) throws Exception {
        Path file = Files.writeString(directory.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    /** The key itself is of no use, which is found out later. */
    private void read(Path file) {
        assertThatThrownBy(() -> TlsEngines.from(TlsSettings.ENABLED.withCertificateKeyFile(file, null), log))
                .isInstanceOf(MongoConfigurationException.class);
    }
}
