package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.simulator.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    @Test
    void aFileComesBackAsItWas(@TempDir Path directory) throws IOException {
        Path source = Files.write(directory.resolve("a.bin"), new byte[300_000]);
        Path target = directory.resolve("b.bin");
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            Archive.run(client, source, target, new PrintStream(printed, true, StandardCharsets.UTF_8));
        }
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("300000 bytes stored").contains("a.bin 300000");
    }
}
